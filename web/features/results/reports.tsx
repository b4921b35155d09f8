import { useDeferredValue, useMemo } from 'react'
import { pointName } from '../../marathon/race/point-name.ts'
import type { MarathonView } from '../../store/overlay.ts'
import type { Recorded } from '../../store/rows/recordings.ts'
import type { StaffView } from '../../store/rows/staff.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/results.js'
import { formatTime } from '../../ui/format/format.ts'
import { reportsOf } from './reports-of.ts'

type ReportsProps = { recordings: Recorded['recordings']; staff: readonly StaffView[]; marathon: MarathonView }

/** A phone that has a network sends a sample of its clock at least this often, in ms. */
const QUIET_MS = 6 * 60_000

/**
 * Up to when each phone has reported: who came in later is not in the list yet, and is not missing. Timers who have
 * recorded nothing are named too.
 */
export function Reports({ recordings, staff, marathon }: ReportsProps) {
  // The list does not wait for this.
  const later = useDeferredValue(recordings)
  const { reports, unsent } = useMemo(() => reportsOf(later), [later])
  const syncedAt = useSyncRecord()?.syncedAt ?? null
  const timeOf = (at: string | number) => formatTime(new Date(at).toISOString(), marathon.timeZone, marathon.timeZone)
  const heard = new Set(reports.map(({ by }) => by))
  const silent = staff.filter(({ role, name }) => role === 'timer' && !heard.has(name))
  const isLate = (last: string) => syncedAt !== null && Date.parse(last) < syncedAt - QUIET_MS
  // Where all are quiet, the race is over.
  const isOver = reports.every(({ last }) => isLate(last))
  return (
    // The first phone that reports moves nothing.
    <ul className="flex min-h-15 flex-wrap content-start gap-x-4 gap-y-1 rounded-md border-s-4 border-edge bg-surface px-4 py-2 text-sm">
      {syncedAt !== null && <li>{texts.heardAt({ time: timeOf(syncedAt) })}</li>}
      {reports.length + silent.length === 0 && <li>{texts.noPhoneYet()}</li>}
      {unsent > 0 && <li className="font-semibold">{texts.unsentHere({ count: unsent })}</li>}
      {silent.map(({ _id, name }) => (
        <li key={_id} className="font-semibold">
          {texts.nothingFrom({ by: name })}
        </li>
      ))}
      {reports.map(({ phone, by, points, last }) => (
        <li key={phone} className={!isOver && isLate(last) ? 'font-semibold' : ''}>
          {texts.reportOf({ by, points: points.map(pointName).join(', ') || 'none', time: timeOf(last) })}
        </li>
      ))}
    </ul>
  )
}
