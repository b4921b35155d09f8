import { sql } from 'drizzle-orm'
import { allRows } from '../db/client.ts'

/** Resolves where D1 answers and holds our tables. */
export async function isAlive(d1: D1Database): Promise<void> {
  await allRows(d1, sql`SELECT seq FROM clock`)
}
