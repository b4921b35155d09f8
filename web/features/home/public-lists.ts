import { useDeferredValue, useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { PublicMarathon, UpcomingMarathon } from '../../../contract/marathon.ts'
import { readPublicList } from '../../../contract/public-marathons.ts'
import { callApi } from '../../calls/call-api.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { type Account, useAccountOrNull } from '../../store/account-context.tsx'
import type { PublicListRecord } from '../../store/device-db.ts'
import { inTime } from '../../store/in-time.ts'
import { createStore } from '../../store/observable.ts'
import { keepList, readStored, type SavedRows } from './stored-list.ts'

// A visitor's home page needs neither zod nor TanStack Query before the first tap. So this module asks by itself, and
// home-marathons.ts, which has the lists of an account, loads with the account.

/** After this time the lists do not wait for the phone's storage any more. */
const STORAGE_WAIT_MS = 5000
/** After this time they do not wait any more for the code that says who is signed in. */
const CODE_WAIT_MS = 20_000
/** A request that failed is sent once more after this pause. */
const RETRY_MS = 1000
/** A list that is younger is not asked for again when a screen opens. */
const FRESH_MS = 30_000

/** A list of the home page. It shows the stored rows at once, and the server's rows when they arrive. */
export interface HomeList<T> {
  rows: T[]
  status: 'loading' | 'ready'
  problem: LoadProblem | null
  /** The rows are the public list, and the server is asked for them. */
  isPublic: boolean
  /** The rows come from the account's database. Sync updates them, and the sync banner reports problems. */
  isSynced: boolean
  /** When the rows were saved on this phone, ms; null if there are none. */
  savedAt: number | null
  retry(): void
}

/**
 * The newest marathons, for the home page.
 * @param isAuthLoading true while the session is not read yet. Then nothing is fetched, because a signed-in user
 *   already has the marathons. If that takes very long, the list is fetched all the same.
 */
export function useExploreMarathons(isAuthLoading: boolean): HomeList<PublicMarathon> {
  const list = useHomeList<PublicMarathon>('explore', isAuthLoading)
  // Fetches the other list too, so that a short visit stores both lists, even if the user does not scroll to the second
  // one.
  usePublicList('upcoming', list.isPublic)
  return list
}

/**
 * The marathons that start next, for the home page. See `useExploreMarathons`.
 * @returns the list, and whether the list above already shows that the network is missing
 */
export function useUpcomingMarathons(
  isAuthLoading: boolean,
): HomeList<UpcomingMarathon> & { isProblemShownElsewhere: boolean } {
  const isProblemShownElsewhere = usePublicList('explore', false).error !== undefined
  return { ...useHomeList<UpcomingMarathon>('upcoming', isAuthLoading), isProblemShownElsewhere }
}

type Key = PublicListRecord['key']
const URLS: Record<Key, string> = { explore: '/api/allMarathon', upcoming: '/api/upcomingMarathon' }

function useHomeList<T extends PublicMarathon>(key: Key, isAuthLoading: boolean): HomeList<T> {
  // React renders a deferred value in pieces. Between them the page responds to a tap.
  const saved = useDeferredValue(useSaved(key))
  const isStorageLate = useIsLate(saved === undefined, STORAGE_WAIT_MS)
  const isCodeLate = useIsLate(isAuthLoading, CODE_WAIT_MS)
  const isLate = isStorageLate || isCodeLate
  const isPublic = isLate ? !saved?.isSynced : !isAuthLoading && saved !== undefined && !saved?.isSynced
  const network = useDeferredValue(usePublicList(key, isPublic))
  const shown = saved?.isSynced ? saved : (network.data ?? saved)
  const isUnread = saved === undefined && !isLate
  const isLoading = isUnread || (!shown && network.error === undefined)
  return {
    // The rows of this key are of its type.
    rows: (shown?.rows ?? []) as T[],
    status: isLoading ? 'loading' : 'ready',
    problem: network.error !== undefined && isPublic ? loadProblem(network.error) : null,
    isPublic,
    isSynced: saved?.isSynced ?? false,
    savedAt: shown?.savedAt ?? null,
    retry: () => ask(key),
  }
}

/**
 * Whether something has been waited for too long. A page that is frozen may block the phone's storage without end, and a
 * network may hang: the lists must not wait for them then.
 */
function useIsLate(isWaiting: boolean, ms: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsLate(true), ms)
    return () => clearTimeout(timer)
  }, [isWaiting, ms])
  return isLate
}

