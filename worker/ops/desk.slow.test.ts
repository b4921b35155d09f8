import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { ownedId } from '../../contract/text/owned-id.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, rowsOfPage, syncAs } from '../testing/sync-as.ts'
import { sync } from './sync.ts'

type Row = Record<string, unknown>
let event = ''
let uid = (name: string) => name
const verdicts = async (name: string, ops: Op[], d1 = env.DB) => {
  const { results, halted } = await syncAs(uid(name), ops, { d1, isLimited: false })
  expect(halted).toBeNull()
  return results
}
const codes = async (name: string, ops: Op[], d1 = env.DB) =>
  (await verdicts(name, ops, d1)).map(({ status, code }) => code ?? status)
const entry = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first<Row>()
const entries = async () =>
  (await env.DB.prepare('SELECT * FROM application WHERE marathon_id = ? ORDER BY seq').bind(event).all<Row>()).results
const numbers = () =>
  env.DB.prepare(`SELECT reg_count AS registered, waiting_count AS waiting, unclaimed_count AS unclaimed
    FROM marathon WHERE id = ?`)
    .bind(event)
    .first()
const noticesTo = async (name: string) =>
  (await env.DB.prepare('SELECT * FROM notice WHERE to_uid = ? ORDER BY seq').bind(uid(name)).all<Row>()).results.map(
    ({ kind, parts, text, urgent }) => ({ kind, text, urgent, parts: JSON.parse(String(parts || '[]')) as unknown }),
  )
const history = async () =>
  (
    await env.DB.prepare('SELECT type, fields, by_name AS "by" FROM op_record WHERE marathon_id = ? ORDER BY seq')
      .bind(event)
      .all<Row>()
  ).results
const pulled = async (name: string) => {
  const { page } = await syncAs(uid(name), [])
  if (!page) throw new Error('no page')
  return { ...rowsOfPage(page), deleted: JSON.parse(page.deleted) as Row[] }
}

async function apply(name: string, fields: Fields = {}) {
  const id = newId('application')
  expect(await codes(name, [op('application.create', id, applicationFields(event, fields))])).toEqual(['applied'])
  return id
}
const correct = (id: string, patch: Fields, base: Fields) => op('application.correct', id, patch, base)
const withdraw = (id: string, reason = 'Injured.', base: Fields = {}) =>
  op('application.withdraw', id, { reason }, base)
const walkIn = (fields: Fields = {}, id = newId('application')) =>
  op('application.walkIn', id, {
    marathonId: event,
    firstName: 'Wanda',
    lastName: 'Gate',
    bib: null,
    code: newEntryCode(),
    above: 0,
    ...fields,
  })
const handOut = (id: string, bib: string | null, base: string | null = null) =>
  op('application.assignBib', id, { bib, isHandedOut: true }, { bib: base })

beforeEach(async () => {
  event = newId('marathon')
  uid = (name) => `${name}-${event}`
  await syncAs(uid('olivia'), [op('marathon.create', event, { ...marathonFields(), capacity: 2 })])
  for (const [name, role] of Object.entries({ oscar: 'organiser', dan: 'desk', dora: 'desk', gus: 'gate' })) {
    await addStaff(event, uid(name), role as Role)
  }
})

it('staff correct an entry, and the runner is told before and after', async () => {
  const id = await apply('ravi', { lastName: 'Laufe', phoneNumber: '12345' })
  const patch = { lastName: 'Lauf', email: 'ada@example.com' }
  expect(await codes('oscar', [correct(id, patch, { lastName: 'Laufe', email: '' })])).toEqual(['applied'])
  expect(await entry(id)).toMatchObject({ last_name: 'Lauf', email: 'ada@example.com', ver: 2 })
  expect(await noticesTo('ravi')).toEqual([
    {
      kind: 'corrected',
      text: 'The organiser corrected your entry.',
      urgent: 1,
      parts: [
        { kind: 'corrected', field: 'lastName', from: 'Laufe', to: 'Lauf' },
        { kind: 'corrected', field: 'email', from: '', to: 'ada@example.com' },
      ],
    },
  ])
  expect(await history()).toContainEqual({
    type: 'application.correct',
    fields: '["lastName","email"]',
    by: uid('oscar'),
  })
})

