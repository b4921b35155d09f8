import { expect, it } from 'vitest'
import type { RecordingFields, SyncRecording } from '../../../contract/results/recording-schema.ts'
import { resultsOf } from '../../../contract/results/results.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { readRecorded, record, resultEntries, resultRows, rule, voidRecording } from './recordings.ts'

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

it('of another marathon is not in the list', async () => {
  const db = await phone([row('crossing-0001', { marathonId: 'event-0002' })])
  await record(db, fields({ marathonId: 'event-0002' }))
  expect((await recorded(db)).recordings).toEqual([])
})

it('a later bib, a sample of a clock and a ruling make the list of results', async () => {
  const db = await phone()
  await record(db, fields({ kind: 'clock', tick: 1000, at: at(1000), accuracy: 20 }))
  await record(db, fields({ kind: 'gun', point: 'start' }))
  const crossing = await record(db, fields({ tick: 60_000, how: 'bib' }))
  await record(db, fields({ kind: 'bib', tick: 61_000, at: at(61_000), of: crossing, bib: '008' }))
  await record(db, fields({ kind: 'bib', tick: 62_000, at: at(62_000), of: crossing, bib: '7' }))
  const entries = resultEntries(
    [
      applicationRow('entry-0001', EVENT, { bib: '7' }),
      applicationRow('entry-0002', EVENT, { status: 'waiting', bib: '8' }),
    ],
    new Set(),
  )
  const list = async () => resultsOf({ splits: [], entries, ...resultRows(await recorded(db)) })
  expect(await list()).toMatchObject({
    rows: [{ entry: 'entry-0001', state: 'finished', time: 60_000, place: 1 }],
    doubts: [],
  })
  const ruling = { marathonId: EVENT, recordingId: null, bib: '7', point: '', time: null, doubt: '', at: at(90_000) }
  await rule(db, { ...ruling, kind: 'state', state: 'disqualified', reason: 'Took the tram.' })
  expect(await list()).toMatchObject({ rows: [{ state: 'disqualified', reason: 'Took the tram.', place: null }] })
})

it('the start is closed until somebody opens it again', async () => {
  const db = await phone()
  const ruling = {
    marathonId: EVENT,
    kind: 'start' as const,
    recordingId: null,
    bib: '',
    point: '',
    state: null,
    reason: '',
    doubt: '',
  }
  const isClosed = async () => resultRows(await recorded(db)).isStartClosed
  expect(await isClosed()).toBe(false)
  await rule(db, { ...ruling, time: at(0), at: at(1) })
  expect(await isClosed()).toBe(true)
  await rule(db, { ...ruling, time: null, at: at(2) })
  expect(await isClosed()).toBe(false)
})
