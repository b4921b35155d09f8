import { Link } from '@tanstack/react-router'
import * as texts from '../texts/compiled/layout.js'
import { Rich } from '../ui/rich.tsx'
import { useUnreadCount } from './use-unread-count.ts'

/** The link to what the user was told, with the number of unread notices, in the dashboard's menu. */
export function NoticesLink() {
  const count = useUnreadCount()
  return (
    <li>
      <Link
        to="/dashboard/notices"
        className="flex min-h-12 items-center justify-between rounded-md border-s-4 border-transparent px-3 font-semibold hover:bg-sunken"
        activeProps={{ className: 'border-flare! bg-sunken' }}
      >
        <span>{texts.whatYouWereToldLink()}</span>
        {count > 0 && (
          <span className="numeral rounded-full bg-soon-tint px-2.5 py-1 text-sm text-soon">
            <Rich
              text={texts.unreadCount({ count })}
              tags={{ spoken: (children) => <span className="sr-only">{children}</span> }}
            />
          </span>
        )}
      </Link>
    </li>
  )
}
