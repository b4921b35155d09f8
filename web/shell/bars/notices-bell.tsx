import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUnreadNotices } from '../../store/rows/notices.ts'
import * as texts from '../../texts/compiled/layout.js'
import { AfterFirstPaint } from '../../ui/after-first-paint.tsx'
import { BellIcon } from '../../ui/icons/screen-icons.tsx'
import { optional } from '../../ui/optional.ts'

// It reads notices in all their kinds. The first screen does not wait for that code.
const Announcer = optional(() => import('../../marathon/notices/announcer.tsx').then((m) => m.Announcer))

/** The navigation bar's link to the notices, with the number of unread ones. */
export function NoticesBell() {
  const unread = useUnreadNotices()
  const count = unread?.length ?? 0
  return (
    <>
      <AfterFirstPaint>
        <Suspense>
          <Announcer unread={unread} />
        </Suspense>
      </AfterFirstPaint>
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
