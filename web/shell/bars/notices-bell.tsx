import { Link } from '@tanstack/react-router'
import { Announcer } from '../../marathon/notices/announcer.tsx'
import { useUnreadNotices } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/layout.js'
import { BellIcon } from '../../ui/icons/screen-icons.tsx'

/** The navigation bar's link to the notices, with the number of unread ones. */
export function NoticesBell() {
  const unread = useUnreadNotices()
  const count = unread?.length ?? 0
  return (
    <>
      <Announcer unread={unread} />
      <Link
        to="/dashboard/notices"
        aria-label={count > 0 ? texts.unreadNotices({ count }) : texts.notices()}
        className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
      >
        <BellIcon />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="numeral absolute top-0 end-0 min-w-5 rounded-full bg-ink px-1 text-center text-xs leading-5 text-paper"
          >
            {count > 99 ? texts.over99() : texts.bareCount({ count })}
          </span>
        )}
      </Link>
    </>
  )
}
