import { drizzle } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

/** The database through Drizzle. Cheap: made once a request. */
export function openDb(d1: D1Database) {
  return drizzle(d1, { schema })
}
export type Db = ReturnType<typeof openDb>

export type MarathonRow = typeof schema.marathon.$inferSelect
export type ApplicationRow = typeof schema.application.$inferSelect
