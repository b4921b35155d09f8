import Dexie from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applicationFields } from '../../contract/application.ts'
import { applicationRow, marathonRow, newApplication, newMarathon, staffRow } from '../testing/test-account.ts'
import { AccountDb } from './account-db.ts'
import { isStorageFull } from './is-storage-full.ts'
import { enqueueOps, StorageFailure, saved } from './outbox.ts'

const EDIT = { type: 'marathon.update' as const, id: 'event-0001', base: { location: 'a' }, patch: { location: 'b' } }
const db = new AccountDb('outbox-test')
afterEach(() => Promise.all(db.tables.map((table) => table.clear())))
const records = () => db.outbox.orderBy('n').toArray()

/** Blocks the storage, as a page does that the user left during a write. @returns a function that unblocks it */
function holdStorage(): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let isHeld = true
  void held.then(() => {
    isHeld = false
  })
  void db.transaction('rw', db.outbox, db.marathons, db.applications, async () => {
    while (isHeld) await db.outbox.count()
  })
  return letGo
}

it('returns the op ids of what it queued', async () => {
  const ids = await enqueueOps(db, [EDIT, { ...EDIT, id: 'event-0002' }])
  expect((await db.outbox.orderBy('n').toArray()).map(({ opId }) => opId)).toEqual(ids)
})

it('gives up a write that the storage does not take in time, and never carries it out later', async () => {
  const letGo = holdStorage()
  const record = { opId: 'op-000001', target: 'marathon:event-0001', state: 'waiting' as const, failures: 0 }
  const op = { ...EDIT, opId: 'op-000001', v: 1, at: '2027-01-01T00:00:00.000Z' }
  const write = saved(db, [db.outbox], () => db.outbox.add({ ...record, op }), 50)
  await expect(write).rejects.toMatchObject({ name: 'StorageFailure', reason: 'silent' })
  letGo()
  expect(await db.outbox.count()).toBe(0)
})

it('says that it is not known whether a write is saved that was under way at the time limit', async () => {
  let told = () => {}
  const write = saved(
    db,
    [db.drafts],
    () => {
      // The browser commits the write, and does not say so.
      const native = (Dexie.currentTransaction as unknown as { idbtrans: IDBTransaction }).idbtrans
      const { oncomplete } = native
      native.oncomplete = (event) => {
        told = () => oncomplete?.call(native, event)
      }
      return db.drafts.put({ key: 'add-marathon', values: {}, at: 0 })
    },
    50,
  )
  await expect(write).rejects.toMatchObject({ name: 'StorageFailure', reason: 'unknown' })
  expect(await db.drafts.count()).toBe(1)
  told()
})

it('gives up a write where the database does not open in time, and never carries it out later', async () => {
  const name = 'startline-account-late'
  const asked = indexedDB.open(name, 1)
  const older = await new Promise<IDBDatabase>((resolve) => {
    asked.onsuccess = () => resolve(asked.result)
  })
  // Another page has an older version open, and does not close it.
  const late = new AccountDb('late')
  const write = vi.fn(() => late.drafts.put({ key: 'add-marathon', values: {}, at: 0 }))
  await expect(saved(late, [late.drafts], write, 50)).rejects.toMatchObject({ reason: 'silent' })
  older.close()
  await late.open()
  expect(await late.drafts.count()).toBe(0)
  expect(write).not.toHaveBeenCalled()
  await late.delete()
})

it('says which way the storage failed', async () => {
  const full = saved(db, [db.outbox], () => Promise.reject(new DOMException('', 'QuotaExceededError')))
  await expect(full).rejects.toMatchObject({ reason: 'full' })
  const refused = saved(db, [db.outbox], () => Promise.reject(new DOMException('', 'SecurityError')))
  await expect(refused).rejects.toBeInstanceOf(StorageFailure)
  await expect(refused).rejects.toMatchObject({ reason: 'refused' })
  const closed = new AccountDb(crypto.randomUUID())
  closed.close()
  await expect(enqueueOps(closed, [EDIT])).rejects.toMatchObject({ reason: 'closed' })
  const quota = new DOMException('', 'QuotaExceededError')
  expect(isStorageFull(Object.assign(new Error('x'), { inner: new Error('y', { cause: quota }) }))).toBe(true)
  // A request that fails in a bulk write, as in Safari.
  expect(isStorageFull(Object.assign(new Error('1 of 2 failed'), { failures: [new Error('z'), quota] }))).toBe(true)
  expect([isStorageFull(new Error('x')), isStorageFull(null)]).toEqual([false, false])
  expect(isStorageFull(new Error('x', { cause: quota }))).toBe(true)
})

