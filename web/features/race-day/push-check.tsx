import { useInstallWay } from '../../background/install.ts'
import { PushButton, pushMessage } from '../../marathon/notices/push-message.tsx'
import { usePush } from '../../marathon/notices/use-push.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { Check } from './check.tsx'

/** Checks whether this phone gets pushes. Renders nothing where there are none. */
export function PushCheck() {
  const push = usePush()
  const way = useInstallWay()
  if (!push || push.state === 'none') return null
  return (
    <Check
      state={push.state === 'on' ? 'ok' : 'note'}
      title={push.state === 'on' ? texts.notificationsAreOn() : texts.notifications()}
      action={<PushButton push={push} />}
    >
      {pushMessage(push, way)}
    </Check>
  )
}
