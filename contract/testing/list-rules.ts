import { timedOf } from '../results/clocks.ts'
import type { Doubt } from '../results/doubts.ts'
import type { Ruling } from '../results/recording.ts'
import type { ResultInput, Results } from '../results/results.ts'

// What holds of every list of results, whatever was recorded, as plainly as it can be said.

const STATES = ['registered', 'started', 'finished', 'retired', 'notStarted', 'disqualified']

/** INV-35: what is wrong with the states, numbers and places of a list; '' for nothing. */
export function wrongStates(input: ResultInput, { rows, gun }: Results): string {
  const ids = (list: readonly { id: string }[]) =>
    list
      .map(({ id }) => id)
      .sort()
      .join()
  if (ids(input.entries) !== ids(rows.map(({ entry: id }) => ({ id })))) return 'not each entry is listed once'
  const numbers = STATES.map((state) => rows.filter((row) => row.state === state).length)
  if (numbers.reduce((sum, count) => sum + count, 0) !== input.entries.length) return `the numbers are ${numbers}`
  const ruled = lastBy(input.rulings, (one) => (one.kind === 'state' ? one.bib : null))
  const times = rows.flatMap(({ state, time }) => (state === 'finished' && time !== null ? [time] : []))
  for (const row of rows) {
    const { bib, state, time, place, splits } = row
    const all = [time, place, gun, ...splits.map(([, ms]) => ms)]
    if (all.some((one) => one !== null && !Number.isFinite(one))) return `a number of ${bib} is none`
    const ruling = bib === '' ? undefined : ruled.get(bib)
    if (ruling?.kind === 'state' && ruling.state !== null && state !== ruling.state)
      return `${bib} is not ${ruling.state}`
    const want = state === 'finished' && time !== null ? 1 + times.filter((other) => other < time).length : null
    if (place !== want) return `${bib} has the place ${place}, and not ${want}`
    if (gun === null && (state === 'started' || time !== null)) return `${bib} has a time without a gun`
  }
  return ''
}

/** INV-36: the disagreement that no doubt tells and nobody decided, in the list of `undecided`; '' for none. */
export function untold(input: ResultInput, { rows, doubts }: Results): string {
  const decided = lastBy(input.rulings, (one) => (one.kind === 'bib' ? one.recording : null))
  const told = new Set(doubts.flatMap(({ recordings }) => recordings))
  const toldBibs = new Set(doubts.flatMap(({ bibs }) => bibs))
  const listed = new Set(rows.flatMap(({ recordings }) => recordings))
  const finished = new Set(rows.flatMap(({ bib, recordings }) => (recordings.length > 0 ? [bib] : [])))
  const recordings = input.recordings.filter(({ isVoid }) => !isVoid)
  const timed = timedOf(input.samples, recordings)
  const guns = timed.flatMap(({ recording, time }) => (recording.kind === 'gun' ? [time] : []))
  const isChosen = input.rulings.some((one) => one.kind === 'gun')
  if (!isChosen && Math.max(...guns) - Math.min(...guns) > 1000 && !has(doubts, 'guns')) return 'two guns'
  const bibs = new Set(input.entries.map(({ bib }) => bib))
  for (const one of recordings) {
    if (one.kind !== 'crossing' || one.point !== 'finish' || decided.has(one.id)) continue
    // Who came into the funnel counts with the crossing of the line.
    if (one.how === 'order' && finished.has(one.bib)) continue
    if (told.has(one.id) || (one.bib !== '' && toldBibs.has(one.bib))) continue
    if (one.bib !== '' && !bibs.has(one.bib)) return `the unknown bib ${one.bib} of ${one.id}`
    if (!listed.has(one.id)) return `the crossing ${one.id} of ${one.bib || 'nobody'}`
  }
  return ''
}

/** The same without rulings that settle doubts: what somebody has seen, and times that were set. */
export function undecided(input: ResultInput): ResultInput {
  return { ...input, rulings: input.rulings.filter(({ kind }) => kind !== 'seen' && kind !== 'time') }
}

function has(doubts: readonly Doubt[], kind: Doubt['kind']): boolean {
  return doubts.some((one) => one.kind === kind)
}

/** The last ruling about each key. */
function lastBy(rulings: readonly Ruling[], keyOf: (one: Ruling) => string | null): Map<string, Ruling> {
  const last = new Map<string, Ruling>()
  for (const one of rulings) {
    const key = keyOf(one)
    const before = key === null ? undefined : last.get(key)
    if (key !== null && (!before || one.at > before.at || (one.at === before.at && one.id > before.id)))
      last.set(key, one)
  }
  return last
}
