import { beforeEach, describe, expect, it } from 'vitest'
import { answerField } from '../../contract/questions/questions.ts'
import type { Role } from '../../contract/roles.ts'
import type { Deletion, Fields } from '../../contract/sync.ts'
import { applyResponse } from '../sync/apply-response.ts'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../testing/test-account.ts'
import type { AccountDb } from './account-db.ts'
import { saveDraft } from './drafts.ts'
import { forgetAccount } from './forget-account.ts'
import { resolveConflict } from './handle-unsent.ts'
import { enqueueOps } from './outbox.ts'

const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T00:00:00.000Z')
const marathons = [marathonRow(EVENT, { role: 'owner' })]
const zoe = applicationRow('entry-0001', EVENT, { mine: false, firstName: 'Zoe', email: 'zoe@example.com' })
const bo = applicationRow('entry-0002', EVENT, { mine: false, firstName: 'Bo', email: 'bo@example.com' })

let db: AccountDb
let applied = ''

const receive = async (cursor: string | null, response: Parameters<typeof responseOf>[0]) => {
  const gen = (await db.sync.get('sync'))?.gen ?? 0
  expect(await applyResponse(db, { cursor, gen }, responseOf(response), NOW)).toBe(true)
}
const correct = (id: string, from: string, to: string) =>
  ({ type: 'application.correct', id, base: { email: from }, patch: { email: to, namesake: true } }) as const
const storage = async () => JSON.stringify(await Promise.all(db.tables.map((table) => table.toArray())))
const patches = async () => (await db.outbox.orderBy('n').toArray()).map(({ op }) => op.patch)

/** A phone with a correction that is applied, and two that wait. */
beforeEach(async () => {
  db = await emptyAccount()
  await receive(null, { cursor: 'e.1', marathons, applications: [zoe, bo] })
  const opIds = await enqueueOps(db, [correct('entry-0001', 'zoe@example.com', 'zoe@new.example')])
  applied = opIds[0] ?? ''
  await receive('e.1', { cursor: 'e.2', results: [{ opId: applied, status: 'applied' }] })
  await enqueueOps(db, [
    correct('entry-0001', 'zoe@new.example', 'zoe@newest.example'),
    correct('entry-0002', 'bo@example.com', 'bo@new.example'),
  ])
  await saveDraft(db, `correct-entrant:${EVENT}:entry-0001`, { email: 'zoe@typed.example' })
  await saveDraft(db, `correct-entrant:${EVENT}:entry-0002`, { email: 'bo@typed.example' })
})

const gone = (type: Deletion['type'], id: string) => ({ type, id, at: '2027-06-01T00:00:00.000Z' })

describe('INV-19 the drafts about entrants', () => {
  it('of an edit that is handled already leave with the next pull', async () => {
    await saveDraft(db, 'edit-again:op-gone', { email: 'zoe@secret.example' })
    await receive('e.2', { cursor: 'e.3', deleted: [gone('application', 'entry-0001')] })
    expect(await storage()).not.toContain('zoe@secret.example')
  })

  it('lose all answers of a walk-in at an event that is not on this phone any more', async () => {
    const answer = answerField('health')
    await saveDraft(db, 'walk-in:event-gone', { firstName: 'Zoe', [answer]: 'asthma' })
    await receive('e.2', { cursor: 'e.3', deleted: [gone('application', 'entry-0001')] })
    expect((await db.drafts.get('walk-in:event-gone'))?.values).toEqual({ firstName: 'Zoe' })
  })

  it('keep what was typed at a logout, and of contact data nothing that was only seen', async () => {
    const answer = answerField('health')
    const seen = { email: 'zoe@seen.example', lastName: 'Zander', [answer]: 'asthma' }
    const values = { email: 'zoe@typed.example', lastName: 'Z', [answer]: 'none', seen }
    await saveDraft(db, `correct-entrant:${EVENT}:entry-0001`, values)
    await forgetAccount(db, 'keep')
    // Undefined makes a clash, as it does in an op.
    const kept = { ...values, seen: { email: undefined, lastName: 'Zander', [answer]: null } }
    expect((await db.drafts.get(`correct-entrant:${EVENT}:entry-0001`))?.values).toStrictEqual(kept)
  })
})

