import type { ReactNode } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import type { InstallWay } from '../../background/install.ts'
import { InstallSteps } from '../../status/install-steps.tsx'
import * as texts from '../../texts/compiled/push.js'
import { Button } from '../../ui/button.tsx'
import type { Push, PushFailure } from './use-push.ts'

const FAILURES: Record<PushFailure, () => string> = {
  offline: texts.failedOffline,
  service: texts.failedService,
  server: texts.failedServer,
  unknown: texts.failedUnknown,
  app: texts.failedApp,
}

/** What pushes are, or why there are none, in one or two sentences. */
export function pushMessage({ state, failure }: Push, way: InstallWay): ReactNode {
  if (failure) return FAILURES[failure]()
  switch (state) {
    case 'on':
      return findsRefusals() ? texts.isOnWithRefusals() : texts.isOn()
    case 'blocked':
      return way === 'app' ? texts.blockedForApp({ product: PRODUCT }) : texts.blockedForSite()
    case 'install':
      return (
        <>
          <p>{texts.installFirst({ product: PRODUCT })}</p>
          <InstallSteps way="ios" />
        </>
      )
    default:
      return findsRefusals() ? texts.isOffWithRefusals() : texts.isOff()
  }
}

/**
 * Is the user told of refusals too? This phone itself finds them, while it syncs in the background, which Safari and
 * Firefox do not do.
 */
function findsRefusals(): boolean {
  return 'SyncManager' in globalThis
}

/** The button that switches pushes; null where there is nothing to switch. */
export function PushButton({ push }: { push: Push }) {
  const { state, isBusy, turnOn, turnOff } = push
  if (state === 'on') {
    return (
      <Button variant="quiet" pending={isBusy} onClick={() => void turnOff()}>
        {texts.turnOff()}
      </Button>
    )
  }
  if (state !== 'off') return null
  return (
    <Button variant="secondary" pending={isBusy} onClick={() => void turnOn()}>
      {texts.turnOn()}
    </Button>
  )
}