it('tells a correction with its clash; one that only clashes is not in the history', async () => {
  const id = await apply('ravi', { lastName: 'Laufe', phoneNumber: '12345' })
  await verdicts('ravi', [op('application.update', id, { phoneNumber: '54321' }, { phoneNumber: '12345' })])
  const seen = { lastName: 'Laufe', phoneNumber: '12345' }
  await verdicts('oscar', [correct(id, { lastName: 'Lauf', phoneNumber: '99999' }, seen)])
  expect(await noticesTo('ravi')).toMatchObject([
    {
      kind: 'corrected',
      parts: [
        { kind: 'corrected', field: 'lastName', to: 'Lauf' },
        { kind: 'clash', field: 'phoneNumber', wanted: '99999' },
      ],
    },
  ])
  const before = await history()
  const again = correct(id, { phoneNumber: '88888' }, seen)
  await verdicts('oscar', [again])
  expect(await history()).toEqual(before)
  const record = await env.DB.prepare('SELECT modified FROM op_record WHERE op_id = ?').bind(again.opId).first()
  expect(record).toEqual({ modified: 0 })
})

it('a correction is merged field by field, and changes no field that only the runner has', async () => {
  const id = await apply('ravi', { firstName: 'Ada', lastName: 'Lauf', phoneNumber: '12345' })
  await codes('ravi', [op('application.update', id, { phoneNumber: '54321' }, { phoneNumber: '12345' })])
  const both = correct(id, { phoneNumber: '99999', firstName: 'Adah' }, { phoneNumber: '12345', firstName: 'Ada' })
  expect(await verdicts('oscar', [both])).toMatchObject([
    { status: 'applied', conflicts: { phoneNumber: { base: '12345', yours: '99999', theirs: '54321' } } },
  ])
  expect(await entry(id)).toMatchObject({ first_name: 'Adah', phone_number: '54321' })
  expect(await verdicts('oscar', [correct(id, { location: 'Kiel' }, {})])).toMatchObject([
    { code: 'INVALID', fields: { location: { code: 'UNKNOWN_FIELD' } } },
  ])
  expect(await verdicts('oscar', [correct(id, { phoneNumber: 'x' }, {})])).toMatchObject([
    { code: 'INVALID', fields: { phoneNumber: { code: 'NOT_A_PHONE_NUMBER' } } },
  ])
})

it('tells the other side of a clash, whoever came first', async () => {
  const [first, second] = [await apply('ravi', { phoneNumber: '12345' }), await apply('rosa', { phoneNumber: '12345' })]
  const edit = (id: string) => op('application.update', id, { phoneNumber: '54321' }, { phoneNumber: '12345' })
  const correction = (id: string) => correct(id, { phoneNumber: '99999' }, { phoneNumber: '12345' })
  await verdicts('ravi', [edit(first)])
  expect(await verdicts('oscar', [correction(first)])).toMatchObject([{ conflicts: { phoneNumber: {} } }])
  expect(await noticesTo('ravi')).toMatchObject([
    { kind: 'clash', urgent: 0, parts: [{ kind: 'clash', field: 'phoneNumber', wanted: '99999' }] },
  ])
  await verdicts('oscar', [correction(second)])
  expect(await verdicts('rosa', [edit(second)])).toMatchObject([{ conflicts: { phoneNumber: {} } }])
  // Staff are told of the field, and of no value.
  expect(await noticesTo('oscar')).toMatchObject([{ kind: 'clash', parts: [{ kind: 'clash', field: 'phoneNumber' }] }])
  // A clash of two phones of the runner is told to nobody else.
  await verdicts('ravi', [op('application.update', first, { phoneNumber: '11111' }, { phoneNumber: '12345' })])
  expect(await noticesTo('oscar')).toHaveLength(1)
})

