import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useDeferredValue } from 'react'
import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'
import { deviceDb, type PublicListRecord } from './device-db.ts'
import { queryClient } from './query-client.ts'

/** A public list: the saved rows at once, the network's as they come. */
export interface PublicList<T> {
  rows: T[]
  status: 'loading' | 'ready'
  problem: null | 'offline' | 'failed'
  /** When the rows were saved on this phone, ms. */
  savedAt: number | null
  retry(): void
}

/** The newest events, for the home page. */
export function useExploreMarathons(): PublicList<PublicMarathon> {
  return usePublicList<PublicMarathon>('explore', '/api/allMarathon')
}

/** The events that start next, for the home page. */
export function useUpcomingMarathons(): PublicList<UpcomingMarathon> {
  return usePublicList<UpcomingMarathon>('upcoming', '/api/upcomingMarathon')
}

function usePublicList<T extends PublicMarathon>(key: PublicListRecord['key'], url: string): PublicList<T> {
  const read = useLiveQuery(() => deviceDb.lists.get(key).then((record) => record ?? null), [key])
  // Cards are drawn in pieces, between which the page answers a tap.
  const saved = useDeferredValue(read)
  const network = useQuery(
    {
      queryKey: ['public', key],
      queryFn: ({ signal }) => refresh(key, url, signal),
      networkMode: 'always',
      retry: 1,
    },
    queryClient,
  )
  const offline = typeof navigator !== 'undefined' && !navigator.onLine
  return {
    rows: (saved?.rows ?? []) as T[],
    status: saved === undefined || (saved === null && network.isPending) ? 'loading' : 'ready',
    problem: network.isError ? (offline ? 'offline' : 'failed') : null,
    savedAt: saved?.savedAt ?? null,
    retry: () => void network.refetch(),
  }
}

/** Fetches a list and saves it. The rows go through IndexedDB only; the query holds no copy of them. */
async function refresh(key: PublicListRecord['key'], url: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(url, { signal })
  if (!answer.ok || !answer.headers.get('Content-Type')?.startsWith('application/json')) {
    throw new Error('the answer is not ours')
  }
  const rows: unknown = await answer.json()
  if (!Array.isArray(rows)) throw new Error('the answer is not a list')
  const savedAt = Date.now()
  await deviceDb.lists.put({ key, rows, savedAt })
  return savedAt
}
