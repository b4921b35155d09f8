import { bibsOf, type Crossed, isOfFunnel, isOfPaper, type PointList } from './bibs.ts'
import { type ClockMemo, clocksOf, isSame, type TimedRecording } from './clocks.ts'
import { type Doubt, doubt } from './doubts.ts'
import { byWorth, ruledGun } from './gun.ts'
import { passagesOf } from './passages.ts'
import {
  CLOCK_ERROR,
  type ClockSample,
  type ENTRY_STATES,
  type Recording,
  type ResultEntry,
  type Ruling,
} from './recording.ts'

type EntryState = (typeof ENTRY_STATES)[number]

/** An entry in the list of results. */
interface ResultRow {
  entry: string
  bib: string
  state: EntryState
  /** Time from the gun to the finish in ms; null without both. */
  time: number | null
  /** The place among those who finished, from 1; equal times share one. Null for others. */
  place: number | null
  /** The points with the time from the gun to each, in ms, in their order. A point may have any name, so it is no key. */
  splits: [point: string, time: number][]
  /** Why somebody is disqualified or retired, as a person wrote it; '' otherwise. */
  reason: string
  /** The ids of the recordings of the finish. */
  recordings: string[]
}

export interface Results {
  /** The finished ones by place, and then the others by bib. */
  rows: ResultRow[]
  /** The time of the gun, ms since the epoch; null without one. */
  gun: number | null
  /** What nobody has decided yet, by time. */
  doubts: Doubt[]
  /** What was found and changes nothing: crossings that a phone missed and others have. */
  counts: { missed: number }
}

export interface ResultInput {
  /** The points beside `start` and `finish`. */
  splits: readonly string[]
  recordings: readonly Recording[]
  samples: readonly ClockSample[]
  entries: readonly ResultEntry[]
  rulings: readonly Ruling[]
  /** Did the start close? Then who was never here did not start. */
  isStartClosed: boolean
}

/** Guns further apart than this are a doubt, in ms. */
const GUNS_APART = 1000

/** Recordings with their times, clock by clock. */
type TimedLists = readonly (readonly TimedRecording[])[]

/** What came of each clock and of each point, and of what: in the next list, which differs by a row, most are the same. */
export class Memo {
  readonly clocks: ClockMemo = new Map()
  /** When each recording was that counts. */
  timed: TimedLists = []
  readonly points = new Map<string, { of: readonly unknown[]; here: TimedLists; list: PointList }>()
}

/**
 * The list of results (docs/results.md). It is a function of its input alone, and does not depend on the order of it: phones,
 * worker and script have the same list of the same rows.
 * @param memo that of the list before, if its input has the same objects where nothing changed
 */
export function resultsOf(input: ResultInput, memo = new Memo()): Results {
  const rulings = latest(input.rulings)
  const clocks = clocksOf(input.samples, input.recordings, memo.clocks)
  const timed = clocks.map((clock) => clock.timed)
  memo.timed = timed
  const { guns, retired } = sorted(clocks.flatMap(({ others }) => others))
  const bibs = new Set(input.entries.map(({ bib }) => bib))
  const gun = gunOf(guns, rulings.gun)
  const doubts: Doubt[] = [...gun.doubts]
  const counts = { missed: 0 }
  const lists: { point: string; list: PointList }[] = []
  // What a person gave to nobody is of no crossing.
  const isOpen = ({ recording }: TimedRecording) => rulings.bibs.get(recording.id) !== ''
  const listOf = (point: string, here: TimedLists): PointList => {
    const taps = here.map((list) => list.filter((one) => !isOfFunnel(one.recording) && isOpen(one)))
    const arrivals = here.map((list) => list.filter((one) => isOfFunnel(one.recording) && isOpen(one)))
    const line = passagesOf(taps, gun.clock, rulings.bibs)
    const list = bibsOf(point, line, arrivals, rulings.bibs, (bib) => bib !== '' && bibs.has(bib))
    const times = rulings.times.get(point)
    for (const [bib, { time, since, at }] of times ?? []) {
      // Without a gun nobody has a time since it, and somebody was there all the same.
      const moment = time ?? (gun.time === null || since === null ? at : gun.time + since)
      list.known.set(bib, { bib, time: moment, recordings: list.known.get(bib)?.recordings ?? [] })
    }
    const unsettled = list.doubts.filter(({ kind, bibs: about }) => !isSettled(kind, about, times))
    return { ...list, doubts: [...unsettled, ...clockDoubts(point, here)] }
  }
  const of = [gun.clock, gun.time, input.entries, ...input.rulings]
  for (const point of ['start', ...input.splits, 'finish']) {
    const here = clocks.flatMap(({ crossings }) => [crossings.get(point) ?? []].filter(({ length }) => length > 0))
    const before = memo.points.get(point)
    const isAsBefore = before && isSame(before.of, of) && isSame(before.here, here)
    const list = isAsBefore ? before.list : listOf(point, here)
    memo.points.set(point, { of, here, list })
    lists.push({ point, list })
    for (const one of list.doubts) doubts.push(one)
    counts.missed += list.missed
  }
  // Who checks nobody in knows of everybody only that they may be out there.
  const isChecked = input.entries.some(({ isHere }) => isHere)
  // Whose crossing it is may be in doubt, and somebody has seen the bib. Few entries ask for that.
  let seen: ReadonlySet<string> | undefined
  const isSeen = (bib: string) => {
    seen ??= seenBibs(timed, rulings)
    return seen.has(bib)
  }
  doubts.push(...rulingDoubts(input.rulings, timed))
  doubts.push(...retiredDoubts(retired, lists.find(({ point }) => point === 'finish')?.list, rulings.states))
  const known = { lists, gun: gun.time, rulings, retired, isSeen, isChecked, input }
  const rows = input.entries.map((entry) => rowOf(entry, known))
  return {
    rows: placed(rows),
    gun: gun.time,
    doubts: doubts.filter(({ id }) => !rulings.seen.has(id)).sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1)),
    counts,
  }
}

