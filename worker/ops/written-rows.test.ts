import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { allRows } from '../db/client.ts'
import { application, marathon } from '../testing/state.ts'
import { jsonParameters, PUT_APPLICATION, PUT_MARATHON } from './written-rows.ts'

const row = (length: number) => ({ text: 'x'.repeat(length) })

it('puts all rows into one parameter if they are short', () => {
  const rows = Array.from({ length: 500 }, () => row(100))
  const parameters = jsonParameters(rows)
  expect(parameters).toHaveLength(1)
  expect(JSON.parse(parameters[0] ?? '')).toEqual(rows)
  expect(jsonParameters([])).toEqual([])
})

it('puts long rows into several, each below what D1 accepts, and loses none', () => {
  const rows = Array.from({ length: 10 }, () => row(250_000))
  const parameters = jsonParameters(rows)
  expect(parameters.map((json) => JSON.parse(json).length)).toEqual([2, 2, 2, 2, 2])
  expect(parameters.flatMap((json) => JSON.parse(json))).toEqual(rows)
  // A row that is too long alone is a parameter all the same.
  expect(jsonParameters([row(700_000), row(1)])).toHaveLength(2)
})

it.each([
  ['marathon', PUT_MARATHON, marathon, ['title', 'created_at']],
  [
    'application',
    PUT_APPLICATION,
    application,
    ['marathon_id', 'owner_uid', 'title', 'start_date', 'created_at', 'status'],
  ],
])('an update of a %s changes no field that no edit may change', async (table, put, row, fixed) => {
  const other = Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? `${value}7` : value])
  for (const version of [row, { ...Object.fromEntries(other), id: row.id }]) {
    await env.DB.prepare(put)
      .bind(JSON.stringify([{ ...version, offset: 9 }]))
      .run()
  }
  const [stored] = await allRows<Record<string, unknown>>(
    env.DB,
    sql`SELECT * FROM ${sql.raw(table)} WHERE id = ${row.id}`,
  )
  expect(stored?.location).toMatch(/7$/)
  for (const name of fixed) expect(stored?.[name], name).not.toMatch(/7$/)
})
