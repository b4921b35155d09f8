import type { StaffLast } from '../../../contract/history.ts'
import { fetchStaffLast } from '../../calls/history.ts'
import { useFetched } from '../../status/use-fetched.ts'
import * as texts from '../../texts/compiled/staff.js'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'

/**
 * What each of the staff did last at a marathon, as sentences by the id of the row. The server knows it; the phone keeps
 * what it was told, for where there is no network.
 */
export function useLast(marathonId: string): ReadonlyMap<string, string> {
  const key = `last:${marathonId}`
  const { rows } = useFetched<StaffLast>(marathonId, key, (signal) => fetchStaffLast(marathonId, signal))
  return new Map((rows ?? []).flatMap(({ _id, last }) => (last ? [[_id, sentenceOf(last)]] : [])))
}

const WHAT: Partial<Record<string, () => string>> = {
  checkIn: texts.lastCheckIn,
  notice: texts.lastNotice,
  marathon: texts.lastEvent,
  application: texts.lastEntry,
  staff: texts.lastStaff,
}

function sentenceOf({ at, type }: NonNullable<StaffLast['last']>): string {
  const what = (WHAT[type.split('.')[0] ?? ''] ?? texts.lastOther)()
  return texts.lastDid({ what, dayTime: formatDayTime(at, readerTimeZone()) })
}
