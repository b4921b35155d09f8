import { Hono } from 'hono'
import { OP_VERSION } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { syncRequestSchema } from '../../contract/sync.ts'
import { countCall, isLimited } from '../auth/rate-limit.ts'
import { requireUser } from '../auth/require-user.ts'
import { sync as syncOps } from '../domain/sync.ts'
import type { App } from '../env.ts'
import { readJson } from './read-json.ts'

/** POST /sync: ops in, verdicts and what changed out. */
export const sync = new Hono<App>().post('/sync', requireUser, async (c) => {
  const user = c.get('user')
  await countCall(c, 'SYNC_LIMIT', user.uid)
  const request = await readJson(c, syncRequestSchema)
  if (request.uid !== user.uid) throw new Problem('WRONG_ACCOUNT', 'The session belongs to another account.')
  const { page, results, halted } = await syncOps(c.env.DB, user, request, Date.now, isLimited(c.env))
  // The lists are JSON text from SQLite: parsing and printing them again would be most of this call's cost.
  const head = JSON.stringify({
    results,
    halted,
    cursor: page.cursor,
    more: page.more,
    reset: page.reset,
    serverTime: new Date().toISOString(),
    minVersion: OP_VERSION,
  })
  const lists = `"marathons":${page.marathons},"applications":${page.applications},"deleted":${page.deleted}`
  return c.body(`${head.slice(0, -1)},${lists}}`, 200, { 'Content-Type': 'application/json' })
})
