import { useQuery } from '@tanstack/react-query'
import { liveQuery } from 'dexie'
import { useEffect } from 'react'
import { Problem } from '../../contract/problem.ts'
import { renewIfDue, renewSession } from '../auth/renew-session.ts'
import type { AccountDb } from '../data/account-db.ts'
import { queryClient } from '../data/query-client.ts'
import { onSyncAsked, type SyncPhase, setSyncPhase } from '../data/sync-status.ts'
import { NoAnswer } from './answer.ts'
import { runSync } from './run-sync.ts'

const VISIBLE_INTERVAL_MS = 60_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000

/** The pass ended before the queue did; the next one is due after a pause. */
class Paused extends Error {
  readonly phase: SyncPhase
  constructor(phase: SyncPhase) {
    super(phase)
    this.phase = phase
  }
}

/**
 * Keeps an account in step with the server while the app is open: TanStack Query schedules passes (on mount, focus,
 * reconnect, every 60 s while visible, with backoff), a new edit in the outbox asks for one at once, and Background
 * Sync, where the browser has it, sends the queue after the app is closed.
 */
export function useSync(db: AccountDb | null) {
  const { refetch } = useQuery(
    {
      queryKey: ['sync', db?.uid],
      enabled: db !== null,
      queryFn: () => pass(db as AccountDb),
      retry: (_count, error) => isWorthRetrying(error),
      retryDelay,
      refetchInterval: VISIBLE_INTERVAL_MS,
      refetchOnWindowFocus: 'always',
      refetchOnReconnect: 'always',
      networkMode: 'always',
      staleTime: 0,
      gcTime: 0,
    },
    queryClient,
  )
  useEffect(() => {
    if (!db) return
    const now = () => void refetch({ cancelRefetch: false })
    let known = 0
    const watched = liveQuery(() => db.outbox.orderBy('n').lastKey()).subscribe((last) => {
      const newest = Number(last ?? 0)
      if (newest > known) {
        known = newest
        now()
        void askBackgroundSync(db.uid)
      }
    })
    const stopListening = onSyncAsked(() => void refetch({ cancelRefetch: true }))
    addEventListener('online', now)
    return () => {
      watched.unsubscribe()
      stopListening()
      removeEventListener('online', now)
    }
  }, [db, refetch])
}

async function pass(db: AccountDb): Promise<number> {
  setSyncPhase('sending')
  try {
    let result = await runSync(db).catch(async (error) => {
      // The cookie ended, Firebase may still know the user: a new one is had without asking anybody.
      if (isSignInMissing(error) && (await renewSession(db.uid))) return runSync(db)
      throw error
    })
    // An edit made while the last answer was on its way is sent before the pass counts as done.
    while (result === 'done' && (await db.outbox.where('state').equals('waiting').count()) > 0)
      result = await runSync(db)
    if (result !== 'done') throw new Paused(result === 'needs-update' ? 'needs-update' : 'failing')
    setSyncPhase('idle')
    void renewIfDue(db.uid, Date.now())
    return Date.now()
  } catch (error) {
    setSyncPhase(phaseOf(error))
    throw error
  }
}

function phaseOf(error: unknown): SyncPhase {
  if (error instanceof Paused) return error.phase
  if (error instanceof NoAnswer) {
    if (error.reason === 'broken') return 'failing'
    return error.reason === 'foreign' ? 'portal' : 'offline'
  }
  return isSignInMissing(error) ? 'needs-sign-in' : 'failing'
}

function isSignInMissing(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'UNAUTHENTICATED' || error.code === 'WRONG_ACCOUNT')
}

function isWorthRetrying(error: unknown): boolean {
  return !isSignInMissing(error) && !(error instanceof Paused && error.phase === 'needs-update')
}

/** Exponential with full jitter, never sooner than the server asked for. */
export function retryDelay(count: number, error: unknown, random = Math.random): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** count) * (0.5 + random() / 2)
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(backoff, asked)
}

async function askBackgroundSync(uid: string) {
  const registration = await navigator.serviceWorker?.getRegistration()
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync
  await sync?.register(`sync:${uid}`).catch(() => undefined)
}
