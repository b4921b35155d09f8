import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { MAX_LISTED_ENTRIES, MAX_LISTED_RECORDINGS } from '../../contract/limits.ts'
import type { ListRows } from '../../contract/results/result-rows.ts'
import type { Results } from '../../contract/results/results.ts'
import { addStaff } from '../testing/calls.ts'
import { newId } from '../testing/rows.ts'
import { resultsOfMarathon } from './results.ts'

let event = ''
const at = '2026-11-20T08:00:00.000Z'
const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()
const numbers = 'WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)'

/** Adds crossings, each of a bib of its own. */
const record = (count: number, name = 'recording') =>
  run(
    `${numbers} INSERT INTO recording (id, marathon_id, kind, bib, at, point, by_name, by_uid, confirmed, ver, seq, how, clock_id, tick, nth)
      SELECT '${name}-' || ?1 || '-' || i, ?1, 'crossing', i + 1, '${at}', 'finish', 'Tim', 'tim', 1, 1, 1000 + i, 'bib', 'clock-0001', i * 1000, i + 1 FROM n`,
    event,
    count,
  )
/** Adds entries, each with its bib. */
const enter = (count: number, from = 0) =>
  run(
    `${numbers}, m(i) AS (SELECT i + CAST(?3 AS INTEGER) FROM n) INSERT INTO application (id, marathon_id, person_key, title, start_date, first_name, created_at, ver, seq, status, bib, bib_key)
      SELECT 'entry-' || ?1 || '-' || i, ?1, i, '', '${at}', 'Ada', '${at}', 1, (SELECT coalesce(max(seq), 0) FROM application) + 1 + i, 'registered', i + 1, i + 1 FROM m`,
    event,
    count,
    from,
  )
async function list(uid = 'tim') {
  const { parts, bytes } = await resultsOfMarathon(env.DB, event, uid, true)
  const text = parts.join('')
  return { bytes, text, ...(JSON.parse(text) as { rows: ListRows; list: Results }) }
}

beforeEach(async () => {
  event = newId('marathon')
  await run(
    `INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start, reg_end, start_date, time_zone, name, email, created_at, ver, seq, shown_until)
      VALUES (?1, 'olivia', 'Harbour Ten', '', '', '', '10k', ?2, ?2, ?2, 'UTC', '', '', ?2, 1, (SELECT coalesce(max(seq), 0) + 1 FROM marathon), ?2)`,
    event,
    at,
  )
  await addStaff(event, 'tim', 'timer')
})

it('has all rows that the list follows from, and no names of people or accounts', async () => {
  await enter(3)
  await record(2)
  await run(`UPDATE marathon SET splits = '["5 km","__proto__"]' WHERE id = ?1`, event)
  const { rows, list: made, text } = await list()
  expect([rows.splits, rows.entries.length, rows.recordings.length]).toEqual([['5 km', '__proto__'], 3, 2])
  expect(made.rows.map(({ bib, state }) => [bib, state])).toEqual([
    ['1', 'finished'],
    ['2', 'finished'],
    ['3', 'registered'],
  ])
  for (const name of ['Ada', 'Tim', '"tim"']) expect(text).not.toContain(name)
})

it('knows who was here by a check-in that counts', async () => {
  await enter(3)
  const scan = (entry: number, change: string) =>
    run(
      `INSERT INTO recording (id, marathon_id, kind, application_id, at, point, by_name, confirmed, voided_at, ver, seq)
        SELECT 'scan-${entry}-' || ?1, ?1, 'check-in', 'entry-' || ?1 || '-${entry}', '${at}', 'A', 'Gus', ${change}, 1, 5`,
      event,
    )
  await scan(0, '1, NULL')
  await scan(1, `1, '${at}'`)
  await scan(2, '0, NULL')
  expect((await list()).rows.entries.map(({ isHere }) => isHere)).toEqual([true, false, false])
})

it('takes as many rows as a worker can hold, and refuses one more', { timeout: 60_000 }, async () => {
  await record(MAX_LISTED_RECORDINGS)
  const { bytes, rows } = await list()
  expect(rows.recordings).toHaveLength(MAX_LISTED_RECORDINGS)
  expect(bytes).toBeLessThan(20_000_000)
  // What does not count keeps nobody from the list.
  await record(2, 'another')
  const [unconfirmed, takenBack] = ['confirmed = 0', `voided_at = '${at}'`]
  for (const [index, change] of [unconfirmed, takenBack].entries())
    await run(`UPDATE recording SET ${change} WHERE id = 'another-' || ?1 || '-${index}'`, event)
  expect((await list()).rows.recordings).toHaveLength(MAX_LISTED_RECORDINGS)
  await record(1, 'one-more')
  await expect(list()).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await run('DELETE FROM recording WHERE marathon_id = ?', event)
  await enter(MAX_LISTED_ENTRIES)
  expect((await list()).list.rows).toHaveLength(MAX_LISTED_ENTRIES)
  await enter(1, MAX_LISTED_ENTRIES)
  await expect(list()).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

it('is for owner, organisers and timers alone, and nobody after the role', async () => {
  await addStaff(event, 'gus', 'gate')
  for (const uid of ['gus', 'ravi']) await expect(list(uid)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await run('UPDATE staff SET removed_at = since WHERE marathon_id = ?1', event)
  await expect(list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await run('DELETE FROM marathon WHERE id = ?1', event)
  await expect(list()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
