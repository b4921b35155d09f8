import type { ReactNode } from 'react'
import type { NoticeView } from '../../data/notices.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
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

/** 'Written Mar 5, 2027, 08:05 by Olivia'. The server's own notices have no writer. */
export function writtenMessage({ at, by }: Pick<NoticeView, 'at' | 'by'>): string {
  const written = `Written ${formatDayTime(at, readerTimeZone())}`
  return by ? `${written} by ${by}` : `${written}, when it changed`
}
