import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { type PushPayload, pushServiceOf } from '../../../contract/push.ts'
import { isOfOneEntry, pushSubject } from '../../../contract/push-subject.ts'
import type { Env, PushTask } from '../../env.ts'
import { logFailure } from '../../ops/log-failure.ts'
import {
  claimPush,
  dropSubscription,
  endChunk,
  endDelivery,
  movePushClock,
  noticesToPush,
  PUSH_TURN_MS,
  type PushNotice,
  type PushTarget,
  readChunk,
  subscriptionsOf,
  takePushTurn,
} from './push-deliveries.ts'
import { type PushOptions, SEND_TIMEOUT_MS, type SendResult, sendPush } from './send-push.ts'
import { type VapidKeys, vapidKeys } from './vapid.ts'

/** Most rounds of handing over notices, of 100 each. A draw or a larger capacity promotes many at once. */
const MAX_ROUNDS = 100
const CHUNK_SUBSCRIPTIONS = 100
/** Subscriptions that one run splits into chunks. */
const PART_SUBSCRIPTIONS = 2000
/** How long a run may hold a push: longer than a push service may take. */
const HOLD_MS = SEND_TIMEOUT_MS + 5000
/**
 * A push that fails waits for this, and twice as long after each further attempt, unless the push service names a time.
 */
const RETRY_MS = 15_000
const MAX_RETRY_MS = 3_600_000
/** How often the queue delivers a chunk again: `max_retries` in wrangler.toml. */
const MAX_RETRIES = 8
/** A phone that is off gets a push within a day; later it finds the notice in the app. Older notices are not pushed. */
const TTL_S = 86_400
/** Pushes that one run sends at the same time, to known hosts and to others each. A worker may have six requests open. */
const PARALLEL = 3
/** A push service takes 4096 bytes. The encryption takes 103 of them (RFC 8291, section 4). */
const MAX_PAYLOAD_BYTES = 3993

type PushEnv = Pick<Env, 'DB' | 'DELIVERY_QUEUE' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT'>

/** What a run needs of the world. Tests pass their own. */
interface World {
  now: () => number
  fetch: typeof fetch
}
const WORLD: World = { now: Date.now, fetch: (...call) => fetch(...call) }

/**
 * Hands the urgent notices that are new to the push queue. It runs after a commit with such a notice, and every five
 * minutes for notices that a lost request did not hand over. Without push it does nothing. It never throws.
 */
export async function queuePushes(env: PushEnv, now: number): Promise<void> {
  if (!env.DELIVERY_QUEUE || !vapidKeys(env)) return
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const notices = await noticesToPush(env.DB, new Date(now - TTL_S * 1000).toISOString())
      const last = notices.at(-1)
      if (!last) return
      await env.DELIVERY_QUEUE.sendBatch(notices.map(({ id }) => ({ body: { noticeId: id } })))
      // If the request dies here, the notices are queued again. Claims prevent that a phone gets one twice.
      await movePushClock(env.DB, last.seq)
    }
  } catch (error) {
    logFailure('push.not-queued', error)
  }
}

/**
 * The consumer of the push queue.
 *
 *     notice -> parts of 2,000 subscriptions -> chunks of 100 -> for each: claim, send, finish
 *
 * - The queue delivers a message at least once. A run that is killed is repeated without the finished pushes. Only the
 *   few that were being sent (PARALLEL) may be sent twice.
 * - An event pushes URGENT_AN_HOUR notices to everybody at once and an hour. Later ones wait for their turn.
 * - A claim is held for fifteen seconds. Two runs of the same chunk do not send the same push.
 * - A chunk with pushes that failed for now goes back to the queue, until all are finished or the queue gives up. So
 *   does a message while D1 or the queue fails.
 */
export async function consumePushes(batch: MessageBatch<PushTask>, env: PushEnv, world: World = WORLD): Promise<void> {
  const keys = vapidKeys(env)
  // Push was switched off. The phones find the notices in the app.
  if (!keys) return
  for (const message of batch.messages) {
    const waitMs = await consumeMessage(message, env, keys, world).catch((error: unknown) => {
      logFailure('push.failed', error)
      return Math.min(MAX_RETRY_MS, backoffMs(message.attempts))
    })
    if (waitMs !== null) message.retry({ delaySeconds: Math.ceil(waitMs / 1000) })
  }
}

/** @returns after how long the message has to come again; null if it is finished. @throws errors of D1 and the queue */
async function consumeMessage(
  { body: { noticeId, ids, after = '' }, attempts }: MessageBatch<PushTask>['messages'][number],
  env: PushEnv,
  keys: VapidKeys,
  world: World,
): Promise<number | null> {
  if (ids) return pushChunk(env.DB, keys, world, noticeId, ids, attempts)
  if (after === '') {
    const waitMs = await takePushTurn(env.DB, noticeId, world.now())
    if (waitMs === null) return null
    // Many notices may wait for the same turn, so a later try waits for a later one.
    if (waitMs > 0) return attempts > MAX_RETRIES ? null : waitMs + (attempts - 1) * PUSH_TURN_MS
  }
  await queueChunks(env, noticeId, after)
  return null
}

/** The pause after the given number of tries, ms. It grows, so that the tries last for about an hour. */
const backoffMs = (attempts: number) => RETRY_MS * 2 ** (attempts - 1)

async function queueChunks({ DB, DELIVERY_QUEUE }: PushEnv, noticeId: string, after: string): Promise<void> {
  const ids = await subscriptionsOf(DB, noticeId, after, PART_SUBSCRIPTIONS)
  const chunks: { body: PushTask }[] = []
  for (let at = 0; at < ids.length; at += CHUNK_SUBSCRIPTIONS) {
    chunks.push({ body: { noticeId, ids: ids.slice(at, at + CHUNK_SUBSCRIPTIONS) } })
  }
  const last = ids.at(-1)
  if (last !== undefined && ids.length === PART_SUBSCRIPTIONS) chunks.push({ body: { noticeId, after: last } })
  if (chunks.length > 0) await DELIVERY_QUEUE?.sendBatch(chunks)
}

