import type { ClockSample, How, Recording, ResultEntry } from '../../contract/results/recording.ts'

// A simulated finish: runners, phones with wrong clocks, and people who miss somebody, tap twice and mistype a bib.

/** What was done wrong, or is wrong by itself. */
interface Fault {
  kind: 'missed' | 'double' | 'wrongBib' | 'swapped'
  bib: string
  recording: string
}

export interface Race {
  gun: number
  recordings: Recording[]
  samples: ClockSample[]
  entries: ResultEntry[]
  /** The true times of the finish, ms since the epoch, by bib. */
  truth: Map<string, number>
  /** Whose crossing a recording is, in truth; '' for nobody. */
  whose: Map<string, string>
  faults: Fault[]
}

/** Random numbers that follow from a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const START = Date.parse('2027-06-06T08:00:00.000Z')
/** How people tap: a standard deviation, in ms. */
const TAP_SPREAD = 80

interface Phone {
  name: string
  how: How
  /** From which part of the runners on it records. */
  from: number
  origin: number
  drift: number
}

/** A race of some runners, and three phones at its finish, of which one comes late. */
export function raceOf(seed: number, runners = 600): Race {
  const random = randomOf(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const bibs = Array.from({ length: runners }, (_, index) => String(index + 101))
  const truth = new Map(bibs.map((bib) => [bib, START + Math.max(28, 52 + 9 * normal() + 4 * random()) * 60_000]))
  const inOrder = [...truth].sort(([, a], [, b]) => a - b)
  const entries = bibs.map((bib) => ({ id: `entry-${bib}`, bib, isHere: true }))
  const ways: How[][] = [
    ['tap', 'bib', 'bib'],
    ['bib', 'bib', 'bib'],
    ['bib', 'tap', 'order'],
    ['tap', 'tap', 'order'],
    ['bib', 'bib', 'order'],
  ]
  const phones = (ways[Math.floor(random() * ways.length)] as How[]).map(
    (how, index): Phone => ({
      name: `phone-${index}`,
      how,
      from: index === 1 ? 0.1 + 0.4 * random() : 0,
      origin: START - 3_600_000 * random() + (random() * 2 - 1) * 90_000,
      drift: (random() * 2 - 1) * 50e-6,
    }),
  )
  const race: Race = { gun: START, recordings: [], samples: [], entries, truth, whose: new Map(), faults: [] }
  for (const phone of phones) {
    for (const at of [START - 600_000 * (0.2 + random()), (inOrder.at(-1)?.[1] ?? START) + 600_000 * random()]) {
      const error = 10 + 50 * random()
      const tick = tickOf(phone, at)
      race.samples.push({ clock: phone.name, tick, origin: at - tick + (random() * 2 - 1) * error, error })
    }
    record(race, phone, inOrder, random, normal)
  }
  const [gunPhone] = phones as [Phone]
  race.recordings.push({ ...recordingOf(gunPhone, 'gun', START, 'tap', ''), kind: 'gun', point: 'start' })
  return race
}

function record(
  race: Race,
  phone: Phone,
  inOrder: readonly (readonly [string, number])[],
  random: () => number,
  normal: () => number,
) {
  const { how } = phone
  let scanned = 0
  let count = 0
  const add = (at: number, bib: string, whose: string) => {
    const one = recordingOf(phone, `${phone.name}-${String(count++).padStart(5, '0')}`, at, how, bib)
    race.recordings.push(one)
    race.whose.set(one.id, whose)
    return one.id
  }
  for (const [index, [bib, at]] of inOrder.entries()) {
    if (index < phone.from * inOrder.length) continue
    if (random() < 0.02) {
      race.faults.push({ kind: 'missed', bib, recording: '' })
      continue
    }
    const isWrong = how !== 'tap' && random() < 0.01
    const typed = how === 'tap' ? '' : isWrong ? wrongBib(bib, random) : bib
    // In the funnel bibs are written down one after the other.
    scanned = Math.max(scanned + 900 + 800 * random(), at + 15_000 + 20_000 * random())
    const id = add(how === 'order' ? scanned : at + TAP_SPREAD * normal(), typed, bib)
    if (isWrong) race.faults.push({ kind: 'wrongBib', bib, recording: id })
    if (how !== 'order' && random() < 0.005) {
      const double = add(at + 300 + 500 * random(), '', '')
      race.faults.push({ kind: 'double', bib, recording: double })
    }
  }
}

/** A bib with one wrong digit, or two that changed places. */
function wrongBib(bib: string, random: () => number): string {
  const digits = [...bib]
  const at = Math.floor(random() * digits.length)
  const next = (at + 1) % digits.length
  if (random() < 0.5 && digits[at] !== digits[next])
    [digits[at], digits[next]] = [digits[next] as string, digits[at] as string]
  else digits[at] = String((Number(digits[at]) + 1 + Math.floor(random() * 9)) % 10)
  return digits.join('')
}

function tickOf({ origin, drift }: Phone, at: number): number {
  return (at - origin) * (1 + drift)
}

function recordingOf(phone: Phone, id: string, at: number, how: How, bib: string): Recording {
  const tick = Math.round(tickOf(phone, at))
  return {
    id,
    kind: 'crossing',
    point: 'finish',
    how,
    clock: phone.name,
    tick,
    at: phone.origin + tick,
    bib,
    isVoid: false,
  }
}
