import { env } from 'cloudflare:workers'

/** A statement that is made anew for each database. */
interface Prepared {
  query: string
  values: unknown[]
}

/**
 * A stand-in for a D1 with one replica that lags behind. workerd has no replicas, so nothing here was seen to hold at
 * Cloudflare: the stand-in does what D1's documentation says of sessions.
 *
 * - `env.DB` is the primary, and `env.REPLICA` the replica. The replica has what `catchUp` copied last.
 * - A session without a bookmark reads from the replica. One with a bookmark reads from the replica as soon as that is as
 *   new, and else from the primary. With `first-primary` this holds from the second statement on.
 * - A bookmark of another form makes D1 fail.
 * - The binding itself, without a session, always uses the primary.
 */
export class LaggingD1 {
  /** Which database ran each statement or batch. */
  served: ('primary' | 'replica')[] = []
  /** Batches that would write, and ran at the replica. D1 would forward them, but they are decided on old rows. */
  writesAtReplica: string[] = []
  /** The replica is out. */
  isReplicaOut = false
  readonly db: D1Database
  #version = 1
  #replicaVersion = 0
  readonly #prepared = new WeakMap<object, Prepared>()

  constructor() {
    this.db = { ...this.#binding(() => 'primary'), withSession: (start) => this.#session(start) } as D1Database
  }

  /** A stand-in whose replica is up to date. */
  static async make(): Promise<LaggingD1> {
    await env.REPLICA.batch(
      env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.REPLICA.prepare(query))),
    )
    const made = new LaggingD1()
    await made.catchUp()
    return made
  }

  /** Copies the primary to the replica. */
  async catchUp(): Promise<void> {
    const { results: tables } = await env.DB.prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
    ).all<{ name: string }>()
    const copies = await Promise.all(
      tables.map(async ({ name }) => {
        const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all()
        const inserts = results.map((row) => {
          const text = `INSERT INTO ${name} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`
          return env.REPLICA.prepare(text).bind(...Object.values(row))
        })
        return [env.REPLICA.prepare(`DELETE FROM ${name}`), ...inserts]
      }),
    )
    await env.REPLICA.batch(copies.flat())
    this.#replicaVersion = this.#version
  }

  #session(start = 'first-unconstrained'): D1DatabaseSession {
    let seen: string | null = start.startsWith('first-') ? null : start
    let isFirst = start === 'first-primary'
    const choose = () => {
      if (seen !== null && !/^v\d{6}$/.test(seen)) throw new Error('D1_ERROR: invalid bookmark')
      const needsPrimary = isFirst || (seen ?? '') > bookmarkOf(this.#replicaVersion)
      isFirst = false
      return needsPrimary ? 'primary' : 'replica'
    }
    const note = (copy: 'primary' | 'replica') => {
      const bookmark = bookmarkOf(copy === 'primary' ? this.#version : this.#replicaVersion)
      if (seen === null || seen < bookmark) seen = bookmark
    }
    return { ...this.#binding(choose, note), getBookmark: () => seen } as D1DatabaseSession
  }

  #binding(choose: () => 'primary' | 'replica', note: (copy: 'primary' | 'replica') => void = () => undefined) {
    const run = async <T>(list: Prepared[]): Promise<D1Result<T>[]> => {
      const copy = choose()
      this.served.push(copy)
      if (copy === 'replica' && this.isReplicaOut) throw new Error('D1_ERROR: Network connection lost.')
      const database = copy === 'primary' ? env.DB : env.REPLICA
      const results = await database.batch<T>(list.map(({ query, values }) => database.prepare(query).bind(...values)))
      const hasWritten = results.some(({ meta }) => meta.rows_written > 0 || meta.changes > 0)
      if (hasWritten && copy === 'primary') this.#version += 1
      if (hasWritten && copy === 'replica') this.writesAtReplica.push(list.map(({ query }) => query).join(';'))
      note(copy)
      return results
    }
    const statement = (query: string, values: unknown[]): D1PreparedStatement => {
      const one = async () => (await run([{ query, values }]))[0]
      const made = { bind: (...next: unknown[]) => statement(query, next), all: one, run: one }
      this.#prepared.set(made, { query, values })
      return made as unknown as D1PreparedStatement
    }
    return {
      prepare: (query: string) => statement(query, []),
      batch: (list: D1PreparedStatement[]) => run(list.map((one) => this.#prepared.get(one) as Prepared)),
    }
  }
}

function bookmarkOf(version: number): string {
  return `v${String(version).padStart(6, '0')}`
}
