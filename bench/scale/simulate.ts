/**
 * `node bench/scale/simulate.ts` simulates the opening of a registration, when everybody applies at once, and prints
 * how long the runners wait. The model: one server (D1 runs one query at a time), a rate of arrivals that halves every
 * minute, and phones that retry with backoff when the database refuses them. With the group commit, the server takes up
 * to 200 of those who wait at once.
 */
import { randomFrom } from '../seed/text.ts'

const SERVICES_MS = [2, 5, 10]
const CROWDS = [5000, 20_000, 50_000, 200_000]
const HALVES_EVERY_MS = 60_000
/** A phone that would wait longer than this is refused, and retries. */
const TURNED_AWAY_MS = 10_000
const GROUP_OPS = 200
/** What an application in a group costs the database, divided by one alone: an assumption from "Flush" in docs/performance.md. */
const GROUP_COST = 1 / 6
const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

interface Outcome {
  median: number
  p99: number
  turnedAway: number
  drained: number
}

/** When each of a crowd applies, ms. */
function arrivalsOf(crowd: number, random: () => number): number[] {
  return Array.from({ length: crowd }, () => -Math.log(1 - random()) * (HALVES_EVERY_MS / Math.LN2))
}

function direct(crowd: number, serviceMs: number): Outcome {
  const random = randomFrom(crowd * serviceMs)
  const arrivals = arrivalsOf(crowd, random).map((at) => ({ at, since: at, tries: 0 }))
  const waits: number[] = []
  let turnedAway = 0
  let freeAt = 0
  // Arrivals are sorted within buckets of one second, which is exact enough and fast.
  const buckets = new Map<number, typeof arrivals>()
  const put = (arrival: (typeof arrivals)[number]) => {
    const second = Math.floor(arrival.at / 1000)
    buckets.set(second, [...(buckets.get(second) ?? []), arrival])
  }
  for (const arrival of arrivals) put(arrival)
  for (let second = 0; waits.length < crowd; second++) {
    for (const { at, since, tries } of (buckets.get(second) ?? []).sort((a, b) => a.at - b.at)) {
      if (freeAt - at > TURNED_AWAY_MS) {
        turnedAway += 1
        const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** tries) * (0.5 + random() / 2)
        put({ at: Math.max(at + backoff, (second + 1) * 1000), since, tries: tries + 1 })
        continue
      }
      freeAt = Math.max(freeAt, at) + serviceMs
      waits.push(freeAt - since)
    }
    buckets.delete(second)
  }
  return outcomeOf(waits, turnedAway, freeAt)
}

/** A batch takes the time of one application, and GROUP_COST of it for each further one. Nobody is turned away. */
function grouped(crowd: number, serviceMs: number): Outcome {
  const arrivals = arrivalsOf(crowd, randomFrom(crowd * serviceMs)).sort((a, b) => a - b)
  const waits: number[] = []
  let freeAt = 0
  while (waits.length < crowd) {
    const starts = Math.max(freeAt, arrivals[waits.length] ?? 0)
    let size = 1
    while (size < GROUP_OPS && (arrivals[waits.length + size] ?? Number.POSITIVE_INFINITY) <= starts) size += 1
    freeAt = starts + serviceMs * (1 + GROUP_COST * (size - 1))
    for (const at of arrivals.slice(waits.length, waits.length + size)) waits.push(freeAt - at)
  }
  return outcomeOf(waits, 0, freeAt)
}

function outcomeOf(waits: number[], turnedAway: number, freeAt: number): Outcome {
  waits.sort((a, b) => a - b)
  const quantile = (part: number) => waits[Math.floor((waits.length - 1) * part)] ?? 0
  return { median: quantile(0.5) / 1000, p99: quantile(0.99) / 1000, turnedAway, drained: freeAt / 1000 }
}

console.log('| way | applicants | ms an application | median wait, s | p99, s | turned away | all in after, s |')
console.log('| --- | --- | --- | --- | --- | --- | --- |')
for (const way of [direct, grouped]) {
  for (const [crowd, service] of CROWDS.flatMap((one) => SERVICES_MS.map((ms) => [one, ms] as const))) {
    const { median, p99, turnedAway, drained } = way(crowd, service)
    const cells = [way.name, crowd, service, median.toFixed(2), p99.toFixed(1), turnedAway, drained.toFixed(0)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
