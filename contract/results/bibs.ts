import { type Doubt, doubt } from './doubts.ts'
import { type Crossing, type Funnel, type Match, matchFunnel, timesByOrder } from './funnel.ts'
import type { Line, Passage } from './passages.ts'
import { FILE, phoneOf, type Recording, type Timing } from './recording.ts'
import { byClock } from './too-fast.ts'

/** A crossing with the bib that it is of. */
export interface Crossed {
  bib: string
  time: number
  /** The ids of its recordings. */
  recordings: string[]
}

/** Who crossed a point when, by bib, and what is doubtful there. */
export interface PointList {
  known: Map<string, Crossed>
  doubts: Doubt[]
  /** Crossings that a phone missed, and that others have. */
  missed: number
}

/** What a bib of a recording is worth: at the line, in the funnel, and in the funnel where counts do not agree. */
const WORTH = { bib: 1, order: 0.75, unsure: 0.25 } as const
/** Times of one crossing further apart than this are a doubt, in ms. */
const APART = 1000
/** Two taps of one phone within this may be one, in ms. */
const DOUBLE = 1500
/** More crossings on one side are not looked at for the second tap of a touch: so many people cross nowhere. */
const MOST_NEAR = 100

/** What a recording says of whose crossing it is. */
interface Claim {
  bib: string
  recording: string
  worth: number
}

/** A bib of the funnel without a crossing, and what is usual there. */
type Unplaced = Timing & Pick<Funnel, 'usual' | 'most'>

interface Candidate {
  passage: Passage
  /** The claims of the funnel. Those of the line are in the passage, and there may be thousands (`claimsOf`). */
  arrived: Claim[]
  /** The bib that a person decided; undefined without a decision. */
  decided: string | undefined
  /** The bib that all claims name, '' without claims; undefined where they differ. */
  agreed: string | undefined
  bib: string
  /** Is it in a stretch of the funnel that is a doubt as a whole? */
  isUnsure: boolean
}

/**
 * Joins bibs to the crossings of a point.
 * @param arrivals the bibs of the funnel, clock by clock, without those that were taken back, with their times
 * @param decided whose recordings are, as persons decided. What they gave to nobody is not among the others
 * @param isBib does an entry have this bib?
 */
export function bibsOf(
  point: string,
  { passages }: Line,
  arrivals: readonly (readonly Timing[])[],
  decided: ReadonlyMap<string, string>,
  isBib: (bib: string) => boolean,
): PointList {
  const parts = decided.size === 0 ? passages : passages.flatMap((passage) => split(passage, decided))
  const candidates = parts.map((passage) => candidateOf(passage, decided))
  const doubts: Doubt[] = []
  const unplaced = joinFunnel(point, candidates, arrivals, decided, doubts)
  const unclear: Candidate[] = []
  for (const candidate of candidates) {
    candidate.agreed = agreedOf(candidate)
    const bib = candidate.decided ?? candidate.agreed
    if (bib === undefined) unclear.push(candidate)
    else candidate.bib = bib
  }
  const claims = unclear.map(claimsOf)
  const wanted = wantedOf(candidates, claims.flat())
  for (const [index, candidate] of unclear.entries()) candidate.bib = winner(claims[index] ?? [], wanted)

  const list: PointList = { known: new Map(), doubts, missed: 0 }
  for (let index = 0; index < candidates.length; index += 1) {
    const candidate = candidates[index] as Candidate
    const { passage } = candidate
    // Most are plain, and there may be thousands.
    if (!isPlain(candidate, isBib))
      doubts.push(...doubtsOf(point, candidate, doubledBy(candidates, index), decided, isBib))
    if (passage.missedBy.length > 0 && passage.timings.length > 0) list.missed += passage.missedBy.length
  }
  placeBibs(point, candidates, list)
  for (const { recording, time, usual, most } of unplaced) {
    const bib = decided.get(recording.id) ?? recording.bib
    const known = list.known.get(bib)
    if (known && (decided.has(recording.id) || Math.abs(time - known.time - usual) < most)) continue
    doubts.push(doubt('noTime', { point, time, bibs: [bib], recordings: [recording.id] }))
  }
  doubts.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
  return list
}

