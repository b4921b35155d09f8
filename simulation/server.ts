import { env } from 'cloudflare:workers'
import { parseSyncResponse, type SyncResponse } from '../contract/sync.ts'
import { emulatorToken } from '../contract/testing/emulator-token.ts'
import { api } from '../worker/api.ts'
import { runRetention } from '../worker/jobs/retention.ts'
import { HIDE_SQL, SHOW_SQL } from '../worker/ops/hide-sql.ts'
import type { Oracle } from './oracle/oracle.ts'
import { type D1Hooks, type Row, simD1, tableReads, tablesOf } from './sim-d1.ts'

const ORIGIN = 'http://localhost'
const SESSION_MS = 23 * 3_600_000
const CONTEXT = { waitUntil() {}, passThroughOnException() {} }

const TABLES = [
  'marathon',
  'application',
  'recording',
  'ruling',
  'result',
  'correction',
  'notice',
  'staff',
  'invitation',
  'tombstone',
  'op_record',
  'op_budget',
  'draw',
]

/** A request on its way. It can be delivered late, or twice. */
export interface SentRequest {
  uid: string
  body: BodyInit
  headers: Record<string, string>
}

/** The real worker with the real D1, and with hooks around each D1 call. */
export class Server {
  readonly #oracle: Oracle
  readonly #cookies = new Map<string, { cookie: string; at: number }>()
  #lastCall: Promise<unknown> = Promise.resolve()
  guardRetries = 0

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  /** Empties the database and sets its clock back. */
  async empty() {
    await env.DB.batch([
      ...TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
      env.DB.prepare("UPDATE clock SET epoch = '0000000000000000', seq = 0, floor = 0"),
    ])
    await this.#look()
  }

  /** Makes a backup: all rows of all tables. */
  async backUp(): Promise<Map<string, Row[]>> {
    const names = ['clock', ...TABLES]
    const results = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)))
    return new Map(names.map((name, index) => [name, results[index]?.results as Row[]]))
  }

  /** Restores a backup and gives the database a new epoch. The oracle only follows from now on. */
  async restore(backup: ReadonlyMap<string, Row[]>, epoch: string) {
    const inserts = [...backup].flatMap(([name, rows]) =>
      rows.map((row) => {
        const columns = Object.keys(row)
        const text = `INSERT INTO ${name} (${columns}) VALUES (${columns.map(() => '?')})`
        return env.DB.prepare(text).bind(...Object.values(row))
      }),
    )
    await env.DB.batch([...backup.keys()].map((name) => env.DB.prepare(`DELETE FROM ${name}`)).concat(inserts))
    this.#oracle.restored()
    await this.changeEpoch(epoch)
  }

  /** The ids of all ops that the database has a record of. */
  async recordedOps(): Promise<Set<string>> {
    const { results } = await env.DB.prepare('SELECT op_id FROM op_record').all<{ op_id: string }>()
    return new Set(results.map((row) => row.op_id))
  }

  /** Changes the epoch, as after a restored backup. */
  async changeEpoch(epoch: string) {
    await env.DB.prepare('UPDATE clock SET epoch = ?').bind(epoch).run()
    await this.#look()
  }

  /** The operator hides a marathon, or shows one that is hidden. @param a which one */
  async hide(a: number) {
    const { marathons } = this.#oracle.tables
    const row = marathons[a % Math.max(1, marathons.length)]
    if (!row) return
    const change = row.hidden_at === null ? HIDE_SQL : SHOW_SQL
    await env.DB.batch(change.map((statement) => env.DB.prepare(statement).bind(row.id)))
    await this.#look()
  }

  /** The nightly run. It keeps contact data, because its erasure is not in the op log. */
  async nightly(now: number) {
    await runRetention(env.DB, { now, contactDays: '100000' })
    await this.#look()
  }

  /**
   * POST /sync.
   * @param cookie the Cookie header, or null for none
   * @param isBusy whether the rate limit refuses the call
   */
  async sync(request: SentRequest, cookie: string | null, hooks: D1Hooks, isBusy = false): Promise<Response> {
    const db = this.#metered(hooks)
    const limit = { limit: async () => ({ success: !isBusy }) }
    const response = await api.fetch(
      new Request(`${ORIGIN}/api/sync`, {
        method: 'POST',
        headers: { ...request.headers, Origin: ORIGIN, ...(cookie ? { Cookie: cookie } : {}) },
        body: request.body,
      }),
      { ...env, DB: db, READ_LIMIT: limit, SYNC_LIMIT: limit, ROOMS: undefined, GROUPS: undefined },
      CONTEXT as never,
    )
    return new Response(await response.text(), { status: response.status, headers: response.headers })
  }

  /** One call of the REST API, with nothing sent in its body. */
  async rest(uid: string, method: string, path: string, hooks: D1Hooks, sent?: unknown): Promise<Response> {
    const headers = { Origin: ORIGIN, Cookie: await this.cookie(uid), 'Content-Type': 'application/json' }
    const body = sent === undefined ? null : JSON.stringify(sent)
    return api.fetch(
      new Request(`${ORIGIN}/api${path}`, { method, headers, body }),
      { ...env, DB: this.#metered(hooks), ROOMS: undefined, GROUPS: undefined, RATE_LIMITS: 'off' },
      CONTEXT as never,
    )
  }

  #metered(hooks: D1Hooks): D1Database {
    return simD1(env.DB, {
      ...hooks,
      committed: (tables) => hooks.committed?.(tables),
      exclusive: (run) => {
        const turn = this.#lastCall.then(run, run)
        this.#lastCall = turn.catch(() => undefined)
        return turn
      },
      knownSeq: () => Number(this.#oracle.tables.clock.seq),
      aborted: () => {
        this.guardRetries += 1
      },
    })
  }

  /** The session cookie of an account, from a real sign-in. */
  async cookie(uid: string): Promise<string> {
    const known = this.#cookies.get(uid)
    const age = known ? Date.now() - known.at : SESSION_MS
    if (known && age >= 0 && age < SESSION_MS) return known.cookie
    const response = await api.fetch(
      new Request(`${ORIGIN}/api/jwt`, {
        method: 'POST',
        headers: {
          Origin: ORIGIN,
          'Content-Type': 'application/json',
          Authorization: `Bearer ${emulatorToken(uid)}`,
        },
        body: JSON.stringify({ email: `${uid}@example.com` }),
      }),
      { ...env, RATE_LIMITS: 'off' },
      CONTEXT as never,
    )
    const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    this.#cookies.set(uid, { cookie, at: Date.now() })
    return cookie
  }

  /** Tells the oracle about changes of the tables that no op made. */
  async #look() {
    const tables = tablesOf(await env.DB.batch(tableReads(env.DB)))
    const text = `SELECT op_id FROM op_record WHERE verdict LIKE '%"conflicts"%'`
    const { results } = await env.DB.prepare(text).all<{ op_id: string }>()
    this.#oracle.looked(tables, new Set(results.map((row) => row.op_id)))
  }
}

/** A sync response with its rows as objects, or null for a problem or for a page of a captive portal. */
export async function readResponse(response: Response): Promise<SyncResponse | null> {
  if (!response.ok || !response.headers.get('Content-Type')?.startsWith('application/json')) return null
  return parseSyncResponse(await response.clone().json())
}
