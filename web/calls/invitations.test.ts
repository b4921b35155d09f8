import { afterEach, expect, it, vi } from 'vitest'
import { createInvitation, fetchInvitations, fetchInvited, sendAcceptance, withdrawInvitation } from './invitations.ts'

const network = vi.fn<typeof fetch>()

function answer(body: unknown) {
  network.mockImplementation(async () => Response.json(body))
  vi.stubGlobal('fetch', network)
}
const call = () => {
  const [url, init] = network.mock.calls.at(-1) ?? []
  return `${init?.method} ${url}`
}

afterEach(() => vi.unstubAllGlobals())

it('looks at an invitation without using it up, and accepts it', async () => {
  const invited = {
    marathonId: 'event-0001',
    title: 'Harbour Ten',
    location: 'Hamburg',
    startDate: '2027-06-01T08:00:00.000Z',
    timeZone: 'Europe/Berlin',
    role: 'gate',
  }
  answer(invited)
  expect(await fetchInvited('a/token')).toMatchObject({ marathonId: 'event-0001', title: 'Harbour Ten' })
  expect(call()).toBe('GET /api/invitations/a%2Ftoken')
  answer({ marathonId: 'event-0001', role: 'gate' })
  expect(await sendAcceptance('a/token')).toEqual({ marathonId: 'event-0001', role: 'gate' })
  expect(call()).toBe('POST /api/invitations/a%2Ftoken')
})

it('lists open invitations without their links, and withdraws one', async () => {
  const open = [{ _id: 'hash-0001', expiresAt: '2027-06-08T08:00:00.000Z', role: 'desk' }]
  answer(open)
  expect(await fetchInvitations('event-0001')).toEqual(open)
  expect(call()).toBe('GET /api/marathons/event-0001/invitations')
  answer({ acknowledged: true, deletedCount: 1 })
  await withdrawInvitation('event-0001', 'hash-0001')
  expect(call()).toBe('DELETE /api/marathons/event-0001/invitations/hash-0001')
})

it('makes one link for a key and a role', async () => {
  const made = { url: 'https://run.example/invitation/token', expiresAt: '2027-06-08T08:00:00.000Z' }
  answer(made)
  expect(await createInvitation('event-0001', 'timer', 'a-key')).toEqual(made)
  expect(call()).toBe('POST /api/marathons/event-0001/invitations')
  expect(network.mock.calls.at(-1)?.[1]?.body).toBe('{"role":"timer"}')
  expect(network.mock.calls.at(-1)?.[1]?.headers).toMatchObject({ 'Idempotency-Key': 'a-key' })
})