/** Two recordings of one passage that a person gave to two people make two passages of it. */
function split(passage: Passage, decided: ReadonlyMap<string, string>): Passage[] {
  const bibs = new Set(passage.timings.flatMap(({ recording }) => decided.get(recording.id) || []))
  if (bibs.size < 2) return [passage]
  const parts = [...bibs].sort().map(
    (bib): Passage => ({
      time: passage.time,
      timings: passage.timings.filter(({ recording }) => decided.get(recording.id) === bib),
      missedBy: [],
      isTooFast: false,
    }),
  )
  for (const timing of passage.timings) {
    if (decided.get(timing.recording.id)) continue
    const near = (part: Passage) => Math.abs((part.timings[0]?.time ?? 0) - timing.time)
    const own = parts.find(({ timings }) => timings.some(({ recording }) => recording.bib === timing.recording.bib))
    ;(own ?? parts.reduce((one, part) => (near(part) < near(one) ? part : one))).timings.push(timing)
  }
  for (const part of parts) {
    const times = part.timings.map(({ time }) => time).sort((a, b) => a - b)
    part.time = times[times.length >> 1] ?? part.time
  }
  return parts
}

const NOTHING: Claim[] = []

function candidateOf(passage: Passage, decided: ReadonlyMap<string, string>): Candidate {
  return { passage, arrived: NOTHING, decided: decidedOf(passage, decided), agreed: '', bib: '', isUnsure: false }
}

/** All claims of a crossing, those of the line first. */
function claimsOf({ passage, arrived }: Candidate): Claim[] {
  const atLine = passage.timings.filter(({ recording }) => recording.bib !== '')
  return [...atLine.map(({ recording: { id, bib } }) => ({ bib, recording: id, worth: WORTH.bib })), ...arrived]
}

/** What persons decided of a crossing. */
function decidedOf({ timings }: Passage, decided: ReadonlyMap<string, string>): string | undefined {
  if (decided.size === 0) return undefined
  const named = timings.find(({ recording }) => decided.has(recording.id))
  return named && decided.get(named.recording.id)
}

/** Joins the bibs of the funnel, phone by phone. @returns those that have no crossing */
function joinFunnel(
  point: string,
  candidates: readonly Candidate[],
  arrivals: readonly (readonly Timing[])[],
  decided: ReadonlyMap<string, string>,
  doubts: Doubt[],
): Unplaced[] {
  const unplaced: Unplaced[] = []
  const crossings = candidates.filter(({ passage }) => !passage.isTooFast)
  for (const { list, tooFast } of byClock(arrivals)) {
    unplaced.push(...tooFast.map((one) => ({ ...one, usual: 0, most: 0 })))
    const crossed = crossings.map((candidate) => ({
      time: candidate.passage.time,
      bibs: candidate.decided ? [candidate.decided] : claimsOf(candidate).map(({ bib }) => bib),
    }))
    const inOrder = timedInOrder(crossed, list, decided)
    const funnel = matchFunnel(
      crossed,
      inOrder.map(({ recording, time }) => ({ time, bib: decided.get(recording.id) ?? recording.bib })),
    )
    const { usual, most } = funnel
    const claim =
      (worth: number) =>
      ({ crossing, arrival }: Match) => {
        const { recording } = inOrder[arrival] as Timing
        const bib = decided.get(recording.id) ?? recording.bib
        const candidate = crossings[crossing] as Candidate
        candidate.arrived = [...candidate.arrived, { bib, recording: recording.id, worth }]
      }
    funnel.sure.forEach(claim(WORTH.order))
    for (const { crossing, arrival, late } of funnel.late) {
      const { passage } = crossings[crossing] as Candidate
      const { recording } = inOrder[arrival] as Timing
      const recordings = [...passage.timings.map((timing) => timing.recording.id), recording.id]
      doubts.push(doubt('funnelLate', { point, time: passage.time, bibs: [recording.bib], recordings, apart: late }))
    }
    for (const [, twice] of Map.groupBy(inOrder, ({ recording }) => decided.get(recording.id) ?? recording.bib)) {
      if (twice.length < 2) continue
      const recordings = twice.map(({ recording }) => recording.id)
      doubts.push(
        doubt('bibTwice', { point, time: twice[0]?.time ?? 0, bibs: [twice[0]?.recording.bib ?? ''], recordings }),
      )
    }
    for (const { matches, crossings: crossed, arrivals: arrived } of funnel.unsure) {
      // Nobody crossed there without a bib, or nobody arrived: each is a doubt of its own.
      if (crossed.length === 0)
        unplaced.push(...arrived.map((index) => ({ ...(inOrder[index] as Timing), usual, most })))
      if (crossed.length === 0 || arrived.length === 0) continue
      matches.forEach(claim(WORTH.unsure))
      const list = crossed.map((index) => crossings[index] as Candidate)
      for (const candidate of list) candidate.isUnsure = true
      const timings = arrived.map((index) => inOrder[index] as Timing)
      doubts.push(
        doubt('orderUnsure', {
          point,
          time: list[0]?.passage.time ?? timings[0]?.time ?? 0,
          bibs: timings.map(({ recording }) => recording.bib),
          recordings: [...list.flatMap(({ passage }) => passage.timings), ...timings].map(
            ({ recording }) => recording.id,
          ),
        }),
      )
    }
  }
  return unplaced
}