/** The time of somebody at a point, in ms since the gun; undefined without one. */
export function splitAt({ splits }: Pick<ResultRow, 'splits'>, point: string): number | undefined {
  return splits.find(([one]) => one === point)?.[1]
}

/** The guns, and by their bibs who retired, with the ids of what says so. */
function sorted(timed: readonly TimedRecording[]) {
  const guns = timed.filter(({ recording }) => recording.kind === 'gun')
  const retired = new Map<string, string[]>()
  for (const { recording } of timed) {
    const { kind, bib, id } = recording
    if (kind === 'retired') retired.set(bib, [...(retired.get(bib) ?? []), id])
  }
  return { guns, retired }
}

/** The bibs that somebody recorded at a point, or gave to a recording there. */
function seenBibs(timed: TimedLists, { bibs }: Latest): Set<string> {
  const crossed = timed.flat().filter(({ recording }) => recording.kind === 'crossing')
  return new Set(crossed.map(({ recording: { id, bib } }) => bibs.get(id) ?? bib))
}

type Latest = ReturnType<typeof latest>

/** A time that a person set. */
type SetTime = Extract<Ruling, { kind: 'time' }>

/** What counts of the rulings. */
function latest(rulings: readonly Ruling[]) {
  const bibs = new Map<string, string>()
  const times = new Map<string, Map<string, SetTime>>()
  const states = new Map<string, { state: 'notStarted' | 'retired' | 'disqualified'; reason: string }>()
  const seen = new Set<string>()
  for (const one of [...rulings].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))) {
    if (one.kind === 'bib') bibs.set(one.recording, one.bib)
    else if (one.kind === 'seen') seen.add(one.doubt)
    else if (one.kind === 'state') {
      if (one.state === null) states.delete(one.bib)
      else states.set(one.bib, { state: one.state, reason: one.reason })
    } else if (one.kind === 'time') {
      const ofPoint = times.get(one.point) ?? new Map<string, SetTime>()
      if (one.time === null && one.since === null) ofPoint.delete(one.bib)
      else ofPoint.set(one.bib, one)
      times.set(one.point, ofPoint)
    }
  }
  return { bibs, times, states, seen, gun: ruledGun(rulings) }
}

/** Has a person set the time of the only bib that a doubt is about? */
function isSettled(
  kind: Doubt['kind'],
  about: readonly string[],
  times: ReadonlyMap<string, SetTime> | undefined,
): boolean {
  const settles = ['noTime', 'timesDiffer', 'funnelLate', 'bibTwice'].includes(kind)
  return settles && about.length > 0 && about.every((bib) => times?.has(bib))
}

/** The gun from which times count, and the doubt where another one lies far from it. */
function gunOf(fired: readonly TimedRecording[], chosen: string | null) {
  const guns = fired.toSorted((a, b) => a.time - b.time || (a.recording.id < b.recording.id ? -1 : 1))
  const [one] = byWorth(guns, chosen)
  if (!one) return { time: null, clock: '', doubts: [] }
  const [first, last] = guns.reduce(([a, b], { time }) => [Math.min(a, time), Math.max(b, time)], [one.time, one.time])
  const apart = last - first
  const isDoubtful = apart > GUNS_APART && one.recording.id !== chosen
  const of = { point: 'start', time: one.time, bibs: [], recordings: guns.map(({ recording }) => recording.id), apart }
  return { time: one.time, clock: one.recording.clock, doubts: isDoubtful ? [doubt('guns', of)] : [] }
}

/** A doubt for each bib that retired and finished, and of which nobody has decided what it did. */
function retiredDoubts(
  retired: ReadonlyMap<string, readonly string[]>,
  finish: PointList | undefined,
  states: Latest['states'],
): Doubt[] {
  return [...retired].flatMap(([bib, ids]) => {
    const known = finish?.known.get(bib)
    if (!known || states.has(bib)) return []
    const recordings = [...[...ids].sort(), ...known.recordings]
    return [doubt('retiredYet', { point: 'finish', time: known.time, bibs: [bib], recordings })]
  })
}

