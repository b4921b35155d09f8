import { setTimeout as sleep } from 'node:timers/promises'
import { applicationFields, createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

const APPLICANTS = 12

// A context of the runtime ends with its response. Unit tests cannot show that: they have one context for everything.
test('applicants of an opening are answered, though the request that calls for all ends first', async ({ origin }) => {
  const organiser = await createAccount(origin, 'Olga Opening')
  const marathon = await organiser.createMarathon({ regStart: new Date().toISOString(), capacity: APPLICANTS })
  const runners = await Promise.all(
    Array.from({ length: APPLICANTS + 1 }, (_, index) => createAccount(origin, `Runner ${index}`)),
  )
  const [first, ...crowd] = runners.map(
    (runner, index) => () =>
      runner.send('POST', '/api/marathonApplication', applicationFields(marathon, { firstName: `Ada ${index}` })),
  )
  // The first application teaches the worker that the registration opens now.
  await first?.()
  const answers = Promise.allSettled(crowd.map((apply) => apply()))
  const settled = await Promise.race([answers, sleep(8_000, null)])
  expect(settled, 'the answers come long before a request loses its patience').not.toBeNull()
  const trips = settled?.flatMap((one) => (one.status === 'fulfilled' ? one.value.headers.get('Server-Timing') : []))
  expect(trips, 'the object asked the database for them').toEqual(
    Array(APPLICANTS - 1).fill(expect.stringContaining('0 trips')),
  )
  expect(settled?.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))).toEqual([
    expect.stringMatching(/409|full/i),
  ])
})
