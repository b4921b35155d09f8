import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import * as texts from '../../texts/compiled/results.js'
import { Badge } from '../../ui/badge.tsx'
import { formatTime } from '../../ui/format/format.ts'
import type { ResultRow } from './shown-rows.ts'

/** What is known of somebody who has no place: where they were seen last, or why they have none. */
export function ResultRowFacts({ row, race, timeZone }: { row: ResultRow; race: Race; timeZone: string }) {
  if (row.state === 'retired') return <Badge tone="closed">{texts.isRetired()}</Badge>
  if (row.state === 'disqualified') return <Badge tone="danger">{texts.isDisqualified()}</Badge>
  if (row.state === 'notStarted') return <Badge tone="closed">{texts.didNotStart()}</Badge>
  return <span className="text-sm text-ink-soft">{lastSeen(row, race, timeZone)}</span>
}

function lastSeen({ entry, splits, state }: ResultRow, { here }: Race, timeZone: string): string {
  const [last] = splits.toSorted(([, a], [, b]) => b - a)
  if (last) return texts.seenAt({ point: pointName(last[0]), time: formatRaceTime(last[1]) })
  const at = here.get(entry)?.at
  if (at !== undefined) return texts.hereAt({ time: formatTime(at, timeZone, timeZone) })
  return state === 'finished' ? texts.noGun() : texts.notHere()
}
