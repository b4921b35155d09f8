import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountDb } from '../../store/account-db.ts'
import { enqueueOps } from '../../store/outbox.ts'
import { createApplication } from '../../store/rows/applications.ts'
import { createMarathon, deleteMarathon } from '../../store/rows/marathons.ts'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { readHomeMarathons } from './home-marathons.ts'

const author = { name: 'Ada', email: 'ada@example.com' }
const NOW = Date.parse('2028-01-10T08:00:00.000Z')
let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
})

/** Marathons that start on these days of January 2028. Later ones were created later. */
async function eventsOn(...days: number[]) {
  const day = (n: number) => `2028-01-${String(n).padStart(2, '0')}T08:00:00.000Z`
  const rows = days.map((n) => marathonRow(`event-${n}`, { startDate: day(n), createdAt: day(n) }))
  await db.marathons.bulkPut(rows.map((row) => ({ ...row, own: 0 as const, gen: 0 })))
}
const shown = async (key: 'explore' | 'upcoming', now = NOW) =>
  (await readHomeMarathons(key, { db, author }, now)).map(({ _id }) => _id)

describe('the home page of an account', () => {
  it('shows the ten newest events, the newest first', async () => {
    await eventsOn(...Array.from({ length: 12 }, (_, n) => n + 1))
    expect(await shown('explore')).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `event-${n}`))
  })

  it('shows the ten events that start next, the soonest first, and none that has started', async () => {
    await eventsOn(...Array.from({ length: 15 }, (_, n) => n + 7))
    expect(await shown('upcoming')).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((n) => `event-${n}`))
  })

  it('puts the next one in the place of one that is being deleted here', async () => {
    await eventsOn(...Array.from({ length: 15 }, (_, n) => n + 11))
    await deleteMarathon(db, 'event-12')
    await deleteMarathon(db, 'event-13')
    expect(await shown('upcoming')).toEqual([11, 14, 15, 16, 17, 18, 19, 20, 21, 22].map((n) => `event-${n}`))
  })

  it('shows no cancelled event, and one whose cancellation is being taken back here', async () => {
    await eventsOn(...Array.from({ length: 12 }, (_, n) => n + 11))
    await db.marathons.where('_id').anyOf('event-11', 'event-12', 'event-22').modify({ cancelled: 'Storm' })
    await enqueueOps(db, [{ type: 'marathon.update', id: 'event-12', patch: { cancelled: null } }])
    expect(await shown('upcoming')).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21].map((n) => `event-${n}`))
    expect(await shown('explore')).not.toContain('event-22')
  })

  it('shows an event at its new start, and an event that is being made, but no application', async () => {
    await eventsOn(5, 11, 12)
    const move = (id: string, startDate: string) => ({ type: 'marathon.update' as const, id, patch: { startDate } })
    await enqueueOps(db, [move('event-5', '2028-01-11T12:00:00.000Z'), move('event-12', '2028-01-09T08:00:00.000Z')])
    const { _id, createdAt, ver, role, regCount, name, email, ...fields } = marathonRow('new-event')
    await createMarathon(db, { ...fields, startDate: '2028-01-11T10:00:00.000Z' } as never)
    const made = (await db.outbox.toArray()).at(-1)?.op.id
    await createApplication(db, { marathonId: 'event-11', startDate: '2028-01-20T08:00:00.000Z' } as never)
    expect(await shown('upcoming')).toEqual(['event-11', made, 'event-5'])
  })
})
