import { beforeEach, describe, expect, it, vi } from 'vitest'
import { discardOp } from '../testing/plain-store.ts'
import { renderHook, skipPauses, untilSkipped } from '../testing/render-hook.tsx'
import { emptyAccount, queueEdits } from '../testing/test-account.ts'
import { AccountDb, FIRST_SYNC, type InboxRecord, positionOf } from './account-db.ts'
import { saveDraft } from './drafts.ts'
import { discardEdit, dismissInboxItems, resolveConflict, sendAgain, unpark } from './handle-unsent.ts'
import { createApplication } from './rows/applications.ts'
import { createMarathon } from './rows/marathons.ts'
import { readUnsent, useSyncRecord, useUnsent, useUnsentCounts } from './unsent.ts'

let db: AccountDb
const op = { opId: 'op-000001', v: 1, type: 'marathon.update', id: 'event-0001', at: '2027-06-01T00:00:00.000Z' }
const rejected = (other: Partial<InboxRecord['op']> = {}): InboxRecord => ({
  opId: 'op-000001',
  target: 'marathon:event-0001',
  op: { ...op, base: { location: 'Hamburg' }, patch: { location: 'Kiel' }, ...other },
  at: '2027-06-01T00:00:00.000Z',
  code: 'INVALID',
})
const waiting = async () => (await readUnsent(db)).waiting.map((record) => record.op)

beforeEach(async () => {
  db = await emptyAccount()
})

describe('sending again', () => {
  it('is a new operation with the user’s correction', async () => {
    await db.inbox.put(rejected())
    await sendAgain(db, rejected(), { location: 'Bremen' })
    expect(await waiting()).toEqual([expect.objectContaining({ id: 'event-0001', patch: { location: 'Bremen' } })])
    expect((await waiting())[0]?.opId).not.toBe('op-000001')
    expect(await db.inbox.count()).toBe(0)
  })

  it.each([
    ['sent again', () => sendAgain(db, rejected())],
    ['discarded', () => dismissInboxItems(db, [rejected()])],
    ['resolved', () => resolveConflict(db, rejected(), [])],
  ])('an edit that is %s takes the draft of its form with it', async (_, handle) => {
    await db.inbox.put(rejected())
    for (const opId of ['op-000001', 'op-000002']) await saveDraft(db, `edit-again:${opId}`, { location: 'Kiel' })
    await handle()
    expect(await db.drafts.toCollection().primaryKeys()).toEqual(['edit-again:op-000002'])
  })

  it('keeps the snapshot, which names a row that is gone from the phone', async () => {
    const was = { title: 'Harbour Ten', timeZone: 'Asia/Tokyo' }
    const item = { ...rejected(), was }
    await db.inbox.put(item)
    await sendAgain(db, item)
    expect((await readUnsent(db)).waiting[0]?.was).toEqual(was)
  })

  it('gives a refused creation a new id: the old one may be gone for ever', async () => {
    const item = rejected({ type: 'marathon.create' })
    await db.inbox.put(item)
    await sendAgain(db, item)
    const [again] = (await readUnsent(db)).waiting
    expect(again?.op.id).not.toBe('event-0001')
    expect(again?.target).toBe(`marathon:${again?.op.id}`)
  })

  it('of a creation points the rejected edits of its row and of its entries to the new id', async () => {
    const item = rejected({ type: 'marathon.create' })
    const edit = { ...rejected({ opId: 'op-000002', type: 'marathon.update' }), opId: 'op-000002' }
    const patch = { marathonId: 'event-0001', firstName: 'Ada' }
    const apply = rejected({ opId: 'op-000003', type: 'application.create', id: 'entry-0001', patch })
    const other = { ...rejected({ opId: 'op-000004', id: 'event-0002' }), opId: 'op-000004' }
    await db.inbox.bulkPut([item, edit, { ...apply, opId: 'op-000003', target: 'application:entry-0001' }, other])
    await sendAgain(db, item)
    const id = (await waiting())[0]?.id
    expect((await db.inbox.toArray()).map(({ target, op: one }) => [target, one.id, one.patch.marathonId])).toEqual([
      [`marathon:${id}`, id, undefined],
      ['application:entry-0001', 'entry-0001', id],
      ['marathon:event-0001', 'event-0002', undefined],
    ])
  })

  it('happens once for a double tap', async () => {
    await db.inbox.put(rejected({ type: 'marathon.create' }))
    const sent = await Promise.all([sendAgain(db, rejected()), sendAgain(db, rejected())])
    expect(await waiting()).toHaveLength(1)
    expect(sent).toEqual([(await waiting())[0]?.opId, null])
  })

  it('is nothing where the answer was dismissed in another window', async () => {
    expect(await sendAgain(db, rejected())).toBeNull()
    expect(await waiting()).toEqual([])
  })
})

