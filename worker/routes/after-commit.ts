import type { Context } from 'hono'
import { isLimited } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { handOver } from '../jobs/deliver/hand-over.ts'
import { mailSettings } from '../jobs/mail/mail-settings.ts'
import { tellRooms } from '../live/tell-rooms.ts'
import { type Commit, emptyCommit } from '../ops/apply-ops.ts'
import { logFailure } from '../ops/log-failure.ts'
import { chargeRead } from '../pull/read-budget.ts'
import { forgetLists } from '../results/published-list.ts'

/**
 * What happens after the response of a call that committed something: the live rooms are told, and what is to be pushed or
 * mailed is handed to the queue. Nothing happens after a call that committed nothing.
 */
export function afterCommit(c: Context<App>, commit: Commit): void {
  if (commit.seq === 0) return
  // Names are hidden at once. A recording may be a second late.
  forgetLists(commit.marathonIds)
  c.executionCtx.waitUntil(tellRooms(c.env, commit))
  const isMail = mailSettings(c.env) && (commit.hasEntries || commit.notices.length > 0)
  if (!isMail && !commit.notices.some(({ urgent }) => urgent)) return
  // The response goes first: the round trips of the queue are none of the call's.
  const afterResponse = new Promise((resolve) => setTimeout(resolve))
  c.executionCtx.waitUntil(afterResponse.then(() => handOver(c.env, Date.now())))
}

/** Charges the user for what a read returned, after the response. */
export function chargeAfter(c: Context<App>, bytes: number): void {
  if (!isLimited(c.env)) return
  const charged = chargeRead(c.env.DB, c.get('user').uid, bytes, Date.now())
  c.executionCtx.waitUntil(charged.catch((error) => logFailure('read.charge.failed', error)))
}

/** `afterCommit` for a change of a marathon's staff, which concerns their screens alone. */
export function afterStaffCommit(c: Context<App>, marathonId: string, seq: number): void {
  if (seq > 0) afterCommit(c, { ...emptyCommit(), seq, staffMarathonIds: new Set([marathonId]) })
}
