import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateOf } from '../support/own-worker.ts'
import type { Report } from './report.ts'

type Value = string | number | null

/** The columns that say when something of an event is, by table. What was recorded keeps its time: phones have it too. */
const MOVED = {
  marathon: ['created_at', 'reg_start', 'reg_end', 'start_date', 'shown_until', 'previous_start', 'hand_over_until'],
  application: ['created_at', 'start_date', 'promoted_at'],
  result: ['start_date', 'official_at'],
  notice: ['at'],
}

/** The database of the worker, read and changed beside it. */
export class Database {
  readonly #db: DatabaseSync
  readonly #report: Report

  /** @param folder that of the own worker */
  constructor(folder: string, report: Report) {
    const files = globSync(join(stateOf(folder), 'state/v3/d1/**/*.sqlite')).filter((one) => !/metadata/.test(one))
    this.#db = new DatabaseSync(files[0] ?? '', { timeout: 10_000 })
    this.#report = report
  }

  rows<Row extends Record<string, Value>>(sql: string, ...values: Value[]): Row[] {
    return this.#db.prepare(sql).all(...values) as Row[]
  }

  /** The one value that a query gives. */
  value<T extends Value>(sql: string, ...values: Value[]): T {
    return Object.values(this.rows(sql, ...values)[0] ?? {})[0] as T
  }

  /**
   * Lets days pass: all dates of the event are moved back, so that a moment of it is soon. Phones get the event anew.
   * @param moment which moment of the event, and in how many ms it then is
   */
  letPass(moment: 'reg_start' | 'start_date', inMs: number): void {
    const at = Date.parse(this.value<string>(`SELECT ${moment} FROM marathon`))
    const ms = at - Date.now() - inMs
    const move = (column: string) => `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '${-ms / 1000} seconds')`
    this.#db.exec('BEGIN IMMEDIATE')
    for (const [table, columns] of Object.entries(MOVED)) this.#db.exec(`UPDATE ${table} SET ${columns.map(move)}`)
    this.#db.exec('UPDATE clock SET seq = seq + 1')
    this.#db.exec('UPDATE marathon SET seq = (SELECT seq FROM clock), ver = ver + 1')
    this.#db.exec('COMMIT')
    this.#report.moved(ms)
  }

  close(): void {
    this.#db.close()
  }
}
