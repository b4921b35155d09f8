/** The cost of one request in the database. */
interface D1Meter {
  /** Round trips to D1. A batch is one round trip. */
  roundTrips: number
  /** Time that the request waited for D1, ms. */
  ms: number
}

/** The primary, or a session that may read a replica. */
type Copy = Pick<D1Database, 'prepare' | 'batch'> & Partial<ReturnType<D1Database['withSession']>>

/** The database as one request uses it. */
export interface RequestD1 {
  db: D1Database
  meter: D1Meter
  /** The state of the database that the last statement saw or made. Null without sessions. */
  bookmark(): string | null
  /**
   * Runs a read at the nearest copy that is as new as the bookmark, and once more at the primary if the result is behind
   * what its reader has seen. The read must write nothing.
   */
  readNear<T>(known: string | undefined, read: () => Promise<T>, isBehind: (result: T) => boolean): Promise<T>
}

/** The form of D1's bookmarks is not documented. Text of another form than this is no bookmark and is left out. */
const BOOKMARK = /^[\w-]{1,128}$/

/**
 * Wraps a D1 binding for one request: it counts round trips, for Server-Timing and the log, and lets a pull read near
 * its reader (docs/decisions/063-pulls-near-the-reader.md).
 *
 * - Everything but `readNear` runs at the primary, each statement and each batch in a session of its own. A session that
 *   goes on may read a replica, which may lack what a guard saw, and then the next try would fail as well.
 * - A statement that fails near the reader runs once more at the primary, and so do all that follow. So a replica that
 *   is out, or a bookmark that D1 refuses, breaks no request.
 * - Statements have `bind`, `all` and `run` alone, which is all that this worker uses.
 */
export function requestD1(d1: D1Database): RequestD1 {
  const meter: D1Meter = { roundTrips: 0, ms: 0 }
  let near: Copy | null = null
  let bookmark: string | null = null
  // A D1 that tests make may have no sessions.
  const session = (start: string): Copy => (d1.withSession ? d1.withSession(start) : d1)

  async function runOn<T>(copy: Copy, use: (copy: Copy) => Promise<T>): Promise<T> {
    const started = Date.now()
    meter.roundTrips += 1
    try {
      const result = await use(copy)
      bookmark = copy.getBookmark?.() ?? null
      return result
    } finally {
      meter.ms += Date.now() - started
    }
  }

  async function run<T>(use: (copy: Copy) => Promise<T>): Promise<T> {
    if (near) {
      try {
        return await runOn(near, use)
      } catch (error) {
        // Only the error's name is logged, because the message of a D1 error contains SQL.
        const name = error instanceof Error ? error.name : 'unknown'
        console.warn(JSON.stringify({ event: 'replica.failed', error: name }))
        near = null
      }
    }
    return runOn(session('first-primary'), use)
  }

  const statements = new WeakMap<object, (copy: Copy) => D1PreparedStatement>()
  function statement(query: string, values: unknown[]): D1PreparedStatement {
    const on = (copy: Copy) => copy.prepare(query).bind(...values)
    const own = {
      bind: (...next: unknown[]) => statement(query, next),
      all: () => run((copy) => on(copy).all()),
      run: () => run((copy) => on(copy).run()),
    } as D1PreparedStatement
    statements.set(own, on)
    return own
  }

  return {
    db: {
      prepare: (query: string) => statement(query, []),
      batch: <T>(list: D1PreparedStatement[]) =>
        run((copy) => copy.batch<T>(list.map((one) => statements.get(one)?.(copy) ?? one))),
    } as D1Database,
    meter,
    bookmark: () => bookmark,
    async readNear(known, read, isBehind) {
      near = session(known !== undefined && BOOKMARK.test(known) ? known : 'first-unconstrained')
      const result = await read()
      near = null
      return isBehind(result) ? read() : result
    },
  }
}
