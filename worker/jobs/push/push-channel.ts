import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { URGENT_AN_HOUR } from '../../../contract/limits.ts'
import { type NewPushSubscription, type PushPayload, pushServiceOf } from '../../../contract/push.ts'
import { isOfOneEntry, pushSubject } from '../../../contract/push-subject.ts'
import { rowsOf, runBatch } from '../../db/client.ts'
import type { Channel, Chunk } from '../deliver/channel.ts'
import { type Cause, openOf } from '../deliver/claims.ts'
import type { World } from '../deliver/deliver.ts'
import { concernedBy, isCurrent, isFor } from '../deliver/notices.ts'
import { type PushOptions, SEND_TIMEOUT_MS, sendPush } from './send-push.ts'
import type { VapidKeys } from './vapid.ts'

/** How long a run may hold a push: longer than a push service may take. */
const HOLD_MS = SEND_TIMEOUT_MS + 5000
const HOUR_MS = 3_600_000
/** One push of a notice to everybody, or to the same account, costs its marathon this much time. */
const TURN_MS = HOUR_MS / URGENT_AN_HOUR
/** Pushes that one run sends at the same time, to known hosts and to others each. A worker may have six requests open. */
const PARALLEL = 3
/** A push service takes 4096 bytes. The encryption takes 103 of them (RFC 8291, section 4). */
const MAX_PAYLOAD_BYTES = 3993

/** A notice as a push needs it. */
interface PushNotice {
  id: string
  kind: string
  marathonId: string
  /** The title of the marathon. */
  title: string
  text: string
  /** The column `parts`: JSON, or ''. */
  parts: string
  /** When it was written, ISO 8601. */
  at: string
}

/** A subscription of a chunk, with the keys that its push is encrypted for. */
interface PushTarget extends NewPushSubscription {
  id: string
  uid: string
}

/** Pushes of urgent notices to the phones of the accounts that they concern. */
export function pushChannel(d1: D1Database, keys: VapidKeys, world: World): Channel {
  return {
    name: 'push',
    holdMs: HOLD_MS,
    maxRetryMs: HOUR_MS,
    causeOf: (id) => ({
      channel: 'push',
      id,
      from: sql`push_subscription s JOIN notice n ON n.id = ${id} AND ${isCurrent} AND ${isFor}`,
      key: sql`s.id`,
    }),
    targetsOf: (id, after, limit) => concernedBy(d1, id, { table: 'push_subscription', key: sql`s.id`, after, limit }),
    turns: {
      budgetsOf: (
        isDue,
      ) => sql`SELECT 'push:' || n.marathon_id || ifnull(' ' || n.to_uid, '') AS uid, ${TURN_MS} AS cost,
        ${HOUR_MS} AS span FROM notice n WHERE ${isDue}`,
      ms: TURN_MS,
    },
    async read(cause, ids, isLast) {
      const { notice, targets } = await readPushes(d1, cause, ids)
      return notice ? chunkOf(notice, targets, keys, world, isLast) : null
    },
  }
}

/** The notice, and those of the given subscriptions that exist, may get it and have not got it yet. */
async function readPushes(d1: D1Database, cause: Cause, ids: string[]) {
  const [notices, targets] = await runBatch(d1, [
    // Of a deleted marathon, the notice itself has the title.
    sql`SELECT n.id, n.kind, n.marathon_id AS marathonId, coalesce(m.title, n.parts->>'$[0].title', '') AS title, n.text,
        n.parts, n.at
      FROM notice n LEFT JOIN marathon m ON m.id = n.marathon_id WHERE n.id = ${cause.id} AND ${isCurrent}`,
    sql`SELECT s.id, s.uid, s.endpoint, s.p256dh, s.auth FROM ${openOf(cause, ids)}`,
  ])
  const rows = rowsOf<{ id: string; uid: string; endpoint: string; p256dh: string; auth: string }>(targets)
  return {
    notice: rowsOf<PushNotice>(notices)[0],
    targets: rows.map(({ p256dh, auth, ...target }): PushTarget => ({ ...target, keys: { p256dh, auth } })),
  }
}

function chunkOf(
  notice: PushNotice,
  targets: PushTarget[],
  keys: VapidKeys,
  world: World,
  isLast: boolean,
): Chunk<PushTarget> {
  // How often nothing answered: of a host, of a service with hosts of any name, and there of an account. A push service
  // that hangs must not hold up the phones of the others, nor an account that makes up names of hosts. Their own phones
  // are tried when the chunk comes again; the last try asks for each of them.
  const silent = new Map<string, number>()
  // Phones at hosts of any name wait for each other alone: an account can make such a name up.
  const kinds = Map.groupBy(targets, (target) => whoseAnswer(target).host === whoseAnswer(target).service)
  return {
    at: notice.at,
    lanes: [...kinds.values()].flatMap((ofKind) => {
      const accounts = [...Map.groupBy(ofKind, ({ uid }) => uid).values()]
      return Array.from({ length: PARALLEL }, () => accounts)
    }),
    isLeft(target) {
      const { host, service, ofAccount } = whoseAnswer(target)
      return !isLast && (silent.has(host) || silent.has(ofAccount) || (silent.get(service) ?? 0) >= PARALLEL)
    },
    async send(target, leftMs) {
      const options = optionsOf(notice, Math.floor(leftMs / 1000))
      const result = await sendPush(target, payloadOf(notice), options, keys, world.fetch)
      if (result.kind === 'silent') {
        for (const who of Object.values(whoseAnswer(target))) silent.set(who, (silent.get(who) ?? 0) + 1)
      }
      return result
    },
    drop: ({ id }) => sql`DELETE FROM push_subscription WHERE id = ${id}`,
  }
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
