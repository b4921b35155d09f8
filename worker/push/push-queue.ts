import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { pushSubject } from '../../contract/push-subject.ts'
import {
  claimPush,
  dropSubscription,
  endPage,
  finishPush,
  movePushClock,
  noticesToPush,
  type PushNotice,
  putOffPush,
  readPage,
  subscriptionsOf,
} from '../domain/push-deliveries.ts'
import type { Env, PushTask } from '../env.ts'
import { type PushOptions, type PushOutcome, SEND_TIMEOUT_MS, sendPush } from './send-push.ts'
import { type VapidKeys, vapidKeys } from './vapid.ts'

/** Most rounds of handing over notices, of 100 each. A draw or a larger capacity promotes many at once. */
const MAX_ROUNDS = 100
const PAGE_SUBSCRIPTIONS = 100
/** Subscriptions that one run splits into pages. */
const PART_SUBSCRIPTIONS = 2000
/** How long a run may hold a push: longer than a push service may take. */
const HOLD_MS = SEND_TIMEOUT_MS + 5000
/**
 * A push that fails waits for this, and twice as long after each further attempt, unless the push service names a time.
 */
const RETRY_MS = 15_000
const MAX_RETRY_MS = 3_600_000
/** How often the queue delivers a page again: `max_retries` in wrangler.toml. */
const MAX_RETRIES = 8
/** A phone that is off gets a push within a day; later it finds the notice in the app. Older notices are not pushed. */
const TTL_S = 86_400

type PushEnv = Pick<Env, 'DB' | 'PUSH_QUEUE' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'>

/** What a run needs of the world. Tests pass their own. */
interface World {
  now: () => number
  fetch: typeof fetch
}
const WORLD: World = { now: Date.now, fetch: (...call) => fetch(...call) }

/**
 * Hands the urgent notices that are new to the push queue. It runs after a commit with such a notice, and every five
 * minutes for what a lost request left. Without push it does nothing. It never throws.
 */
export async function queuePushes(env: PushEnv, now: number): Promise<void> {
  if (!env.PUSH_QUEUE || !vapidKeys(env)) return
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const notices = await noticesToPush(env.DB, new Date(now - TTL_S * 1000).toISOString())
      const last = notices.at(-1)
      if (!last) return
      await env.PUSH_QUEUE.sendBatch(notices.map(({ id }) => ({ body: { noticeId: id } })))
      // A request that is cut off before this hands them over once more, and each phone gets them once all the same.
      await movePushClock(env.DB, last.seq)
    }
  } catch (error) {
    console.error(JSON.stringify({ event: 'push.not-queued', error: error instanceof Error ? error.name : 'unknown' }))
  }
}

/**
 * The consumer of the push queue.
 *
 *     notice -> parts of 2,000 subscriptions -> pages of 100 -> for each: claim, send, finish
 *
 * - The queue delivers a message at least once. A run that is killed is repeated: what is finished is left out, and
 *   only the one push that was on its way may be sent twice.
 * - A claim is held for fifteen seconds. Two runs of the same page do not send the same push.
 * - A page with pushes that failed for now goes back to the queue, until all are finished or the queue gives up.
 */
export async function consumePushes(batch: MessageBatch<PushTask>, env: PushEnv, world: World = WORLD): Promise<void> {
  const keys = vapidKeys(env)
  // Push was switched off. The phones find the notices in the app.
  if (!keys) return
  for (const message of batch.messages) {
    const { noticeId, ids, after = '' } = message.body
    if (!ids) {
      await queuePages(env, noticeId, after)
      continue
    }
    const waitMs = await pushPage(env.DB, keys, world, noticeId, ids, message.attempts)
    if (waitMs !== null) message.retry({ delaySeconds: Math.ceil(waitMs / 1000) })
  }
}

async function queuePages({ DB, PUSH_QUEUE }: PushEnv, noticeId: string, after: string): Promise<void> {
  const ids = await subscriptionsOf(DB, noticeId, after, PART_SUBSCRIPTIONS)
  const pages: { body: PushTask }[] = []
  for (let at = 0; at < ids.length; at += PAGE_SUBSCRIPTIONS) {
    pages.push({ body: { noticeId, ids: ids.slice(at, at + PAGE_SUBSCRIPTIONS) } })
  }
  const last = ids.at(-1)
  if (last !== undefined && ids.length === PART_SUBSCRIPTIONS) pages.push({ body: { noticeId, after: last } })
  if (pages.length > 0) await PUSH_QUEUE?.sendBatch(pages)
}

/** @returns after how long the page has to come again; null if it is finished */
async function pushPage(
  d1: D1Database,
  keys: VapidKeys,
  world: World,
  noticeId: string,
  ids: string[],
  attempts: number,
): Promise<number | null> {
  const { notice, targets } = await readPage(d1, noticeId, ids)
  // The notice was deleted.
  if (!notice) return null
  const ageS = Math.max(0, Math.ceil((world.now() - Date.parse(notice.at)) / 1000))
  const ttl = TTL_S - ageS
  if (ttl <= 0) return null
  const backoffMs = RETRY_MS * 2 ** (attempts - 1)
  const counts = { sent: 0, gone: 0, refused: 0, later: 0 }
  // What ends the push before is written with the claim of the next one: one round trip for each push.
  let end: SQL[] = []
  for (const target of targets) {
    const mine = await claimPush(d1, noticeId, target.id, { now: world.now(), holdMs: HOLD_MS }, end)
    end = []
    if (!mine) continue
    const outcome = await sendPush(target, payloadOf(notice), optionsOf(notice, ttl), keys, world.fetch)
    counts[outcome.kind] += 1
    end = endOf(noticeId, target.id, outcome, world.now(), backoffMs)
  }
  const due = await endPage(d1, noticeId, ids, end)
  console.log(JSON.stringify({ event: 'push.page', notice: noticeId, ...counts }))
  if (due === null) return null
  // One push that waits for an hour does not hold up the others. The last try waits for all.
  const until = attempts < MAX_RETRIES ? due.first : due.last
  // Many different times must not use up the tries, so the pauses of a page grow too.
  return Math.max(Math.min(backoffMs / 2, MAX_RETRY_MS), until - world.now())
}

/** The statements that end a push. */
function endOf(noticeId: string, id: string, outcome: PushOutcome, now: number, backoffMs: number): SQL[] {
  switch (outcome.kind) {
    case 'gone':
      return [dropSubscription(id)]
    case 'later': {
      const afterMs = Math.min(Math.max(outcome.afterMs ?? 0, backoffMs), MAX_RETRY_MS)
      return [putOffPush(noticeId, id, now + afterMs)]
    }
    case 'sent':
    case 'refused':
      return [finishPush(noticeId, id)]
  }
}

function payloadOf({ kind, marathonId, title, text }: PushNotice) {
  return { kind, marathonId, title, text }
}

function optionsOf({ id, kind, marathonId }: PushNotice, ttl: number): PushOptions {
  const subject = `${marathonId} ${pushSubject(kind) ?? id}`
  return {
    ttl,
    // A promotion can wait until the phone wakes up by itself.
    urgency: kind === 'promoted' ? 'normal' : 'high',
    topic: createHash('sha256').update(subject).digest('base64url').slice(0, 32),
  }
}
