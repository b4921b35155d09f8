import type { Doubt } from '../../../contract/results/doubts.ts'
import type { How } from '../../../contract/results/recording.ts'
import { WINDOW } from '../../../contract/results/time-lists.ts'
import type { Race } from '../../marathon/race/use-race.ts'

/** A recording as the screen shows it beside others. */
export interface Evidence {
  id: string
  clock: string
  how: How
  isRetired: boolean
  /** When it was, ms since the epoch. */
  time: number
  /** The bib that was recorded with it, or later; '' for none. */
  bib: string
  /** Who recorded it. */
  by: string
}

/** Recordings that lie together: they are of one crossing, as far as one can see. */
export type Crossing = Evidence[]

/**
 * Makes the function that tells of some recordings what they say, in the order of their times.
 * @param all the ids of these
 */
export function evidenceOf({ timed, recorded }: Pick<Race, 'timed' | 'recorded'>, all: Iterable<string>) {
  // There may be 20,000 others.
  const wanted = new Set(all)
  const by = new Map(recorded.recordings.filter(({ _id }) => wanted.has(_id)).map((row) => [row._id, row.by]))
  const known = new Map(
    timed
      .flatMap((list) => list.filter(({ recording }) => wanted.has(recording.id)))
      .map((one) => [one.recording.id, one]),
  )
  return (ids: readonly string[]): Evidence[] =>
    ids
      .flatMap((id) => {
        const one = known.get(id)
        if (!one) return []
        const { clock, how, bib, kind } = one.recording
        return [{ id, clock, how, bib, isRetired: kind === 'retired', time: one.time, by: by.get(id) ?? '' }]
      })
      .sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
}

/** The crossings that a doubt is about. */
export function crossingsOf({ kind, time }: Pick<Doubt, 'kind' | 'time'>, evidence: readonly Evidence[]): Crossing[] {
  if (kind === 'guns' || kind === 'orderUnsure') return evidence.map((one) => [one])
  if (kind === 'double') return doubled(evidence, time)
  if (kind === 'funnelLate') {
    const [line, funnel] = [
      evidence.filter(({ how }) => how !== 'order'),
      evidence.filter(({ how }) => how === 'order'),
    ]
    return [line, funnel].filter((one) => one.length > 0)
  }
  if (kind !== 'bibTwice') return [[...evidence]]
  const crossings: Crossing[] = []
  for (const one of evidence) {
    const last = crossings.at(-1)
    const isSame = last && one.time - (last[0]?.time ?? 0) < WINDOW && last.every(({ clock }) => clock !== one.clock)
    if (isSame) last.push(one)
    else crossings.push([one])
  }
  return crossings
}

/** The tap that may be a second one, apart from the others: the one without a bib nearest to the time of the doubt. */
function doubled(evidence: readonly Evidence[], time: number): Crossing[] {
  const far = (one: Evidence) => (one.bib === '' ? Math.abs(one.time - time) : Number.POSITIVE_INFINITY)
  const [second] = [...evidence].sort((a, b) => far(a) - far(b))
  return second ? [[second], evidence.filter((one) => one !== second)].filter((one) => one.length > 0) : []
}
