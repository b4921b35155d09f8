import { Hono } from 'hono'
import { OP_VERSION } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { syncRequestSchema } from '../../contract/sync.ts'
import { countCall, isLimited } from '../auth/rate-limit.ts'
import { sync as syncOps } from '../domain/sync.ts'
import type { App } from '../env.ts'
import { afterCommit } from './after-commit.ts'
import { readJson } from './read-json.ts'
import { assertFresh, requireUser } from './require-user.ts'

/** POST /sync: the request carries ops; the response carries their verdicts and the rows that changed. */
export const sync = new Hono<App>().post('/sync', requireUser, async (c) => {
  const user = c.get('user')
  await countCall(c, 'SYNC_LIMIT', user.uid)
  const request = await readJson(c, syncRequestSchema)
  if (request.uid !== user.uid) throw new Problem('WRONG_ACCOUNT', 'The session belongs to another account.')
  if (request.ops.length > 0) assertFresh(user)
  const { page, results, halted, commit } = await syncOps(c.env.DB, user, request, Date.now, isLimited(c.env))
  afterCommit(c, commit)
  // SQLite returns the lists as JSON text. To parse and print them again would take most of this call's time.
  const head = JSON.stringify({
    results,
    halted,
    cursor: page.cursor,
    more: page.more,
    reset: page.reset,
    epoch: page.epoch,
    serverTime: new Date().toISOString(),
    minVersion: OP_VERSION,
  })
  const { marathons, applications, checkIns, notices, deleted } = page
  const rows = `"marathons":${marathons},"applications":${applications},"checkIns":${checkIns}`
  const lists = `${rows},"notices":${notices},"deleted":${deleted}`
  return c.body(`${head.slice(0, -1)},${lists}}`, 200, { 'Content-Type': 'application/json' })
})
