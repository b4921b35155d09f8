import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Marathon } from '../../../contract/marathon.ts'
import { Problem } from '../../../contract/problem.ts'
import { callApi } from '../../calls/call-api.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import type { Author, MarathonView } from '../overlay.ts'
import { queryClient } from '../query-client.ts'
import { readMarathon } from './marathons.ts'

/**
 * One marathon, from this phone or from the server. `kept` is true if this phone stores it. `deleted` means that this
 * phone had it.
 */
export type OneMarathon =
  | { state: 'loading' }
  | { state: 'here'; marathon: MarathonView; kept: boolean }
  | { state: 'deleted' | 'missing' | LoadProblem; retry: () => void }

/**
 * One marathon, live. It comes from IndexedDB. If this phone does not have it, the hook asks the server once. It shows
 * the server's response and does not store it: only sync stores rows.
 */
export function useOneMarathon(id: string): OneMarathon {
  const { db, author } = useAccount()
  const local = useLiveRead(() => readLocal(db, author, id), [db, id])
  // Right after a change of `id`, `local` is still what was read for the last one.
  const { saved, known } = local?.id === id ? local : NOT_READ
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (saved) seen.current = saved._id
  }, [saved])
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
  // The marathon was deleted, before or while somebody looked at it.
  if (known || seen.current === id) return { state: 'deleted', retry }
  if (network.data === undefined) {
    return network.isError ? { state: loadProblem(network.error), retry } : { state: 'loading' }
  }
  // A fetch that fails later changes nothing: the page stays, with what somebody types in it.
  if (network.data === null) return { state: 'missing', retry }
  return { state: 'here', marathon: { ...network.data, staffFields: '', role: null, pending: null }, kept: false }
}

const NOT_READ = { saved: undefined, known: undefined }

/**
 * Reads what this phone has of a marathon. `known` tells whether this phone had it, so that a missing row means a
 * deletion. That is so if a deletion is queued on this phone. It is also so if the phone has synced and has one of the
 * user's own applications to it, because the server always sends the marathon of an application.
 *
 * It reads all in one transaction. With two reads, the end of a pull came between them: the marathon counted as deleted
 * for a moment, and the form that was shown with it was closed while somebody typed.
 */
function readLocal(db: AccountDb, author: Author, id: string) {
  return db.transaction('r', db.marathons, db.outbox, db.applications, db.sync, async () => {
    const saved = await readMarathon(db, author, id)
    if (saved) return { id, saved, known: true }
    const deleting = await db.outbox
      .where('target')
      .equals(`marathon:${id}`)
      .and(({ op }) => op.type === 'marathon.delete')
      .count()
    const applied = await db.applications.where('[own+marathonId]').equals([1, id]).count()
    const sync = await db.sync.get('sync')
    return { id, saved, known: deleting > 0 || (applied > 0 && Boolean(sync?.syncedAt)) }
  })
}

/** Fetches one marathon from the server. @returns null if there is no such marathon */
async function fetchMarathon(id: string, signal: AbortSignal): Promise<Marathon | null> {
  try {
    // A marathon that the phone has needs no schema.
    const { marathonSchema } = await import('../../../contract/marathon.ts')
    return await callApi(`/api/marathons/${encodeURIComponent(id)}`, (body) => marathonSchema.parse(body), { signal })
  } catch (error) {
    // INVALID: no marathon can have this id.
    if (error instanceof Problem && ['NOT_FOUND', 'GONE', 'INVALID'].includes(error.code)) return null
    throw error
  }
}
