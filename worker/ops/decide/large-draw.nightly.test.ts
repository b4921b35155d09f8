import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Op } from '../../../contract/sync.ts'
import { drawOf } from '../../reads/draws.ts'
import { inDays, marathonFields, newId, op } from '../../testing/rows.ts'
import { syncAs } from '../../testing/sync-as.ts'
import { drawnOrder } from './ballot.ts'

const ENTERED = 50_000
const PLACES = 1000
const id = newId('large-ballot')
const OLIVIA = 'olivia-of-a-large-ballot'

async function call(ops: Op[], d1 = env.DB) {
  const { results, halted } = await syncAs(OLIVIA, ops, { d1 })
  return halted ? halted.code : results.map(({ status, code }) => code ?? status).join()
}

beforeAll(async () => {
  const fields = marathonFields({ registration: 'ballot', capacity: PLACES, regEnd: inDays(-0.5) })
  await call([op('marathon.create', id, fields)])
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
      INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
        description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq, status)
      SELECT '0198c0de-0000-7000-8000-' || printf('%012d', i), ?2, 'runner-' || i, 'adalauf', 'Harbour Ten', ?3, '', '',
        '', 'Ada', 'Lauf', '+49 40 123456', '', 'ada@example.com', ?3, 1, (SELECT seq FROM clock) + i + 1, 'entered' FROM n`,
    ).bind(ENTERED, id, inDays(-1)),
    env.DB.prepare('UPDATE clock SET seq = seq + ?').bind(ENTERED),
    env.DB.prepare('UPDATE marathon SET entered_count = ? WHERE id = ?').bind(ENTERED, id),
  ])
}, 120_000)

// The tests of other files share this database and read all public rows.
afterAll(async () => {
  await env.DB.batch(
    ['application', 'draw'].map((t) => env.DB.prepare(`DELETE FROM ${t} WHERE marathon_id = ?`).bind(id)),
  )
}, 120_000)

interface Standing {
  entered: number
  registered: number
  waiting: number
  changed: number
  seed: string | null
  parts: number
}

async function standing(): Promise<Standing | null> {
  return await env.DB.prepare(
    `SELECT sum(status = 'entered') AS entered, sum(status = 'registered') AS registered, sum(status = 'waiting') AS waiting,
      sum(ver > 1 OR draw_order IS NOT NULL) AS changed, (SELECT seed FROM marathon WHERE id = ?1) AS seed,
      (SELECT count(*) FROM draw WHERE marathon_id = ?1) AS parts
    FROM application WHERE marathon_id = ?1`,
  )
    .bind(id)
    .first<Standing>()
}

const UNDRAWN = { entered: ENTERED, registered: 0, waiting: 0, changed: 0, seed: null, parts: 0 }

/** A D1 whose batches of writes are counted. `between` runs while the large one is under way. */
function watched(change: (statements: D1PreparedStatement[]) => D1PreparedStatement[], between = async () => {}) {
  const seen = { statements: 0 }
  const d1 = {
    prepare: (query: string) => env.DB.prepare(query),
    batch: async (statements: D1PreparedStatement[]) => {
      if (statements.length < 10) return env.DB.batch(statements)
      seen.statements = statements.length
      const [results] = await Promise.all([env.DB.batch(change(statements)), between()])
      return results
    },
  } as unknown as D1Database
  return { d1, seen }
}

it(`draws ${ENTERED} applications at once: a kill leaves none drawn, and a repetition all`, {
  timeout: 300_000,
}, async () => {
  const draw = op('marathon.draw', id)
  // The worker dies: the transaction breaks off after half of its statements.
  const broken = env.DB.prepare('INSERT INTO no_such_table VALUES (1)')
  const killed = watched((statements) => statements.toSpliced(Math.floor(statements.length / 2), 0, broken))
  expect(await call([draw], killed.d1)).toBe('UNAVAILABLE')
  expect(await standing()).toEqual(UNDRAWN)

  const meanwhile: (Standing | null)[] = []
  const { d1, seen } = watched(
    (statements) => statements,
    async () => {
      for (let n = 0; n < 10; n++) meanwhile.push(await standing())
    },
  )
  const started = performance.now()
  expect(await call([draw], d1)).toBe('applied')
  const ms = Math.round(performance.now() - started)
  console.info(`a draw of ${ENTERED}: ${ms} ms with 10 reads beside it, ${seen.statements} statements`)
  const drawn = await standing()
  expect(drawn).toMatchObject({ entered: 0, registered: PLACES, waiting: ENTERED - PLACES, changed: ENTERED })
  for (const one of meanwhile) expect([UNDRAWN, drawn]).toContainEqual(one)

  // The verdict was lost on its way, and the phone sends the draw again.
  expect(await call([draw, op('marathon.draw', id)])).toBe('applied,applied')
  expect(await standing()).toEqual(drawn)
  const { ids, seed } = JSON.parse(await drawOf(env.DB, id)) as { ids: string[]; seed: string }
  expect(ids).toEqual(drawnOrder(seed, ids.toSorted()))
  const { results } = await env.DB.prepare(
    'SELECT id, draw_order AS n FROM application WHERE marathon_id = ? ORDER BY seq',
  )
    .bind(id)
    .all<{ id: string; n: number }>()
  expect(results.map((row) => row.id)).toEqual(ids)
  expect(results.every(({ n }, index) => n === index + 1)).toBe(true)
  expect(seen.statements).toBeLessThan(40)
})
