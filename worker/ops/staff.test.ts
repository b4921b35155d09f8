import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import type { Op } from '../../contract/sync.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

/** A marathon of a new owner with one account in each role. */
async function event() {
  const id = newId('marathon')
  const uid = (name: string) => `${name}-${id}`
  const owner = uid('olivia')
  await syncAs(owner, [op('marathon.create', id, marathonFields())])
  const add = (name: string, role: Role) => addStaff(id, uid(name), role)
  const rows = {
    oscar: await add('oscar', 'organiser'),
    nora: await add('nora', 'organiser'),
    gus: await add('gus', 'gate'),
  }
  const staff = async () => {
    const { results } = await env.DB.prepare('SELECT * FROM staff WHERE marathon_id = ?')
      .bind(id)
      .all<{ uid: string; role: Role; seq: number; view_seq: number; offered_at: string | null }>()
    return Object.fromEntries(results.map((row) => [row.uid.split('-')[0] ?? '', row]))
  }
  const marathon = () => env.DB.prepare('SELECT * FROM marathon WHERE id = ?').bind(id).first<Record<string, unknown>>()
  return { id, uid, owner, rows, staff, marathon }
}
const verdicts = async (...args: Parameters<typeof syncAs>) =>
  (await syncAs(...args)).results.map(({ status, code }) => code ?? status)
const offer = (row: string, isOffered = true) => op('staff.update', row, { isOffered }, { isOffered: !isOffered })
const role = (row: string, to: Role, from: Role) => op('staff.update', row, { role: to }, { role: from })
const moved = (id: string, location: string, from = 'Hamburg'): Op =>
  op('marathon.update', id, { location }, { location: from })

it('INV-28 hands a marathon over in one commit, and the queues of both phones go on', async () => {
  const { id, uid, owner, rows, staff, marathon } = await event()
  const before = await marathon()
  expect(await verdicts(owner, [offer(rows.oscar)])).toEqual(['applied'])
  expect(await verdicts(uid('oscar'), [op('staff.takeOver', rows.oscar)])).toEqual(['applied'])
  expect(await marathon()).toEqual({
    ...before,
    owner_uid: uid('oscar'),
    name: uid('oscar'),
    email: `${uid('oscar')}@example.com`,
    ver: 2,
    seq: expect.any(Number),
  })
  const { olivia, oscar, nora } = await staff()
  expect([olivia?.role, oscar?.role, oscar?.offered_at, nora?.role]).toEqual(['organiser', 'owner', null, 'organiser'])
  expect([olivia?.view_seq, oscar?.view_seq].every((seq) => Number(seq) < Number(before?.seq ?? 0) + 3)).toBe(true)
  // Queued before: what an organiser may do as well goes on, and the rest is the new owner's.
  expect(await verdicts(owner, [moved(id, 'Kiel'), offer(rows.nora), op('marathon.delete', id)])).toEqual([
    'applied',
    'FORBIDDEN',
    'FORBIDDEN',
  ])
  expect(await verdicts(uid('oscar'), [op('staff.takeOver', rows.oscar), op('marathon.delete', id)])).toEqual([
    'applied',
    'applied',
  ])
})

it('INV-28 an offer that moves or is taken back meanwhile is STALE', async () => {
  const { uid, owner, rows, staff } = await event()
  const takeOver = () => op('staff.takeOver', rows.oscar)
  await syncAs(owner, [offer(rows.oscar)])
  const d1 = racing(() => syncAs(owner, [offer(rows.nora)]))
  expect(await verdicts(uid('oscar'), [takeOver()], { d1 })).toEqual(['STALE'])
  await syncAs(owner, [offer(rows.nora, false), offer(rows.oscar)])
  const d2 = racing(() => syncAs(uid('oscar'), [takeOver()]))
  expect(await verdicts(owner, [offer(rows.oscar, false)], { d1: d2 })).toEqual(['FORBIDDEN'])
  const { olivia, oscar } = await staff()
  expect([olivia?.role, oscar?.role]).toEqual(['organiser', 'owner'])
})

it('INV-28 two offers at once leave one: the later one', async () => {
  const { owner, rows, staff } = await event()
  const d1 = racing(() => syncAs(owner, [offer(rows.nora)]))
  expect(await verdicts(owner, [offer(rows.oscar)], { d1 })).toEqual(['applied'])
  const { oscar, nora } = await staff()
  expect([typeof oscar?.offered_at, nora?.offered_at]).toEqual(['string', null])
  // In one request too, whatever the order in which the rows are written.
  const [demoted, named] = [role(rows.oscar, 'desk', 'organiser'), role(rows.oscar, 'organiser', 'desk')]
  const ops = [offer(rows.nora), demoted, named, offer(rows.oscar)]
  expect(await verdicts(owner, [offer(rows.nora)])).toEqual(['applied'])
  expect(await verdicts(owner, ops)).toEqual(ops.map(() => 'applied'))
  expect(Object.values(await staff()).filter((row) => row.offered_at !== null)).toMatchObject([{ id: rows.oscar }])
})