describe('INV-19 the values of corrections', () => {
  it.each([
    ['was withdrawn', { deleted: [gone('application', 'entry-0001')] }],
    ['was erased', { applications: [{ ...zoe, firstName: '', lastName: '', email: '' }] }],
  ])('leave with the entry that %s, also before the last page, and those of others stay', async (_, response) => {
    await receive('e.2', { cursor: 'e.3', more: true, ...response })
    expect(await storage()).not.toContain('zoe@')
    expect(await patches()).toEqual([
      { email: null, namesake: true },
      { email: 'bo@new.example', namesake: true },
    ])
    expect(await db.journal.toArray()).toMatchObject([{ opId: applied, op: { base: { email: null } } }])
    expect(await db.drafts.toCollection().primaryKeys()).toEqual([`correct-entrant:${EVENT}:entry-0002`])
  })

  it('stay with an entry that this phone made at the gate, and that waits itself', async () => {
    const patch = { marathonId: EVENT, firstName: 'Wim', lastName: 'Li', bib: null, code: zoe.code, above: 0 }
    await enqueueOps(db, [
      { type: 'application.walkIn', id: 'entry-0003', patch },
      { type: 'application.correct', id: 'entry-0003', base: { lastName: 'Li' }, patch: { lastName: 'Lin' } },
    ])
    await receive('e.2', { cursor: 'e.3', deleted: [gone('application', 'entry-0001')] })
    expect((await patches()).at(-1)).toEqual({ lastName: 'Lin' })
  })

  it('leave with the event', async () => {
    await receive('e.2', { cursor: 'e.3', deleted: [gone('marathon', EVENT)] })
    const all = await storage()
    for (const text of ['zoe@', 'bo@']) expect(all).not.toContain(text)
    expect(await db.outbox.count()).toBe(2)
  })

  it('stay while a phone that fetches everything anew does not have the entries yet', async () => {
    await forgetAccount(db, 'keep')
    await receive(null, { cursor: 'e-9.3', more: true, marathons })
    await receive('e-9.3', { cursor: 'e-9.4', more: true, deleted: [gone('application', 'entry-0009')] })
    await receive('e-9.4', { cursor: 'e.9', applications: [zoe, bo] })
    expect(await patches()).toEqual([
      { email: 'zoe@newest.example', namesake: true },
      { email: 'bo@new.example', namesake: true },
    ])
  })
})

