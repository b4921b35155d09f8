import { Link, useLocation } from '@tanstack/react-router'
import { askForSync, type SyncPhase, useToldPhase } from '../store/sync-status.ts'
import { useUnsentCounts } from '../store/unsent.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/sync.js'
import { Button } from '../ui/button.tsx'
import { useLasted } from '../ui/hooks/use-lasted.ts'
import { useSlowSend } from './use-slow-send.ts'

/** A message is shown after this time. Most edits are sent before it, and the banner would only flicker. */
const SHOW_AFTER_MS = 1500

/** After these, the next try comes by itself. */
const PAUSED: SyncPhase[] = ['offline', 'failing', 'not-sent', 'cannot-renew', 'portal', 'busy']

/** In these, the banner says nothing but that edits wait. */
const WAITS: SyncPhase[] = ['idle', 'sending', 'offline', 'not-sent', 'busy']

/**
 * The banner at the bottom edge: which edits wait and why, which need the user, and problems of sync. The screen of
 * the unsent changes does not show it.
 */
export function SyncBanner() {
  const phase = useToldPhase()
  const { waiting, needsYou, total } = useUnsentCounts()
  const working = phase === 'idle' || phase === 'sending'
  const message = syncBannerMessage(phase, waiting)
  const words = useLasted(message !== null, working ? SHOW_AFTER_MS : 0) ? message : null
  const asks = needsYou > 0 ? texts.needsYou({ count: needsYou }) : null
  const { href, pathname } = useLocation()
  // On the home page the next race says how many wait. At a gate or a line, where there is no room, the screen does.
  const isTold = pathname === '/unsent' || (TELLS.test(pathname) && !asks && WAITS.includes(phase))
  const isShown = Boolean(words || asks) && !isTold
  const isSlow = useSlowSend()
  const isPaused = waiting > 0 && PAUSED.includes(phase)
  const canSend = waiting > 0 && (isSlow || (isPaused && phase !== 'busy'))
  return (
    // A landmark only while it shows something, so that a screen reader finds its links.
    <section
      aria-label={isShown ? texts.bannerLabel() : undefined}
      className={`no-print ${isShown ? 'border-t border-line' : ''}`}
    >
      <div className={asks ? 'bg-danger-tint text-danger' : 'bg-soon-tint text-soon'}>
        <div
          className={`shell flex flex-wrap items-center gap-x-2 text-sm font-semibold ${isShown ? 'min-h-11 py-1' : ''}`}
        >
          {/* This element is always in the DOM, so that a screen reader announces a new text. */}
          <div role="status" className="min-w-0 flex-1 basis-56">
            {isShown && <p className="py-1">{[asks, words].filter(Boolean).join(' ')}</p>}
          </div>
          {isShown && words && canSend && (
            <Button variant="quiet" className="text-sm" onClick={askForSync}>
              {common.sendNow()}
            </Button>
          )}
          {isShown && words && phase === 'needs-sign-in' && pathname !== '/login' && (
            <Link
              to="/login"
              search={{ again: true, redirect: href }}
              className="inline-flex min-h-11 items-center px-2 underline underline-offset-4"
            >
              {common.logInAgain()}
            </Link>
          )}
          {isShown && total > 0 && (
            <Link to="/unsent" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
              {texts.seeThem({ count: total })}
            </Link>
          )}
        </div>
      </div>
    </section>
  )
}

/** These screens say themselves how many edits wait. */
const TELLS = /^\/$|\/(timing|checkIn)$/

/** What the banner says where edits wait. */
const WAITING: Record<SyncPhase, (values: { count: number }) => string> = {
  'needs-sign-in': texts.sessionEndedWaiting,
  'needs-update': texts.tooOldToSync,
  portal: texts.portalWaiting,
  'storage-full': texts.notStoredWaiting,
  busy: texts.busyWaiting,
  offline: texts.offlineWaiting,
  'not-sent': texts.notSentYetWaiting,
  'cannot-renew': texts.cannotRenewWaiting,
  failing: texts.failingWaiting,
  idle: texts.waiting,
  sending: texts.waiting,
}

/** What it says without one. */
const ALONE: Partial<Record<SyncPhase, () => string>> = {
  'needs-sign-in': texts.sessionEnded,
  'needs-update': texts.tooOldToSync,
  portal: texts.portal,
  'storage-full': texts.notStored,
}

/** The text of the banner; null if there is none. Offline without waiting edits has no text. */
export function syncBannerMessage(phase: SyncPhase, unsent: number): string | null {
  return unsent > 0 ? WAITING[phase]({ count: unsent }) : (ALONE[phase]?.() ?? null)
}