/** The bibs of one list of the funnel. Those of a sheet of paper have the times of the crossings in their places. */
function timedInOrder(
  crossed: readonly Crossing[],
  list: readonly Timing[],
  decided: ReadonlyMap<string, string>,
): readonly Timing[] {
  if (!list.every(({ recording }) => isOfPaper(recording))) return list
  const times = timesByOrder(
    crossed,
    list.map(({ recording }) => decided.get(recording.id) ?? recording.bib),
  )
  return list.map((one, index) => ({ ...one, time: times[index] as number }))
}

function agreedOf({ passage, arrived }: Candidate): string | undefined {
  let bib = ''
  for (const { recording } of passage.timings) {
    if (recording.bib === '' || recording.bib === bib) continue
    if (bib !== '') return undefined
    bib = recording.bib
  }
  if (arrived.length === 0) return bib
  const [first = arrived[0]?.bib] = bib === '' ? [] : [bib]
  return arrived.every((claim) => claim.bib === first) ? first : undefined
}

/** How many claims each bib of the unclear ones has. */
function wantedOf(candidates: readonly Candidate[], unclear: readonly Claim[]): Map<string, number> {
  const wanted = new Map(unclear.map(({ bib }) => [bib, 0]))
  const count = (bib: string) => {
    const before = wanted.get(bib)
    if (before !== undefined) wanted.set(bib, before + 1)
  }
  if (wanted.size === 0) return wanted
  for (const { passage, arrived, agreed } of candidates) {
    // Most claims agree on a bib that no unclear one names.
    if (agreed !== undefined && !wanted.has(agreed)) continue
    for (const { recording } of passage.timings) if (recording.bib !== '') count(recording.bib)
    for (const { bib } of arrived) count(bib)
  }
  return wanted
}

/** The bib that is worth most; of equal ones, the one that the fewest other crossings want. */
function winner(claims: readonly Claim[], wanted: ReadonlyMap<string, number>): string {
  const sums = [...Map.groupBy(claims, ({ bib }) => bib)].map(([bib, list]) => {
    return { bib, worth: list.reduce((sum, { worth }) => sum + worth, 0), others: (wanted.get(bib) ?? 0) - list.length }
  })
  sums.sort((a, b) => b.worth - a.worth || a.others - b.others || (a.bib < b.bib ? -1 : 1))
  return sums[0]?.bib ?? ''
}

/**
 * The other taps of a phone at almost the same time, of which others have fewer: one of them may be a second tap of one
 * touch.
 */
function doubledBy(candidates: readonly Candidate[], index: number): Timing[] {
  const { passage } = candidates[index] as Candidate
  const [timing] = passage.timings
  if (!timing || passage.timings.length !== 1 || passage.missedBy.length === 0) return []
  const near: Timing[] = []
  for (const step of [-1, 1]) {
    for (
      let at = index + step;
      Math.abs(at - index) <= MOST_NEAR &&
      Math.abs((candidates[at]?.passage.time ?? Number.MAX_VALUE) - timing.time) < 2 * DOUBLE;
      at += step
    ) {
      near.push(...(candidates[at]?.passage.timings ?? []))
    }
  }
  const isNear = ({ recording, time }: Timing) =>
    recording.clock === timing.recording.clock && Math.abs(time - timing.time) < DOUBLE
  return near.filter(isNear)
}

