/** What one request cost at the database. */
export interface D1Meter {
  /** Round trips to D1: a batch is one, whatever it holds. */
  roundTrips: number
  /** Time spent waiting for them, ms. */
  ms: number
}

const RUNS = new Set<PropertyKey>(['first', 'run', 'all', 'raw'])

/**
 * A D1 binding that counts its round trips, for Server-Timing, the log and the budget tests.
 * Statements must be prepared and run by the same metered binding.
 */
export function meterD1(d1: D1Database): { db: D1Database; meter: D1Meter } {
  const meter: D1Meter = { roundTrips: 0, ms: 0 }
  // D1 batches only its own statement objects, not their stand-ins.
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
    const standIn = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => metered(target.bind(...values))
        const member: unknown = Reflect.get(target, name)
        if (typeof member !== 'function') return member
        return RUNS.has(name)
          ? (...args: unknown[]) => timed(() => member.apply(target, args) as Promise<unknown>)
          : member.bind(target)
      },
    })
    originals.set(standIn, statement)
    return standIn
  }

  const db = new Proxy(d1, {
    get(target, name) {
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
