import type { ReactNode } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import type { InstallWay } from '../../pwa/install.ts'
import { Button } from '../../ui/button.tsx'
import { InstallSteps } from '../install-steps.tsx'
import type { Push, PushFailure } from './use-push.ts'

const FAILURES: Record<PushFailure, string> = {
  offline: 'That needs a network. Try again once you are online.',
  service: 'The browser could not set it up. Try again later.',
  server: 'The server did not accept it. Try again later.',
  unknown: 'This browser’s push service is not known here, so it cannot be set up.',
  app: 'The app is not saved on this phone yet. Reload the page, then try again.',
}

/** What pushes are, or why there are none, in one or two sentences. */
export function pushMessage({ state, failure }: Push, way: InstallWay): ReactNode {
  if (failure) return FAILURES[failure]
  switch (state) {
    case 'on':
      return `This phone tells you when ${news()}, also while the app is closed.`
    case 'blocked':
      return way === 'app'
        ? `Notifications of ${PRODUCT} are blocked. Allow them in the phone’s settings, under Notifications, and come back.`
        : 'Notifications of this site are blocked. Allow them in the browser’s settings for this site, and come back.'
    case 'install':
      return (
        <>
          <p>
            An iPhone shows notifications of installed apps only. Install {PRODUCT} first, and switch them on there.
          </p>
          <InstallSteps way="ios" />
        </>
      )
    default:
      return `Be told when ${news()}.`
  }
}

/**
 * What comes. A refusal is found by this phone itself, while it syncs in the background, which Safari and Firefox do
 * not do.
 */
function news(): string {
  const refused = 'SyncManager' in globalThis ? 'a change of yours is not accepted, ' : ''
  return `a start moves or a location changes, an event is cancelled or takes place after all, you get a place, ${refused}or an organiser has urgent news`
}

/** The button that switches pushes; null where there is nothing to switch. */
export function PushButton({ push }: { push: Push }) {
  const { state, isBusy, turnOn, turnOff } = push
  if (state === 'on') {
    return (
      <Button variant="quiet" pending={isBusy} onClick={() => void turnOff()}>
        Turn off
      </Button>
    )
  }
  if (state !== 'off') return null
  return (
    <Button variant="secondary" pending={isBusy} onClick={() => void turnOn()}>
      Notify me
    </Button>
  )
}
