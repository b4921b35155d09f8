import type { DBCore, DBCoreCursor, DBCoreTable } from 'dexie'
import type { AccountDb } from '../store/account-db.ts'

/**
 * Counts the rows that are read from a database from now on, by table. Counts and reads of keys alone are left out. The
 * database must not be open yet.
 */
export function countRows(db: AccountDb) {
  let rows: Record<string, number> = {}
  const add = (table: string, count: number) => {
    rows[table] = (rows[table] ?? 0) + count
  }
  const counted = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    get: (request) => {
      add(table.name, 1)
      return table.get(request)
    },
    getMany: (request) => {
      add(table.name, request.keys.length)
      return table.getMany(request)
    },
    query: async (request) => {
      const response = await table.query(request)
      if (request.values) add(table.name, response.result.length)
      return response
    },
    openCursor: async (request) => {
      const cursor = await table.openCursor(request)
      if (!cursor || !request.values) return cursor
      const start: DBCoreCursor['start'] = (onNext) =>
        cursor.start(() => {
          add(table.name, 1)
          onNext()
        })
      return Object.create(cursor, { start: { value: start } })
    },
  })
  db.use({
    stack: 'dbcore',
    name: 'count rows',
    create: (core): DBCore => ({ ...core, table: (name) => counted(core.table(name)) }),
  })
  return {
    /** The rows that were read since the last call, and starts again. */
    take() {
      const taken = rows
      rows = {}
      return taken
    },
  }
}
