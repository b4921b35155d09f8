import { useInstallWay } from '../../background/install.ts'
import * as texts from '../../texts/compiled/push.js'
import { PushButton, pushMessage } from './push-message.tsx'
import { usePush } from './use-push.ts'

/**
 * Offers pushes to this phone, or says how to get or end them. Renders nothing where there are none.
 * @param isSettings whether the panel also says that the user has blocked notifications
 */
export function PushPanel({ isSettings = false }: { isSettings?: boolean }) {
  const push = usePush()
  const way = useInstallWay()
  if (!push || push.state === 'none' || (push.state === 'blocked' && !isSettings)) return null
  return (
    <section
      aria-label={texts.notifications()}
      className="no-print flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4"
    >
      <div role="status" className="min-w-0 flex-1 basis-[min(14rem,100%)] text-sm text-ink-soft">
        {pushMessage(push, way)}
      </div>
      <PushButton push={push} />
    </section>
  )
}