it('tells a clash to who corrected the entry only as long as it is staff there', async () => {
  const id = await apply('ravi', { phoneNumber: '12345' })
  await verdicts('oscar', [correct(id, { phoneNumber: '99999' }, { phoneNumber: '12345' })])
  const set = (removedAt: string | null) =>
    env.DB.prepare('UPDATE staff SET removed_at = ?, seq = (SELECT max(seq) + 1 FROM staff) WHERE uid = ?')
      .bind(removedAt, uid('oscar'))
      .run()
  const edit = (phoneNumber: string) => op('application.update', id, { phoneNumber }, { phoneNumber: '12345' })
  await set(inDays(0))
  expect(await verdicts('ravi', [edit('54321')])).toMatchObject([{ conflicts: { phoneNumber: {} } }])
  expect(await noticesTo('oscar')).toEqual([])
  await set(null)
  // Removed between the read and the write.
  await verdicts(
    'ravi',
    [edit('11111')],
    racing(() => set(inDays(0))),
  )
  expect(await noticesTo('oscar')).toEqual([])
})

it('a corrected name takes the slot of its person, of the runner and not of who corrects', async () => {
  const [id] = [await apply('ravi', { firstName: 'Ada' }), await apply('ravi', { firstName: 'Bo' })]
  await apply('oscar', { firstName: 'Cy', waitingList: true })
  expect(await codes('oscar', [correct(id, { firstName: 'Cy' }, { firstName: 'Ada' })])).toEqual(['applied'])
  expect(await codes('oscar', [correct(id, { firstName: 'Bo' }, { firstName: 'Cy' })])).toEqual(['ALREADY_APPLIED'])
  const another = correct(id, { firstName: 'Bo', namesake: true }, { firstName: 'Cy' })
  expect(await codes('oscar', [another])).toEqual(['applied'])
})

it('corrects for nobody but staff: a desk the names of entries without account alone', async () => {
  const id = await apply('ravi', { firstName: 'Ada' })
  const edit = (patch: Fields, of = id) => correct(of, patch, { firstName: 'Ada' })
  expect(await codes('dan', [edit({ firstName: 'A' })])).toEqual(['FORBIDDEN'])
  expect(await codes('gus', [edit({ firstName: 'A' })])).toEqual(['NOT_FOUND'])
  expect(await codes('ravi', [edit({ firstName: 'A' })])).toEqual(['FORBIDDEN'])
  expect(await codes('mallory', [edit({ firstName: 'A' })])).toEqual(['NOT_FOUND'])
  const made = walkIn({ firstName: 'Ada' })
  expect(
    await codes('dan', [made, edit({ phoneNumber: '12345' }, made.id), edit({ firstName: 'A' }, made.id)]),
  ).toEqual(['applied', 'FORBIDDEN', 'applied'])
  expect(await entry(made.id)).toMatchObject({ first_name: 'A', phone_number: '' })
})

it('a withdrawal keeps its reason, tells the runner, and gives the place to who waits', async () => {
  const [id] = [await apply('ravi', { firstName: 'Ada' }), await apply('rosa')]
  const waits = await apply('wim', { waitingList: true })
  expect(await numbers()).toEqual({ registered: 2, waiting: 1, unclaimed: 0 })
  const cursor = (await syncAs(uid('gus'), [])).page?.cursor ?? null
  expect(await verdicts('oscar', [op('application.withdraw', id, { reason: ' ' })])).toMatchObject([
    { code: 'INVALID', fields: { reason: { code: 'REQUIRED' } } },
  ])
  expect(await codes('dan', [withdraw(id)])).toEqual(['FORBIDDEN'])
  expect(await codes('oscar', [withdraw(id), withdraw(id)])).toEqual(['applied', 'applied'])
  expect(await entry(id)).toBeNull()
  expect(await entry(waits)).toMatchObject({ status: 'registered' })
  expect(await numbers()).toEqual({ registered: 2, waiting: 0, unclaimed: 0 })
  expect(await noticesTo('ravi')).toMatchObject([
    { kind: 'withdrawn', urgent: 1, parts: [{ kind: 'withdrawn', person: 'Ada Lauf', reason: 'Injured.' }] },
  ])
  const told = async (name: string) => {
    const actor = { uid: uid(name), email: '', name, issuedAt: Math.floor(Date.now() / 1000) }
    const { page } = await sync(env.DB, actor, { uid: uid(name), cursor, ops: [] }, Date.now, false)
    return (JSON.parse(page?.deleted ?? '[]') as Row[]).find((one) => one.id === id)
  }
  expect(await told('olivia')).toMatchObject({ reason: 'Injured.' })
  for (const name of ['gus', 'ravi']) {
    expect(await told(name)).toEqual({ type: 'application', id, at: expect.any(String) })
  }
})

