/** The cost of one request in the database. */
export interface D1Meter {
  /** Round trips to D1. A batch is one round trip. */
  roundTrips: number
  /** Time that the request waited for D1, ms. */
  ms: number
}

const RUNS = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

/**
 * Wraps a D1 binding so that it counts its round trips, for Server-Timing, the log and the budget tests.
 * A statement must be prepared and run by the same wrapped binding.
 */
export function meterD1(d1: D1Database): { db: D1Database; meter: D1Meter } {
  const meter: D1Meter = { roundTrips: 0, ms: 0 }
  // D1's batch accepts only its own statement objects, not their proxies.
  const originals = new WeakMap<D1PreparedStatement, D1PreparedStatement>()

  async function timed<T>(run: () => Promise<T>): Promise<T> {
    const started = Date.now()
    meter.roundTrips += 1
    try {
      return await run()
    } finally {
      meter.ms += Date.now() - started
    }
  }

  function metered(statement: D1PreparedStatement): D1PreparedStatement {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => metered(target.bind(...values))
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return RUNS.has(name)
          ? (...args: unknown[]) => timed(() => member.apply(target, args) as Promise<unknown>)
          : member.bind(target)
      },
    })
    originals.set(proxy, statement)
    return proxy
  }

  const db = new Proxy(d1, {
    get(target, name) {
      // The statements of a session would not be counted.
      if (name === 'withSession') return undefined
      if (name === 'prepare') return (query: string) => metered(target.prepare(query))
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) =>
          timed(() => target.batch(statements.map((one) => originals.get(one) ?? one)))
      }
      const member: unknown = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { db, meter }
}