/** Do all who name a bib name the same one, which somebody has, and do their times agree? */
function isPlain(candidate: Candidate, isBib: (bib: string) => boolean): boolean {
  const { passage, agreed, bib } = candidate
  return bib !== '' && agreed === bib && isBib(bib) && spreadOf(passage) <= APART
}

/** How far the times of a crossing lie apart. */
function spreadOf({ timings }: Passage): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { time } of timings) {
    if (time < first) first = time
    if (time > last) last = time
  }
  return last - first
}

function doubtsOf(
  point: string,
  candidate: Candidate,
  doubled: readonly Timing[],
  ruled: ReadonlyMap<string, string>,
  isBib: (bib: string) => boolean,
): Doubt[] {
  const { passage, decided, agreed, bib } = candidate
  const { time, timings, missedBy } = passage
  const of = { point, time, bibs: bib === '' ? [] : [bib], recordings: recordingsOf(candidate) }
  const doubts: Doubt[] = []
  if (decided !== undefined || agreed === undefined) {
    // A decision about one recording leaves what another one says open.
    const open = claimsOf(candidate).filter(({ recording }) => decided === undefined || !ruled.has(recording))
    const bibs = [...new Set([...(decided ? [decided] : []), ...open.map((claim) => claim.bib)])]
    if (bibs.length > 1) doubts.push(doubt('bibsDiffer', { ...of, bibs }))
  }
  if (bib !== '' && !isBib(bib)) doubts.push(doubt('bibUnknown', of))
  if (bib === '' && !candidate.isUnsure) {
    const isLonely = timings.length === 1 && missedBy.length > 0
    const both = [...of.recordings, ...doubled.map(({ recording }) => recording.id)]
    doubts.push(doubt(doubled.length > 0 ? 'double' : isLonely ? 'onlyOne' : 'noBib', { ...of, recordings: both }))
  }
  const apart = spreadOf(passage)
  if (apart > APART) doubts.push(doubt('timesDiffer', { ...of, apart }))
  return doubts
}

/** Gives each bib one crossing: the decided one, else the one that is worth most, else the first. */
function placeBibs(point: string, candidates: readonly Candidate[], { known, doubts }: PointList): void {
  const twice = new Set<string>()
  const place = (candidate: Candidate) => {
    const { bib, passage } = candidate
    known.set(bib, { bib, time: passage.time, recordings: recordingsOf(candidate) })
  }
  for (const candidate of candidates) {
    if (candidate.bib === '') continue
    if (known.has(candidate.bib)) twice.add(candidate.bib)
    else place(candidate)
  }
  // Most bibs crossed once.
  if (twice.size === 0) return
  const again = candidates.filter(({ bib }) => twice.has(bib))
  for (const [bib, list] of Map.groupBy(again, (candidate) => candidate.bib)) {
    const worth = new Map(list.map((candidate) => [candidate, worthOf(candidate)]))
    list.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || a.passage.time - b.passage.time)
    const [best, ...others] = list as [Candidate, ...Candidate[]]
    place(best)
    if (!others.some(({ decided, isUnsure }) => decided === undefined && !isUnsure)) continue
    const recordings = list.flatMap(({ passage }) => passage.timings.map(({ recording }) => recording.id))
    doubts.push(doubt('bibTwice', { point, time: best.passage.time, bibs: [bib], recordings }))
  }
}

/** What its bib is worth at a crossing. */
function worthOf(candidate: Candidate): number {
  if (candidate.decided === candidate.bib) return 1000
  return claimsOf(candidate).reduce((sum, { bib, worth }) => sum + (bib === candidate.bib ? worth : 0), 0)
}

/** The recordings of a crossing, at the line and in the funnel. */
function recordingsOf({ passage, arrived }: Candidate): string[] {
  const ids = passage.timings.map(({ recording }) => recording.id)
  for (const { recording } of arrived) if (!ids.includes(recording)) ids.push(recording)
  return ids
}

/** The recordings of a point that are bibs of the funnel. */
export function isOfFunnel({ how }: Pick<Recording, 'how'>): boolean {
  return how === 'order'
}

/** Was it written on a sheet of the funnel, where the order alone is known? */
export function isOfPaper({ how, clock }: Pick<Recording, 'how' | 'clock'>): boolean {
  return how === 'order' && phoneOf(clock) === FILE
}
