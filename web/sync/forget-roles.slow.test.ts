import { beforeEach, describe, expect, it } from 'vitest'
import { isAnswer } from '../../contract/questions/questions.ts'
import type { Role } from '../../contract/roles.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import type { AccountDb, InboxRecord } from '../store/account-db.ts'
import { saveDraft } from '../store/drafts.ts'
import { enqueueOps } from '../store/outbox.ts'
import {
  applicationRow,
  checkInRow,
  codeOf,
  emptyAccount,
  marathonRow,
  noticeRow,
  responseOf,
  staffRow,
} from '../testing/test-account.ts'
import { applyResponse } from './apply-response.ts'

const NOW = Date.parse('2027-06-01T00:00:00.000Z')
const [EVENT, OTHER] = ['event-0001', 'event-0002']
/** What only who organises may have of an entrant, and the names of others. Runners and staff of `OTHER` have other ones. */
const CONTACTS = [
  '0000-4711',
  'zoe@example.com',
  'Asthma of Zoe',
  'Runs for Zoe',
  'Zoe-Town',
  '0000-4712',
  'zoe@new.example',
]
const NAMES = ['Zoe', 'Zimmer', 'Hana', 'Hugo', 'Holder']

const zoe = {
  firstName: 'Zoe',
  lastName: 'Zimmer',
  phoneNumber: '0000-4711',
  email: 'zoe@example.com',
  additionalInfo: 'Asthma of Zoe',
  description: 'Runs for Zoe',
  location: 'Zoe-Town',
}
/** An entrant of the event where the role stays. */
const bo = applicationRow('entry-0003', OTHER, { mine: false, firstName: 'Bo' })
const entrant = (id: string, marathonId: string) => applicationRow(id, marathonId, { mine: false, ...zoe })
const helperSees = ({ _id, marathonId, firstName, lastName, bib, code, status, ver }: ReturnType<typeof entrant>) =>
  ({
    _id,
    marathonId,
    firstName,
    lastName,
    bib,
    code,
    status,
    ver,
    mine: false,
  }) as SyncResponse['applications'][number]

let db: AccountDb
beforeEach(async () => {
  db = await emptyAccount()
})

async function receive(cursor: string | null, response: SyncResponse) {
  const gen = (await db.sync.get('sync'))?.gen ?? 0
  expect(await applyResponse(db, { cursor, gen }, response, NOW)).toBe(true)
}

/** All that this phone has: every table of the account, and localStorage. The keys are there too. */
async function storage(): Promise<string> {
  const tables = await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()]))
  return JSON.stringify([...tables, Object.entries(localStorage)])
}

/** A phone with everything that it may get by a role, and with edits that are queued, refused and applied there. */
async function phoneOf(role: Role) {
  const seen = (row: ReturnType<typeof entrant>) => (role === 'owner' || role === 'organiser' ? row : helperSees(row))
  const mine = applicationRow('entry-mine', EVENT)
  await receive(
    null,
    responseOf({
      cursor: 'e.5',
      marathons: [marathonRow(EVENT, { role }), marathonRow(OTHER, { role: 'organiser' })],
      applications: [mine, seen(entrant('entry-0001', EVENT)), seen(entrant('entry-0002', EVENT)), bo],
      checkIns: [checkInRow('scan-0001', EVENT, 'entry-0001', { by: 'Hana' })],
      staff: [
        staffRow('staff-0001', EVENT, { mine: true, name: 'Me', role }),
        staffRow('staff-0002', EVENT),
        staffRow('staff-0003', OTHER, { name: 'Otto' }),
      ],
      notices: [noticeRow('notice-0001', EVENT)],
    }),
  )
  const scan = (id: string, marathonId: string, applicationId: string) =>
    ({ type: 'checkIn.create', id, patch: { marathonId, applicationId, at: '', gate: 'A' } }) as const
  const [refused = ''] = await enqueueOps(db, [
    { type: 'application.assignBib', id: 'entry-0002', base: { bib: null }, patch: { bib: '7' } },
  ])
  const fields = { bib: { code: 'HELD_BY', values: { name: 'Holder Hugo' } } } as const
  await receive(
    'e.5',
    responseOf({ cursor: 'e.6', results: [{ opId: refused, status: 'rejected', code: 'BIB_TAKEN', fields }] }),
  )
  await enqueueOps(db, [
    scan('scan-0002', EVENT, 'entry-0001'),
    scan('scan-0003', OTHER, 'entry-0003'),
    { type: 'checkIn.void', id: 'scan-0001', patch: { at: '' } },
    { type: 'staff.delete', id: 'staff-0002' },
    { type: 'application.assignBib', id: 'entry-0001', base: { bib: null }, patch: { bib: '8' } },
    { type: 'application.update', id: 'entry-mine', base: { location: '' }, patch: { location: 'Kiel' } },
  ])
  await db.withdrawn.put({
    _id: 'entry-gone',
    code: codeOf('entry-gone'),
    marathonId: EVENT,
    at: '2027-05-31T00:00:00.000Z',
    ...(role === 'organiser' ? { reason: 'Asthma of Zoe' } : {}),
  })
  if (role === 'organiser') await correct()
  await saveDraft(db, `correct-entrant:${EVENT}:entry-0001`, { phoneNumber: '0000-4712' })
  for (const key of [
    'notice',
    'cancel-marathon',
    'edit-marathon',
    'correct-results',
    'sheet',
    'timing',
    'check-in',
    'apply',
  ])
    for (const id of [EVENT, OTHER]) await saveDraft(db, `${key}:${id}`, { text: 'typed' })
}

