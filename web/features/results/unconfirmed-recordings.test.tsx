import { expect, it } from 'vitest'
import type { SyncRecording } from '../../../contract/results/recording-schema.ts'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { useUndecided } from '../../store/rows/waiting-scans.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { UnconfirmedRecordings } from './unconfirmed-recordings.tsx'

const EVENT = 'event-0001'
const row = (_id: string, by: string, other: Partial<SyncRecording>): SyncRecording => ({
  ...{ _id, by, marathonId: EVENT, kind: 'crossing', point: 'finish', how: 'bib', clock: 'clock-0001', tick: 0 },
  ...{ at: '2027-06-01T10:00:00.000Z', bib: null, accuracy: null, of: null, voidedAt: null, confirmed: false, ver: 1 },
  ...other,
})

function Told() {
  return <UnconfirmedRecordings undecided={useUndecided(EVENT) ?? []} />
}

it('a late bib alone is told and counts with the sample of its clock, which alone is not told', async () => {
  const db = await emptyAccount()
  const recordings = [
    row('tap-0001', 'Tina', { confirmed: true }),
    row('bib-0001', 'Tina', { kind: 'bib', of: 'tap-0001', bib: '7' }),
    row('clock-0001', 'Tina', { kind: 'clock', how: 'tap' }),
    row('clock-0002', 'Tim', { kind: 'clock', how: 'tap' }),
  ]
  await applyResponse(db, FIRST_SYNC, responseOf({ marathons: [marathonRow(EVENT, { role: 'owner' })], recordings }), 0)
  const { text, tap, leave } = renderPart(db, <Told />)
  await until(() => expect(text()).toContain('1 recording of Tina does not count yet.'))
  expect(text()).not.toContain('Tim ')
  tap('Let them count')
  await until(() => expect(text()).toBe(''))
  const ops = (await db.outbox.orderBy('n').toArray()).map(({ op }) => [op.type, op.id])
  expect(ops.toSorted()).toEqual([
    ['recording.confirm', 'bib-0001'],
    ['recording.confirm', 'clock-0001'],
  ])
  leave()
})