describe('a clash', () => {
  const { code: _code, ...clash } = {
    ...rejected(),
    conflicts: {
      location: { base: 'Hamburg', yours: 'Kiel', theirs: 'Bremen' },
      distance: { base: '5k', yours: '10k', theirs: '15k' },
    },
  }

  it('INV-9 sends the fields kept over what the server has, and leaves the others', async () => {
    const named = { ...clash, was: { title: 'Harbour Ten' } }
    await db.inbox.put(named)
    await resolveConflict(db, named, ['location'])
    expect((await readUnsent(db)).waiting[0]?.was).toEqual({ title: 'Harbour Ten' })
    expect(await waiting()).toEqual([
      expect.objectContaining({ patch: { location: 'Kiel' }, base: { location: 'Bremen' } }),
    ])
  })

  it('INV-29 gives the bib of an entry at the gate again, and makes no second entry', async () => {
    const walkIn = { ...clash.op, type: 'application.walkIn', patch: { firstName: 'Wanda', bib: '7' } }
    const item = { ...clash, op: walkIn, conflicts: { bib: { base: null, yours: '7', theirs: null } } }
    await db.inbox.put(item)
    await resolveConflict(db, item, ['bib'])
    expect(await waiting()).toEqual([
      expect.objectContaining({
        type: 'application.assignBib',
        id: walkIn.id,
        patch: { bib: '7' },
        base: { bib: null },
      }),
    ])
  })

  it('sends nothing where theirs is kept, and once where it is tapped twice', async () => {
    await db.inbox.put(clash)
    await resolveConflict(db, clash, [])
    await resolveConflict(db, clash, ['location'])
    expect(await waiting()).toEqual([])
    expect(await db.inbox.count()).toBe(0)
  })
})

it('never discards an applied edit that only stands in for its row', async () => {
  const [edit] = await queueEdits(db, ['event-0001'])
  await db.outbox.toCollection().modify({ state: 'settled' })
  await discardOp(db, String(edit?.opId))
  expect(await db.outbox.count()).toBe(1)
})

it('discards the applications to a new event with the event, and nothing else', async () => {
  const marathon = { title: 'New Ten', distance: '10k' } as Parameters<typeof createMarathon>[1]
  const [opId] = await createMarathon(db, marathon)
  const [made] = await db.outbox.toArray()
  if (!made) throw new Error('nothing is queued')
  const application = { marathonId: made.op.id, firstName: 'Ada' } as Parameters<typeof createApplication>[1]
  await createApplication(db, application)
  await createApplication(db, { ...application, marathonId: 'event-0001' })
  expect(opId).toBe(made.opId)
  expect(await discardEdit(db, made)).toBe('unsent')
  expect((await waiting()).map(({ patch }) => patch.marathonId)).toEqual(['event-0001'])
})

it('discards an edit without the later ones, and nothing of a creation applied meanwhile', async () => {
  await queueEdits(db, ['event-0001'])
  await queueEdits(db, ['event-0001'], 'Bremen')
  const [first] = await db.outbox.toArray()
  if (!first) throw new Error('nothing is queued')
  expect(await discardEdit(db, first)).toBe('unsent')
  expect((await waiting()).map(({ patch }) => patch.location)).toEqual(['Bremen'])
  await db.outbox.clear()
  await createMarathon(db, { title: 'New Ten' } as Parameters<typeof createMarathon>[1])
  const [made] = await db.outbox.toArray()
  if (!made) throw new Error('nothing is queued')
  await queueEdits(db, [made.op.id])
  await db.outbox.update(made.n as number, { state: 'settled' })
  expect(await discardEdit(db, made)).toBe('gone')
  expect(await waiting()).toHaveLength(1)
})