/** Corrections that are applied, refused, in a clash and queued, a form with one of them, and a history. */
async function correct() {
  await db.kept.put({ key: `history:${EVENT}`, marathonId: EVENT, at: 0, rows: [{ by: 'Hana' }] })
  const edit = (field: 'phoneNumber' | 'email', from: string, to: string) =>
    ({ type: 'application.correct', id: 'entry-0002', base: { [field]: from }, patch: { [field]: to } }) as const
  const phone = edit('phoneNumber', '0000-4711', '0000-4712')
  const email = edit('email', 'zoe@example.com', 'zoe@new.example')
  const opIds = await enqueueOps(db, [phone, email, email])
  const [applied = '', refused = '', clash = ''] = opIds
  const conflicts = { email: { base: 'zoe@example.com', yours: 'zoe@new.example', theirs: 'zoe@example.com' } }
  const results = [
    { opId: applied, status: 'applied' },
    { opId: refused, status: 'rejected', code: 'INVALID', fields: { email: { code: 'NOT_AN_EMAIL' } } },
    { opId: clash, status: 'applied', conflicts },
  ] as const
  await receive('e.6', responseOf({ cursor: 'e.6', more: true, results: [...results] }))
  await saveDraft(db, `edit-again:${refused}`, { email: 'zoe@new.example' })
  await enqueueOps(db, [{ ...phone, id: 'entry-0001' }])
}

const drafts = async (id: string) =>
  (await db.drafts.toCollection().primaryKeys()).flatMap((key) => (key.endsWith(id) ? [key.split(':')[0]] : []))
const queued = async () => (await db.outbox.orderBy('n').toArray()).map(({ op, was }) => [op.id, was?.firstName])

const at = '2027-06-01T07:00:00.000Z'
const left = [marathonRow(EVENT), marathonRow(OTHER, { role: 'organiser' })]
const others = {
  applications: [applicationRow('entry-mine', EVENT), bo],
  staff: [staffRow('staff-0003', OTHER, { name: 'Otto' })],
}

/** How a phone hears that its role has ended. */
const ENDS: Record<string, () => Promise<void>> = {
  'with the news': () =>
    receive(
      'e.6',
      responseOf({ cursor: 'e.7', marathons: [marathonRow(EVENT)], deleted: [{ type: 'role', id: EVENT, at }] }),
    ),
  'in a page with more behind it': () =>
    receive('e.6', responseOf({ cursor: 'e.7', more: true, deleted: [{ type: 'role', id: EVENT, at }] })),
  'by a reset, which does not tell it': () =>
    receive('e.6', responseOf({ ...others, marathons: left, cursor: 'f.9', reset: true })),
  'by a reset of several pages': async () => {
    await receive('e.6', responseOf({ ...others, cursor: 'f-9.3', reset: true, more: true }))
    await receive('f-9.3', responseOf({ cursor: 'f.9', marathons: left }))
  },
}

