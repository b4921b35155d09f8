import { Link } from '@tanstack/react-router'
import { Announcer } from '../../marathon/notices/announcer.tsx'
import { useUnreadNotices } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/layout.js'
import { BellIcon } from '../../ui/icons/screen-icons.tsx'

/** The navigation bar's link to the unread notices, with their number. Without any, only the announcer is there. */
export function NoticesBell() {
  const unread = useUnreadNotices()
  const count = unread?.length ?? 0
  return (
    <>
      <Announcer unread={unread} />
      {count > 0 && (
        <span className="inline-flex shrink-0">
          <Link
            to="/dashboard/notices"
            aria-label={texts.unreadNotices({ count })}
            className="relative inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken"
          >
            <BellIcon />
            <span
              aria-hidden="true"
              className="numeral absolute top-0 end-0 min-w-5 rounded-full bg-ink px-1 text-center text-xs leading-5 text-paper"
            >
              {count > 99 ? texts.over99() : texts.bareCount({ count })}
            </span>
          </Link>
        </span>
      )}
    </>
  )
}
