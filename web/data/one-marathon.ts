import { useQuery } from '@tanstack/react-query'
import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useRef } from 'react'
import { type Marathon, marathonSchema } from '../../contract/marathon.ts'
import { Problem } from '../../contract/problem.ts'
import { callApi } from '../api.ts'
import { useAccount } from './account-context.tsx'
import { useMarathon } from './marathons.ts'
import type { MarathonView } from './overlay.ts'
import { queryClient } from './query-client.ts'

/** One event, wherever it is known: on this phone, or by the server alone (older than what is synced). */
export type OneMarathon =
  | { state: 'loading' }
  | { state: 'here'; marathon: MarathonView; kept: boolean }
  | { state: 'deleted' | 'missing' | 'offline' | 'failed'; retry: () => void }

/**
 * One event: from IndexedDB; where this phone has none, the network is asked once. The server's answer is shown
 * and not kept: what is kept comes by sync alone.
 */
export function useOneMarathon(id: string): OneMarathon {
  const saved = useMarathon(id)
  const known = useWasKnown(id)
  const seen = useRef('')
  useEffect(() => {
    if (saved) seen.current = id
  }, [saved, id])
  const network = useQuery(
    {
      queryKey: ['marathon', id],
      queryFn: ({ signal }) => fetchMarathon(id, signal),
      enabled: saved === null && known === false,
      networkMode: 'always',
      retry: false,
      staleTime: 60_000,
    },
    queryClient,
  )
  if (saved) return { state: 'here', marathon: saved, kept: true }
  if (saved === undefined || known === undefined) return { state: 'loading' }
  const retry = () => void network.refetch()
  // Gone while somebody was looking at it.
  if (known || seen.current === id) return { state: 'deleted', retry }
  if (network.isError) return { state: navigator.onLine ? 'failed' : 'offline', retry }
  if (network.data === undefined) return { state: 'loading' }
  if (network.data === null) return { state: 'missing', retry }
  return { state: 'here', marathon: { ...network.data, mine: false, pending: null }, kept: false }
}

/**
 * Was this event here, so that its absence means that it was deleted? It was if it is being deleted on this phone,
 * or if the phone is in step and still holds an own application to it (an event one applied to is always pulled).
 */
function useWasKnown(id: string): boolean | undefined {
  const { db } = useAccount()
  return useLiveQuery(async () => {
    const [deleting, applied, sync] = await Promise.all([
      db.outbox
        .where('target')
        .equals(`marathon:${id}`)
        .and(({ op }) => op.type === 'marathon.delete')
        .count(),
      db.applications.where('[own+marathonId]').equals([1, id]).count(),
      db.sync.get('sync'),
    ])
    return deleting > 0 || (applied > 0 && Boolean(sync?.syncedAt))
  }, [db, id])
}

/** @returns null where there is no such marathon */
async function fetchMarathon(id: string, signal: AbortSignal): Promise<Marathon | null> {
  try {
    return await callApi(`/api/marathons/${encodeURIComponent(id)}`, (body) => marathonSchema.parse(body), { signal })
  } catch (error) {
    // INVALID: an id that none of ours can be.
    if (error instanceof Problem && ['NOT_FOUND', 'GONE', 'INVALID'].includes(error.code)) return null
    throw error
  }
}
