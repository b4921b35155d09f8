import type { ReactNode } from 'react'
import type { NoticeView } from '../../data/notices.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDay, formatDayTime, formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { PendingBadge } from '../sync/pending-badge.tsx'

type NoticeItemProps = {
  notice: NoticeView
  /** True if the user has not seen it before this screen opened. */
  isNew: boolean
  /** Shows to which marathon it belongs. */
  isTitled?: boolean
  children?: ReactNode
}

/** One notice: what it says, when it was written and by whom. */
export function NoticeItem({ notice, isNew, isTitled = false, children }: NoticeItemProps) {
  const { text, urgent, title, runner, pending } = notice
  return (
    <li className={`border-l-4 py-3 pl-4 ${urgent ? 'border-flare' : 'border-line'}`}>
      {(isNew || urgent || pending) && (
        <p className="mb-1 flex flex-wrap gap-2">
          {urgent && <Badge tone="danger">Urgent</Badge>}
          {isNew && <Badge tone="soon">New</Badge>}
          <PendingBadge pending={pending} />
        </p>
      )}
      {isTitled && <p className="font-semibold break-words">{title || 'An event'}</p>}
      {runner && <p className="font-semibold break-words">For {runner}</p>}
      <p className="whitespace-pre-line break-words">{text}</p>
      <p className="mt-1 text-sm text-ink-soft">{writtenMessage(notice)}</p>
      {children}
    </li>
  )
}

/** A notice that arrived so much later than it was written came late, for example after a time without signal. */
const LATE_MS = 3 * 60_000

/**
 * 'Written Mar 5, 2027, 08:05 by Olivia'. The server's own notices have no writer. A notice that came late also says
 * since when this phone has it, so that nobody thinks that it was there all the time.
 */
export function writtenMessage({ at, by, arrivedAt }: Pick<NoticeView, 'at' | 'by' | 'arrivedAt'>): string {
  const zone = readerTimeZone()
  const written = `Written ${formatDayTime(at, zone)}${by ? ` by ${by}` : ', when it changed'}`
  if (!arrivedAt || Date.parse(arrivedAt) - Date.parse(at) < LATE_MS) return written
  const isSameDay = formatDay(arrivedAt, zone) === formatDay(at, zone)
  return `${written}. On this phone since ${isSameDay ? formatTime(arrivedAt, zone) : formatDayTime(arrivedAt, zone)}`
}