describe('INV-19 a phone without its role', () => {
  it.each(
    (['organiser', 'desk', 'gate', 'timer'] as const).flatMap((role) =>
      Object.keys(ENDS).map((how) => [role, how] as const),
    ),
  )('of %s has nothing of it left, told %s', async (role, how) => {
    await phoneOf(role)
    expect((await storage()).includes('0000-4711')).toBe(role === 'organiser')
    expect((await storage()).includes('"email":"zoe@new.example"')).toBe(role === 'organiser')
    await ENDS[how]?.()
    const all = await storage()
    for (const text of [...CONTACTS, ...NAMES]) expect(all).not.toContain(text === 'Zoe' ? '"Zoe' : text)
    expect(await db.staff.toCollection().primaryKeys()).toEqual(['staff-0003'])
    expect(await db.withdrawn.count()).toBe(0)
    expect((await db.marathons.get(EVENT))?.role ?? null).toBe(null)
    expect(await drafts(EVENT)).toEqual(['apply'])
    expect(await drafts(OTHER)).toHaveLength(8)
  })

  it('keeps what is queued, the own entry, and what it has by another role', async () => {
    await phoneOf('organiser')
    await ENDS['with the news']?.()
    expect(await queued()).toEqual([
      ['scan-0002', undefined],
      ['scan-0003', 'Bo'],
      ['scan-0001', undefined],
      ['staff-0002', undefined],
      ['entry-0001', undefined],
      ['entry-mine', 'Ada'],
      ['entry-0001', undefined],
    ])
    expect((await db.outbox.toArray()).at(-1)?.op).toMatchObject({
      type: 'application.correct',
      base: { phoneNumber: null },
      patch: { phoneNumber: null },
    })
    expect(await db.applications.toCollection().primaryKeys()).toEqual(['entry-0003', 'entry-mine'])
    const items = await db.inbox.toArray()
    const found = (is: (item: InboxRecord) => boolean) =>
      items.filter(is).map(({ op, conflicts }) => [op.patch, conflicts])
    expect(items.find(({ code }) => code === 'BIB_TAKEN')).toMatchObject({
      fields: { bib: { code: 'HELD' } },
      was: { title: 'Harbour Ten' },
    })
    // That the email was corrected can still be read, and not to what.
    expect(found(({ code }) => code === 'INVALID')).toEqual([[{ email: null }, undefined]])
    const nothing = { base: null, yours: null, theirs: null }
    expect(found(({ code }) => code === undefined)).toEqual([[{ email: null }, { email: nothing }]])
  })
})

describe('INV-19 what staff noted of the own entry', () => {
  it.each([
    ['role', { 'staff.paid00': 'yes' }],
    ['marathon', {}],
  ] as const)('leaves with the %s, but for what its event still shows', async (type, kept) => {
    const staffFields = JSON.stringify([
      { id: 'paid00', label: 'Paid', isShown: true },
      { id: 'note00', label: 'Note', isShown: false },
    ])
    const noted = { 'staff.paid00': 'yes', 'staff.note00': 'Late again' }
    const mine = { ...applicationRow('entry-mine', EVENT), 'answers.size00': 'M', ...noted }
    const marathons = [marathonRow(EVENT, { role: 'organiser', staffFields })]
    await receive(null, responseOf({ cursor: 'e.5', marathons, applications: [mine] }))
    await receive('e.5', responseOf({ cursor: 'e.6', more: true, deleted: [{ type, id: EVENT, at }] }))
    const row = await db.applications.get('entry-mine')
    const answers = Object.entries(row ?? {}).filter(([field]) => isAnswer(field))
    expect(Object.fromEntries(answers)).toEqual({ 'answers.size00': 'M', ...kept })
  })
})

describe('INV-19 an organiser who becomes', () => {
  it.each(['desk', 'gate', 'timer'] as const)(
    '%s has no contact field left, and what a helper may have',
    async (role) => {
      await phoneOf('organiser')
      const marathons = [marathonRow(EVENT, { role }), marathonRow(OTHER, { role: 'organiser' })]
      const staff = [staffRow('staff-0001', EVENT, { mine: true, name: 'Me', role }), ...others.staff]
      const entrants = [entrant('entry-0001', EVENT), entrant('entry-0002', EVENT)].map(helperSees)
      const page = { ...others, marathons, staff, applications: [...others.applications, ...entrants] }
      await receive('e.6', responseOf({ ...page, cursor: 'f-9.3', reset: true, more: true }))
      await receive('f-9.3', responseOf({ cursor: 'f.9' }))
      const all = await storage()
      // Of the staff, a helper knows only who made a check-in.
      const { checkIns: _, ...tables } = Object.fromEntries(JSON.parse(all))
      expect(JSON.stringify(tables)).not.toContain('Hana')
      for (const text of CONTACTS) expect(all).not.toContain(text)
      expect(await db.staff.toCollection().primaryKeys()).toEqual(['staff-0001', 'staff-0003'])
      const ofTimers = role === 'timer' ? ['sheet', 'timing'] : []
      expect(await drafts(EVENT)).toEqual(['apply', 'check-in', ...ofTimers])
      expect((await queued())[0]).toEqual(['scan-0002', 'Zoe'])
      expect(await db.withdrawn.toArray()).toMatchObject([{ _id: 'entry-gone' }])
      expect(await db.kept.count()).toBe(0)
    },
  )
})
