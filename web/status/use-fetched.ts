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
  const query = useQuery(
    {
      queryKey: ['kept', db.uid, key],
      queryFn: async ({ signal }) => {
        const fetched = await withSession(db.uid, () => fetchRows(signal))
        try {
          await keep<T>(db, { key, marathonId, at: Date.now() }, (kept) => merge(kept, fetched))
          return null
        } catch (error) {
          recordError(error)
          return fetched
        }
      },
      networkMode: 'always',
      retry: false,
      // Each look at the screen asks anew.
      gcTime: 0,
    },
    queryClient,
  )
  const kept = record === undefined ? undefined : ((record?.rows ?? null) as T[] | null)
  // A phone that cannot store them shows them all the same.
  const rows = query.data ? merge(kept ?? [], query.data) : kept
  return {
    rows: rows === null && query.isPending ? undefined : rows,
    at: query.data ? query.dataUpdatedAt : (record?.at ?? 0),
    problem: query.isError ? (callProblem(query.error) ?? 'failed') : null,
    refetch: query.refetch,
  }
}
