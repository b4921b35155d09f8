import { afterEach, expect, it, vi } from 'vitest'
import { applyResponse } from '../sync/apply-response.ts'
import { applicationRow, emptyAccount, marathonRow, responseOf } from '../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import {
  acceptInvitation,
  createInvitation,
  fetchInvitations,
  fetchInvited,
  removeHelper,
  withdrawInvitation,
} from './helpers.ts'
import { isFetching } from './is-fetching.ts'

const network = vi.fn<typeof fetch>()

function answer(body: unknown) {
  network.mockImplementation(async () => Response.json(body))
  vi.stubGlobal('fetch', network)
}
const call = () => {
  const [url, init] = network.mock.calls.at(-1) ?? []
  return `${init?.method} ${url}`
}

const syncRecord = async (db: AccountDb) => (await db.sync.get('sync')) ?? FIRST_SYNC

afterEach(() => vi.unstubAllGlobals())

it('looks at an invitation without using it up, and accepts it', async () => {
  const invited = {
    marathonId: 'event-0001',
    title: 'Harbour Ten',
    location: 'Hamburg',
    startDate: '2027-06-01T08:00:00.000Z',
    timeZone: 'Europe/Berlin',
  }
  answer(invited)
  expect(await fetchInvited('a/token')).toMatchObject({ marathonId: 'event-0001', title: 'Harbour Ten' })
  expect(call()).toBe('GET /api/invitations/a%2Ftoken')
  answer({ marathonId: 'event-0001' })
  expect(await acceptInvitation(await emptyAccount(), 'a/token')).toBe('event-0001')
  expect(call()).toBe('POST /api/invitations/a%2Ftoken')
})

it('knows after an acceptance, until the last page of the next pull, that entrants are still to come', async () => {
  const db = await emptyAccount()
  const receive = async (other: Parameters<typeof responseOf>[0]) =>
    expect(await applyResponse(db, await syncRecord(db), responseOf(other), 0)).toBe(true)
  await receive({ cursor: 'e.5', marathons: [marathonRow('event-0001')] })
  expect(isFetching(await syncRecord(db))).toBe(false)
  answer({ marathonId: 'event-0001' })
  const before = await syncRecord(db)
  await acceptInvitation(db, 'token')
  expect(isFetching(await syncRecord(db))).toBe(true)
  // A response from before the acceptance brings no entrants.
  expect(await applyResponse(db, before, responseOf({ cursor: 'e.6' }), 0)).toBe(false)
  await receive({ cursor: 'e-9.3', more: true, applications: [applicationRow('entry-0001', 'event-0001')] })
  expect(isFetching(await syncRecord(db))).toBe(true)
  await receive({ cursor: 'e.9', marathons: [marathonRow('event-0001', { helping: true })] })
  expect(isFetching(await syncRecord(db))).toBe(false)
  await acceptInvitation(db, 'token')
  expect(isFetching(await syncRecord(db))).toBe(false)
})

it('starts over also where the phone has never heard of the marathon', async () => {
  const db = await emptyAccount()
  expect(await applyResponse(db, FIRST_SYNC, responseOf({ cursor: 'e.5' }), 0)).toBe(true)
  answer({ marathonId: 'event-0001' })
  await acceptInvitation(db, 'token')
  expect(await syncRecord(db)).toMatchObject({ cursor: null, gen: 1 })
})

it('lists open invitations without their links, and withdraws one', async () => {
  const open = [{ _id: 'hash-0001', expiresAt: '2027-06-08T08:00:00.000Z' }]
  answer(open)
  expect(await fetchInvitations('event-0001')).toEqual(open)
  expect(call()).toBe('GET /api/marathons/event-0001/invitations')
  answer({ acknowledged: true, deletedCount: 1 })
  await withdrawInvitation('event-0001', 'hash-0001')
  expect(call()).toBe('DELETE /api/marathons/event-0001/invitations/hash-0001')
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

it('makes one link for a key, and removes a helper', async () => {
  const made = { url: 'https://run.example/invitation/token', expiresAt: '2027-06-08T08:00:00.000Z' }
  answer(made)
  expect(await createInvitation('event-0001', 'a-key')).toEqual(made)
  expect(call()).toBe('POST /api/marathons/event-0001/invitations')
  expect(network.mock.calls.at(-1)?.[1]?.headers).toMatchObject({ 'Idempotency-Key': 'a-key' })
  answer({ acknowledged: true, deletedCount: 1 })
  await removeHelper('event-0001', 'helper-1')
  expect(call()).toBe('DELETE /api/marathons/event-0001/helpers/helper-1')
})
