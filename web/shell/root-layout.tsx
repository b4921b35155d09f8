import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUpdateOffer } from '../background/update-state.ts'
import { useAuth } from '../session/auth-context.tsx'
import * as texts from '../texts/compiled/layout.js'
import { AfterFirstPaint } from '../ui/after-first-paint.tsx'
import { optional } from '../ui/optional.ts'
import { SpinnerBlock } from '../ui/spinner.tsx'
import { NavBar } from './bars/nav-bar.tsx'
import { TabBar } from './bars/tab-bar.tsx'
import { Footer } from './footer.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { useLostAccount } from './use-lost-account.ts'

// Only signed-in users need it. Visitors have no edits to send.
const SyncBanner = lazy(() => import('../status/sync-banner.tsx').then((m) => ({ default: m.SyncBanner })))
// These load late. If their code cannot be loaded, they are left out.
const UpdateOffer = optional(() => import('./update-offer.tsx').then((m) => m.UpdateOffer))
const InstallOffer = optional(() => import('./install-offer.tsx').then((m) => m.InstallOffer))

/** The frame of all screens: navigation bar, banners, content and footer. */
export function RootLayout() {
  const { user } = useAuth()
  const lost = useLostAccount()
  const hasUpdate = useUpdateOffer() !== null
  // Start-line mode has no navigation bar and no footer.
  const path = useLocation({ select: (location) => location.pathname })
  const bare = path === '/start'
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
        className="fixed top-2 start-2 z-60 -translate-y-20 print:hidden rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
      >
        {texts.skipToContent()}
      </a>
      <NavBar />
      <div className="pt-(--nav-height)">
        {user && (
          <Suspense>
            <SyncBanner />
          </Suspense>
        )}
        {hasUpdate && (
          <Suspense>
            <UpdateOffer />
          </Suspense>
        )}
      </div>
      {/* The content is at least as tall as the screen, so that late content does not push the footer down. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-var(--nav-height))] flex-1">
        {lost ? <SpinnerBlock /> : <Outlet />}
      </main>
      {user && (
        <AfterFirstPaint>
          <Suspense>
            <InstallOffer />
          </Suspense>
        </AfterFirstPaint>
      )}
      <Footer />
      {/* At the gate a thumb that misses would leave the scanner. */}
      {user && !path.endsWith('/checkIn') && <TabBar />}
      <RouteAnnouncer />
    </div>
  )
}
