import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect } from 'react'
import { useAuth } from '../auth/auth-context.tsx'
import { AfterFirstPaint } from '../first-paint/after-first-paint.tsx'
import { dropFirstScreen, isKeptScreenShown } from '../first-paint/first-screen.ts'
import { SpinnerBlock } from '../ui/spinner.tsx'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { useLostAccount } from './use-lost-account.ts'

// Only for those who are signed in; visitors have nothing to send.
const SyncBanner = lazy(() => import('../shared/sync/sync-banner.tsx').then((m) => ({ default: m.SyncBanner })))
// Both can wait, and do without where their code is out of reach.
const none = () => ({ default: () => null })
const UpdateOffer = lazy(() => import('./update-offer.tsx').then((m) => ({ default: m.UpdateOffer }), none))
const InstallOffer = lazy(() => import('./install-offer.tsx').then((m) => ({ default: m.InstallOffer }), none))

export function RootLayout() {
  const { user } = useAuth()
  const lost = useLostAccount()
  // The start line is all there is on the screen at a start line.
  const path = useLocation({ select: (location) => location.pathname })
  const bare = path === '/start'
  // On the home page the hero itself does this, once it is there; where a screen was kept, that screen does.
  useLayoutEffect(() => {
    if (path !== '/' && !isKeptScreenShown()) dropFirstScreen()
  }, [path])
  if (bare) {
    return (
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    )
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavBar />
      <div className="pt-(--nav-height)">
        {user && (
          <Suspense>
            <SyncBanner />
          </Suspense>
        )}
        <AfterFirstPaint>
          <Suspense>
            <UpdateOffer />
          </Suspense>
        </AfterFirstPaint>
      </div>
      {/* As tall as the screen from the start: the footer is not pushed by what arrives. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-var(--nav-height))] flex-1">
        {lost ? <SpinnerBlock /> : <Outlet />}
      </main>
      <AfterFirstPaint>
        <Suspense>
          <InstallOffer />
        </Suspense>
      </AfterFirstPaint>
      <Footer />
      <RouteAnnouncer />
    </div>
  )
}