it('who got a place meanwhile keeps it where staff withdrew somebody who waits', async () => {
  const [first] = [await apply('ravi'), await apply('rosa')]
  const waits = await apply('wim', { waitingList: true })
  await codes('ravi', [op('application.delete', first)])
  expect(await codes('oscar', [withdraw(waits, 'No room.', { status: 'waiting' })])).toEqual(['STALE'])
})

it('moves somebody to the head of the waiting list, before all who wait longer', async () => {
  const [first] = [await apply('ravi'), await apply('rosa')]
  const [a, b, c] = [
    await apply('a', { waitingList: true }),
    await apply('b', { waitingList: true }),
    await apply('c', { waitingList: true }),
  ]
  expect(await codes('dan', [op('application.moveUp', c)])).toEqual(['NOT_FOUND'])
  expect(await codes('oscar', [op('application.moveUp', b), op('application.moveUp', c)])).toEqual([
    'applied',
    'applied',
  ])
  const waiting = (await entries())
    .filter(({ status }) => status === 'waiting')
    .sort((one, other) => Number(one.waiting_order) - Number(other.waiting_order))
  expect(waiting.map(({ id }) => id)).toEqual([c, b, a])
  expect(await noticesTo('c')).toMatchObject([{ kind: 'movedUp' }])
  expect(await history()).toContainEqual({ type: 'application.moveUp', fields: '["waitingOrder"]', by: uid('oscar') })
  await codes('ravi', [op('application.delete', first)])
  expect(await entry(c)).toMatchObject({ status: 'registered' })
  expect(await codes('oscar', [op('application.moveUp', c)])).toEqual(['STALE'])
})

it('INV-16 who is moved up last stands first, however often one request moves people up', async () => {
  const [first] = [await apply('ravi'), await apply('rosa')]
  const [a, b] = [await apply('a', { waitingList: true }), await apply('b', { waitingList: true })]
  const ops = [a, b, a].map((id) => op('application.moveUp', id))
  expect(await codes('oscar', ops)).toEqual(['applied', 'applied', 'applied'])
  await codes('ravi', [op('application.delete', first)])
  expect([await entry(a), await entry(b)]).toMatchObject([{ status: 'registered' }, { status: 'waiting' }])
})

it('a freed place goes to who stood first then, and not to who moves up in the same request', async () => {
  const [first] = [await apply('oscar', { firstName: 'Own' }), await apply('rosa')]
  const [a, b] = [await apply('a', { waitingList: true }), await apply('b', { waitingList: true })]
  await codes('oscar', [op('application.delete', first), op('application.moveUp', b)])
  expect([await entry(a), await entry(b)]).toMatchObject([{ status: 'registered' }, { status: 'waiting' }])
  const [next] = [await apply('c', { waitingList: true })]
  await codes('olivia', [
    op('application.moveUp', next),
    op('marathon.update', event, { capacity: 3 }, { capacity: 2 }),
  ])
  expect([await entry(next), await entry(b)]).toMatchObject([{ status: 'registered' }, { status: 'waiting' }])
})

it('INV-29 a desk enters people after the window and above the capacity, and the sum is true', async () => {
  await apply('ravi')
  await codes('olivia', [op('marathon.update', event, { regEnd: '2020-01-01', regStart: '2019-01-01' }, {})])
  const [one, two, three] = [walkIn({ bib: '501' }), walkIn({ above: 1 }), walkIn({ above: 1, firstName: 'Wolf' })]
  expect(await codes('dan', [one, two])).toEqual(['applied', 'applied'])
  expect(await codes('dora', [three, three])).toEqual(['applied', 'applied'])
  expect(await codes('mallory', [walkIn()])).toEqual(['FORBIDDEN'])
  expect(await numbers()).toEqual({ registered: 4, waiting: 0, unclaimed: 3 })
  expect(await entry(one.id)).toMatchObject({
    owner_uid: null,
    first_name: 'Wanda',
    bib: '501',
    bib_key: '501',
    code: one.patch.code,
    status: 'registered',
    above: 0,
  })
  const { applications } = await pulled('gus')
  expect(applications.find(({ _id }) => _id === two.id)).toMatchObject({ isClaimed: false, mine: false })
})

