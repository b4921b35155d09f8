/**
 * Registration opens and everybody applies at once: how long does the queue before one database get?
 * `node bench/scale/simulate.ts`. A single server (D1 runs one query at a time), arrivals that halve every minute,
 * phones that come again with backoff when the database turns them away.
 */
import { randomFrom } from '../seed/text.ts'

const SERVICES_MS = [2, 5, 10]
const CROWDS = [1000, 5000, 20_000, 50_000]
const HALVES_EVERY_MS = 60_000
/** Waits longer than this are turned away, and come again. */
const TURNED_AWAY_MS = 10_000
const FIRST_BACKOFF_MS = 1000
const MAX_BACKOFF_MS = 60_000

interface Outcome {
  median: number
  p99: number
  turnedAway: number
  drained: number
}

function simulate(crowd: number, serviceMs: number): Outcome {
  const random = randomFrom(crowd * serviceMs)
  const arrivals = Array.from({ length: crowd }, () => {
    const at = -Math.log(1 - random()) * (HALVES_EVERY_MS / Math.LN2)
    return { at, since: at, tries: 0 }
  })
  const waits: number[] = []
  let turnedAway = 0
  let freeAt = 0
  // Buckets of a second keep the order good enough and the simulation fast.
  const buckets = new Map<number, typeof arrivals>()
  const put = (one: (typeof arrivals)[number]) => {
    const second = Math.floor(one.at / 1000)
    buckets.set(second, [...(buckets.get(second) ?? []), one])
  }
  for (const one of arrivals) put(one)
  for (let second = 0; waits.length < crowd; second++) {
    for (const one of (buckets.get(second) ?? []).sort((a, b) => a.at - b.at)) {
      if (freeAt - one.at > TURNED_AWAY_MS) {
        turnedAway += 1
        const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** one.tries) * (0.5 + random() / 2)
        put({ at: Math.max(one.at + backoff, (second + 1) * 1000), since: one.since, tries: one.tries + 1 })
        continue
      }
      freeAt = Math.max(freeAt, one.at) + serviceMs
      waits.push(freeAt - one.since)
    }
    buckets.delete(second)
  }
  waits.sort((a, b) => a - b)
  const at = (part: number) => waits[Math.floor((waits.length - 1) * part)] ?? 0
  return { median: at(0.5) / 1000, p99: at(0.99) / 1000, turnedAway, drained: freeAt / 1000 }
}

console.log('| applicants | ms an application | median wait, s | p99, s | turned away | all in after, s |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const crowd of CROWDS) {
  for (const service of SERVICES_MS) {
    const { median, p99, turnedAway, drained } = simulate(crowd, service)
    const cells = [crowd, service, median.toFixed(2), p99.toFixed(1), turnedAway, drained.toFixed(0)]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
