import type { Server } from '../harness/server.ts'

/** Parse Server over PostgreSQL, where both are installed. */
export async function startParse(_rows: number): Promise<Server> {
  throw new Error('not written yet')
}
