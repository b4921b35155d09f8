import { setTimeout as sleep } from 'node:timers/promises'
import { applicationFields, createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'

const APPLICANTS = 12

// A context of the runtime ends with its response. Unit tests cannot show that: they have one context for everything.
test('applicants of an opening get their answers, though the one that makes the calls for all is answered first', async ({
  origin,
}) => {
  const organiser = await createAccount(origin, 'Olga Opening')
  const marathon = await organiser.createMarathon({ regStart: new Date().toISOString(), capacity: APPLICANTS })
  const runners = await Promise.all(
    Array.from({ length: APPLICANTS + 1 }, (_, index) => createAccount(origin, `Runner ${index}`)),
  )
  const [first, ...crowd] = runners.map(
    (runner, index) => () =>
      runner.call('POST', '/api/marathonApplication', applicationFields(marathon, { firstName: `Ada ${index}` })),
  )
  // The first application teaches the worker that the registration opens now.
  await first?.()
  const answers = Promise.allSettled(crowd.map((apply) => apply()))
  const settled = await Promise.race([answers, sleep(8_000, null)])
  expect(settled, 'the answers come long before a request loses its patience').not.toBeNull()
  expect(settled?.filter(({ status }) => status === 'fulfilled')).toHaveLength(APPLICANTS - 1)
  expect(settled?.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))).toEqual([
    expect.stringMatching(/409|full/i),
  ])
})
