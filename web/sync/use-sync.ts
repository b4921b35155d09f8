import { useEffect } from 'react'
import { recordError } from '../../contract/errors.ts'
import { Problem } from '../../contract/problem.ts'
import { NoResponse } from '../calls/call-api.ts'
import { type AccountDb, FIRST_SYNC } from '../store/account-db.ts'
import { askBackgroundSync, syncTag } from '../store/background-sync.ts'
import { isStorageFull } from '../store/is-storage-full.ts'
import { liveRead, QUEUE_REST_MS } from '../store/live-read.ts'
import { endPassesElsewhere, onSyncAsked, type SyncPhase, setNextTry, setSyncPhase } from '../store/sync-status.ts'
import { listen } from './listen.ts'
import { followShownMarathon } from './live-room.ts'
import { isSignInMissing, type PassRenewal, runSyncRenewed } from './run-sync-renewed.ts'
import { PassEnded } from './sync-pass.ts'
import { createSyncScheduler } from './sync-scheduler.ts'

/** The pass ended before the outbox was empty. The next pass is due after a pause. */
class Paused extends Error {
  readonly phase: SyncPhase
  constructor(phase: SyncPhase) {
    super(phase)
    this.phase = phase
  }
}

/** How sync renews the session. */
export interface SessionRenewal extends PassRenewal {
  /** Renews the session if it is older than a day. */
  renewIfDue: (uid: string, now: number, signal?: AbortSignal) => Promise<void>
}

/**
 * Syncs an account while the app is open: once at the start, and whenever there is a `SyncReason`. If the browser has
 * Background Sync, it sends the outbox after the app is closed.
 */
export function useSync(db: AccountDb, renewal: SessionRenewal) {
  useEffect(() => {
    const { requestSync, stop } = createSyncScheduler({
      pass: async (signal) => {
        const serverOffsetMs = await pass(db, renewal, signal)
        void renewal.renewIfDue(db.uid, Date.now() + serverOffsetMs, renewalEnd.signal).catch(recordError)
      },
      isWorthRetrying,
      tellNextTry: setNextTry,
      isVisible: () => document.visibilityState === 'visible',
    })
    // A pass that looks stuck may wait for the account's lock, while the request of another tab or of the service
    // worker hangs. After `online` every request that runs is dead.
    const wake = (reason: 'online' | 'visible') => {
      if (requestSync(reason) || reason === 'online') endPassesElsewhere('online')
    }
    /** Ends a renewal of the session that runs after its pass. */
    const renewalEnd = new AbortController()
    requestSync('visible')
    let known = 0
    const stopWatching = liveRead(() => db.outbox.orderBy('n').lastKey(), QUEUE_REST_MS).subscribe((last) => {
      const newest = Number(last ?? 0)
      const isNew = newest > known
      // It may fall: the queue was emptied, or the database was made anew and counts from the start.
      known = newest
      if (!isNew) return
      requestSync('edit')
      void askBackgroundSync(syncTag(db.uid))
    })
    const stopListening = [
      onSyncAsked((reason) => requestSync(reason)),
      listen(window, 'online', () => wake('online')),
      listen(window, 'focus', () => wake('visible')),
      listen(window, 'pageshow', () => wake('visible')),
      listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake('visible')),
    ]
    const leaveRooms = followShownMarathon(db, () => requestSync('live'))
    return () => {
      leaveRooms()
      stopWatching()
      for (const stopOne of stopListening) stopOne()
      stop()
      renewalEnd.abort()
      setSyncPhase('idle')
    }
  }, [db, renewal])
}

/** @returns the offset to the server's clock. By its own clock, a phone that is a day ahead takes each session for old */
async function pass(db: AccountDb, sessions: SessionRenewal, signal: AbortSignal): Promise<number> {
  setSyncPhase('sending')
  let isRenewing = false
  const renewal: PassRenewal = {
    ...sessions,
    renewSession: async (...args) => {
      isRenewing = true
      const isRenewed = await sessions.renewSession(...args)
      isRenewing = false
      return isRenewed
    },
  }
  const readAt = async () => (await db.sync.get('sync'))?.syncedAt ?? null
  const readBefore = readAt().catch((error) => recordError(error, null))
  try {
    for (;;) {
      const result = await runSyncRenewed(db, renewal, signal)
      if (result !== 'done') throw new Paused(result === 'needs-update' ? 'needs-update' : 'failing')
      const [waiting, { serverOffsetMs } = FIRST_SYNC] = await Promise.all([
        db.outbox.where('state').equals('waiting').count(),
        db.sync.get('sync'),
      ])
      // An edit that was made during the last response is sent before the pass counts as done.
      if (waiting > 0) continue
      setSyncPhase('idle')
      return serverOffsetMs
    }
  } catch (error) {
    const hasRead = (await readAt().catch((error) => recordError(error, readBefore))) !== (await readBefore)
    if (!signal.aborted) setSyncPhase(hasRead ? phaseAfterReading(error, isRenewing) : phaseOf(error))
    throw error
  }
}

function phaseOf(error: unknown): SyncPhase {
  if (error instanceof Paused) return error.phase
  if (error instanceof NoResponse) {
    if (error.reason === 'broken') return 'failing'
    return error.reason === 'foreign' ? 'portal' : 'offline'
  }
  if (error instanceof PassEnded) return 'idle'
  if (isStorageFull(error)) return 'storage-full'
  if (error instanceof Problem && error.code === 'RATE_LIMITED') return 'busy'
  return isSignInMissing(error) ? 'needs-sign-in' : 'failing'
}

/** The phase after a pass that has read to the end and then failed: the phone is online. */
function phaseAfterReading(error: unknown, isRenewing: boolean): SyncPhase {
  const phase = phaseOf(error)
  if (phase !== 'offline' && phase !== 'portal' && phase !== 'failing') return phase
  return isRenewing ? 'cannot-renew' : 'not-sent'
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof PassEnded || isSignInMissing(error)) return false
  return !(error instanceof Paused && error.phase === 'needs-update')
}
