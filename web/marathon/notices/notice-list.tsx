import type { ReactNode } from 'react'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { noticeText } from '../../store/rows/notice-text.ts'
import type { NoticeView } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/notices.js'
import { Badge } from '../../ui/badge.tsx'
import { formatDay, formatDayTime, formatTime, readerTimeZone } from '../../ui/format/format.ts'
import { LinkedText } from '../../ui/linked-text.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'

type NoticeItemProps = {
  notice: NoticeView
  /** True if the user has not seen it before this screen opened. */
  isNew: boolean
  /** Shows to which marathon it belongs. */
  isTitled?: boolean
  /** What is shown of its text; by default all of it. */
  text?: string
  children?: ReactNode
}

/** One notice: what it says, when it was written and by whom. */
export function NoticeItem({ notice, isNew, isTitled = false, text = noticeText(notice), children }: NoticeItemProps) {
  const { urgent, title, runner, pending } = notice
  return (
    <li className={`border-s-4 py-3 ps-4 ${urgent ? 'border-flare' : 'border-line'}`}>
      {(isNew || urgent || pending) && (
        <p className="mb-1 flex flex-wrap gap-2">
          {urgent && <Badge tone="danger">{texts.urgent()}</Badge>}
          {isNew && <Badge tone="soon">{texts.newToYou()}</Badge>}
          <PendingBadge pending={pending} />
        </p>
      )}
      {isTitled && <p className="font-semibold break-words">{title || texts.untitled()}</p>}
      {runner && <p className="font-semibold break-words">{texts.forRunner({ runner })}</p>}
      <p {...(notice.kind === 'written' && OWN_WORDS)} className="whitespace-pre-line break-words">
        <LinkedText text={text} />
      </p>
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
  const time = formatDayTime(at, zone)
  const written = by ? texts.written({ time, name: by }) : texts.writtenByServer({ time })
  if (!arrivedAt || Date.parse(arrivedAt) - Date.parse(at) < LATE_MS) return written
  const isSameDay = formatDay(arrivedAt, zone) === formatDay(at, zone)
  const since = isSameDay ? formatTime(arrivedAt, zone) : formatDayTime(arrivedAt, zone)
  return texts.writtenCameLate({ written, since })
}
