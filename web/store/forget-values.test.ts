import { beforeEach, describe, expect, it } from 'vitest'
import type { Deletion } from '../../contract/sync.ts'
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
