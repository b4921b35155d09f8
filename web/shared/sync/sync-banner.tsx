import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { askForSync, type SyncPhase, useNextTry, useSyncPhase } from '../../data/sync-status.ts'
import { useUnsentCounts } from '../../data/unsent.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock } from '../../ui/format/format.ts'

/** An edit that is sent at once is no news: the line would only make the page jump. */
const NEWS_AFTER_MS = 1500

/**
 * What waits and why, and what needs the user, below the navigation; nothing at all while everything is sent. The
 * screen of unsent changes says all of it itself.
 */
export function SyncBanner() {
  const phase = useSyncPhase()
  const { waiting, needsYou, total } = useUnsentCounts()
  const nextTry = useNextTry()
  const working = phase === 'idle' || phase === 'sending'
  const words = useLasting(syncBannerMessage(phase, waiting), working ? NEWS_AFTER_MS : 0)
  const asks = needsMessage(needsYou)
  const { href, pathname } = useLocation()
  const isShown = Boolean(words || asks) && pathname !== '/unsent'
  const isPaused = waiting > 0 && (phase === 'offline' || phase === 'failing' || phase === 'portal' || phase === 'busy')
  return (
    <div className={`no-print ${isShown ? 'border-b border-line' : ''}`}>
      <div className={asks ? 'bg-danger-tint text-danger' : 'bg-soon-tint text-soon'}>
        <div
          className={`shell flex flex-wrap items-center gap-x-2 text-sm font-semibold ${isShown ? 'min-h-11 py-1' : ''}`}
        >
          {/* Always there, so that a change of its words is read out. */}
          <p role="status" className="min-w-0 flex-1 basis-56 py-1 empty:py-0">
            {isShown ? [asks, words].filter(Boolean).join(' ') : null}
          </p>
          {isShown && words && isPaused && nextTry !== null && (
            <span className="font-normal">Next try at {formatClock(nextTry)}.</span>
          )}
          {isShown && words && isPaused && phase !== 'busy' && (
            <Button variant="quiet" className="text-sm" onClick={askForSync}>
              Send now
            </Button>
          )}
          {isShown && words && phase === 'needs-sign-in' && pathname !== '/login' && (
            <Link
              to="/login"
              search={{ again: true, redirect: href }}
              className="inline-flex min-h-11 items-center px-2 underline underline-offset-4"
            >
              Log in again
            </Link>
          )}
          {isShown && total > 0 && (
            <Link to="/unsent" className="inline-flex min-h-11 items-center px-2 underline underline-offset-4">
              See {total === 1 ? 'it' : 'them'}
            </Link>
          )}
        </div>
      </div>
    </div>
  )
}

/** The words once they have lasted; what ends them is heard at once. */
function useLasting(words: string | null, afterMs: number): string | null {
  const [lasted, setLasted] = useState(false)
  const silent = words === null
  useEffect(() => {
    if (silent) return setLasted(false)
    const timer = setTimeout(() => setLasted(true), afterMs)
    return () => clearTimeout(timer)
  }, [silent, afterMs])
  return lasted ? words : null
}

/** Null where nothing needs the user. */
function needsMessage(needsYou: number): string | null {
  if (needsYou === 0) return null
  return needsYou === 1 ? '1 change needs you.' : `${needsYou} changes need you.`
}

/** Does the line say that the phone is offline? Then no other notice of the screen says it too. */
export function saysOffline(phase: SyncPhase, waiting: number): boolean {
  return phase === 'offline' && waiting > 0
}

/** Null where there is nothing to say. Offline alone is no news: only what waits because of it is. */
export function syncBannerMessage(phase: SyncPhase, unsent: number): string | null {
  const waiting = unsent === 1 ? '1 change waits on this phone' : `${unsent} changes wait on this phone`
  const also = unsent > 0 ? ` ${waiting}.` : ''
  switch (phase) {
    case 'needs-sign-in':
      return unsent > 0
        ? `Your session has ended. ${waiting} until you log in again.`
        : 'Your session has ended. Log in again to keep this phone up to date.'
    case 'needs-update':
      return 'This version of the app is too old to sync. Close it and open it again.'
    case 'portal':
      return `This network wants you to log in before it lets anything through.${also}`
    case 'storage-full':
      return `This phone’s storage is full: what the server answers cannot be saved.${also}`
    case 'busy':
      return unsent > 0 ? `${waiting}: the server takes only so many at once. The rest is sent by itself.` : null
    case 'offline':
      return saysOffline(phase, unsent) ? `You are offline. ${waiting} and will be sent by itself.` : null
    case 'failing':
      return unsent > 0 ? `${waiting}: the server does not answer. It is tried again by itself.` : null
    case 'idle':
    case 'sending':
      return unsent > 0 ? `${waiting} to be sent.` : null
  }
}
