import { afterEach, expect, it, vi } from 'vitest'
import { NoResponse } from '../../calls/call-api.ts'
import { NOTED_QUERY } from '../../marathon/mail/use-has-mail.ts'
import { noteMail } from '../../session/push/noted-mail.ts'
import { deviceDb } from '../../store/device-db.ts'
import { queryClient } from '../../store/query-client.ts'
import { renderHook, skipPauses, untilSkipped } from '../../testing/render-hook.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { mailReachMessage, useMailReach } from './mail-reach.ts'

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  await deviceDb.marks.clear()
})

it.each([
  [true, { isOffered: true, hasPlace: true }],
  [false, { isOffered: false, hasPlace: false }],
  [null, { isOffered: false, hasPlace: true }],
])('offers at once, and with no network, what the phone has noted: %s', async (noted, offer) => {
  skipPauses()
  // Other tests leave what they asked.
  queryClient.clear()
  await deviceDb.marks.clear()
  if (noted !== null) await noteMail(noted)
  const asked = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await asked.promise
    throw new TypeError('Failed to fetch')
  })
  const account = { db: await emptyAccount(), author: { name: 'Olivia', email: 'olivia@example.com' } }
  await queryClient.prefetchQuery(NOTED_QUERY)
  const { value, leave } = renderHook(() => useMailReach('event-0001'), account)
  await untilSkipped(() => expect(value()).toMatchObject({ ...offer, reach: undefined }))
  asked.resolve()
  await untilSkipped(() =>
    expect(queryClient.getQueryState(['config'])).toMatchObject({ status: 'error', error: expect.any(NoResponse) }),
  )
  expect(value()).toMatchObject({ ...offer, reach: undefined })
  leave()
})

it.each([
  [{ reaches: 412, of: 600, left: 2 }, 'By mail it reaches 412 of 600 runners. 2 mails left today.'],
  [{ reaches: 1, of: 1, left: 1 }, 'By mail it reaches 1 of 1 runner. 1 mail left today.'],
  [{ reaches: 0, of: 5000, left: 0 }, 'By mail it reaches 0 of 5,000 runners. No more mails today.'],
  [undefined, 'How many it reaches by mail is not known now.'],
])('says of %j: %s', (reach, words) => {
  expect(mailReachMessage({ reach })).toBe(words)
})