it('INV-29 a bib taken meanwhile stays with its holder, and all phones see who holds it too', async () => {
  const [held, late] = [walkIn({ bib: '7' }), walkIn({ bib: '007', firstName: 'Late' })]
  await verdicts('dan', [held])
  expect(await verdicts('dora', [late])).toMatchObject([
    { status: 'applied', conflicts: { bib: { base: null, yours: '007', theirs: null } } },
  ])
  expect(await entry(late.id)).toMatchObject({ bib: null, bib_key: null, wanted_bib: '007' })
  // Another bib settles it.
  expect(await codes('dora', [handOut(late.id, '8')])).toEqual(['applied'])
  expect(await entry(late.id)).toMatchObject({ bib: '8', wanted_bib: null })
})

it('a bib that two desks handed out is noted, not moved, until a decision ends the note', async () => {
  const [ada, bo] = [await apply('ravi'), await apply('rosa')]
  // A gate may have been at the desk before.
  expect(await codes('gus', [handOut(ada, '7')])).toEqual(['FORBIDDEN'])
  expect(await codes('dan', [handOut(ada, '7')])).toEqual(['applied'])
  expect(await codes('dora', [handOut(bo, '7')])).toEqual(['BIB_TAKEN'])
  expect([await entry(ada), await entry(bo)]).toMatchObject([
    { bib: '7', wanted_bib: null },
    { bib: null, wanted_bib: '7' },
  ])
  // The same entrant at two tables.
  expect(await verdicts('dora', [handOut(ada, '9')])).toMatchObject([{ conflicts: { bib: { theirs: '7' } } }])
  expect(await entry(ada)).toMatchObject({ bib: '7', wanted_bib: '9' })
  // An organiser's list is no hand: nothing is noted.
  expect(await codes('oscar', [op('application.assignBib', bo, { bib: '007' }, { bib: null })])).toEqual(['BIB_TAKEN'])
  expect(await entry(bo)).toMatchObject({ wanted_bib: '7' })
  expect(await codes('oscar', [op('application.assignBib', ada, { bib: '7' }, { bib: '7' })])).toEqual(['applied'])
  expect(await entry(ada)).toMatchObject({ bib: '7', wanted_bib: null })
})

it('INV-24 the code of another entry is not taken twice: the server makes one, also in a race', async () => {
  const [one, two, three] = [walkIn(), walkIn(), walkIn()]
  const code = String(one.patch.code)
  await verdicts('dan', [one])
  for (const other of [two, three]) other.patch.code = code
  expect(await codes('dora', [two])).toEqual(['applied'])
  expect((await entry(two.id))?.code).not.toBe(code)
  const fresh = newEntryCode()
  three.patch.code = fresh
  const rival = walkIn({ code: fresh })
  const raced = racing(() => verdicts('dan', [rival]))
  expect(await codes('dora', [three], raced)).toEqual(['applied'])
  expect(new Set((await entries()).map((row) => row.code)).size).toBe(4)
})

it('INV-29 an entry of who lost the role waits for the organiser, without a place or a bib', async () => {
  const row = await env.DB.prepare('SELECT id FROM staff WHERE uid = ?').bind(uid('dan')).first<string>('id')
  await codes('oscar', [op('staff.delete', String(row))])
  const late = walkIn({ bib: '501' })
  expect(await verdicts('dan', [late, { ...late, opId: newId('op') }])).toMatchObject([
    { code: 'FORBIDDEN', fields: { entry: { code: 'WITH_ORGANISER' } } },
    { code: 'FORBIDDEN' },
  ])
  expect(await entry(late.id)).toMatchObject({ status: 'unconfirmed', bib: null, wanted_bib: '501' })
  expect(await numbers()).toEqual({ registered: 0, waiting: 0, unclaimed: 1 })
  expect(await codes('dora', [op('application.confirm', late.id)])).toEqual(['NOT_FOUND'])
  expect(await codes('oscar', [op('application.confirm', late.id), op('application.confirm', late.id)])).toEqual([
    'applied',
    'applied',
  ])
  expect(await entry(late.id)).toMatchObject({ status: 'registered' })
  expect(await numbers()).toEqual({ registered: 1, waiting: 0, unclaimed: 1 })
  const declined = walkIn()
  await verdicts('dan', [declined])
  expect(await codes('oscar', [withdraw(declined.id, 'Nobody knows them.')])).toEqual(['applied'])
  expect(await numbers()).toEqual({ registered: 1, waiting: 0, unclaimed: 1 })
})

