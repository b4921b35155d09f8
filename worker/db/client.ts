import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import * as schema from './schema.ts'

const dialect = new SQLiteAsyncDialect()

/** The query builder, for plain statements outside a batch. */
export function openDb(d1: D1Database) {
  return drizzle(d1, { schema })
}

/** A statement from Drizzle's `sql`, to run or to batch. (Drizzle's own batch takes no raw SQL with parameters.) */
export function statement(d1: D1Database, query: SQL): D1PreparedStatement {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return d1.prepare(text).bind(...params)
}

/** The rows of one query. */
export async function allRows<T>(d1: D1Database, query: SQL): Promise<T[]> {
  return (await statement(d1, query).all<T>()).results
}

/** `a.id AS id, a.owner_uid AS ownerUid, …`: a table's columns under the names of its row type. */
export function columnsOf(table: Table, alias: string): SQL {
  const columns = Object.entries(getTableColumns(table))
  return sql.raw(columns.map(([name, column]) => `${alias}.${column.name} AS "${name}"`).join(', '))
}

export type MarathonRow = typeof schema.marathon.$inferSelect
export type ApplicationRow = typeof schema.application.$inferSelect