/**
 * What this phone has of a list: the marathons of the account's database, live, if it has synced, else the stored public
 * list; null without any, undefined until it is read.
 */
function useSaved(key: Key): SavedRows | null | undefined {
  const account = useAccountOrNull()
  const [read, setRead] = useState<{ account: Account | null; saved: SavedRows | null }>()
  useEffect(() => watchSaved(key, account, (saved) => setRead({ account, saved })), [key, account])
  // Rows that were read for another account, or before the account was known, are not shown.
  return read && read.account?.db === account?.db ? read.saved : undefined
}

/** @returns a function that stops it */
function watchSaved(key: Key, account: Account | null, tell: (saved: SavedRows | null) => void): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const tellStored = () => readStored(key).then((saved) => !isOver && tell(saved))
  const watch = async (of: Account) => {
    const { watchHomeMarathons } = await import('./home-marathons.ts')
    if (!isOver) stop = watchHomeMarathons(key, of, tell)
  }
  if (account) void watch(account).catch(tellStored)
  else void tellStored()
  return () => {
    isOver = true
    stop?.()
  }
}

/** What became of the requests for a list. */
interface Fetched {
  data?: { rows: PublicMarathon[]; savedAt: number | null }
  /** When the data came, ms. */
  at?: number
  /** Why the last request failed. It stays beside older data until a request succeeds. */
  error?: unknown
}

/** The public lists, as this page has fetched them. All screens share them. */
export const fetchedLists = { explore: createStore<Fetched>({}), upcoming: createStore<Fetched>({}) }
/** The requests that run. */
const running: Partial<Record<Key, AbortController>> = {}
/** How many parts of the page want a list now. */
const wanting: Record<Key, number> = { explore: 0, upcoming: 0 }

/**
 * A public list of the network, live.
 * @param isWanted asks for it when the screen opens, when the network is back and when the user comes back to the page.
 *   False reads the result of another caller, without a request of its own
 */
function usePublicList(key: Key, isWanted: boolean): Fetched {
  useEffect(() => {
    if (!isWanted) return
    wanting[key] += 1
    const { at = 0 } = fetchedLists[key].get()
    if (Date.now() - at > FRESH_MS) ask(key)
    const again = () => document.visibilityState === 'visible' && ask(key)
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
      wanting[key] -= 1
      if (wanting[key] > 0) return
      running[key]?.abort()
      delete running[key]
    }
  }, [key, isWanted])
  return fetchedLists[key].useValue()
}

/** Asks the server for a list, unless a request runs already. */
function ask(key: Key) {
  if (running[key]) return
  const controller = new AbortController()
  running[key] = controller
  void refresh(key, controller.signal).finally(() => {
    if (running[key] === controller) delete running[key]
  })
}

/** It never rejects. After an abort it changes nothing. */
async function refresh(key: Key, signal: AbortSignal): Promise<void> {
  const list = fetchedLists[key]
  // Without rows the list is loading again.
  if (!list.get().data) list.set({})
  try {
    const data = await fetchList(key, signal).catch(async (error: unknown) => {
      if (signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      return fetchList(key, signal)
    })
    if (!signal.aborted) list.set({ data, at: Date.now() })
  } catch (error) {
    if (!signal.aborted) list.set({ ...list.get(), error })
  }
}

/** Fetches a public list and stores it. `savedAt` is null if this phone could not store it. */
async function fetchList(key: Key, signal: AbortSignal): Promise<NonNullable<Fetched['data']>> {
  const rows = readPublicList(key, await callApi(URLS[key], (json) => json, { signal }))
  const savedAt = Date.now()
  const kept = keepList({ key, rows, savedAt }).then(
    () => true,
    (error) => recordError(error, false),
  )
  return { rows, savedAt: (await inTime(kept, STORAGE_WAIT_MS, false)) ? savedAt : null }
}
