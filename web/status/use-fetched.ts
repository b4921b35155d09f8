import { useQuery } from '@tanstack/react-query'
import { recordError } from '../../contract/errors.ts'
import { callProblem } from '../calls/load-problem.ts'
import { withSession } from '../session/with-session.ts'
import { useAccount } from '../store/account-context.tsx'
import { useLiveRead } from '../store/live-read.ts'
import { queryClient } from '../store/query-client.ts'
import { keep } from '../store/rows/kept.ts'

/**
 * What is fetched of a marathon when it is looked at, live: what this phone has, and soon what the server says.
 * `rows` is undefined until the phone was read, and null where it has nothing; `at` is when it was fetched. `problem` says
 * why the server did not answer.
 * @param key of the `KeptRecord`
 */
export function useFetched<T>(
  marathonId: string,
  key: string,
  fetchRows: (signal?: AbortSignal) => Promise<T[]>,
  merge: (kept: T[], fetched: T[]) => T[] = (_, fetched) => fetched,
) {
  const { db } = useAccount()
  const record = useLiveRead(async () => (await db.kept.get(key)) ?? null, [db, key])
  const queryKey = ['kept', db.uid, key]
  /** Stores a change of the rows. @returns the rows where the phone cannot store them: then the page holds them */
  const change = async (changed: (rows: T[]) => T[]): Promise<T[] | null> => {
    const held = queryClient.getQueryData<T[] | null>(queryKey)
    try {
      await keep<T>(db, { key, marathonId, at: Date.now() }, (kept) => changed(held ?? kept))
      return null
    } catch (error) {
      recordError(error)
      return changed(held ?? ((record?.rows ?? []) as T[]))
    }
  }
  const query = useQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => {
        const fetched = await withSession(db.uid, () => fetchRows(signal))
        return change((rows) => merge(rows, fetched))
      },
      networkMode: 'always',
      retry: false,
      // Each look at the screen asks anew.
      gcTime: 0,
    },
    queryClient,
  )
  const kept = record === undefined ? undefined : ((record?.rows ?? null) as T[] | null)
  const rows = query.data ?? kept
  return {
    rows: rows === null && query.isPending ? undefined : rows,
    at: query.data ? query.dataUpdatedAt : (record?.at ?? 0),
    problem: query.isError ? (callProblem(query.error) ?? 'failed') : null,
    refetch: query.refetch,
    /** Adds what was fetched beside that. */
    add: async (changed: (rows: T[]) => T[]) => {
      queryClient.setQueryData(queryKey, await change(changed))
    },
  }
}
