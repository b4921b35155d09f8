import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUpdateOffer } from '../background/update-state.ts'
import { useAuth } from '../session/auth-context.tsx'
import * as texts from '../texts/compiled/layout.js'
import { AfterFirstPaint } from '../ui/after-first-paint.tsx'
import { optional } from '../ui/optional.ts'
import { SpinnerBlock } from '../ui/spinner.tsx'
import { STALE_NOTE_PLACE } from '../ui/stale-note-place.ts'
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

/** Tells styles.css how high the messages are, for what else stays at the bottom edge. */
function tellHeight(messages: HTMLElement | null) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--messages-height', `${messages?.offsetHeight ?? 0}px`))
  if (messages) observer.observe(messages)
  return () => {
    observer.disconnect()
    style.removeProperty('--messages-height')
  }
}

/** The frame of all screens: navigation bar, content, footer, and the messages above the bottom edge. */
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
      {/* The content is at least as tall as the screen, so that late content does not push the footer down. */}
      <main id="main" tabIndex={-1} className="min-h-dvh flex-1 pt-(--nav-height)">
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
      {/* Messages come late. Here they push nothing away, and the end of the page keeps their place. */}
      <div ref={tellHeight} className="sticky bottom-(--bar-height) z-30">
        <div id={STALE_NOTE_PLACE} className="no-print" />
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
      {/* At the gate and at the line a thumb that misses would leave the work. */}
      {user && !/\/(checkIn|timing|results)$/.test(path) && <TabBar />}
      <RouteAnnouncer />
    </div>
  )
}
