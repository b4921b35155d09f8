import { MIN_PULL_PAGE_ROWS, PULL_PAGE_ROWS } from '../contract/limits.ts'
import { ROWS_A_CELL } from '../worker/db/d1-limits.ts'

/** Functions that run around one call of D1. All of them are optional. */
export interface D1Hooks {
  /** Runs before each call. A racing request waits for its turn here. */
  turn?: () => Promise<void>
  /** Runs one call after another, like D1 itself, so that the oracle sees the commits in their order. */
  exclusive?: <T>(run: () => Promise<T>) => Promise<T>
  /** Lets the call fail: before it runs, or after its commit. */
  fault?: (params: unknown[]) => 'before' | 'after' | undefined
  /** Seeded bugs: another text for a statement, or null to leave it out of its batch. */
  rewrite?: (sql: string, batch: string[]) => string | null
  /** Seeded bugs: statements that run in a transaction of their own, after the batch. */
  outside?: (sql: string) => boolean
  /** Seeded bugs: replaces the rows that D1 returned. */
  results?: (sql: string, rows: unknown[]) => unknown[]
  /** Called after a batch that moved the clock, with the tables after its transaction. */
  committed?: (tables: Tables) => void
  /** Called after a batch that a guard or an index aborted. */
  aborted?: () => void
  /**
   * Rows in a page of a pull for which the phone wants PULL_PAGE_ROWS: a divisor of 20, or undefined for as many. A
   * page for which it wants more or fewer is larger or smaller in proportion.
   */
  pageRows?: number | undefined
  /** The last seq that the oracle knows. Op records after it are read back. */
  knownSeq?: () => number
}

/** Most bytes in a page of a pull: less than the worker's limit, so that a few long texts reach it. */
export const PAGE_BYTES = 20_000

export type Row = Record<string, string | number | null>
export interface Tables {
  clock: Row
  marathons: Row[]
  applications: Row[]
  checkIns: Row[]
  recordings: Row[]
  rulings: Row[]
  results: Row[]
  corrections: Row[]
  notices: Row[]
  staff: Row[]
  tombstones: Row[]
  records: Row[]
}

interface Prepared {
  text: string
  params: unknown[]
}

class D1Failure extends Error {}

/** Wraps a real D1 binding with hooks. */
export function simD1(real: D1Database, hooks: D1Hooks): D1Database {
  const prepared = new WeakMap<object, Prepared>()

  const build = ({ text, params }: Prepared): D1PreparedStatement => {
    const short = text.replace(/total <= \d+ OR/, `total <= ${PAGE_BYTES} OR`)
    const paged = hooks.pageRows ? smallPages(short, hooks.pageRows) : short
    return real.prepare(paged).bind(...params)
  }

  async function around<T>(params: unknown[], run: () => Promise<T>): Promise<T> {
    await hooks.turn?.()
    const fault = hooks.fault?.(params)
    if (fault === 'before') throw new D1Failure('D1_ERROR: Network connection lost.')
    let result: T
    try {
      result = await (hooks.exclusive ? hooks.exclusive(run) : run())
    } catch (error) {
      if (/constraint failed/i.test(String(error))) hooks.aborted?.()
      throw error
    }
    if (fault === 'after') throw new D1Failure('D1_ERROR: Network connection lost.')
    return result
  }

  function statement(text: string, params: unknown[]): D1PreparedStatement {
    const wrapped: Record<string, unknown> = { bind: (...values: unknown[]) => statement(text, values) }
    for (const method of ['first', 'run', 'raw'] as const) {
      wrapped[method] = (...args: never[]) =>
        around(params, () => {
          const target = build({ text, params })
          return (target[method] as (...args: never[]) => Promise<unknown>).apply(target, args)
        })
    }
    wrapped.all = () => around(params, async () => seen(text, await build({ text, params }).all()))
    prepared.set(wrapped, { text, params })
    return wrapped as unknown as D1PreparedStatement
  }

  function seen<T extends D1Result>(text: string, result: T): T {
    const rows = hooks.results?.(text, result.results)
    return rows ? { ...result, results: rows } : result
  }

  async function batch(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const asked = statements.map((one) => prepared.get(one) as Prepared)
    const texts = asked.map(({ text }) => text)
    return around(
      asked.flatMap(({ params }) => params),
      async () => {
        const changed = asked.map((one) => {
          const text = hooks.rewrite ? hooks.rewrite(one.text, texts) : one.text
          return text === null ? null : { ...one, text }
        })
        const later = changed.filter((one) => one && hooks.outside?.(one.text))
        const inside = changed.map((one) => (one && later.includes(one) ? null : one))
        const results = await runBatch(inside)
        for (const one of later) {
          const fault = hooks.fault?.([])
          if (fault) throw new D1Failure('D1_ERROR: Network connection lost.')
          await build(one as Prepared).run()
        }
        return results.map((result, index) => seen(texts[index] ?? '', result))
      },
    )
  }

  /**
   * Runs a batch and, if it moves the clock, reads the tables back in the same transaction.
   * @param asked the statements; null for one that is left out, whose result has no rows
   */
  async function runBatch(asked: (Prepared | null)[]): Promise<D1Result[]> {
    const moved = asked.some((one) => one && /^\s*UPDATE clock SET seq/.test(one.text))
    const kept = asked.filter((one) => one !== null)
    const isRead = moved && hooks.committed
    const records = real.prepare('SELECT * FROM op_record WHERE seq > ? ORDER BY seq').bind(hooks.knownSeq?.() ?? 0)
    const results = await real.batch([...kept.map(build), ...(isRead ? [...tableReads(real), records] : [])])
    if (isRead) hooks.committed?.(tablesOf(results.slice(kept.length)))
    let at = 0
    return asked.map((one) => (one ? results[at++] : { results: [], success: true }) as D1Result)
  }

  return { prepare: (text: string) => statement(text, []), batch } as unknown as D1Database
}

