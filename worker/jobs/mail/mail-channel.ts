import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { ACCOUNT_MAILS_A_DAY, CHANGE_MAILS_A_DAY, DAY_MS } from '../../../contract/limits.ts'
import { type MailKind, MUST_KNOW } from '../../../contract/mail.ts'
import type { NoticePart } from '../../../contract/notice.ts'
import { rowsOf, runBatch } from '../../db/client.ts'
import { getsAll, getsMail, isOfResults, mailBudgets, mustKnow } from '../../db/mail-sql.ts'
import type { Env } from '../../env.ts'
import type { MailFacts } from '../../mail/facts.ts'
import { logFailure } from '../../ops/log-failure.ts'
import type { Channel, Chunk } from '../deliver/channel.ts'
import { type AccountLimit, type Cause, openOf } from '../deliver/claims.ts'
import type { World } from '../deliver/deliver.ts'
import { concernedBy, isCurrent, isFor } from '../deliver/notices.ts'
import type { MailSettings } from './mail-settings.ts'
import { SEND_TIMEOUT_MS, sendMail } from './send-mail.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** How long a run may hold a mail: longer than the mail service may take. */
const HOLD_MS = SEND_TIMEOUT_MS + 5000
/** The service may have sent all of a day. */
const MAX_RETRY_MS = 3 * 3_600_000

type MailEnv = Pick<Env, 'DB' | 'MAIL' | 'SESSION_SECRET' | 'SESSION_SECRET_PREVIOUS' | 'FIREBASE_PROJECT_ID'>

/** Whoever gets a mail. Of a confirmation, `id` is the entry. */
interface Target {
  id: string
  uid: string
  email: string
  language: MailFacts['language']
  /** JSON of `entry` in MailFacts; null without one. */
  entry: string | null
  place: number | null
  timeMs: number | null
  /** JSON of the marathon; null if it is deleted. Of a notice, all have the same. */
  marathon: string | null
}

/** A notice as a mail needs it. */
interface MailNotice {
  kind: MailKind
  text: string
  parts: string
  by: string
  at: string
  title: string
}

const limit = (isFree: SQL): AccountLimit => ({
  budget: sql`('mail to ' || s.uid)`,
  isFree,
  cost: DAY_MS / ACCOUNT_MAILS_A_DAY,
  span: DAY_MS,
})

/** Mails of notices to the accounts that they concern, and confirmations of entries. */
export function mailChannel(env: MailEnv, settings: MailSettings, world: World): Channel {
  const { DB: d1 } = env
  return {
    name: 'mail',
    holdMs: HOLD_MS,
    maxRetryMs: MAX_RETRY_MS,
    causeOf: (id) =>
      id === ''
        ? {
            channel: 'entry',
            id,
            from: sql`application a JOIN account s ON s.uid = a.owner_uid AND a.status <> 'unconfirmed' AND ${getsAll}
              JOIN marathon m ON m.id = a.marathon_id AND m.hidden_at IS NULL`,
            key: sql`a.id`,
            limit: limit(sql`0`),
          }
        : {
            channel: 'mail',
            id,
            from: sql`account s JOIN notice n ON n.id = ${id} AND ${isCurrent} AND ${isFor} AND ${getsMail}`,
            key: sql`s.uid`,
            limit: limit(mustKnow),
          },
    targetsOf: (id, after, most) => concernedBy(d1, id, { table: 'account', key: sql`s.uid`, after, limit: most }),
    turns: { budgetsOf: mailBudgets, ms: DAY_MS / CHANGE_MAILS_A_DAY },
    async read(cause, ids, isLast) {
      const [targets, notices] = await runBatch(d1, [readTargets(cause, ids), readNotice(cause)])
      const [notice] = rowsOf<MailNotice>(notices)
      if (!notice && cause.channel === 'mail') return null
      return chunkOf(cause, rowsOf<Target>(targets), notice, { env, settings, world, isLast })
    },
  }
}

const MARATHON = sql`json_object('_id', m.id, 'title', m.title, 'location', m.location, 'description', m.description,
  'startDate', m.start_date, 'timeZone', m.time_zone, 'distance', m.distance, 'cancelled', m.cancelled, 'ver', m.ver,
  'organisedBy', coalesce(nullif(m.organised_by, ''), m.name))`
const ENTRY = sql`json_object('id', a.id, 'firstName', a.first_name, 'lastName', a.last_name, 'bib', coalesce(a.bib, ''),
  'code', a.code, 'status', a.status)`

/**
 * The targets that may get it and have not got it yet. A mail to one account is about the notice's entry, also where the
 * account has others. A mail to all is about an account's only entry; one of results, about its best result.
 */
