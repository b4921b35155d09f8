import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type * as schema from './schema.ts'

const dialect = new SQLiteAsyncDialect()

/** A statement from Drizzle's `sql`, to run or to batch. (Drizzle's own batch takes no raw SQL with parameters.) */
export function statement(d1: D1Database, query: SQL): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return d1.prepare(text).bind(...params)
}

/** The rows of one query. */
export async function allRows<T>(d1: D1Database, query: SQL): Promise<T[]> {
  return (await statement(d1, query).all<T>()).results
}

/**
 * A table's rows as one cell each: twenty cells cost D1 more than all the rest of a lookup.
 * `packedRow` is `json_array(a.id, a.owner_uid, …)`, and `row` reads what it gave.
 */
export function packRows<T extends Table>(table: T, alias: string) {
  const columns = Object.entries(getTableColumns(table))
  return {
    packedRow: sql.raw(`json_array(${columns.map(([, column]) => `${alias}.${column.name}`).join(', ')})`),
    row(packedRow: string): T['$inferSelect'] {
      const values = JSON.parse(packedRow) as unknown[]
      return Object.fromEntries(columns.map(([name], index) => [name, values[index]]))
    },
  }
}

export type MarathonRow = typeof schema.marathon.$inferSelect
export type ApplicationRow = typeof schema.application.$inferSelect
