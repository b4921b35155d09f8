import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useDeferredValue } from 'react'
import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'
import { callApi } from '../api.ts'
import { type Account, useAccountOrNull } from './account-context.tsx'
import { canStore, deviceDb, type PublicListRecord } from './device-db.ts'
import { queryClient } from './query-client.ts'

/** A list of the home page: the saved rows at once, the network's as they come. */
export interface HomeList<T> {
  rows: T[]
  status: 'loading' | 'ready'
  problem: null | 'offline' | 'failed'
  /** The rows are anybody's, and the network is asked for them. */
  isPublic: boolean
  /** The rows are the account's own: sync keeps them, and says what keeps it. */
  isSynced: boolean
  /** When the rows were saved on this phone, ms. */
  savedAt: number | null
  retry(): void
}

interface SavedRows<T> {
  rows: T[]
  savedAt: number | null
  /** Kept in step by sync: the network need not be asked for them. */
  isSynced: boolean
}

/**
 * The newest events, for the home page.
 * @param isAuthLoading while it is not known who is here, nothing is fetched: who is signed in has the events already
 */
export function useExploreMarathons(isAuthLoading: boolean): HomeList<PublicMarathon> {
  const list = useHomeList<PublicMarathon>('explore', isAuthLoading)
  // The other list too: a visit of a second keeps both, whether or not somebody scrolls to it.
  usePublicQuery('upcoming', list.isPublic)
  return list
}

/**
 * The events that start next, for the home page. See `useExploreMarathons`.
 * @returns also whether the list above it says already that the network is missing
 */
export function useUpcomingMarathons(isAuthLoading: boolean): HomeList<UpcomingMarathon> & { isProblemSaid: boolean } {
  const isProblemSaid = usePublicQuery('explore', false).isError
  return { ...useHomeList<UpcomingMarathon>('upcoming', isAuthLoading), isProblemSaid }
}

type Key = PublicListRecord['key']
const URLS: Record<Key, string> = { explore: '/api/allMarathon', upcoming: '/api/upcomingMarathon' }

function useHomeList<T extends PublicMarathon>(key: Key, isAuthLoading: boolean): HomeList<T> {
  const account = useAccountOrNull()
  const read = useLiveQuery(async () => ({ db: account?.db, saved: await readSaved<T>(key, account) }), [key, account])
  // What was read before the account was there, or of another one, is not shown for it.
  const known = read && read.db === account?.db ? read.saved : undefined
  const current = canStore() ? known : null
  // Cards are drawn in pieces, between which the page answers a tap.
  const saved = useDeferredValue(current)
  const isPublic = !isAuthLoading && saved !== undefined && !saved?.isSynced
  const network = usePublicQuery(key, isPublic)
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  // What the phone could not keep is shown all the same.
  const unkept = network.data?.unkept as T[] | undefined
  return {
    rows: unkept ?? saved?.rows ?? [],
    // What was fetched is shown once it is read back: until then there is nothing to say, and never "none".
    status: saved === undefined || (saved === null && !network.isError && !unkept) ? 'loading' : 'ready',
    problem: network.isError && isPublic ? (offline ? 'offline' : 'failed') : null,
    isPublic,
    isSynced: saved?.isSynced ?? false,
    savedAt: saved?.savedAt ?? null,
    retry: () => void network.refetch(),
  }
}

/** The account's own events once it is in step, else the public list as it was last kept; null where there is none. */
async function readSaved<T extends PublicMarathon>(key: Key, account: Account | null): Promise<SavedRows<T> | null> {
  const sync = await account?.db.sync.get('sync')
  if (account && sync?.syncedAt) {
    // Wrapped as Dexie asks for it: a live query follows its own promises only.
    const code = await Promise.resolve(import('./home-marathons.ts').catch(() => null))
    const rows = await code?.readHomeMarathons(key, account, Date.now() + sync.serverOffsetMs)
    if (rows) return { rows: rows as unknown as T[], savedAt: sync.syncedAt, isSynced: true }
  }
  // Where the browser stores nothing, the network alone has them.
  const record = await deviceDb.lists.get(key).catch(() => undefined)
  return record ? { rows: record.rows as T[], savedAt: record.savedAt, isSynced: false } : null
}

/** @param isWanted false only looks at what was fetched for somebody else */
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

/** Fetches a list and saves it. The rows go through IndexedDB; the query holds those that could not be saved. */
async function refresh(key: Key, signal: AbortSignal): Promise<{ unkept: PublicMarathon[] | undefined }> {
  // The schemas are fetched beside the list: the first paint does not wait for them.
  const schemas = import('../../contract/marathon.ts')
  const body = await callApi(URLS[key], (json) => json, { signal })
  const { publicListSchemas } = await schemas
  const rows = publicListSchemas[key].parse(body)
  const isKept = await deviceDb.lists.put({ key, rows, savedAt: Date.now() }).then(
    () => true,
    () => false,
  )
  return { unkept: isKept ? undefined : rows }
}