it('no verdict rests on a role that changes meanwhile', async () => {
  const { uid, owner, rows } = await event()
  const d1 = racing(() => syncAs(owner, [role(rows.oscar, 'desk', 'organiser')]))
  expect(await verdicts(uid('oscar'), [role(rows.gus, 'desk', 'gate')], { d1 })).toEqual(['FORBIDDEN'])
  const d2 = racing(() => syncAs(owner, [role(rows.gus, 'organiser', 'gate')]))
  expect(await verdicts(uid('nora'), [role(rows.gus, 'timer', 'gate')], { d1: d2 })).toEqual(['FORBIDDEN'])
})

it.each<[string, (rows: Record<'oscar' | 'gus', string>) => Op, 'oscar' | 'gus', boolean, boolean]>([
  ['to see less', ({ oscar }) => role(oscar, 'desk', 'organiser'), 'oscar', true, true],
  ['to see more', ({ gus }) => role(gus, 'organiser', 'gate'), 'gus', true, true],
  ['to see the same', ({ gus }) => role(gus, 'desk', 'gate'), 'gus', false, true],
  ['to see what is recorded', ({ gus }) => role(gus, 'timer', 'gate'), 'gus', true, true],
  ['an offer', ({ oscar }) => offer(oscar), 'oscar', false, false],
])('%s: phones start over where the view changed, and hear of the role with the marathon', async (...args) => {
  const [, change, name, isNewView, isNewRole] = args
  const { owner, rows, staff, marathon } = await event()
  const before = [await staff(), await marathon()] as const
  await syncAs(owner, [change(rows)])
  const row = (await staff())[name]
  expect(row?.view_seq).toBe(isNewView ? row?.seq : before[0][name]?.view_seq)
  const after = await marathon()
  expect(Number(after?.seq) > Number(before[1]?.seq)).toBe(isNewRole)
  expect(after?.ver).toBe(before[1]?.ver)
})

it('the record of an op says where it changed what, for the history, and who of staff did it', async () => {
  const { id, uid, owner, rows } = await event()
  const entry = newId('application')
  const scan = { marathonId: id, applicationId: entry, gate: 'A', at: new Date().toISOString() }
  const ops: [string, Op][] = [
    [uid('ravi'), op('application.create', entry, applicationFields(id))],
    [uid('ravi'), op('application.update', entry, { phoneNumber: '99999' }, { phoneNumber: '+49 40 123456' })],
    [uid('oscar'), op('application.assignBib', entry, { bib: '7' }, { bib: null })],
    [uid('gus'), op('checkIn.create', newId('scan'), scan)],
    [owner, role(rows.gus, 'desk', 'gate')],
    [owner, op('marathon.update', id, { location: 'Kiel', capacity: 9 }, { location: 'Ulm', capacity: null })],
    [owner, op('marathon.update', id, { capacity: 9 }, { capacity: null })],
    [uid('gus'), moved(id, 'Bonn')],
    [uid('oscar'), op('notice.create', newId('notice'), { marathonId: id, text: 'Rain', urgent: false, at: scan.at })],
    [uid('ravi'), op('application.delete', entry)],
  ]
  const record = env.DB.prepare('SELECT marathon_id, fields, by_name FROM op_record WHERE op_id = ?')
  const records = []
  for (const [who, one] of ops) {
    await syncAs(who, [one])
    records.push([one.type, Object.values((await record.bind(one.opId).first<object>()) ?? {})])
  }
  expect(records).toEqual([
    ['application.create', [null, null, null]],
    ['application.update', [id, '["phoneNumber"]', '']],
    ['application.assignBib', [id, '["bib"]', uid('oscar')]],
    ['checkIn.create', [id, null, null]],
    ['staff.update', [id, '["role"]', owner]],
    // The other field clashed.
    ['marathon.update', [id, '["capacity"]', owner]],
    ['marathon.update', [null, null, null]],
    ['marathon.update', [null, null, null]],
    ['notice.create', [id, '[]', uid('oscar')]],
    ['application.delete', [id, '[]', '']],
  ])
})

it('one request may have ops of every kind: D1 takes five SELECTs in one UNION', async () => {
  const { id, uid, owner, rows } = await event()
  const [entry, scan, notice] = [newId('application'), newId('scan'), newId('notice')]
  await syncAs(uid('ravi'), [op('application.create', entry, applicationFields(id))])
  const at = new Date().toISOString()
  const ops = [
    moved(id, 'Kiel'),
    op('application.assignBib', entry, { bib: '7' }, { bib: null }),
    op('checkIn.create', scan, { marathonId: id, applicationId: entry, gate: 'A', at }),
    op('checkIn.void', scan, { at }),
    op('notice.create', notice, { marathonId: id, text: 'Rain', urgent: false, at }),
    op('notice.delete', notice),
    role(rows.gus, 'desk', 'gate'),
    op('marathon.draw', id),
  ]
  expect(await verdicts(owner, ops)).toEqual([...Array(7).fill('applied'), 'INVALID'])
})