/** @returns after how long the chunk has to come again; null if it is finished */
async function pushChunk(
  d1: D1Database,
  keys: VapidKeys,
  world: World,
  noticeId: string,
  ids: string[],
  attempts: number,
): Promise<number | null> {
  const { notice, targets } = await readChunk(d1, noticeId, ids)
  // The notice was deleted.
  if (!notice) return null
  const ageS = Math.max(0, Math.ceil((world.now() - Date.parse(notice.at)) / 1000))
  const ttl = TTL_S - ageS
  if (ttl <= 0) return null
  const pauseMs = backoffMs(attempts)
  const counts = { sent: 0, gone: 0, refused: 0, later: 0, silent: 0 }
  // How often nothing answered: of a host, of a service with hosts of any name, and there of an account. A push service
  // that hangs must not hold up the phones of the others, nor an account that makes up names of hosts. Their own phones
  // are tried when the chunk comes again; the last try asks for each of them.
  const silent = new Map<string, number>()
  const isLeft = (target: PushTarget) => {
    const { host, service, ofAccount } = whoseAnswer(target)
    return (
      attempts <= MAX_RETRIES && (silent.has(host) || silent.has(ofAccount) || (silent.get(service) ?? 0) >= PARALLEL)
    )
  }
  /** Sends the pushes of one account after the other, as long as there are some. @returns the end of the last push */
  const sendAll = async (accounts: PushTarget[][]): Promise<SQL[]> => {
    // The end of a push is written together with the claim of the next one. So each push costs one round trip.
    let end: SQL[] = []
    for (let account = accounts.shift(); account; account = accounts.shift()) {
      for (const target of account) {
        if (isLeft(target)) continue
        const last = end
        const claim = () => claimPush(d1, noticeId, target.id, { now: world.now(), holdMs: HOLD_MS }, last)
        const mine = await twice(claim)
        end = []
        if (!mine) continue
        const result = await sendPush(target, payloadOf(notice), optionsOf(notice, ttl), keys, world.fetch)
        counts[result.kind] += 1
        if (result.kind === 'silent') {
          for (const who of Object.values(whoseAnswer(target))) silent.set(who, (silent.get(who) ?? 0) + 1)
        }
        end = [endOf(noticeId, target.id, result, world.now(), pauseMs)]
      }
    }
    return end
  }
  // Phones at hosts of any name wait for each other alone: an account can make such a name up.
  const kinds = Map.groupBy(targets, (target) => whoseAnswer(target).host === whoseAnswer(target).service)
  const lanes = [...kinds.values()].flatMap((ofKind) => {
    const accounts = [...Map.groupBy(ofKind, ({ uid }) => uid).values()]
    return Array.from({ length: PARALLEL }, () => sendAll(accounts))
  })
  const ends = (await Promise.all(lanes)).flat()
  const due = await twice(() => endChunk(d1, noticeId, ids, ends))
  console.log(JSON.stringify({ event: 'push.chunk', notice: noticeId, ...counts }))
  if (due === null) return null
  // The chunk comes again when its first push is due. The last try waits for all pushes.
  const until = attempts < MAX_RETRIES ? due.first : due.last
  // The chunk's own pause grows too. Otherwise many different due times would use up the tries.
  return Math.max(Math.min(pauseMs / 2, MAX_RETRY_MS), until - world.now())
}

/**
 * Calls again once after an error. The batch of a claim also ends the previous push, and without that write the previous
 * push would be sent again. If the first claim was written and only its response was lost, the second call claims
 * nothing; that push is sent when the claim expires.
 */
const twice = <Result>(call: () => Promise<Result>): Promise<Result> => call().catch(call)

/** The statement that ends a push. */
function endOf(noticeId: string, id: string, result: SendResult, now: number, backoffMs: number): SQL {
  if (result.kind === 'gone') return dropSubscription(id)
  if (result.kind === 'sent' || result.kind === 'refused') return endDelivery(noticeId, id, null)
  const afterMs = result.kind === 'later' ? (result.afterMs ?? 0) : 0
  return endDelivery(noticeId, id, now + Math.min(Math.max(afterMs, backoffMs), MAX_RETRY_MS))
}

/** Who is silent where a push to this phone gets no answer. */
function whoseAnswer({ uid, endpoint }: PushTarget) {
  const service = pushServiceOf(endpoint)
  return { host: new URL(endpoint).hostname, service, ofAccount: `${uid} ${service}` }
}

/**
 * Without the parts where they would make the push too large, and where they are about one entry: a push has no contact
 * data. The phone then shows the text as it is, or one of its own.
 */
function payloadOf({ kind, marathonId, title, text, parts, at }: PushNotice): PushPayload {
  const payload = { kind, marathonId, title, text, at }
  if (parts === '' || isOfOneEntry(kind)) return payload
  const whole = { ...payload, parts: JSON.parse(parts) as NonNullable<PushPayload['parts']> }
  return Buffer.byteLength(JSON.stringify(whole)) > MAX_PAYLOAD_BYTES ? payload : whole
}

function optionsOf({ id, kind, marathonId }: PushNotice, ttl: number): PushOptions {
  const subject = `${marathonId} ${pushSubject(kind) ?? id}`
  return {
    ttl,
    // What is about one entry can wait until the phone wakes up by itself.
    urgency: isOfOneEntry(kind) ? 'normal' : 'high',
    topic: createHash('sha256').update(subject).digest('base64url').slice(0, 32),
  }
}
