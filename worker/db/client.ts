import { type Column, fillPlaceholders, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import { APPLICATION, type ApplicationField, namesOf } from '../../contract/fields.ts'
import type { RECORDING_KINDS } from '../../contract/results/recording.ts'
import type * as schema from './schema.ts'

const dialect = new SQLiteAsyncDialect()

/** The text of a query from Drizzle's `sql`, and its values. */
export function textOf(query: SQL): [text: string, ...values: unknown[]] {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return [text, ...params]
}

/** Prepares a statement from Drizzle's `sql`. (Drizzle's own batch accepts no raw SQL with parameters.) */
export function statement(d1: D1Database, query: SQL): D1PreparedStatement {
  const [text, ...values] = textOf(query)
  return d1.prepare(text).bind(...values)
}

/** Prepares a statement with values for the query's placeholders, by their names. */
export type Template = (d1: D1Database, values: Record<string, unknown>) => D1PreparedStatement

/** Makes the text of a query with `sql.placeholder`s once. To make that of a pull takes longer than to run it. */
export function templateOf(query: SQL): Template {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return (d1, values) => d1.prepare(text).bind(...fillPlaceholders(params, values))
}

/**
 * A whole number that stands in the query's text. Every LIMIT and OFFSET is one: SQLite plans a statement with a bound
 * LIMIT anew whenever the value is bound, because the plan depends on it.
 * @throws Error for any other number
 */
export function literal(value: number): SQL {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is not a whole number`)
  return sql.raw(String(value))
}

/** Runs one query and returns its rows. */
export async function allRows<T>(d1: D1Database, query: SQL): Promise<T[]> {
  return (await statement(d1, query).all<T>()).results
}

/** Runs queries as one batch: all of them, or none. */
export function runBatch<T = unknown>(d1: D1Database, queries: SQL[]): Promise<D1Result<T>[]> {
  return d1.batch<T>(queries.map((query) => statement(d1, query)))
}

/** The rows of one result of a batch. D1 does not know their type: T is what the query selects. */
export function rowsOf<T>(result: D1Result | undefined): T[] {
  return result ? (result.results as T[]) : []
}

/** D1 accepts at most this many arguments of a function. */
const MAX_ARGUMENTS = 32

/**
 * Packs each row of a table into one cell, because D1 is slow to return the twenty cells of a row one by one.
 * @param alias the table's alias in the query
 * @param without names of columns that are left out
 * @returns `packedRow`: SQL for the cell, `json_array(a.id, a.owner_uid, …)`, of a long row several such lists in one; `row`:
 *   reads such a cell as a row
 */
export function packRows<T extends Table, Without extends keyof T['$inferSelect'] = never>(
  table: T,
  alias: string,
  without: readonly Without[] = [],
) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name as Without))
  const names = columns.map(([, column]) => `${alias}.${column.name}`)
  const lists: string[] = []
  for (let from = 0; from < names.length; from += MAX_ARGUMENTS)
    lists.push(`json_array(${names.slice(from, from + MAX_ARGUMENTS).join(', ')})`)
  return {
    packedRow: lists.length === 1 ? lists.join() : `json_array(${lists.join(', ')})`,
    row(packedRow: string): Omit<T['$inferSelect'], Without> {
      // No column is a list.
      const values = (JSON.parse(packedRow) as unknown[]).flat()
      const read = (column: Column, value: unknown) => (column.dataType === 'boolean' ? value === 1 : value)
      return Object.fromEntries(columns.map(([name, column], index) => [name, read(column, values[index])])) as Omit<
        T['$inferSelect'],
        Without
      >
    },
  }
}

export type MarathonRow = typeof schema.marathon.$inferSelect
export type ApplicationRow = typeof schema.application.$inferSelect
/** The columns of an application that may be long, and that only an edit of them needs. */
export const APPLICATION_TEXTS = [
  ...namesOf(APPLICATION, () => true).filter(isText),
  'answers',
  'staffAnswers',
] as const
type ApplicationText = Exclude<ApplicationField, 'firstName' | 'lastName' | 'email'>

function isText(name: ApplicationField): name is ApplicationText {
  return name !== 'firstName' && name !== 'lastName' && name !== 'email'
}

/** An application without these columns. An account may have thousands of long ones, which no verdict needs. */
export type ApplicationCore = Omit<ApplicationRow, ApplicationText | 'answers' | 'staffAnswers'>

/** Was the application read with all of its columns? */
export function isWhole(row: ApplicationCore): row is ApplicationRow {
  return 'description' in row
}

type RecordingKind = (typeof RECORDING_KINDS)[number]
export type CheckInRow = typeof schema.recording.$inferSelect & { kind: 'check-in'; applicationId: string }
export type RecordingRow = typeof schema.recording.$inferSelect & {
  kind: RecordingKind
  tick: number
}
export type RulingRow = typeof schema.ruling.$inferSelect
export type NoticeRow = typeof schema.notice.$inferSelect
export type StaffRow = typeof schema.staff.$inferSelect
