import { afterEach, expect, it, vi } from 'vitest'
import { applyResponse } from '../../sync/apply-response.ts'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { isFetching } from '../is-fetching.ts'
import { acceptInvitation } from './helping.ts'

function answer(body: unknown) {
  vi.stubGlobal('fetch', async () => Response.json(body))
}
const syncRecord = async (db: AccountDb) => (await db.sync.get('sync')) ?? FIRST_SYNC

afterEach(() => vi.unstubAllGlobals())

it('knows after an acceptance that entrants are to come, until the next pull is complete', async () => {
  const db = await emptyAccount()
  const receive = async (other: Parameters<typeof responseOf>[0]) =>
    expect(await applyResponse(db, await syncRecord(db), responseOf(other), 0)).toBe(true)
  await receive({ cursor: 'e.5', marathons: [marathonRow('event-0001')] })
  expect(isFetching(await syncRecord(db))).toBe(false)
  answer({ marathonId: 'event-0001', role: 'gate' })
  const before = await syncRecord(db)
  await acceptInvitation(db, 'token')
  expect(isFetching(await syncRecord(db))).toBe(true)
  // A response from before the acceptance brings no entrants.
  expect(await applyResponse(db, before, responseOf({ cursor: 'e.6' }), 0)).toBe(false)
  await receive({ cursor: 'e-9.3', more: true, applications: [applicationRow('entry-0001', 'event-0001')] })
  expect(isFetching(await syncRecord(db))).toBe(true)
  await receive({ cursor: 'e.9', marathons: [marathonRow('event-0001', { role: 'gate' })] })
  expect(isFetching(await syncRecord(db))).toBe(false)
  await acceptInvitation(db, 'token')
  expect(isFetching(await syncRecord(db))).toBe(false)
})

it('starts over also where the phone has never heard of the marathon', async () => {
  const db = await emptyAccount()
  expect(await applyResponse(db, FIRST_SYNC, responseOf({ cursor: 'e.5' }), 0)).toBe(true)
  answer({ marathonId: 'event-0001', role: 'gate' })
  await acceptInvitation(db, 'token')
  expect(await syncRecord(db)).toMatchObject({ cursor: null, gen: 1 })
})

it('does not take a database that is out for entrants that are still to come', async () => {
  const db = await emptyAccount()
  const receive = async (other: Parameters<typeof responseOf>[0]) =>
    expect(await applyResponse(db, await syncRecord(db), responseOf(other), 0)).toBe(true)
  const out = { more: true, halted: { code: 'UNAVAILABLE' as const } }
  await receive({ cursor: 'e.5' })
  await receive({ cursor: 'e.5', ...out })
  expect(isFetching(await syncRecord(db))).toBe(false)
  await receive({ cursor: 'e-9.3', more: true, reset: true })
  await receive({ cursor: 'e-9.3', ...out })
  expect(isFetching(await syncRecord(db))).toBe(true)
})