describe('INV-19 answers in edits', () => {
  const question = (id: string, staffSees: boolean) => ({ id, kind: 'text', label: id, isRequired: false, staffSees })
  const asking = (role: Role, staffSees: boolean) =>
    marathonRow(EVENT, { role, questions: JSON.stringify([question('shown0', staffSees), question('hidden', false)]) })
  const { phoneNumber: _1, email: _2, additionalInfo: _3, ...seen } = zoe
  const entrant = seen as typeof zoe
  const walkIn = (id: string, patch: Fields) =>
    ({
      type: 'application.walkIn',
      id,
      patch: { marathonId: EVENT, firstName: 'Wim', lastName: 'Li', bib: null, code: zoe.code, above: 0, ...patch },
    }) as const
  const ANSWERS = { 'answers.shown0': 'vegan', 'answers.hidden': 'asthma' }
  const IMPORTED = { ...ANSWERS, 'staff.paid00': 'yes', phoneNumber: '0177 12345', email: 'wim@example.com' }
  const journal = async () => (await db.journal.orderBy('n').toArray()).map(({ op }) => op.patch)

  it('stay with owner and organisers, also of a question that nobody has answered', async () => {
    await receive('e.2', { cursor: 'e.3', marathons: [asking('organiser', false)] })
    await enqueueOps(db, [
      {
        type: 'application.correct',
        id: 'entry-0002',
        base: { 'answers.hidden': '' },
        patch: { 'answers.hidden': 'asthma' },
      },
      { type: 'application.correct', id: 'entry-0002', base: { 'staff.paid00': '' }, patch: { 'staff.paid00': 'yes' } },
    ])
    await receive('e.3', { cursor: 'e.4', deleted: [gone('application', 'entry-0001')] })
    expect((await patches()).slice(-2)).toEqual([{ 'answers.hidden': 'asthma' }, { 'staff.paid00': 'yes' }])
  })

  it('leave a desk whose question staff do not see any more, and the name stays', async () => {
    await receive('e.2', { cursor: 'e.3', marathons: [asking('desk', true)], applications: [entrant] })
    const correction = {
      base: { 'answers.shown0': 'fish', firstName: 'Zoe' },
      patch: { 'answers.shown0': 'vegan', firstName: 'Zoé' },
    }
    await enqueueOps(db, [{ type: 'application.correct', id: 'entry-0001', ...correction }])
    await saveDraft(db, `correct-name:${EVENT}:entry-0001`, { 'answers.shown0': 'vegan and fish', firstName: 'Zo' })
    await saveDraft(db, `walk-in:${EVENT}`, { 'answers.shown0': 'fish at the desk', firstName: 'Bo' })
    await receive('e.3', { cursor: 'e.4', reset: true, marathons: [asking('desk', true)], applications: [entrant] })
    expect(await storage()).toMatch(/vegan and fish.*fish at the desk|fish at the desk.*vegan and fish/s)
    expect((await patches()).at(-1)).toEqual(correction.patch)
    await receive('e.4', { cursor: 'e.5', reset: true, marathons: [asking('desk', false)], applications: [entrant] })
    expect((await patches()).at(-1)).toEqual({ 'answers.shown0': null, firstName: 'Zoé' })
    expect(await storage()).not.toMatch(/vegan|fish/)
    expect((await db.drafts.get(`correct-name:${EVENT}:entry-0001`))?.values).toEqual({ firstName: 'Zo' })
    expect((await db.drafts.get(`walk-in:${EVENT}`))?.values).toEqual({ firstName: 'Bo' })
  })

  it('of a walk-in stay until it is decided and leave with the role or entry, except the name', async () => {
    await receive('e.2', { cursor: 'e.3', marathons: [asking('organiser', false)] })
    const opIds = await enqueueOps(db, [walkIn('entry-0003', IMPORTED), walkIn('entry-0004', IMPORTED)])
    await receive('e.3', { cursor: 'e.4', deleted: [gone('application', 'entry-0001')] })
    expect((await patches()).slice(-2)).toMatchObject([IMPORTED, IMPORTED])
    const rows = ['entry-0003', 'entry-0004'].map((id) => applicationRow(id, EVENT, { mine: false, firstName: 'Wim' }))
    const results = opIds.map((opId) => ({ opId, status: 'applied' as const }))
    await receive('e.4', { cursor: 'e.5', results, applications: rows })
    await receive('e.5', { cursor: 'e.6', deleted: [gone('application', 'entry-0004')] })
    const none = Object.fromEntries(Object.keys(IMPORTED).map((field) => [field, null]))
    expect((await journal()).slice(-2)).toMatchObject([IMPORTED, { ...none, firstName: 'Wim', code: zoe.code }])
    await receive('e.6', { cursor: 'e.7', deleted: [gone('role', EVENT)] })
    expect((await journal()).at(-2)).toMatchObject({ ...none, firstName: 'Wim' })
    expect(await storage()).not.toMatch(/asthma|wim@|0177/)
  })

  it('of a refused entry stay as long as its desk may send it again', async () => {
    await receive('e.2', { cursor: 'e.3', marathons: [asking('desk', false)], applications: [entrant] })
    const [opId = ''] = await enqueueOps(db, [walkIn('entry-0003', ANSWERS)])
    await receive('e.3', { cursor: 'e.4', results: [{ opId, status: 'rejected', code: 'INVALID' }] })
    await receive('e.4', { cursor: 'e.5', deleted: [gone('application', 'entry-0002')] })
    expect((await db.inbox.toArray()).at(-1)?.op.patch).toMatchObject(ANSWERS)
    await receive('e.5', { cursor: 'e.6', deleted: [gone('role', EVENT)] })
    expect(await storage()).not.toMatch(/asthma|vegan/)
  })

  it('leave with a logout that keeps the queue where they were only seen', async () => {
    const opIds = await enqueueOps(db, [
      {
        type: 'application.correct',
        id: 'entry-0002',
        base: { 'staff.note00': 'rude', 'answers.hidden': 'none' },
        patch: { 'staff.note00': 'kind', 'answers.hidden': 'asthma' },
      },
      {
        type: 'application.correct',
        id: 'entry-0002',
        base: { 'answers.shown0': 'fish' },
        patch: { 'answers.shown0': 'vegan' },
      },
    ])
    const conflicts = { 'answers.shown0': { base: 'fish', yours: 'vegan', theirs: 'eggs' } }
    await receive('e.2', { cursor: 'e.3', results: [{ opId: opIds[1] ?? '', status: 'applied', conflicts }] })
    await forgetAccount(db, 'keep')
    expect(await storage()).not.toMatch(/rude|none|fish|eggs/)
    expect((await patches()).at(-1)).toEqual({ 'staff.note00': 'kind', 'answers.hidden': 'asthma' })
  })
})

