import type { Doubt } from '../../../contract/results/doubts.ts'
import { LONGEST } from '../../../contract/results/funnel.ts'
import type { RulingFields } from '../../../contract/results/recording-schema.ts'
import { bibKey } from '../../../contract/text/bib.ts'
import type { Crossing, Evidence } from './evidence.ts'

// What a person can answer to a doubt, and what is ruled then (docs/results.md).

export type Answer =
  /** The crossing is of this bib; '' says that nobody crossed. */
  | { kind: 'bib'; bib: string; of: Crossing }
  /** Each recording is of the bib that it names: several people crossed. */
  | { kind: 'each'; of: Crossing }
  /** The bib crossed at this time (ms since the epoch). `by` says so; '' stands for the neighbours in the funnel. */
  | { kind: 'time'; bib: string; time: number; by: string }
  /** The bib is out of the race: it retired. */
  | { kind: 'retired'; bib: string }
  /** Times count from this gun. */
  | { kind: 'gun'; of: Evidence }
  /** The list stays as it is. */
  | { kind: 'seen' }

/** What a ruling says, without the marathon and the time of the ruling. What a kind does not need is left out. */
export type Ruled = Pick<RulingFields, 'kind'> & Partial<Omit<RulingFields, 'kind' | 'marathonId' | 'at'>>

/** Bibs that are proposed for one crossing. */
const MOST_PROPOSED = 3

/** What helps to propose answers. */
export interface Around {
  /** The bibs that somebody has. */
  known: { has: (bib: string) => boolean }
  /** Those of them that have no time at the point yet. */
  free: readonly string[]
  /** The open doubts of the point. */
  doubts: readonly Doubt[]
  evidenceOf: (ids: readonly string[]) => Evidence[]
  /** Between which times the crossing of a recording of the funnel lies; null where nobody knows. */
  betweenOf: (recording: string) => readonly [number, number] | null
}

/** The answers about one crossing of a doubt, those that are most likely first. A person may always name another bib. */
export function answersTo(doubt: Doubt, of: Crossing, around: Around): Answer[] {
  const nobody: Answer = { kind: 'bib', bib: '', of }
  const bibs = (list: readonly string[]) => list.map((bib): Answer => ({ kind: 'bib', bib, of }))
  const [first] = of
  const { known } = around
  switch (doubt.kind) {
    case 'guns':
      return first ? [{ kind: 'gun', of: first }] : []
    case 'clock':
    case 'rulingsDiffer':
      return []
    case 'timesDiffer': {
      const [bib] = doubt.bibs
      // When a bib was written down in the funnel is no time of a crossing.
      const atLine = of.filter(({ how }) => how !== 'order')
      return bib === undefined ? [] : atLine.map(({ time, by }): Answer => ({ kind: 'time', bib, time, by }))
    }
    case 'retiredYet':
      return [{ kind: 'retired', bib: doubt.bibs[0] ?? '' }]
    case 'funnelLate':
      return [...(first?.how === 'order' ? [] : bibs(similar(doubt.bibs[0] ?? '', around.free))), nobody]
    case 'bibsDiffer':
      return [
        ...bibs([...doubt.bibs].sort((a, b) => Number(known.has(b)) - Number(known.has(a)))),
        { kind: 'each', of },
      ]
    case 'bibTwice':
      return [...bibs(similar(doubt.bibs[0] ?? '', around.free)), nobody]
    case 'bibUnknown':
      return [...bibs(similar(doubt.bibs[0] ?? '', around.free)), nobody]
    case 'noTime': {
      const bib = doubt.bibs[0] ?? ''
      const between = around.betweenOf(first?.id ?? '')
      return [
        ...withoutBib(doubt, around).map((crossing): Answer => ({ kind: 'bib', bib, of: crossing })),
        ...(between ? [{ kind: 'time', bib, time: Math.round((between[0] + between[1]) / 2), by: '' } as const] : []),
        nobody,
      ]
    }
    case 'orderUnsure':
      return [nobody]
    case 'noBib':
    case 'onlyOne':
      return [...bibs(first?.bib === '' ? withoutTime(doubt, around) : []), nobody]
    case 'double':
      return first?.bib === '' && of.length === 1 ? [nobody] : []
  }
}

/** May the list stay as it is, without that somebody misses a time or a bib? */
export function mayStay({ kind }: Pick<Doubt, 'kind'>): boolean {
  return kind !== 'guns'
}

/** What is ruled by an answer to a doubt. */
export function rulingsOf(answer: Answer, { id, kind, point }: Pick<Doubt, 'id' | 'kind' | 'point'>): Ruled[] {
  const looked: Ruled = { kind: 'seen', doubt: id }
  // An answer about one line leaves the others of a stretch open.
  const seen = kind === 'orderUnsure' ? [] : [looked]
  const bibOf = ({ id: recordingId }: Evidence, bib: string): Ruled => ({ kind: 'bib', recordingId, bib })
  switch (answer.kind) {
    case 'bib':
      return [...answer.of.map((one) => bibOf(one, answer.bib)), ...seen]
    case 'each':
      return [...answer.of.filter(({ bib }) => bib !== '').map((one) => bibOf(one, one.bib)), ...seen]
    case 'time':
      return [{ kind: 'time', bib: answer.bib, point, time: new Date(answer.time).toISOString() }, ...seen]
    case 'retired':
      return [{ kind: 'state', bib: answer.bib, state: 'retired' }, ...seen]
    case 'gun':
      return [{ kind: 'gun', recordingId: answer.of.id }, ...seen]
    case 'seen':
      return [looked]
  }
}

/** Bibs that are easily taken for this one: a digit differs, is missing or too much, or two changed places. */
export function similar(bib: string, free: readonly string[]): string[] {
  return free.filter((other) => isSimilar(bib, other)).slice(0, MOST_PROPOSED)
}

function isSimilar(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  if (a.length !== b.length) {
    const [short, long] = a.length < b.length ? [a, b] : [b, a]
    return [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
  }
  const differ = [...a].flatMap((digit, at) => (digit === b[at] ? [] : [at]))
  const [at = 0, next = 0] = differ
  return differ.length === 1 || (differ.length === 2 && next === at + 1 && a[at] === b[next] && a[next] === b[at])
}

/** The bibs of the funnel without a crossing that may be this one. */
function withoutTime({ time, point }: Doubt, { doubts }: Around): string[] {
  const near = doubts.filter((other) => {
    const later = other.time - time
    return other.kind === 'noTime' && other.point === point && later > 0 && later < LONGEST
  })
  return [...new Set(near.flatMap(({ bibs }) => bibs))].slice(0, MOST_PROPOSED)
}

/** The crossings without a bib that may be of this bib of the funnel, the nearest first. */
function withoutBib({ time, point }: Doubt, { doubts, evidenceOf }: Around): Crossing[] {
  return doubts
    .filter((other) => ['noBib', 'onlyOne'].includes(other.kind) && other.point === point)
    .filter((other) => time > other.time && time - other.time < LONGEST)
    .slice(-MOST_PROPOSED)
    .reverse()
    .map(({ recordings }) => evidenceOf(recordings))
}

/** The bib that somebody typed, as it is compared. */
export function typedBib(text: string): string {
  return bibKey(text.trim())
}
