import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type NoticeView, urgentFirst, useNoticesOf } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/notices.js'
import { NoticeItem } from './notice-list.tsx'
import { TouchNote } from './touch-note.tsx'
import { useSeen } from './use-seen.ts'

const MOST_SHOWN = 3

export type RaceNoticesProps = { marathonId: string }

/** The newest notices of one race on its screens, an urgent one first. Renders nothing while there is none. */
export function RaceNotices({ marathonId }: RaceNoticesProps) {
  const notices = useNoticesOf(marathonId)
  return (
    <NoticesShown notices={notices ?? []}>
      <TouchNote />
    </NoticesShown>
  )
}

type NoticesShownProps = { notices: NoticeView[]; children?: ReactNode }

/** The newest of these notices of a race, an urgent one first, below the children. */
export function NoticesShown({ notices, children }: NoticesShownProps) {
  const shown = urgentFirst(notices, MOST_SHOWN)
  const fresh = useSeen(shown)
  if (shown.length === 0) return null
  return (
    <section aria-label={texts.notices()} className="no-print grid gap-2">
      <h2 className="text-xl">{texts.notices()}</h2>
      {children}
      <ul className="grid gap-2">
        {shown.map((notice) => (
          <NoticeItem key={notice._id} notice={notice} isNew={fresh.has(notice._id)} />
        ))}
      </ul>
      {notices.length > shown.length && (
        <Link to="/dashboard/notices" className="text-link inline-flex min-h-11 items-center justify-self-start">
          {texts.allNotices({ count: notices.length })}
        </Link>
      )}
    </section>
  )
}
