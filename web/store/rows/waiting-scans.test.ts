import { expect, it } from 'vitest'
import type { SyncRecording } from '../../../contract/results/recording-schema.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { applicationRow, checkInRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { FIRST_SYNC } from '../account-db.ts'
import { enqueueOps } from '../outbox.ts'
import { confirmCheckIns, voidCheckIn } from './check-ins.ts'
import { confirmEntry, readUnconfirmedEntries, withdrawEntrant } from './entrant-edits.ts'
import { decideRecordings } from './recordings.ts'
import { countUndecided, readWaitingScans } from './waiting-scans.ts'

const AT = '2027-06-01T10:00:00.000Z'
const recordingRow = (_id: string, other: Partial<SyncRecording> = {}): SyncRecording => ({
  ...{ _id, marathonId: 'event-0001', kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001', tick: 0 },
  ...{ at: AT, bib: null, accuracy: null, of: null, by: 'Tina', voidedAt: null, confirmed: false, ver: 1 },
  ...other,
})

it('counts what waits for the organiser of each own marathon, without what the queue decides', async () => {
  const db = await emptyAccount()
  const scan = (id: string, marathonId: string) =>
    checkInRow(id, marathonId, `entry-of-${marathonId}`, { confirmed: false })
  const late = (id: string) =>
    applicationRow(id, 'event-0001', { mine: false, isClaimed: false, status: 'unconfirmed' })
  const marathons = [
    marathonRow('event-0001', { role: 'owner', title: 'Harbour Ten' }),
    marathonRow('event-0002', { role: 'owner', title: 'Lake Five' }),
    marathonRow('event-0003', { role: 'gate' }),
  ]
  await applyResponse(
    db,
    FIRST_SYNC,
    responseOf({
      marathons,
      applications: [
        ...marathons.map(({ _id }) => applicationRow(`entry-of-${_id}`, _id, { mine: false })),
        ...['late-0001', 'late-0002', 'late-0003'].map((id) => late(id)),
      ],
      checkIns: [
        ...['scan-0001', 'scan-0002', 'scan-0003'].map((id) => scan(id, 'event-0001')),
        scan('scan-0004', 'event-0002'),
        scan('scan-0005', 'event-0003'),
        checkInRow('scan-0006', 'event-0002', 'entry-of-event-0002'),
      ],
      recordings: [
        ...[recordingRow('tap-0001'), recordingRow('tap-0002'), recordingRow('tap-0003', { confirmed: true })],
        ...[recordingRow('clock-0001', { kind: 'clock' }), recordingRow('tap-0004', { voidedAt: AT })],
        recordingRow('tap-0005', { marathonId: 'event-0003' }),
      ],
    }),
    0,
  )
  const ten = (scans: number, entries = 1, recordings = 2) => ({
    ...{ marathonId: 'event-0001', title: 'Harbour Ten', scans, entries, recordings },
  })
  const lake = { marathonId: 'event-0002', title: 'Lake Five', scans: 1, entries: 0, recordings: 0 }
  expect(await readWaitingScans(db)).toEqual([ten(3, 3), lake])
  await confirmEntry(db, { _id: 'late-0001' })
  await withdrawEntrant(db, late('late-0002'), 'Entered twice.')
  await enqueueOps(db, [{ type: 'application.assignBib', id: 'late-0003', base: { bib: null }, patch: { bib: '7' } }])
  expect((await readUnconfirmedEntries(db, 'event-0001')).map(({ _id }) => _id)).toEqual(['late-0003'])
  await confirmCheckIns(db, ['scan-0001'])
  await voidCheckIn(db, 'scan-0002')
  await voidCheckIn(db, 'scan-0002')
  expect(await readWaitingScans(db)).toEqual([ten(1), lake])
  expect(await readWaitingScans(db, 'event-0001')).toEqual([ten(1)])
  // A decision that is set aside is none.
  await db.outbox.where('target').equals('checkIn:scan-0001').modify({ state: 'parked' })
  expect(await readWaitingScans(db)).toEqual([ten(2), lake])
  const decided = applicationRow('late-0003', 'event-0001', { mine: false, isClaimed: false })
  await applyResponse(db, { cursor: 'e.1', gen: 0 }, responseOf({ cursor: 'e.2', applications: [decided] }), 0)
  expect(await readWaitingScans(db, 'event-0001')).toEqual([ten(2, 0)])
  await decideRecordings(db, ['tap-0001'], true, AT)
  expect(await readWaitingScans(db, 'event-0001')).toEqual([ten(2, 0, 1)])
  await decideRecordings(db, ['tap-0002'], false, AT)
  expect(await readWaitingScans(db, 'event-0001')).toEqual([ten(2, 0, 0)])
  // Somebody else decides there.
  expect(await readWaitingScans(db, 'event-0003')).toEqual([])
})

it('counts a recording once with its later bib, a later bib alone, and no sample of a clock', async () => {
  const of = 'tap-0001'
  const bib = recordingRow('bib-0001', { kind: 'bib', of, bib: '7' })
  const sample = recordingRow('clock-0001', { kind: 'clock' })
  expect([[sample], [bib, sample], [recordingRow(of), bib, sample]].map(countUndecided)).toEqual([0, 1, 1])
  const db = await emptyAccount()
  const marathons = [marathonRow('event-0001', { role: 'owner', title: 'Harbour Ten' })]
  const recordings = [recordingRow(of, { confirmed: true }), bib, sample]
  await applyResponse(db, FIRST_SYNC, responseOf({ marathons, recordings }), 0)
  expect(await readWaitingScans(db)).toMatchObject([{ recordings: 1 }])
  await decideRecordings(db, ['bib-0001', 'clock-0001'], true, AT)
  expect(await readWaitingScans(db)).toEqual([])
})