const TABLES = [
  'clock',
  'marathon',
  'application',
  'recording',
  'ruling',
  'result',
  'correction',
  'notice',
  'staff',
  'tombstone',
]

/** Reads the tables that the oracle knows. */
export function tableReads(real: D1Database): D1PreparedStatement[] {
  return TABLES.map((name) => real.prepare(`SELECT * FROM ${name}`))
}

/** @param results of `tableReads`, and of op records behind them */
export function tablesOf(results: D1Result[]): Tables {
  const rows = results.map((result) => result.results as Row[])
  const [
    clock,
    marathons,
    entries = [],
    recorded = [],
    rulings,
    official,
    corrections,
    notices,
    staff,
    tombstones,
    records = [],
  ] = rows
  // A phone has it as true or false.
  const asPhone = (of: Row[] = []) => of.map((row) => ({ ...row, hides_name: row.hides_name === 1 }) as unknown as Row)
  const applications = asPhone(entries)
  const isCheckIn = ({ kind }: Row) => kind === 'check-in'
  const [checkIns, recordings] = [recorded.filter(isCheckIn), recorded.filter((row) => !isCheckIn(row))]
  const ofPoints = { checkIns, recordings, rulings, results: asPhone(official), corrections }
  return { clock: clock?.[0], marathons, applications, ...ofPoints, notices, staff, tombstones, records } as Tables
}

/**
 * The pull's statement with another page size. Its LIMITs become smaller by the difference. The part of a row becomes
 * its number times `20 / rows`, so that the parts of `rows` rows are below 20, the number of parts in a page of
 * PULL_PAGE_ROWS (worker/pull/pull).
 */
function smallPages(text: string, rows: number): string {
  // The draw has parts too, of another size.
  const part = new RegExp(`- 1\\) / (${ROWS_A_CELL}|${MIN_PULL_PAGE_ROWS}) AS part`)
  if (!part.test(text)) return text
  // The first LIMIT is one more than the rows in a page.
  const wanted = Number(/LIMIT (\d+)/.exec(text)?.[1]) - 1
  if (!(wanted > 0)) throw new Error('the pull has no LIMIT')
  const less = wanted - Math.ceil((wanted / PULL_PAGE_ROWS) * rows)
  return text
    .replaceAll(/LIMIT (\d+)/g, (_, limit) => `LIMIT ${Number(limit) - less}`)
    .replace(part, `- 1) * ${20 / rows} AS part`)
}
