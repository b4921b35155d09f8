import { expect, it } from 'vitest'
import type { RecordingFields, SyncRecording } from '../../../contract/results/recording-schema.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { countRows } from '../../testing/count-rows.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { readRecorded, record, rule, useRecorded, voidRecording } from './recordings.ts'

const AUTHOR = { name: 'Tim', email: 'tim@example.com' }
const EVENT = 'event-0001'
const GUN = Date.parse('2027-06-01T08:00:00.000Z')
const at = (ms: number) => new Date(GUN + ms).toISOString()

const fields = (other: Partial<RecordingFields> = {}): RecordingFields => ({
  ...{ marathonId: EVENT, kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001', tick: 0, at: at(0) },
  ...{ bib: null, accuracy: null, of: null },
  ...other,
})
const row = (id: string, other: Partial<SyncRecording> = {}): SyncRecording => ({
  ...fields(),
  ...{ _id: id, by: 'Tina', voidedAt: null, confirmed: true, ver: 1 },
  ...other,
})

const RULING = {
  ...{ marathonId: EVENT, recordingId: null, rulingId: null, bib: '', point: '', time: null },
  ...{ since: null, state: null, reason: '', doubt: '' },
}

async function phone(recordings: SyncRecording[] = []) {
  const db = await emptyAccount()
  await receive(db, { marathons: [marathonRow(EVENT, { role: 'timer' })], recordings })
  return db
}
async function receive(db: AccountDb, other: Parameters<typeof responseOf>[0]) {
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  const seq = Number(from.cursor?.split('.')[1] ?? 0) + 1
  expect(await applyResponse(db, from, responseOf({ cursor: `e.${seq}`, serverTime: at(0), ...other }), GUN)).toBe(true)
}
const recorded = (db: AccountDb) => readRecorded(db, AUTHOR, EVENT)

it('INV-14 a recording is seen at once, and once it is sent it is the same one', async () => {
  const db = await phone([row('crossing-0001')])
  const id = await record(db, fields({ tick: 5 }))
  expect((await recorded(db)).recordings).toMatchObject([
    { _id: 'crossing-0001', by: 'Tina', pending: null },
    { _id: id, by: 'Tim', tick: 5, pending: 'waiting' },
  ])
  await voidRecording(db, 'crossing-0001', at(9))
  expect((await recorded(db)).recordings[0]).toMatchObject({ voidedAt: at(9), pending: 'waiting' })
  const [op] = await db.outbox.toArray()
  await receive(db, { results: [{ opId: op?.opId ?? '', status: 'applied' }], recordings: [row(id, { tick: 5 })] })
  expect((await recorded(db)).recordings).toHaveLength(2)
})

it('INV-14 a screen has each recording as soon as it is on the disk', async () => {
  const db = await emptyAccount()
  const screen = renderHook(() => useRecorded(EVENT), { db, author: AUTHOR })
  await until(() => expect(screen.value()?.recordings).toEqual([]))
  const id = await record(db, fields())
  await until(() => expect(screen.value()?.recordings).toMatchObject([{ _id: id, by: 'Tim', pending: 'waiting' }]))
  await voidRecording(db, id, at(1))
  await until(() => expect(screen.value()?.recordings).toMatchObject([{ _id: id, voidedAt: at(1) }]))
  screen.leave()
})

it('INV-14 what a screen follows is what reading everything says, and the rest stays as it is', async () => {
  const db = await emptyAccount()
  const rows = countRows(db)
  const many = Array.from({ length: 120 }, (_, n) => row(`crossing-${219 - n}`, { tick: n * 1000, at: at(n * 1000) }))
  await receive(db, { marathons: [marathonRow(EVENT, { role: 'owner' })], recordings: many })
  // When the screen opens, some are only in the queue.
  await record(db, fields({ tick: 7500, at: at(7500) }))
  await voidRecording(db, 'crossing-150', at(9000))
  const screen = renderHook(() => useRecorded(EVENT), { db, author: AUTHOR })
  const same = async () => {
    const { recordings, rulings } = await recorded(db)
    const inOrder = recordings.toSorted((a, b) => a.tick - b.tick)
    await until(() => expect(screen.value()).toEqual({ recordings: inOrder, rulings }))
    return screen.value()?.recordings ?? []
  }
  const before = new Set(await same())
  rows.take()
  const id = await record(db, fields({ tick: 5500, at: at(5500) }))
  await record(db, fields({ marathonId: 'event-0002', at: at(5501) }))
  await until(() => expect(screen.value()?.recordings).toHaveLength(122))
  expect(rows.take().recordings).toBeLessThan(5)
  expect((await same()).filter((one) => !before.has(one)).map(({ _id }) => _id)).toEqual([id])
  await rule(db, [{ ...RULING, kind: 'bib', recordingId: id, bib: '7', at: at(9000) }])
  await voidRecording(db, 'crossing-100', at(9000))
  await same()
  const results = (await db.outbox.toArray()).map(({ opId }) => ({ opId, status: 'applied' as const }))
  await receive(db, {
    results,
    recordings: [row(id, { tick: 5500, at: at(5500) }), row('crossing-100', { at: at(0), voidedAt: at(9000) })],
  })
  await same()
  await db.recordings.delete(id)
  await same()
  screen.leave()
})

it('of another marathon is not in the list', async () => {
  const db = await phone([row('crossing-0001', { marathonId: 'event-0002' })])
  await record(db, fields({ marathonId: 'event-0002' }))
  expect((await recorded(db)).recordings).toEqual([])
})

it('a ruling is seen at once', async () => {
  const db = await phone()
  await rule(db, [{ ...RULING, kind: 'start', time: at(0), at: at(1) }])
  expect((await recorded(db)).rulings).toMatchObject([{ kind: 'start', time: at(0), by: 'Tim', pending: 'waiting' }])
})