it('says of a discarded edit whether it is unsent, may have arrived, or was gone already', async () => {
  await queueEdits(db, ['event-0001', 'event-0002'])
  const [first, second] = await db.outbox.toArray()
  if (!first || !second) throw new Error('nothing is queued')
  await db.sync.put({ ...FIRST_SYNC, sentUpTo: positionOf(first) })
  expect(await discardEdit(db, first)).toBe('may-have-arrived')
  expect(await discardEdit(db, first)).toBe('gone')
  expect(await discardEdit(db, second)).toBe('unsent')
})

it('asks the browser to send what was set aside, also after the app is closed', async () => {
  const asked = vi.fn(async (_tag: string) => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync: { register: asked } }) } })
  await unpark(db)
  expect(asked).not.toHaveBeenCalled()
  await queueEdits(db, ['event-0001'])
  await db.outbox.toCollection().modify({ state: 'parked' })
  await unpark(db)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(`sync:${db.uid}`), 10_000)
  vi.unstubAllGlobals()
})

it('INV-10 keeps accounts apart: neither sees what the other queued', async () => {
  const other = await emptyAccount()
  await queueEdits(db, ['event-0001'])
  expect((await readUnsent(other)).waiting).toEqual([])
  expect(new AccountDb(other.uid).name).not.toBe(db.name)
})

describe('parked edits', () => {
  const park = () =>
    db.outbox.toCollection().modify((record) => {
      Object.assign(record, { state: 'parked', failures: 3, reason: 'It failed.' })
    })
  const states = async () =>
    (await db.outbox.orderBy('n').toArray()).map(({ state, failures, reason }) => [state, failures, reason])

  it('go back into the queue as new, those of one row', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    await park()
    expect(await unpark(db, 'marathon:event-0002')).toBe(1)
    expect(await states()).toEqual([
      ['parked', 3, 'It failed.'],
      ['waiting', 0, undefined],
    ])
  })

  it('go back all at once where none is named', async () => {
    await queueEdits(db, ['event-0001', 'event-0002'])
    await park()
    expect(await unpark(db)).toBe(2)
    expect((await readUnsent(db)).parked).toEqual([])
    expect(await waiting()).toHaveLength(2)
  })
})

it('an answer is dismissed alone', async () => {
  await db.inbox.bulkPut([rejected(), { ...rejected(), opId: 'op-000002' }])
  await dismissInboxItems(db, await db.inbox.where('opId').equals('op-000001').toArray())
  expect((await readUnsent(db)).inbox.map(({ opId }) => opId)).toEqual(['op-000002'])
})

describe('what a screen is told', () => {
  it('is live, of the account that is here, and nothing for a visitor', async () => {
    skipPauses()
    await db.sync.put({ ...FIRST_SYNC, syncedAt: 5 })
    await queueEdits(db, ['event-0001'])
    await db.inbox.put(rejected())
    const page = renderHook(() => ({ unsent: useUnsent(), counts: useUnsentCounts(), sync: useSyncRecord() }), {
      db,
      author: { name: 'Ada', email: 'ada@example.com' },
    })
    const told = () => {
      const { unsent, counts, sync } = page.value()
      return [
        unsent?.waiting.length,
        unsent?.inbox.length,
        counts.waiting,
        counts.needsYou,
        counts.total,
        sync?.syncedAt,
      ]
    }
    await untilSkipped(() => expect(told()).toEqual([1, 1, 1, 1, 2, 5]))
    await dismissInboxItems(db, await db.inbox.where('opId').equals('op-000001').toArray())
    await untilSkipped(() => expect(told()).toEqual([1, 0, 1, 0, 1, 5]))
    page.as(null)
    await untilSkipped(() => expect(told()).toEqual([0, 0, 0, 0, 0, null]))
    page.leave()
    vi.useRealTimers()
  })
})

it('tells the answers in the order in which they came', async () => {
  await db.inbox.bulkPut([
    { ...rejected(), opId: 'op-000001', at: '2027-06-03T00:00:00.000Z' },
    { ...rejected(), opId: 'op-000002', at: '2027-06-01T00:00:00.000Z' },
  ])
  expect((await readUnsent(db)).inbox.map(({ opId }) => opId)).toEqual(['op-000002', 'op-000001'])
})
