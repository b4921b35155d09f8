import { Link } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { PRODUCT } from '../../contract/limits.ts'
import { useAuth } from '../session/auth-context.tsx'
import * as texts from '../texts/compiled/layout.js'
import { AfterFirstPaint } from '../ui/after-first-paint.tsx'
import { CloseIcon, MenuIcon } from '../ui/icons/icon.tsx'
import { LogoMark } from '../ui/icons/logo.tsx'
import { optional } from '../ui/optional.ts'
import { Avatar } from '../ui/pictures/avatar.tsx'
import { NavLink } from './nav-link.tsx'
import { useMenu } from './use-menu.ts'

const LogoutButton = lazy(() => import('./logout-button.tsx').then((m) => ({ default: m.LogoutButton })))
// Only users with a race ahead need this link, so it stays out of the first paint.
const RaceDayNavLink = optional(() => import('./race-day-nav-link.tsx').then((m) => m.RaceDayNavLink))

// The notices load late. Without their code the bar stands.
const NoticesBell = optional(() => import('./notices-bell.tsx').then((m) => m.NoticesBell))

/**
 * The navigation bar at the top. On a small screen its links are in a dropdown. Escape, a click outside or a click on a
 * link closes it.
 */
export function NavBar() {
  const { user, loading } = useAuth()
  const [open, setOpen] = useMenu()
  const nav = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const signedIn = Boolean(user?.email)

  useClosing(open, setOpen, nav, toggle)

  return (
    <nav
      ref={nav}
      aria-label={texts.mainNav()}
      className="fixed inset-x-0 top-0 z-40 border-b border-line bg-paper pt-[env(safe-area-inset-top)]"
    >
      <div className="shell flex h-16 items-center gap-3">
        <Link
          to="/"
          className="me-auto flex min-h-11 min-w-0 items-center gap-2.5"
          aria-label={texts.homeLink({ product: PRODUCT })}
        >
          <LogoMark />
          <span className="truncate font-display text-2xl font-extrabold tracking-tight [font-stretch:115%]">
            {PRODUCT}
          </span>
        </Link>
        <ul
          id="nav-links"
          className={`${open ? 'flex' : 'hidden'} absolute inset-x-0 top-full max-h-[calc(100dvh-var(--nav-height))] flex-col gap-1 overflow-y-auto border-b border-line bg-paper px-4 py-3 shadow-lift md:static md:flex md:flex-row md:items-center md:overflow-visible md:border-0 md:p-0 md:shadow-none`}
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
            <li className="md:ms-2">
              <Suspense>
                <LogoutButton />
              </Suspense>
            </li>
          )}
          {/* While the session is not read yet, these links are invisible but keep their space, so that nothing
              moves. */}
          {!signedIn && (
            <NavLink to="/login" hidden={loading}>
              {texts.login()}
            </NavLink>
          )}
          {!signedIn && (
            <NavLink to="/register" hidden={loading}>
              {texts.register()}
            </NavLink>
          )}
        </ul>
        {signedIn && (
          <AfterFirstPaint>
            <Suspense>
              <NoticesBell />
            </Suspense>
          </AfterFirstPaint>
        )}
        {signedIn && user && <Avatar name={user.displayName || user.email} src={user.photoURL} />}
        <button
          ref={toggle}
          type="button"
          aria-expanded={open}
          aria-controls="nav-links"
          aria-label={texts.menu()}
          onClick={() => setOpen(!open)}
          className="-me-2 flex size-[44px] shrink-0 items-center justify-center rounded-md hover:bg-sunken md:hidden"
        >
          {open ? <CloseIcon /> : <MenuIcon />}
        </button>
      </div>
    </nav>
  )
}

/** Closes the open menu for Escape, which gives the focus back to the button, and for a click outside. */
function useClosing(
  open: boolean,
  setOpen: (open: boolean) => void,
  nav: RefObject<HTMLElement | null>,
  toggle: RefObject<HTMLButtonElement | null>,
) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [open, setOpen, nav, toggle])
}