function readTargets(cause: Cause, ids: string[]): SQL {
  if (cause.channel === 'entry') {
    return sql`SELECT a.id, s.uid, s.email, s.language, ${ENTRY} AS entry, NULL AS place, NULL AS timeMs, ${MARATHON} AS marathon
      FROM ${openOf(cause, ids)}`
  }
  return sql`SELECT c.id, c.uid, c.email, c.language, iif(a.id IS NULL, NULL, ${ENTRY}) AS entry, r.place, r.time AS timeMs,
      iif(m.id IS NULL, NULL, ${MARATHON}) AS marathon
    FROM (SELECT s.uid AS id, s.uid, s.email, s.language, n.marathon_id AS marathonId,
        iif(n.to_uid IS NOT NULL, n.application_id, (SELECT iif(${isOfResults} OR count(*) OVER () = 1, o.id, NULL)
          FROM application o LEFT JOIN result l ON l.id = o.id
          WHERE o.owner_uid = s.uid AND +o.marathon_id = n.marathon_id
          ORDER BY l.place IS NULL, l.place, o.id LIMIT 1)) AS entryId
      FROM ${openOf(cause, ids)}) c
    LEFT JOIN application a ON a.id = c.entryId LEFT JOIN result r ON r.id = c.entryId LEFT JOIN marathon m ON m.id = c.marathonId`
}

// Of a deleted marathon, and of an entry that is gone, the notice itself has the title.
const readNotice = ({ id }: Cause) => sql`SELECT n.kind, n.text, n.parts, n.by_name AS "by", n.at,
    coalesce(m.title, n.parts->>'$[0].title', '') AS title
  FROM notice n LEFT JOIN marathon m ON m.id = n.marathon_id WHERE n.id = ${id} AND ${isCurrent}`

function chunkOf(
  cause: Cause,
  targets: Target[],
  notice: MailNotice | undefined,
  { env, settings, world, isLast }: { env: MailEnv; settings: MailSettings; world: World; isLast: boolean },
): Chunk<Target> {
  const { from, address, origin } = settings
  /** The service has sent enough for now, or hangs: the other mails wait too, without a try of each. */
  let isFull = false
  return {
    at: notice?.at ?? new Date(world.now()).toISOString(),
    // One at a time: a run that is killed doubles one mail at most.
    lanes: [[targets]],
    isLeft: () => isFull && !isLast,
    async send(target) {
      if (!env.MAIL) return { kind: 'later', afterMs: null }
      let raw: string
      try {
        const facts = factsOf(target, notice)
        // It is large, and only this queue needs it.
        const { buildMail } = await import('../../mail/mail.ts')
        raw = await buildMail(facts, {
          from,
          to: target.email,
          origin,
          messageId: messageId(cause, target, address),
          date: new Date(world.now()),
          unsubscribe: MUST_KNOW.includes(facts.kind)
            ? null
            : `${origin}/unsubscribe/${await unsubscribeToken(env, target.uid)}`,
        })
      } catch (error) {
        // It would fail again, and the mails to others must not.
        logFailure('mail.not-made', error)
        return { kind: 'refused' }
      }
      const result = await sendMail(env.MAIL, address, target.email, raw)
      isFull ||= result.kind === 'later' || result.kind === 'silent'
      return result
    },
    drop: ({ email }) => sql`UPDATE account SET mail_ended = 'bounced' WHERE email = ${email}`,
  }
}

function factsOf(target: Target, notice: MailNotice | undefined): MailFacts {
  const { language, entry, place, timeMs } = target
  const ofEntry = entry === null ? undefined : (JSON.parse(entry) as NonNullable<MailFacts['entry']>)
  const marathon =
    target.marathon === null
      ? { title: notice?.title ?? '' }
      : (JSON.parse(target.marathon) as Extract<MailFacts['marathon'], { _id: string }>)
  const about = { language, marathon, ...(ofEntry ? { entry: ofEntry } : {}) }
  // The entry's status when it is sent decides what is confirmed.
  if (!notice) return { ...about, kind: (ofEntry?.status ?? 'registered') as MailKind }
  const { kind, text, parts, by } = notice
  return {
    ...about,
    kind,
    ...(parts === '' ? {} : { parts: JSON.parse(parts) as NoticePart[] }),
    ...(kind === 'written' ? { text, by } : {}),
    ...(place === null || timeMs === null ? {} : { result: { place, timeMs } }),
  }
}

/** The same for the same mail, so that a double can be known. */
function messageId({ channel, id }: Cause, target: Target, address: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([channel, id, target.id]))
    .digest('base64url')
  return `<${hash}@${address.split('@')[1]}>`
}
