import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import operations from '../../docs/operations.md?raw'
import { statement } from '../db/client.ts'
import { retentionSteps } from './retention-steps.ts'

const [EARLIEST, OLD, LIMIT, NEW] = ['2000-01-01', '2001-01-01', '2002-01-01', '2003-01-01'].map(
  (day) => `${day}T00:00:00.000Z`,
) as [string, string, string, string]
const DUE = 100
const BATCH = 3

const CLASH = '{"status":"applied","conflicts":{}}'
const BIB_TAKEN = '{"status":"rejected","code":"BIB_TAKEN","fields":{}}'

let counter = 0

/** Inserts `count` rows with these values. Other columns that need a value get a new one. */
async function insert(table: string, count: number, values: Record<string, string | number>) {
  const { results } = await env.DB.prepare(
    'SELECT name, type FROM pragma_table_info(?) WHERE pk > 0 OR ("notnull" AND dflt_value IS NULL)',
  )
    .bind(table)
    .all<{ name: string; type: string }>()
  const missing = results.filter(({ name }) => !(name in values))
  const names = [...Object.keys(values), ...missing.map(({ name }) => name)]
  const insertion = env.DB.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
  const row = () => {
    counter += 1
    return [...Object.values(values), ...missing.map(({ type }) => (type === 'INTEGER' ? counter : `new-${counter}`))]
  }
  await env.DB.batch(Array.from({ length: count }, () => insertion.bind(...row())))
}

// Each part of a search has DUE rows of its own.
beforeAll(async () => {
  await insert('marathon', 1, { id: 'over', start_date: OLD, shown_until: NEW })
  await insert('tombstone', 1, { id: 'deleted', type: 'marathon', deleted_at: EARLIEST })
  await insert('tombstone', 1, { id: 'stripped', type: 'marathon', deleted_at: NEW, may_have_contacts: 0 })
  await insert('application', 1, { id: 'erased', erased_at: OLD })
  const due: [table: string, values: Record<string, string | number>][] = [
    ['application', { marathon_id: 'over', start_date: NEW }],
    ['application', { marathon_id: 'unknown', start_date: OLD }],
    ['application', { marathon_id: 'deleted', start_date: NEW }],
    ['tombstone', { type: 'marathon', deleted_at: OLD }],
    ['op_record', { verdict: CLASH, decided_at: OLD }],
    ['op_record', { verdict: BIB_TAKEN, decided_at: OLD }],
    ['op_record', { verdict: CLASH, decided_at: NEW, type: 'application.update', target_id: 'erased' }],
    ['op_record', { verdict: BIB_TAKEN, decided_at: NEW, type: 'application.assignBib', target_id: 'erased' }],
    ['recording', { kind: 'check-in', marathon_id: 'over' }],
    ['op_record', { marathon_id: 'over', fields: '[]', verdict: '{}', decided_at: NEW }],
    ['op_record', { marathon_id: 'deleted', fields: '[]', verdict: '{}', decided_at: NEW }],
    ['op_budget', { spent_until: 0 }],
    ['account', { email: 'ada@example.com' }],
    ['invitation', { expires_at: OLD }],
    ['staff', { removed_at: OLD }],
    ['staff', { marathon_id: 'stripped' }],
    ['notice', { marathon_id: 'over' }],
    ['notice', { marathon_id: 'deleted' }],
    ['marathon', { start_date: NEW, shown_until: OLD }],
  ]
  for (const [table, values] of due) await insert(table, DUE, values)
  await env.DB.exec("UPDATE tombstone SET seq = rowid WHERE id <> 'stripped'")
})

const steps = retentionSteps({
  nowMs: Date.parse(LIMIT),
  contact: LIMIT,
  clash: LIMIT,
  tombstone: LIMIT,
  opRecord: LIMIT,
  pullCutoff: LIMIT,
})

it('is in operations.md, with each step and how much it does a night', () => {
  const rows = operations.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)
  expect(Array.from(rows, ([, name, most = '']) => [name, Number(most.replaceAll(',', ''))])).toEqual(
    steps.map(({ name, rows, batches }) => [name, rows * batches]),
  )
})

/** The searches that have more parts than one. */
const PARTS: Partial<Record<string, number>> = {
  contactsErased: 3,
  clashesStripped: 4,
  historyErased: 2,
  staffDeleted: 2,
  noticesDeleted: 2,
}

/** The searches that sort what is due, so that the oldest rows come first. */
const SORTED = ['contactsErased', 'checkInsDeleted', 'noticesDeleted']

it.each(steps)(
  '$name finds one batch, and reads what that needs, or each due row where it sorts',
  async ({ name, find }) => {
    const search = (rows: number) => statement(env.DB, find(sql`(SELECT NULL WHERE 0)`, rows)).all<{ id: unknown }>()
    const { results, meta } = await search(BATCH)
    expect(results).toHaveLength(BATCH)
    const most = SORTED.includes(name) ? 7 * DUE * (PARTS[name] ?? 1) : DUE
    expect(meta.rows_read).toBeLessThan(most)
    // Each part has rows of its own here, so none of them is tried in vain.
    expect((await search(DUE * 10)).results.length).toBeGreaterThanOrEqual(DUE * (PARTS[name] ?? 1))
  },
)
