import { useQuery } from '@tanstack/react-query'
import { array } from 'zod/mini'
import { staffLastSchema } from '../../../contract/history.ts'
import { callApi } from '../../calls/call-api.ts'
import { withSession } from '../../session/with-session.ts'
import { useAccount } from '../../store/account-context.tsx'
import { queryClient } from '../../store/query-client.ts'
import { useKept } from '../../store/use-kept.ts'
import * as texts from '../../texts/compiled/staff.js'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'

/**
 * What each of the staff did last at a marathon, as sentences by the id of the row. The server knows it; the phone keeps
 * what it was told, for where there is no network.
 */
export function useLast(marathonId: string): ReadonlyMap<string, string> {
  const { db } = useAccount()
  const [kept, keep] = useKept(`staff-last:${marathonId}`)
  useQuery(
    {
      queryKey: ['staff-last', db.uid, marathonId],
      queryFn: async ({ signal }) => {
        const path = `/api/marathons/${encodeURIComponent(marathonId)}/staff`
        const rows = await withSession(db.uid, () =>
          callApi(path, (body) => array(staffLastSchema).parse(body), { signal }),
        )
        keep(Object.fromEntries(rows.flatMap(({ _id, last }) => (last ? [[_id, `${last.at} ${last.type}`]] : []))))
        return rows
      },
      networkMode: 'always',
      retry: false,
    },
    queryClient,
  )
  return new Map(Object.entries(kept ?? {}).map(([id, last]) => [id, sentenceOf(String(last))]))
}

const WHAT: Partial<Record<string, () => string>> = {
  checkIn: texts.lastCheckIn,
  notice: texts.lastNotice,
  marathon: texts.lastEvent,
  application: texts.lastEntry,
  staff: texts.lastStaff,
}

function sentenceOf(kept: string): string {
  const [at = '', type = ''] = kept.split(' ')
  const what = (WHAT[type.split('.')[0] ?? ''] ?? texts.lastOther)()
  return texts.lastDid({ what, dayTime: formatDayTime(at, readerTimeZone()) })
}