describe('the reason of a withdrawal', () => {
  it('stays with owner and organisers after the entry is gone, to be sent again after a restore', async () => {
    const [opId = ''] = await enqueueOps(db, [
      { type: 'application.withdraw', id: 'entry-0001', patch: { reason: 'Broken leg' } },
    ])
    const deleted = [{ ...gone('application', 'entry-0001'), reason: 'Broken leg' }]
    await receive('e.2', { cursor: 'e.3', results: [{ opId, status: 'applied' }], deleted })
    expect((await db.journal.toArray()).at(-1)?.op.patch).toEqual({ reason: 'Broken leg' })
    expect(await db.withdrawn.toArray()).toMatchObject([{ _id: 'entry-0001', reason: 'Broken leg' }])
    await receive('e.3', { cursor: 'e.4', deleted: [gone('role', EVENT)] })
    expect(await storage()).not.toContain('Broken leg')
  })

  it('goes where the runner deletes the account: the deletion comes once more, without it', async () => {
    const [opId = ''] = await enqueueOps(db, [
      { type: 'application.withdraw', id: 'entry-0001', patch: { reason: 'Broken leg' } },
    ])
    const deleted = [{ ...gone('application', 'entry-0001'), reason: 'Broken leg' }]
    await receive('e.2', { cursor: 'e.3', results: [{ opId, status: 'applied' }], deleted })
    await receive('e.3', { cursor: 'e.4', deleted: [gone('application', 'entry-0001')] })
    expect(await storage()).not.toContain('Broken leg')
    expect(await db.withdrawn.count()).toBe(1)
  })
})

describe('a logout that keeps the queue', () => {
  it('keeps what was written, and nothing that was only seen of others but names', async () => {
    await enqueueOps(db, [
      { type: 'application.correct', id: 'entry-0002', base: { firstName: 'Bo' }, patch: { firstName: 'Boo' } },
    ])
    await forgetAccount(db, 'keep')
    const all = await storage()
    for (const seen of ['zoe@example', 'zoe@new.', 'bo@example']) expect(all).not.toContain(seen)
    expect((await db.outbox.orderBy('n').toArray()).map(({ op }) => [op.base, op.patch.email])).toEqual([
      [{}, 'zoe@newest.example'],
      [{}, 'bo@new.example'],
      [{ firstName: 'Bo' }, undefined],
    ])
  })

  it('leaves a clash that still can be decided: mine is compared anew with what the server has', async () => {
    const [, opId = ''] = (await db.outbox.orderBy('n').toArray()).map((record) => record.opId)
    const conflicts = { email: { base: 'bo@example.com', yours: 'bo@new.example', theirs: 'bo@runner.example' } }
    await receive('e.2', { cursor: 'e.3', results: [{ opId, status: 'applied', conflicts }] })
    await forgetAccount(db, 'keep')
    expect(await storage()).not.toContain('bo@runner.example')
    const [item] = await db.inbox.toArray()
    if (!item) throw new Error('no clash')
    await resolveConflict(db, item, ['email'])
    const { op } = (await db.outbox.toArray()).at(-1) ?? {}
    expect(op).toMatchObject({ patch: { email: 'bo@new.example' } })
    expect(JSON.parse(JSON.stringify(op?.base))).toEqual({})
  })
})
