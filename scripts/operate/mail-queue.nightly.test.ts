import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { Kill } from '../../worker/testing/kill.ts'
import { randomFrom } from '../local/random.ts'
import {
  type Deliveries,
  marathonRow,
  numbersTo,
  startDeliveries,
  type Told,
  untilNone,
} from '../testing/killed-deliveries.ts'

// Mails by the queue of deliveries in real workerd, sent with the binding that Miniflare simulates.

/** MAILS=10000 MAIL_KILLS=20 is the long run: some minutes. Each account gets two, a confirmation and a notice. */
const ACCOUNTS = Number(process.env.MAILS || 600) / 2
const KILLS = Number(process.env.MAIL_KILLS || 4)
const SEED = Number(process.env.MAIL_SEED || Date.now() % 2 ** 31)
/** Runs that are killed, until there were enough: of all first runs at most. */
const KILLED = Math.min(1, (120 * KILLS) / ACCOUNTS)
/** Calls of a run with a chunk of 100 (one read, a claim and a mail for each, and the end), and of one that splits. */
const CALLS = { chunk: 202, split: 3 }
const LIMIT_MS = 1_500_000

const random = randomFrom(SEED)
let server: Deliveries | undefined
afterEach(async () => {
  await server?.dispose()
  server = undefined
})

const more = {
  bindings: {
    MAIL_FROM: 'Startline <mail@run.example>',
    MAIL_ORIGIN: 'https://run.example',
    FIREBASE_PROJECT_ID: 'startline',
    SESSION_SECRET: 'only-for-tests-0123456789abcdef0123456789abcdef',
  },
  email: { send_email: [{ name: 'MAIL' }] },
}

/** An event with a notice by mail, and accounts with an entry each. */
function rows(db: Deliveries['db'], accounts: number) {
  const at = new Date().toISOString()
  const numbers = numbersTo(accounts)
  return [
    marathonRow(db, at),
    db
      .prepare(
        `INSERT INTO notice (id, marathon_id, kind, text, urgent, by_mail, at, by_name, ver, seq)
        VALUES ('notice-1', 'm', 'written', 'Park at Pier 7.', 0, 1, ?, 'Olivia', 1, 2)`,
      )
      .bind(at),
    db
      .prepare(
        `INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
          description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq, code)
        ${numbers} SELECT 'a' || i, 'm', 'u' || i, i, '', ?1, '', '', '', 'Ada', 'Lauf', '', '', '', ?1, 1, i + 2, i FROM n`,
      )
      .bind(at),
    db
      .prepare(
        `INSERT INTO op_record (seq, op_id, uid, type, target_id, verdict, modified, decided_at, content)
        ${numbers} SELECT i + 2, 'op' || i, 'u' || i, 'application.create', 'a' || i, '{"status":"applied"}', 1, ?1, '' FROM n`,
      )
      .bind(at),
    db.prepare(
      `INSERT INTO account (uid, email, email_verified, language)
        ${numbers} SELECT 'u' || i, 'u' || i || '@example.com', 1, 'en' FROM n`,
    ),
  ]
}

it(`sends ${2 * ACCOUNTS} mails though ${KILLS} runs are killed, at most one double a kill`, async () => {
  console.log(`seed ${SEED}`)
  let kills = 0
  let splits = 0
  const plan = (told: Told): Kill | null => {
    if (told === 'killed') kills += 1
    if (told === 'killed' || kills === KILLS || random() > KILLED) return null
    // The queue gives up a message after nine runs.
    if (told === 'split' && ++splits > KILLS / 2) return null
    return { call: Math.floor(random() * CALLS[told]), when: random() < 0.5 ? 'before' : 'after' }
  }
  const received = new Map<string, number>()
  server = await startDeliveries({ plan, sent: (to) => received.set(to, (received.get(to) ?? 0) + 1), more })
  const { db, handOver, dead } = server
  await db.batch(rows(db, ACCOUNTS))
  const begin = performance.now()
  // Handed over twice, as by a request and the cron at the same time.
  await Promise.all([handOver(), handOver()])
  const done = db.prepare("SELECT count(*) AS n FROM delivery WHERE held_until IS NULL AND target_id > ''")
  await untilNone(async () => 2 * ACCOUNTS - Number(await done.first('n')), LIMIT_MS)
  const seconds = Math.round((performance.now() - begin) / 1000)
  const counts = Array.from({ length: ACCOUNTS }, (_, i) => received.get(`u${i + 1}@example.com`) ?? 0)
  const doubles = counts.reduce((sum, count) => sum + count - 2, 0)
  console.log(`${2 * ACCOUNTS} mails in ${seconds} s, ${kills} kills, ${doubles} doubles`)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(2)
  expect(received.size).toBe(ACCOUNTS)
  expect(kills).toBe(KILLS)
  expect(doubles).toBeLessThanOrEqual(kills)
  expect(dead()).toEqual([])
}, 1_600_000)

it('leaves a chunk in the dead letters when the mail service does not recover', async () => {
  const received: string[] = []
  // A sender that the binding may not use.
  const email = { send_email: [{ name: 'MAIL', allowed_sender_addresses: ['other@run.example'] }] }
  server = await startDeliveries({
    plan: () => null,
    sent: (to) => received.push(to),
    maxRetries: 1,
    more: { ...more, email },
  })
  const { db, handOver, dead } = server
  await db.batch(rows(db, 2))
  await handOver()
  for (const end = Date.now() + 90_000; dead().length < 2 && Date.now() < end; ) await sleep(200)
  expect(dead()).toHaveLength(2)
  expect(dead()).toContainEqual({ noticeId: 'notice-1', by: 'mail', ids: ['u1', 'u2'] })
  expect(dead()).toContainEqual({ entryIds: ['a1', 'a2'], at: expect.any(String) })
  expect(received).toEqual([])
}, 120_000)