it('waits for nothing once the write is on the disk', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await enqueueOps(db, [EDIT])
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

describe('an edit keeps of its row', () => {
  it('what names it, and what fills the form again', async () => {
    const marathon = { ...marathonRow('event-0001'), own: 0 as const, gen: 0 }
    await db.marathons.put(marathon)
    await db.applications.put({ ...applicationRow('entry-0001', 'event-0001'), own: 1, gen: 0 })
    await enqueueOps(db, [EDIT, { type: 'application.delete', id: 'entry-0001' }])
    const { marathonId, title, firstName, lastName, phoneNumber, additionalInfo, email, hidesName } = applicationRow(
      'entry-0001',
      'event-0001',
    )
    expect((await records()).map(({ was }) => was)).toEqual([
      { title: marathon.title, timeZone: marathon.timeZone },
      { marathonId, title, firstName, lastName, phoneNumber, additionalInfo, email, hidesName },
    ])
  })

  it('the name of the entrant whose queued scan it takes back, of several', async () => {
    for (const [n, firstName] of ['Ada', 'Bo'].entries()) {
      const row = applicationRow(`entry-000${n}`, 'event-0001', { mine: false, firstName })
      await db.applications.put({ ...row, own: 0, gen: 0 })
    }
    const scan = (n: number) => {
      const patch = { marathonId: 'event-0001', applicationId: `entry-000${n}`, at: '', gate: '' }
      return { type: 'checkIn.create' as const, id: `scan-000${n}`, patch }
    }
    await enqueueOps(db, [scan(0), scan(1)])
    await enqueueOps(
      db,
      [1, 0].map((n) => ({ type: 'checkIn.void' as const, id: `scan-000${n}`, patch: { at: '' } })),
    )
    expect((await records()).slice(2).map(({ was }) => was?.firstName)).toEqual(['Bo', 'Ada'])
  })

  it('every field that a runner fills in, also one that is new in the contract', async () => {
    const filled = Object.fromEntries(Object.keys(applicationFields).map((name) => [name, `the ${name}`]))
    const { location: _place, description: _text, image: _picture, ...typed } = filled
    const answers = { 'answers.shirt0': 'M' }
    const row = { ...applicationRow('entry-0001', 'event-0001'), ...filled, ...answers, 'staff.note00': 'Late' }
    await db.applications.put({ ...row, own: 1, gen: 0 })
    await enqueueOps(db, [{ type: 'application.delete', id: 'entry-0001' }])
    expect((await records())[0]?.was).toEqual({
      ...typed,
      ...answers,
      marathonId: row.marathonId,
      title: row.title,
      email: row.email,
    })
  })

  it('of somebody else’s entry no contact data: the queue may stay after a logout', async () => {
    const entry = applicationRow('entry-0009', 'event-0001', {
      mine: false,
      phoneNumber: '+49 30 7654321',
      'answers.urgent': 'Mum 4711',
    })
    await db.applications.put({ ...entry, own: 0, gen: 0 })
    await enqueueOps(db, [
      { type: 'application.assignBib', id: 'entry-0009', patch: { bib: '7' }, base: { bib: null } },
    ])
    const { marathonId, title, firstName, lastName } = entry
    expect((await records())[0]?.was).toEqual({ marathonId, title, firstName, lastName })
  })

  it('the name of whose role changes, and the event', async () => {
    await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner' }), own: 1, gen: 0 })
    await db.staff.put({ ...staffRow('staff-0001', 'event-0001'), gen: 0 })
    await enqueueOps(db, [EDIT, { type: 'staff.delete', id: 'staff-0001' }])
    const names = { marathonId: 'event-0001', title: 'Harbour Ten', timeZone: 'UTC', name: 'Hana' }
    expect((await records())[1]?.was).toEqual(names)
  })

  it('nothing where this phone has no such row', async () => {
    await enqueueOps(db, [EDIT])
    expect((await records())[0]).not.toHaveProperty('was')
  })
})

it('parks an edit that rests on a parked one, with a reason, and no other edit', async () => {
  await enqueueOps(db, [{ type: 'marathon.create', id: 'event-0009', patch: newMarathon({ title: 'New Ten' }) }])
  await db.outbox.toCollection().modify({ state: 'parked' })
  const entry = applicationRow('entry-0001', 'event-0009')
  await enqueueOps(db, [
    { type: 'application.create', id: entry._id, patch: newApplication('event-0009') },
    { type: 'application.update', id: entry._id, patch: { firstName: 'Bea' }, base: { firstName: 'Ada' } },
    EDIT,
  ])
  const [, ...later] = await records()
  expect(later.map(({ state, reason }) => [state, reason])).toEqual([
    ['parked', 'rests-on-parked'],
    ['parked', 'rests-on-parked'],
    ['waiting', undefined],
  ])
})

it('parks a ruling that names a parked recording or ruling, and no other one', async () => {
  const at = '2027-06-01T08:00:00.000Z'
  const crossing = { kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001', tick: 1, at } as const
  const ruled = {
    marathonId: 'event-0001',
    kind: 'bib',
    bib: '7',
    point: '',
    time: null,
    since: null,
    state: null,
    reason: '',
    at,
  } as const
  const rule = (id: string, recordingId: string | null, rulingId: string | null) => {
    return { type: 'ruling.create' as const, id, patch: { ...ruled, doubt: '', recordingId, rulingId } }
  }
  const none = { bib: null, accuracy: null, of: null }
  await enqueueOps(db, [
    { type: 'recording.create', id: 'crossing-0001', patch: { marathonId: 'event-0001', ...crossing, ...none } },
  ])
  await db.outbox.toCollection().modify({ state: 'parked' })
  await enqueueOps(db, [
    rule('ruling-0001', 'crossing-0001', null),
    rule('ruling-0002', null, 'ruling-0001'),
    rule('ruling-0003', 'crossing-0002', null),
  ])
  expect((await records()).map(({ state }) => state)).toEqual(['parked', 'parked', 'parked', 'waiting'])
})
