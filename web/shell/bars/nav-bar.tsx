import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PRODUCT } from '../../../contract/limits.ts'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/layout.js'
import { CloseIcon, MenuIcon } from '../../ui/icons/icon.tsx'
import { LogoMark } from '../../ui/icons/logo.tsx'
import { optional } from '../../ui/optional.ts'
import { NavLink } from './nav-link.tsx'
import { OwnMenu } from './own-menu.tsx'
import { useMenu } from './use-menu.ts'

const LogoutButton = lazy(() => import('../logout-button.tsx').then((m) => ({ default: m.LogoutButton })))
// Only users with a race ahead need this link, so it stays out of the first paint.
const RaceDayNavLink = optional(() => import('./race-day-nav-link.tsx').then((m) => m.RaceDayNavLink))

// Without the code of the notices the bar stands.
const NoticesBell = optional(() => import('./notices-bell.tsx').then((m) => m.NoticesBell))

/**
 * The navigation bar at the top. On a phone or a tablet its links are in a dropdown. On a wider screen all are in one
 * row: the places at its start and the session at its end, so that a link that comes late moves none.
 */
export function NavBar() {
  const { user, loading } = useAuth()
  const [open, setOpen] = useMenu('nav-links')
  const signedIn = Boolean(user?.email)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Who signs in on a public page wants to see more of that event.
  const back = path.startsWith('/e/') ? path : undefined

  return (
    <nav
      aria-label={texts.mainNav()}
      className="fixed inset-x-0 top-0 z-40 border-b border-line bg-paper pt-[env(safe-area-inset-top)]"
    >
      <div className="shell flex h-16 items-center gap-3 lg:gap-2 xl:gap-3">
        <Link
          to="/"
          className="me-auto flex min-h-11 min-w-0 items-center gap-2.5 lg:me-2 xl:me-4"
          aria-label={texts.homeLink({ product: PRODUCT })}
        >
          <LogoMark />
          <span className="truncate font-display text-2xl font-extrabold tracking-tight [font-stretch:115%] lg:text-xl xl:text-2xl">
            {PRODUCT}
          </span>
        </Link>
        <ul
          id="nav-links"
          className={`${open ? 'flex' : 'hidden'} absolute inset-x-0 top-full max-h-[calc(100dvh-var(--nav-height))] flex-col gap-1 overflow-y-auto border-b border-line bg-paper px-4 py-3 shadow-lift lg:static lg:flex lg:flex-1 lg:flex-row lg:items-center lg:overflow-visible lg:border-0 lg:p-0 lg:shadow-none`}
        >
          <NavLink to="/">{texts.home()}</NavLink>
          <NavLink to="/marathons">{texts.marathons()}</NavLink>
          <NavLink to="/aboutUs">{texts.aboutUs()}</NavLink>
          {signedIn && <NavLink to="/dashboard">{texts.dashboard()}</NavLink>}
          {signedIn && (
            <Suspense>
              <RaceDayNavLink />
            </Suspense>
          )}
          {signedIn && (
            <li className="lg:ms-auto">
              <Suspense>
                <LogoutButton />
              </Suspense>
            </li>
          )}
          {/* While the session is not read yet, these links are invisible but keep their space, so that nothing
              moves. */}
          {!signedIn && (
            <NavLink to="/login" back={back} hidden={loading} className="lg:ms-auto">
              {texts.login()}
            </NavLink>
          )}
          {!signedIn && (
            <NavLink to="/register" back={back} hidden={loading}>
              {texts.register()}
            </NavLink>
          )}
        </ul>
        {signedIn && (
          <Suspense fallback={<span className="size-11 shrink-0" />}>
            <NoticesBell />
          </Suspense>
        )}
        <OwnMenu />
        <button
          type="button"
          aria-expanded={open}
          aria-controls="nav-links"
          aria-label={texts.menu()}
          onClick={() => setOpen(!open)}
          className="-me-2 flex size-[44px] shrink-0 items-center justify-center rounded-md hover:bg-sunken lg:hidden"
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </button>
      </div>
    </nav>
  )
}
