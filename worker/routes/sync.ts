import { Hono } from 'hono'
import { OP_VERSION } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import {
  BOOKMARK,
  NEXT_CURSOR,
  type Op,
  type SyncRequest,
  syncRequestSchema,
  type Verdict,
} from '../../contract/sync.ts'
import { countCall, isLimited } from '../auth/rate-limit.ts'
import type { App, SyncNumbers } from '../env.ts'
import { groupCommit } from '../group/group-commit.ts'
import { type SyncResult, sync as syncOps } from '../ops/sync.ts'
import { pageText } from '../pull/pull.ts'
import { parseCursor } from '../pull/pull-sources.ts'
import { assertNotRefused } from '../pull/read-budget.ts'
import { afterCommit, chargeAfter } from './after-commit.ts'
import { readJson } from './read-json.ts'
import { assertFresh, assertOpen, isFresh, requireUser } from './require-user.ts'

/** POST /sync: the request carries ops; the response carries their verdicts and the rows that changed. */
export const sync = new Hono<App>().post('/sync', requireUser, async (c) => {
  const user = c.get('user')
  // Edits have a second limit, below. Phones that follow a live room only pull, and do not use it up.
  await countCall(c.env, 'READ_LIMIT', user.uid)
  const request = await readJson(c, syncRequestSchema)
  if (request.ops.length > 0) await countCall(c.env, 'SYNC_LIMIT', user.uid)
  if (request.uid !== user.uid) throw new Problem('WRONG_ACCOUNT', 'The session belongs to another account.')
  if (request.ops.length > 0 && !isFresh(user)) {
    // A phone whose account was deleted cannot renew its session, so it learns of that first.
    await assertOpen(c)
    assertFresh(user)
  }
  const isPull = request.ops.length === 0
  if (isPull && isLimited(c.env)) assertNotRefused(user.uid, Date.now())
  const d1 = c.get('d1')
  const run = () => syncOps(c.env.DB, user, request, Date.now, isLimited(c.env), groupCommit(c.env))
  // Whoever accepts an invitation starts over, to see at once what that changed. No bookmark tells of it.
  const isNear = isPull && request.cursor !== null
  const { page, results, halted, commit, retries } = isNear
    ? await d1.readNear(request.bookmark, run, (result) => isBehind(result.page, request))
    : await run()
  afterCommit(c, commit)
  chargeAfter(c, page.bytes)
  if (request.ops.length > 0 || halted) c.set('numbers', numbersOf(request.ops, results, halted?.code, retries))
  // SQLite returns the columns as JSON text. To parse and print them again would take most of this call's time.
  const bookmark = d1.bookmark() ?? undefined
  const head = JSON.stringify({
    results,
    halted,
    cursor: page.cursor,
    more: page.more,
    reset: page.reset,
    epoch: page.epoch,
    bookmark,
    serverTime: new Date().toISOString(),
    minVersion: OP_VERSION,
  })
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  // The headers come before the rows: the phone asks for the next page while this one is on its way.
  if (page.more && !halted && page.cursor) {
    headers[NEXT_CURSOR] = page.cursor
    if (bookmark) headers[BOOKMARK] = bookmark
  }
  return c.body(`${head.slice(0, -1)},${pageText(page)}}`, 200, headers)
})

/**
 * Is the page from a state of the database that is older than what the phone has seen or was told of? A replica may also
 * be from before a restore, so that its reset counts for nothing.
 */
function isBehind({ seq, reset }: SyncResult['page'], { cursor, toldSeq = 0 }: SyncRequest): boolean {
  const { sent, began } = parseCursor(cursor)
  return reset || (seq !== undefined && seq < Math.max(sent, began, toldSeq))
}

function numbersOf(ops: Op[], results: Verdict[], halted: string | undefined, retries: number): SyncNumbers {
  const oldest = Math.min(...ops.map(({ at }) => Date.parse(at)).filter(Number.isFinite), Date.now())
  return {
    ops: ops.length,
    rejected: results.filter(({ status }) => status === 'rejected').length,
    clashes: results.filter(({ conflicts }) => conflicts).length,
    halted,
    retries,
    waitedS: Math.round((Date.now() - oldest) / 1000),
  }
}