it('an event does not become a ballot beside an entry that waits for the organiser', async () => {
  await env.DB.prepare(`UPDATE staff SET role = 'timer' WHERE marathon_id = ? AND uid = ?`)
    .bind(event, uid('dan'))
    .run()
  const late = walkIn()
  expect(await codes('dan', [late])).toEqual(['FORBIDDEN'])
  const ballot = op('marathon.update', event, { registration: 'ballot' }, { registration: 'first-come' })
  expect(await codes('olivia', [ballot])).toEqual(['INVALID'])
  expect(await codes('olivia', [withdraw(late.id), { ...ballot, opId: newId('op') }])).toEqual(['applied', 'applied'])
})

it('INV-29 who lost the role takes back only the own entry that waits for the organiser', async () => {
  const staff = async (name: string) =>
    String(await env.DB.prepare('SELECT id FROM staff WHERE uid = ?').bind(uid(name)).first<string>('id'))
  await codes('oscar', [op('staff.delete', await staff('dan')), op('staff.delete', await staff('dora'))])
  const own = walkIn({}, ownedId(crypto.randomUUID(), uid('dan')))
  const plain = walkIn()
  await codes('dan', [own, plain])
  expect(await codes('dora', [withdraw(own.id)])).toEqual(['NOT_FOUND'])
  expect(await codes('dan', [withdraw(own.id, 'By mistake.'), withdraw(plain.id)])).toEqual(['applied', 'NOT_FOUND'])
  expect([await entry(own.id), (await entry(plain.id))?.status]).toEqual([null, 'unconfirmed'])
  expect(await numbers()).toEqual({ registered: 0, waiting: 0, unclaimed: 1 })
})

it('INV-29 a bib that was handed out before the role ended is noted as wanted, once', async () => {
  const [ada, bo] = [await apply('ravi'), await apply('rosa')]
  const row = await env.DB.prepare('SELECT id FROM staff WHERE uid = ?').bind(uid('dan')).first<string>('id')
  await codes('oscar', [op('staff.delete', String(row))])
  expect(await verdicts('dan', [handOut(ada, '501')])).toMatchObject([
    { code: 'FORBIDDEN', fields: { bib: { code: 'WITH_ORGANISER' } } },
  ])
  expect(await entry(ada)).toMatchObject({ bib: null, wanted_bib: '501' })
  expect(await codes('dan', [handOut(ada, '502'), op('application.assignBib', bo, { bib: '7' })])).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect(await codes('mallory', [handOut(bo, '9')])).toEqual(['NOT_FOUND'])
  expect([await entry(ada), await entry(bo)]).toMatchObject([{ wanted_bib: '501' }, { wanted_bib: null }])
})

it('tells who corrected an entry of no clash in a field that stands as the runner wrote it', async () => {
  const id = await apply('ravi', { lastName: 'Laufe', phoneNumber: '12345' })
  await codes('oscar', [correct(id, { lastName: 'Lauf' }, { lastName: 'Laufe' })])
  const phone = (phoneNumber: string, base: string) =>
    op('application.update', id, { phoneNumber }, { phoneNumber: base })
  await verdicts('ravi', [phone('54321', '12345'), phone('11111', '12345')])
  expect(await noticesTo('oscar')).toEqual([])
  const name = (lastName: string, base: string) => op('application.update', id, { lastName }, { lastName: base })
  // The runner has seen the correction and changes it: from then on it is the runner's.
  await verdicts('ravi', [name('Laufer', 'Lauf'), name('Renner', 'Laufe')])
  expect(await noticesTo('oscar')).toEqual([])
})

it('nobody enters a ballot at the gate before its draw', async () => {
  const ballot = newId('marathon')
  await syncAs(uid('olivia'), [
    op('marathon.create', ballot, { ...marathonFields(), capacity: 2, registration: 'ballot' }),
  ])
  expect(await verdicts('olivia', [walkIn({ marathonId: ballot })])).toMatchObject([
    { code: 'INVALID', fields: { marathonId: { code: 'NOT_DRAWN' } } },
  ])
})
