import { Link } from '@tanstack/react-router'
import { useListLeft } from '../../marathon/list-left.ts'
import * as texts from '../../texts/compiled/layout.js'
import { EntryIcon, HomeIcon, OrganiseIcon, TrackIcon } from '../../ui/icons/bar-icons.tsx'

const TABS = [
  { to: '/', label: texts.home, Icon: HomeIcon },
  { to: '/marathons', label: texts.marathons, Icon: TrackIcon },
  { to: '/dashboard/myApply', label: texts.myEntries, Icon: EntryIcon },
  { to: '/dashboard/myMarathons', label: texts.organise, Icon: OrganiseIcon },
] as const

/**
 * The bar at the bottom edge of a phone or a tablet, for who is signed in: the four places that are one tap away.
 * styles.css says where it is shown, and keeps its space free.
 */
export function TabBar() {
  const listLeft = useListLeft()
  return (
    <nav
      data-tab-bar
      aria-label={texts.places()}
      className="fixed inset-x-0 bottom-0 z-40 hidden h-(--bar-height) border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] barred:block"
    >
      <ul className="mx-auto grid h-full max-w-2xl grid-cols-4">
        {TABS.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              {...(to === '/marathons' && { search: listLeft })}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className="flex h-full min-h-11 flex-col items-center justify-center gap-0.5 text-center text-xs leading-tight font-semibold tracking-tight text-ink-soft"
              activeProps={{ className: 'text-ink! shadow-[inset_0_3px_0_var(--color-flare)]' }}
            >
              <Icon />
              <span className="line-clamp-2 max-w-full hyphens-auto wrap-anywhere">{label()}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
