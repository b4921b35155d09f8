import { useMemo } from 'react'
import type { Recorded } from '../../store/rows/recordings.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/results.js'
import { formatTime } from '../../ui/format/format.ts'
import { pointName } from './point-name.ts'
import { reportsOf } from './reports-of.ts'

type ReportsProps = { recordings: Recorded['recordings']; timeZone: string }

/**
 * Up to when each phone has reported: who came in later on it is not in the list yet. And since when this phone has
 * heard nothing.
 */
export function Reports({ recordings, timeZone }: ReportsProps) {
  const reports = useMemo(() => reportsOf(recordings), [recordings])
  const unsent = recordings.filter(({ pending }) => pending !== null).length
  const syncedAt = useSyncRecord()?.syncedAt ?? null
  const timeOf = (at: string | number) => formatTime(new Date(at).toISOString(), timeZone, timeZone)
  const [oldest] = reports
  return (
    <details className="rounded-md border-s-4 border-edge bg-surface px-4 py-2 text-sm">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {oldest ? texts.reportedUntil({ time: timeOf(oldest.last), count: reports.length }) : texts.noReports()}
      </summary>
      <ul className="grid gap-1 pb-2">
        {reports.map(({ clock, by, points, crossings, last }) => (
          <li key={clock}>
            {texts.reportOf({ by, points: points.map(pointName).join(', '), count: crossings, time: timeOf(last) })}
          </li>
        ))}
        {unsent > 0 && <li>{texts.unsentHere({ count: unsent })}</li>}
        {syncedAt !== null && <li>{texts.heardAt({ time: timeOf(syncedAt) })}</li>}
      </ul>
    </details>
  )
}
