import { setTimeout as sleep } from 'node:timers/promises'

/** What happens to a request of a simulated phone. */
type Fault = 'none' | 'no signal' | 'lost answer' | 'late answer' | 'broken' | 'busy'

/** How many of 100 requests meet each fault. */
const OF_100: Record<Exclude<Fault, 'none'>, number> = {
  'no signal': 8,
  'lost answer': 6,
  'late answer': 5,
  broken: 3,
  busy: 3,
}
const BUSY = { type: 'about:blank', title: 'Unavailable', status: 503, code: 'UNAVAILABLE', detail: 'Try again.' }
const MOST_LATE_MS = 1500

/** The network of the simulated phones: requests to the worker, and what goes wrong on their way. */
export class BadNetwork {
  readonly #origin: string
  readonly #random: () => number
  /** Does anything go wrong now? */
  isBad = true
  readonly met: Partial<Record<Fault, number>> = {}

  constructor(origin: string, random: () => number) {
    this.#origin = origin
    this.#random = random
  }

  /** The `fetch` of a phone. @param cookie of its session */
  fetchOf(cookie: string): typeof fetch {
    const send = (path: string, init: RequestInit = {}) =>
      fetch(this.#origin + path, { ...init, headers: { ...init.headers, Cookie: cookie, Origin: this.#origin } })
    return (async (path: string, init?: RequestInit) => {
      const fault = this.#next()
      this.met[fault] = (this.met[fault] ?? 0) + 1
      if (fault === 'no signal') throw new TypeError('Failed to fetch')
      if (fault === 'broken') return new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
      if (fault === 'busy') {
        return Response.json(BUSY, { status: 503, headers: { 'Content-Type': 'application/problem+json' } })
      }
      const response = await send(path, init)
      if (fault === 'none') return response
      await response.arrayBuffer()
      if (fault === 'lost answer') throw new TypeError('network error')
      // The phone sends it once more and gets the later answer: the edit was there before.
      await sleep(this.#random() * MOST_LATE_MS)
      return send(path, init)
    }) as typeof fetch
  }

  #next(): Fault {
    if (!this.isBad) return 'none'
    let drawn = this.#random() * 100
    for (const [fault, share] of Object.entries(OF_100)) {
      drawn -= share
      if (drawn < 0) return fault as Fault
    }
    return 'none'
  }
}