/** A doubt for each thing about which rulings that stand say different things: who made the one did not know the other. */
function rulingDoubts(rulings: readonly Ruling[], timed: TimedLists): Doubt[] {
  const about = (one: Ruling) => {
    if (one.kind === 'bib') return `bib ${one.recording}`
    if (one.kind === 'gun' || one.kind === 'seen') return one.kind
    return `${one.kind} ${one.bib} ${one.kind === 'time' ? one.point : ''}`
  }
  const said = ({ id: _, at: __, ...one }: Ruling) => JSON.stringify(Object.entries(one).sort())
  const open = [...Map.groupBy(rulings, about).values()].filter((same) => same.length > 1)
  const known = new Map(open.length === 0 ? [] : timed.flat().map((one) => [one.recording.id, one]))
  return open.flatMap((same) => {
    const sorted = same.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    const last = sorted.at(-1)
    if (!last || last.kind === 'seen' || sorted.every((one) => said(one) === said(last))) return []
    const named = [...new Set(sorted.flatMap((one) => ('recording' in one ? (known.get(one.recording) ?? []) : [])))]
    // What was taken back is in no list, whatever was ruled about it.
    if ('recording' in last && named.length === 0) return []
    const [first] = named
    const point = first?.recording.point ?? (last.kind === 'time' ? last.point : 'finish')
    const bibs = [...new Set(sorted.flatMap((one) => ('bib' in one && one.bib !== '' ? [one.bib] : [])))]
    return [
      doubt('rulingsDiffer', {
        ...{ point, time: first?.time ?? last.at, bibs },
        ...{ recordings: named.map(({ recording }) => recording.id), rulings: sorted.map(({ id }) => id) },
      }),
    ]
  })
}

/** A doubt for each clock at a point whose time nobody knows well. */
function clockDoubts(point: string, here: TimedLists): Doubt[] {
  return here.flatMap((list) => {
    // Most clocks are known well.
    if (list.every(({ error }) => error <= CLOCK_ERROR)) return []
    const timed = list.filter(({ recording }) => !isOfPaper(recording))
    const apart = timed.reduce((most, { error }) => Math.max(most, error), 0)
    const [first] = timed.toSorted((a, b) => a.time - b.time || (a.recording.id < b.recording.id ? -1 : 1))
    if (!first || apart <= CLOCK_ERROR) return []
    const { recording, time } = first
    return [doubt('clock', { point, time, bibs: [], recordings: [recording.id], apart })]
  })
}

interface Known {
  lists: readonly { point: string; list: PointList }[]
  gun: number | null
  rulings: Latest
  retired: ReadonlyMap<string, unknown>
  /** Did somebody record this bib at a point? */
  isSeen: (bib: string) => boolean
  /** Was anybody checked in? */
  isChecked: boolean
  input: ResultInput
}

function rowOf(
  { id, bib, isHere }: ResultEntry,
  { lists, gun, rulings, retired, isSeen, isChecked, input }: Known,
): ResultRow {
  const splits: ResultRow['splits'] = []
  let crossed = false
  let finish: Crossed | undefined
  for (let index = 0; bib !== '' && index < lists.length; index += 1) {
    const { point, list } = lists[index] as (typeof lists)[number]
    const at = list.known.get(bib)
    if (point === 'finish') finish = at
    if (!at) continue
    crossed = true
    if (gun !== null) splits.push([point, Math.round(at.time - gun)])
  }
  const decided = bib === '' ? undefined : rulings.states.get(bib)
  const state =
    decided?.state ??
    stateOf(
      finish !== undefined,
      retired.has(bib),
      crossed || isHere || !isChecked || (bib !== '' && isSeen(bib)),
      gun !== null,
      input.isStartClosed,
    )
  const time = finish && gun !== null ? Math.round(finish.time - gun) : null
  return {
    entry: id,
    bib,
    state,
    time,
    place: null,
    splits,
    reason: decided?.reason ?? '',
    recordings: finish?.recordings ?? [],
  }
}

function stateOf(
  hasFinished: boolean,
  isRetired: boolean,
  wasHere: boolean,
  hasGun: boolean,
  isStartClosed: boolean,
): EntryState {
  if (hasFinished) return 'finished'
  if (isRetired) return 'retired'
  if (wasHere) return hasGun ? 'started' : 'registered'
  return isStartClosed ? 'notStarted' : 'registered'
}

/** The rows in the order of the list, the finished ones with their places. */
function placed(rows: ResultRow[]): ResultRow[] {
  const byBib = (a: ResultRow, b: ResultRow) =>
    a.bib.length - b.bib.length || (a.bib < b.bib ? -1 : a.bib > b.bib ? 1 : a.entry < b.entry ? -1 : 1)
  const finished = rows.filter(({ state }) => state === 'finished')
  const others = rows.filter(({ state }) => state !== 'finished')
  // Without a gun nobody has a time.
  const sorted = [...finished.sort((a, b) => Number(a.time) - Number(b.time) || byBib(a, b)), ...others.sort(byBib)]
  for (let index = 0; index < sorted.length; index += 1) {
    const row = sorted[index] as ResultRow
    const before = sorted[index - 1]
    if (row.state === 'finished' && row.time !== null) row.place = row.time === before?.time ? before.place : index + 1
  }
  return sorted
}
