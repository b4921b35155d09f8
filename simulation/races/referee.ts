import type { Doubt } from '../../contract/results/doubts.ts'
import type { Ruling } from '../../contract/results/recording.ts'
import { type Results, resultsOf } from '../../contract/results/results.ts'
import type { Race } from './race.ts'

/** The results of a race. */
export function listOf(race: Race, rulings: readonly Ruling[] = []): Results {
  const { recordings, samples, entries } = race
  return resultsOf({ splits: [], recordings, samples, entries, rulings, isStartClosed: true })
}

/** More rounds of answers than any race needs. */
const MOST_ROUNDS = 8

/**
 * Answers each doubt by the truth, round by round, until there is none.
 * @returns the list then, and of all rounds the doubts
 */
export function referee(race: Race): { list: Results; asked: Doubt[] } {
  const rulings: Ruling[] = []
  const asked: Doubt[] = []
  let list = listOf(race)
  for (let round = 0; round < MOST_ROUNDS && list.doubts.length > 0; round += 1) {
    asked.push(...list.doubts)
    for (const doubt of list.doubts) rulings.push(...answers(race, doubt, rulings.length))
    list = listOf(race, rulings)
  }
  return { list, asked }
}

/** What a person who knows the truth decides: whose crossing each recording is, and that the doubt was seen. */
export function answers(
  race: Pick<Race, 'whose' | 'truth'>,
  { kind, id, recordings, bibs }: Doubt,
  count: number,
): Ruling[] {
  const base = (n: number) => ({ id: `decision-${String(count + n).padStart(6, '0')}`, at: count + n })
  const seen: Ruling = { ...base(0), kind: 'seen', doubt: id }
  if (kind === 'clock' || kind === 'guns') return [seen]
  const given = recordings.map((recording, n): Ruling => {
    return { ...base(n + 1), kind: 'bib', recording, bib: race.whose.get(recording) ?? '' }
  })
  if (kind !== 'noTime') return [seen, ...given]
  const arrived = [...new Set([...bibs, ...recordings.map((one) => race.whose.get(one) ?? '')])]
  const times = arrived.flatMap((bib, n): Ruling[] => {
    const time = race.truth.get(bib)
    return time === undefined || race.whose.get(recordings[0] ?? '') !== bib
      ? []
      : [{ ...base(given.length + 1 + n), kind: 'time', bib, point: 'finish', time, since: null }]
  })
  return [seen, ...given, ...times]
}
