import { type SQL, sql } from 'drizzle-orm'
import { ACCOUNT_MAILS_A_DAY } from '../../../contract/limits.ts'
import { allRows, literal, rowsOf, runBatch, statement } from '../../db/client.ts'
import { isMailed } from '../../db/mail-sql.ts'
import type { DeliveryTask, Env } from '../../env.ts'
import { ENTRY_OPS } from '../../ops/decide/decision.ts'
import { logFailure } from '../../ops/log-failure.ts'
import { mailSettings } from '../mail/mail-settings.ts'
import { vapidKeys } from '../push/vapid.ts'
import { LIFE_MS, sendTasks } from './deliver.ts'

/** Most rounds of one call. A draw or a larger capacity promotes many at once. */
const MAX_ROUNDS = 100
/** Most notices, and op records, that one round looks at. */
const MAX_NOTICES = 100
const MAX_RECORDS = 2000
/** Entries that one message tells. */
const CHUNK_ENTRIES = 100

type HandOverEnv = Pick<
  Env,
  'DB' | 'DELIVERY_QUEUE' | 'VAPID_PRIVATE_KEY' | 'VAPID_SUBJECT' | 'MAIL' | 'MAIL_FROM' | 'MAIL_ORIGIN'
>

/**
 * Hands what is new and to be pushed or mailed to the queue. It runs after a commit with such a cause, and every five
 * minutes for what a lost request did not hand over. Without push and mail it does nothing. It never throws.
 */
export async function handOver(env: HandOverEnv, now: number): Promise<void> {
  const { DB: d1, DELIVERY_QUEUE: queue } = env
  const means = { pushes: vapidKeys(env) !== null, mails: mailSettings(env) !== null }
  if (!queue || (!means.pushes && !means.mails)) return
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { tasks, seq, isLast } = await newTasks(d1, means, now)
      await sendTasks(queue, tasks)
      // If the request dies here, the causes are queued again. Claims prevent that somebody gets something twice.
      if (seq !== null) await moveDeliveryClock(d1, seq)
      if (isLast) return
    }
  } catch (error) {
    logFailure('delivery.not-queued', error)
  }
}

/**
 * Confirms by mail what an account has entered at events to come: its address was verified after that. Claims prevent that
 * it is told twice. It never throws.
 */
export async function handOverEntries(env: HandOverEnv, uid: string, now: number): Promise<void> {
  const { DB: d1, DELIVERY_QUEUE: queue } = env
  if (!queue || !mailSettings(env)) return
  try {
    const at = new Date(now).toISOString()
    const entries = await allRows<{ id: string }>(
      d1,
      sql`SELECT a.id FROM application a JOIN marathon m ON m.id = a.marathon_id
        WHERE a.owner_uid = ${uid} AND m.start_date > ${at} AND m.cancelled IS NULL LIMIT ${literal(ACCOUNT_MAILS_A_DAY)}`,
    )
    if (entries.length > 0) await sendTasks(queue, [{ entryIds: entries.map(({ id }) => id), at }])
  } catch (error) {
    logFailure('delivery.not-queued', error)
  }
}

/** Remembers that all causes up to this seq were handed to the queue. */
export async function moveDeliveryClock(d1: D1Database, seq: number): Promise<void> {
  await statement(
    d1,
    sql`INSERT INTO delivery_clock (id, seq) VALUES (1, ${seq}) ON CONFLICT (id) DO UPDATE SET seq = max(seq, excluded.seq)`,
  ).run()
}

interface NewNotice {
  id: string
  seq: number
  urgent: 0 | 1
  isMailed: 0 | 1
  at: string
}

/**
 * The messages of the next causes in the order of their commits. Each cause takes its seq at its commit, so that none is
 * missed.
 * @returns the seq up to which all causes are among them, null if there is nothing new; and whether no more are left
 */
async function newTasks(d1: D1Database, means: { pushes: boolean; mails: boolean }, now: number) {
  const since = new Date(now - LIFE_MS).toISOString()
  const [noticed, recorded] = await runBatch(d1, [
    sql`SELECT id, seq, urgent, ${isMailed} AS isMailed, at FROM notice n
      WHERE seq > ${CLOCK} ORDER BY seq LIMIT ${literal(MAX_NOTICES)}`,
    // Ops of staff are many more than entries.
    ...(means.mails ? [newEntries(since)] : []),
  ])
  const notices = rowsOf<NewNotice>(noticed)
  const records = rowsOf<{ seq: number; id: string | null }>(recorded)
  // Of what was cut off nothing is known behind its last row.
  const cuts = [
    ...(notices.length === MAX_NOTICES ? [notices.at(-1)?.seq ?? 0] : []),
    ...(records.length === MAX_RECORDS ? [records.at(-1)?.seq ?? 0] : []),
  ]
  const upTo = Math.min(...cuts, Number.MAX_SAFE_INTEGER)
  const isTold = ({ seq }: { seq: number }) => seq <= upTo
  const tasks: DeliveryTask[] = notices.filter(isTold).flatMap((notice): DeliveryTask[] => {
    if (notice.at < since) return []
    const { id: noticeId } = notice
    return [
      ...(means.pushes && notice.urgent ? [{ noticeId }] : []),
      ...(means.mails && notice.isMailed ? [{ noticeId, by: 'mail' as const }] : []),
    ]
  })
  const entries = records.filter(isTold).flatMap(({ id }) => id ?? [])
  for (let from = 0; from < entries.length; from += CHUNK_ENTRIES)
    tasks.push({ entryIds: entries.slice(from, from + CHUNK_ENTRIES), at: new Date(now).toISOString() })
  const seqs = [...notices, ...records].filter(isTold).map(({ seq }) => seq)
  return { tasks, seq: seqs.length > 0 ? Math.max(...seqs) : null, isLast: cuts.length === 0 }
}

const CLOCK = sql`coalesce((SELECT seq FROM delivery_clock WHERE id = 1), 0)`

/** The next op records; with the id of the entry where the op made one for its own account. */
function newEntries(since: string): SQL {
  const types = sql.raw(ENTRY_OPS.map((type) => `'${type}'`).join())
  return sql`SELECT seq, iif(type IN (${types}) AND modified = 1 AND decided_at >= ${since}, target_id, NULL) AS id
    FROM op_record WHERE seq > ${CLOCK} ORDER BY seq LIMIT ${literal(MAX_RECORDS)}`
}
