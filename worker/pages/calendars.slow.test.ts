import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { signIn } from '../testing/calls.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { upcomingCalendar } from './calendars.ts'

it('the feed of upcoming events is bounded, however long their descriptions are', async () => {
  const [olivia] = await signIn('olivia')
  const description = '🏃'.repeat(4000)
  for (let batch = 0; batch < 6; batch++) {
    const ops = Array.from({ length: 18 }, () => op('marathon.create', newId('long'), marathonFields({ description })))
    await olivia.sync({ ops })
  }
  // Of an account the list has few events, so each has an account of its own.
  await env.DB.prepare("UPDATE marathon SET owner_uid = id WHERE id LIKE 'long-%'").run()
  await env.DB.prepare(
    "INSERT INTO account (uid, email_verified) SELECT id, 1 FROM marathon WHERE id LIKE 'long-%'",
  ).run()
  const response = await upcomingCalendar({
    env,
    origin: 'https://long.example',
    id: null,
    countedAs: 'address:long',
    now: Date.now(),
  })
  const feed = await response.text()
  expect(feed.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(30)
  expect(new TextEncoder().encode(feed).length).toBeLessThan(1_000_000)
  expect(feed.endsWith('END:VCALENDAR\r\n')).toBe(true)
})
