import { CancelledNotice } from '../../../marathon/cancelled-notice.tsx'
import { useServerNow } from '../../../marathon/use-server-now.ts'
import { WindowBadge } from '../../../marathon/window-badge.tsx'
import { PendingBadge } from '../../../status/pending-badge.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/overview.js'
import * as roleTexts from '../../../texts/compiled/roles.js'
import { Badge } from '../../../ui/badge.tsx'
import { formatDayTime, formatWeekday } from '../../../ui/format/format.ts'

/** When and where a marathon is, and where its registration stands. */
export function Facts({ marathon }: { marathon: MarathonView }) {
  const { startDate, timeZone, distance, location, pending } = marathon
  const now = useServerNow()
  return (
    <>
      <p className="mt-1 break-words">
        <span className="font-semibold">
          {`${formatWeekday(startDate, timeZone)} ${formatDayTime(startDate, timeZone)}`}
        </span>
        <span className="text-ink-soft">
          {' · '}
          <bdi>{distance}</bdi>
          {' · '}
          <bdi lang="">{location}</bdi>
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <WindowBadge marathon={marathon} now={now} />
        {marathon.role === 'organiser' && <Badge tone="ink">{roleTexts.name({ role: marathon.role })}</Badge>}
        <PendingBadge pending={pending} />
        {marathon.hiddenAt !== null && <Badge tone="danger">{texts.hiddenByOperator()}</Badge>}
      </div>
      <CancelledNotice marathon={marathon} />
    </>
  )
}
