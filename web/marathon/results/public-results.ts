import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { expected, recordError } from '../../../contract/errors.ts'
import { Problem } from '../../../contract/problem.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { readListAnswer } from '../../../contract/results/read-public-list.ts'
import { callApi } from '../../calls/call-api.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'

/** A visitor's phone asks again so often while a list is live and seen, ms. */
const ASK_EVERY_MS = 5000
/** It asks so often after a failure, and so does every phone where no list is shown yet, ms. */
const ASK_SELDOM_MS = 15_000
/** A live list is written to the phone at most so often, ms. */
const KEEP_EVERY_MS = 30_000

/** This phone's copies. Neither the first render nor a visitor waits for the code of the database. */
const keptResults = () => import('./kept-results.ts')

/** A published list as a screen shows it. */
export type ShownResults =
  | { state: 'loading' }
  | { state: 'missing' }
  /** `savedAt` is when this phone saved its copy; null for what the server has said. */
  | { state: 'here'; list: PublicList; savedAt: number | null; problem: LoadProblem | null; retry: () => void }
  | { state: LoadProblem; retry: () => void }

/** Why there is no list. */
export type MissingResults = Extract<ShownResults, { state: 'missing' | LoadProblem }>

/** The published results of a marathon, live. `reach` asks for a list that has this commit. */
export function usePublicResults(id: string): { shown: ShownResults; reach: (seq: number) => void } {
  const isVisitor = useAccountOrNull() === null
  const toldSeq = useRef(0)
  const askedSeq = useRef(0)
  const asked = useQuery(
    {
      queryKey: ['results', id],
      queryFn: ({ signal }) => {
        askedSeq.current = toldSeq.current
        return askResults(id, toldSeq.current, signal)
      },
      refetchInterval: ({ state: { data, error } }) => {
        if (data === null) return ASK_SELDOM_MS
        // A live room tells the phones of who is signed in.
        return isVisitor && data?.state === 'live' && (error ? ASK_SELDOM_MS : ASK_EVERY_MS)
      },
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: false,
    },
    queryClient,
  )
  const kept = useQuery(
    {
      queryKey: ['kept results', id],
      queryFn: () =>
        keptResults()
          .then(({ readResults }) => readResults(id))
          .catch((error) => recordError(error, null)),
      enabled: asked.data === undefined,
      networkMode: 'always',
      gcTime: 0,
    },
    queryClient,
  )
  const { data, error, isFetching, refetch } = asked
  // A request on its way is not given up for a newer one: on a slow network none would ever arrive.
  const retry = () => void refetch({ cancelRefetch: false })
  const catchUp = () => {
    if (toldSeq.current > askedSeq.current) retry()
  }
  const caughtUp = useEffectEvent(catchUp)
  useEffect(() => {
    if (!isFetching) caughtUp()
  }, [isFetching])
  const reach = (seq: number) => {
    toldSeq.current = Math.max(toldSeq.current, seq)
    catchUp()
  }
  return { shown: shownResults(), reach }

  function shownResults(): ShownResults {
    if (data === null) return { state: 'missing' }
    const problem = error ? loadProblem(error) : null
    if (data) return { state: 'here', list: data, savedAt: problem && asked.dataUpdatedAt, problem, retry }
    if (kept.data) return { state: 'here', list: kept.data.list, savedAt: kept.data.savedAt, problem, retry }
    return problem && kept.data === null ? { state: problem, retry } : { state: 'loading' }
  }
}

/** When this phone kept a list last, ms, and the names in it, behind their bibs. */
const lastKept = new Map<string, { at: number; names: ReadonlySet<string> }>()

/** Asks for a list, and keeps it. @returns null where none is shown @throws Problem, NoResponse */
async function askResults(id: string, toldSeq: number, signal: AbortSignal): Promise<PublicList | null> {
  const known = queryClient.getQueryData<PublicList | null>(['results', id])
  const query = new URLSearchParams({
    ...(known ? { stamp: known.stamp } : {}),
    ...(toldSeq > 0 ? { toldSeq: String(toldSeq) } : {}),
  })
  const path = `/api/marathons/${encodeURIComponent(id)}/list${query.size > 0 ? `?${query}` : ''}`
  try {
    const answer = await callApi(path, readListAnswer, { signal })
    const list = 'unchanged' in answer ? (known ?? null) : answer
    if (list) keep(id, list)
    return list
  } catch (error) {
    // INVALID: no marathon can have this id.
    if (!(error instanceof Problem && ['NOT_FOUND', 'INVALID'].includes(error.code))) throw error
    lastKept.delete(id)
    void keptResults()
      .then(({ forgetResults }) => forgetResults(id))
      .catch(recordError)
    return expected('told', null)
  }
}

/** Keeps a list. A live one rests between two writes, unless the copy has a name that is hidden now. */
function keep(id: string, list: PublicList): void {
  const now = Date.now()
  const names = new Set(list.rows.map(({ bib, name }) => `${bib} ${name}`))
  const { at = 0, names: before = [] } = lastKept.get(id) ?? {}
  const isFresh = [...before].every((name) => names.has(name)) && Math.abs(now - at) < KEEP_EVERY_MS
  if (list.state === 'live' && isFresh) return
  lastKept.set(id, { at: now, names })
  void keptResults()
    .then(({ keepResults }) => keepResults(id, list, now))
    .catch(recordError)
}
