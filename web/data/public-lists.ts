import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useDeferredValue, useEffect, useState } from 'react'
import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'
import { callApi } from '../api/call-api.ts'
import { type LoadProblem, loadProblem } from '../api/load-problem.ts'
import { type Account, useAccountOrNull } from './account-context.tsx'
import { canStore, deviceDb, type PublicListRecord } from './device-db.ts'
import { inTime } from './in-time.ts'
import { queryClient } from './query-client.ts'

/** After this time the lists do not wait for the phone's storage any more. */
const STORAGE_WAIT_MS = 5000
/** After this time they do not wait any more for the code that says who is signed in. */
const CODE_WAIT_MS = 20_000

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

interface SavedRows<T> {
  rows: T[]
  savedAt: number | null
  /** True if sync updates these rows. Then the public list is not fetched. */
  isSynced: boolean
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
  usePublicQuery('upcoming', list.isPublic)
  return list
}

/**
 * The marathons that start next, for the home page. See `useExploreMarathons`.
 * @returns the list, and whether the list above already shows that the network is missing
 */
export function useUpcomingMarathons(
  isAuthLoading: boolean,
): HomeList<UpcomingMarathon> & { isProblemShownElsewhere: boolean } {
  const isProblemShownElsewhere = usePublicQuery('explore', false).isError
  return { ...useHomeList<UpcomingMarathon>('upcoming', isAuthLoading), isProblemShownElsewhere }
}

type Key = PublicListRecord['key']
const URLS: Record<Key, string> = { explore: '/api/allMarathon', upcoming: '/api/upcomingMarathon' }

function useHomeList<T extends PublicMarathon>(key: Key, isAuthLoading: boolean): HomeList<T> {
  const account = useAccountOrNull()
  const read = useLiveQuery(async () => ({ db: account?.db, saved: await readSaved<T>(key, account) }), [key, account])
  // Rows that were read for another account, or before the account was known, are not shown.
  const known = read && read.db === account?.db ? read.saved : undefined
  const current = canStore() ? known : null
  // React renders a deferred value in pieces. Between them the page responds to a tap.
  const saved = useDeferredValue(current)
  const isStorageLate = useIsLate(saved === undefined, STORAGE_WAIT_MS)
  const isCodeLate = useIsLate(isAuthLoading, CODE_WAIT_MS)
  const isLate = isStorageLate || isCodeLate
  const isPublic = isLate ? !saved?.isSynced : !isAuthLoading && saved !== undefined && !saved?.isSynced
  const network = usePublicQuery(key, isPublic)
  // If the phone could not store the rows, or does not answer, they are shown from the query. The schema of this key has
  // parsed them.
  const isUnkept = network.data && (!network.data.isKept || saved === undefined)
  const unkept = isUnkept ? (network.data?.rows as unknown as T[]) : undefined
  const isUnread = saved === undefined && !isLate
  const isLoading = isUnread || (!saved && !network.isError && !unkept)
  return {
    rows: (saved?.isSynced ? saved.rows : (unkept ?? saved?.rows)) ?? [],
    // Fetched rows are shown after they are read back from the phone. Until then the list is loading, and must not say
    // that there are no marathons.
    status: isLoading ? 'loading' : 'ready',
    problem: network.isError && isPublic ? loadProblem(network.error) : null,
    isPublic,
    isSynced: saved?.isSynced ?? false,
    savedAt: saved?.savedAt ?? null,
    retry: () => void network.refetch(),
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

/** Reads the marathons of the account's database if it has synced, else the stored public list; null without any. */
async function readSaved<T extends PublicMarathon>(key: Key, account: Account | null): Promise<SavedRows<T> | null> {
  const sync = await account?.db.sync.get('sync')
  if (account && sync?.syncedAt) {
    // A Dexie live query follows only Dexie's own promises, so the import is wrapped.
    const code = await Promise.resolve(import('./home-marathons.ts').catch(() => null))
    const rows = await code?.readHomeMarathons(key, account, Date.now() + sync.serverOffsetMs)
    // A view has all fields of a public marathon.
    if (rows) return { rows: rows as unknown as T[], savedAt: sync.syncedAt, isSynced: true }
  }
  // Without storage, only the network has the rows.
  const record = await deviceDb.lists.get(key).catch(() => undefined)
  // The schema of this key parsed the rows before they were stored.
  return record ? { rows: record.rows as T[], savedAt: record.savedAt, isSynced: false } : null
}

/**
 * The query of a public list.
 * @param isWanted false reads the result of another caller, without a request of its own
 */
function usePublicQuery(key: Key, isWanted: boolean) {
  return useQuery(
    {
      queryKey: ['public', key],
      queryFn: ({ signal }) => refresh(key, signal),
      enabled: isWanted,
      networkMode: 'always',
      retry: 1,
    },
    queryClient,
  )
}

/** Fetches a public list and stores it. Screens read the rows from IndexedDB where that is possible. */
async function refresh(key: Key, signal: AbortSignal): Promise<{ rows: PublicMarathon[]; isKept: boolean }> {
  // The schemas load while the list does, so that the first paint does not wait for them.
  const [body, { publicListSchemas }] = await Promise.all([
    callApi(URLS[key], (json) => json, { signal }),
    import('../../contract/marathon.ts'),
  ])
  const rows = publicListSchemas[key].parse(body)
  const kept = deviceDb.lists.put({ key, rows, savedAt: Date.now() }).then(
    () => true,
    () => false,
  )
  const isKept = await inTime(kept, STORAGE_WAIT_MS, false)
  return { rows, isKept }
}
