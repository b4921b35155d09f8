import { Link } from '@tanstack/react-router'
import { recordError } from '../../contract/errors.ts'
import { NoticeItem } from '../marathon/notices/notice-list.tsx'
import { TouchNote } from '../marathon/notices/touch-note.tsx'
import { useAccountOrNull } from '../store/account-context.tsx'
import { markRead, urgentFirst, useUnreadNotices } from '../store/rows/notices.ts'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'

const MOST_SHOWN = 2

/**
 * Unread notices above the home page, the newest urgent one first, until the user says "Got it". Renders nothing
 * without any.
 */
export function HomeNotices() {
  const account = useAccountOrNull()
  const unread = useUnreadNotices()
  if (!account || !unread || unread.length === 0) return null
  const shown = urgentFirst(unread, MOST_SHOWN)
  const dismiss = () =>
    void markRead(
      account.db,
      shown.map(({ _id }) => _id),
    ).catch(recordError)
  return (
    <section aria-label={texts.notices()} className="no-print border-b border-line bg-surface">
      <div className="shell grid gap-2 py-3">
        <TouchNote />
        <ul className="grid gap-2">
          {shown.map((notice) => (
            <NoticeItem key={notice._id} notice={notice} isNew isTitled />
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={dismiss}>
            {texts.gotIt()}
          </Button>
          <Link to="/dashboard/notices" className="text-link inline-flex min-h-11 items-center px-2">
            {unread.length > shown.length ? texts.allUnread({ count: unread.length }) : texts.allNotices()}
          </Link>
        </div>
      </div>
    </section>
  )
}
