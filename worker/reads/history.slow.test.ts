import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { HistoryRow } from '../../contract/history.ts'
import { CONTACT_DAYS, DAY_MS, HISTORY_PAGE_ROWS } from '../../contract/limits.ts'
import type { OpType } from '../../contract/ops.ts'
import type { Role } from '../../contract/roles.ts'
import { runRetention } from '../jobs/retention.ts'
import { makeHelper, problemOf, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

// The history of a marathon and of an entry, and what each of the staff did last.

/** Olivia's marathon, which Oscar organises with her. Ravi has applied. */
async function race() {
  const [olivia, oscar, ravi] = await signIn('olivia', 'oscar', 'ravi')
  const [marathonId, entry] = [newId('marathon'), newId('application')]
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  await makeHelper(olivia, oscar, marathonId)
  await become(oscar, marathonId, 'organiser')
  await ravi.sync({ ops: [op('application.create', entry, applicationFields(marathonId))] })
  return { olivia, oscar, ravi, marathonId, entry }
}

/** Changes what an account is at a marathon. */
const become = ({ uid }: TestClient, marathonId: string, role: Role) =>
  env.DB.prepare('UPDATE staff SET role = ? WHERE marathon_id = ? AND uid = ?').bind(role, marathonId, uid).run()

async function historyOf(client: TestClient, marathonId: string, query = ''): Promise<HistoryRow[]> {
  const response = await client.call('GET', `/marathons/${marathonId}/history${query}`)
  expect(response.status).toBe(200)
  return response.json()
}

interface Told {
  marathonId: string
  by?: TestClient
  type?: OpType
  target?: string
  fields?: string[] | null
  /** The name in the history; that of `by` if it is left out. */
  name?: string
}

let told = 0

/** Puts changes into the history, the oldest first. With `fields` null, what the history leaves out. */
async function tell(...changes: Told[]) {
  const insert = env.DB.prepare(`INSERT INTO op_record (seq, op_id, uid, type, target_id, verdict, modified, decided_at,
    content, marathon_id, fields, by_name) SELECT seq, 'told-' || ?1, ?2, ?3, ?4, '{"status":"applied"}', 1, ?5, '', ?6, ?7, ?8
    FROM clock`)
  for (const {
    marathonId,
    by,
    type = 'marathon.update',
    target = marathonId,
    fields = ['location'],
    name,
  } of changes) {
    told += 1
    const byName = fields && (name ?? `Name of ${by?.uid}`)
    const values = [told, by?.uid ?? '', type, target, inDays(0), marathonId, fields && JSON.stringify(fields), byName]
    await env.DB.batch([env.DB.prepare('UPDATE clock SET seq = seq + 1'), insert.bind(...values)])
  }
}

const typesOf = (rows: HistoryRow[]) => rows.map(({ type }) => type)

it('tells owner and organisers who did what, when, and to which fields, and no value', async () => {
  const { olivia, oscar, ravi, marathonId, entry } = await race()
  await tell(
    { marathonId, by: oscar },
    { marathonId, by: oscar, type: 'notice.delete', name: '' },
    { marathonId, by: ravi, type: 'application.update', target: entry, fields: ['phoneNumber', 'email'], name: '' },
    { marathonId, type: 'application.delete', name: '' },
    { marathonId, by: ravi, type: 'application.create', fields: null },
  )
  const rows = (await historyOf(olivia, marathonId)).slice(0, 4)
  expect(rows).toEqual([
    expect.objectContaining({ type: 'application.delete', who: 'deleted', by: '' }),
    {
      _id: expect.any(Number),
      at: expect.stringMatching(/Z$/),
      type: 'application.update',
      target: entry,
      fields: ['phoneNumber', 'email'],
      who: 'runner',
      by: '',
    },
    expect.objectContaining({ type: 'notice.delete', who: 'staff', by: '' }),
    expect.objectContaining({
      type: 'marathon.update',
      fields: ['location'],
      who: 'staff',
      by: `Name of ${oscar.uid}`,
    }),
  ])
  expect(JSON.stringify(rows)).not.toContain(ravi.uid)
  expect((await historyOf(oscar, marathonId)).slice(0, 4)).toEqual(rows)
})

it('has what ops change of the event, entries and staff, and no check-in and no new entry', async () => {
  const { olivia, oscar, ravi, marathonId, entry } = await race()
  const phoneNumber = '+49 40 77777777'
  await oscar.sync({ ops: [op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' })] })
  await oscar.sync({ ops: [op('application.assignBib', entry, { bib: '7' }, { bib: null })] })
  await ravi.sync({ ops: [op('application.update', entry, { phoneNumber }, { phoneNumber: '+49 40 123456' })] })
  const scan = { marathonId, applicationId: entry, at: inDays(0), gate: 'A' }
  await olivia.sync({ ops: [op('checkIn.create', newId('scan'), scan)] })
  const rows = await historyOf(olivia, marathonId)
  expect(rows.map(({ type, fields, who, by }) => [type, fields, who, by])).toEqual([
    ['application.update', ['phoneNumber'], 'runner', ''],
    ['application.assignBib', ['bib'], 'staff', `Name of ${oscar.uid}`],
    ['marathon.update', ['location'], 'staff', `Name of ${oscar.uid}`],
    ['marathon.create', [], 'staff', `Name of ${olivia.uid}`],
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Kiel|Hamburg|77777777|ravi/)
})

it('is of one entry where that is asked for, and of no entry of another marathon', async () => {
  const { olivia, ravi, marathonId, entry } = await race()
  const other = await race()
  await tell({ marathonId, by: olivia }, { marathonId, by: ravi, type: 'application.update', target: entry })
  expect(typesOf(await historyOf(olivia, marathonId, `?entry=${entry}`))).toEqual(['application.update'])
  expect(await historyOf(other.olivia, other.marathonId, `?entry=${entry}`)).toEqual([])
})

it(`comes in pages of ${HISTORY_PAGE_ROWS}, each with what was before the one before`, async () => {
  const { olivia, marathonId } = await race()
  await tell(...Array<Told>(HISTORY_PAGE_ROWS + 4).fill({ marathonId, by: olivia, type: 'notice.delete' }))
  const first = await historyOf(olivia, marathonId)
  expect(first).toHaveLength(HISTORY_PAGE_ROWS)
  const rest = await historyOf(olivia, marathonId, `?before=${first.at(-1)?._id}`)
  expect(typesOf(rest).slice(0, 5)).not.toEqual(Array(5).fill('notice.delete'))
  const all = [...first, ...rest].filter(({ type }) => type === 'notice.delete')
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(HISTORY_PAGE_ROWS + 4)
})

it.each(['history', 'staff'])('keeps the %s from runners, helpers, removed staff and strangers', async (path) => {
  const { olivia, oscar, ravi, marathonId } = await race()
  const [hana, mallory] = await signIn('hana', 'mallory')
  await makeHelper(olivia, hana, marathonId)
  for (const role of ['gate', 'desk', 'timer'] as const) {
    await become(hana, marathonId, role)
    expect((await problemOf(await hana.call('GET', `/marathons/${marathonId}/${path}`))).code).toBe('FORBIDDEN')
  }
  await env.DB.prepare("UPDATE staff SET removed_at = '2027-01-01' WHERE uid = ?").bind(oscar.uid).run()
  for (const client of [oscar, ravi, mallory])
    expect((await problemOf(await client.call('GET', `/marathons/${marathonId}/${path}`))).code).toBe('FORBIDDEN')
  expect((await problemOf(await olivia.call('GET', `/marathons/${newId('none')}/${path}`))).code).toBe('NOT_FOUND')
})

it.each([
  ['before=0', 'before'],
  ['before=x', 'before'],
  ['entry=%20', 'entry'],
])('refuses ?%s by name', async (query, field) => {
  const { olivia, marathonId } = await race()
  const response = await olivia.call('GET', `/marathons/${marathonId}/history?${query}`)
  expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: [field] })
})

it('says what each of the staff did last, and null of who did nothing', async () => {
  const { olivia, oscar, marathonId, entry } = await race()
  const [hana] = await signIn('hana')
  await makeHelper(olivia, hana, marathonId)
  const lastOf = async () => {
    const rows = await (await olivia.call('GET', `/marathons/${marathonId}/staff`)).json<{ last: { type: OpType } }[]>()
    return rows.map(({ last }) => last?.type ?? null).sort((a, b) => (a ?? '').localeCompare(b ?? ''))
  }
  expect(await lastOf()).toEqual([null, null, 'marathon.create'])
  await tell(
    { marathonId, by: oscar },
    { marathonId, by: oscar, type: 'application.assignBib', target: entry },
    { marathonId, by: hana, type: 'checkIn.create', fields: null },
    { marathonId, by: olivia },
    // What Olivia does elsewhere is no news here.
    { marathonId: newId('elsewhere'), by: olivia, type: 'marathon.create' },
  )
  expect(await lastOf()).toEqual(['application.assignBib', 'checkIn.create', 'marathon.update'])
})

it('keeps of a deleted entry that it was deleted, and no other change', async () => {
  const { olivia, ravi, marathonId, entry } = await race()
  await tell(
    { marathonId, by: ravi, type: 'application.update', target: entry },
    { marathonId, by: olivia, type: 'application.assignBib', target: entry },
    { marathonId, by: ravi, type: 'application.delete', target: entry },
  )
  await ravi.sync({ ops: [op('application.delete', entry)] })
  const types = new Set(typesOf(await historyOf(olivia, marathonId, `?entry=${entry}`)))
  expect([...types]).toEqual(['application.delete'])
})

it('is erased with the contact data, or after the marathon was deleted, and not before', async () => {
  const [over, gone, here] = [await race(), await race(), await race()]
  for (const { olivia, marathonId } of [over, gone, here]) await tell({ marathonId, by: olivia, type: 'notice.delete' })
  await gone.olivia.sync({ ops: [op('marathon.delete', gone.marathonId)] })
  const start = new Date(Date.now() - (CONTACT_DAYS + 1) * DAY_MS).toISOString()
  await env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(start, over.marathonId).run()
  await runRetention(env.DB, { now: Date.now() })
  const left = async ({ olivia, marathonId }: typeof over) => {
    const select = `SELECT count(*) AS n FROM op_record WHERE uid = ?1 AND type = 'notice.delete'
      AND (marathon_id IS NOT NULL OR fields IS NOT NULL OR by_name IS NOT NULL) AND target_id = ?2`
    return env.DB.prepare(select).bind(olivia.uid, marathonId).first('n')
  }
  expect([await left(over), await left(gone), await left(here)]).toEqual([0, 0, 1])
  expect(await historyOf(over.olivia, over.marathonId)).toEqual([])
})
