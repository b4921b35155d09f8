import { sql } from 'drizzle-orm'
import { allRows } from '../db/client.ts'

/** Resolves if D1 responds and has our tables. @throws the error of D1 otherwise */
export async function isAlive(d1: D1Database): Promise<void> {
  await allRows(d1, sql`SELECT seq FROM clock`)
}
