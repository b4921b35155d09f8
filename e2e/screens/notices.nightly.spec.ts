import { readFileSync } from 'node:fs'
import { expectNoSidewaysScroll } from '../support/checks.ts'
import { wakeSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. notices.spec.ts has what each change must pass.

test.describe.configure({ timeout: 240_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'Harbour run', capacity: 1, timeZone: 'UTC' },
})

test('a later notice does not hide an urgent one', async ({ page, organiser, runner, marathon }) => {
  await runner.apply(marathon)
  const at = new Date().toISOString()
  const ops = [
    { text: 'Start moved to 09:30.', urgent: true },
    { text: 'T-shirts are at tent 2.', urgent: false },
    { text: 'Parking is at Pier 7.', urgent: false },
    { text: 'Coffee is at tent 3.', urgent: false },
  ].map(({ text, urgent }, index) => ({
    opId: crypto.randomUUID(),
    v: 1,
    type: 'notice.create',
    id: crypto.randomUUID(),
    base: {},
    // One after another, and none later than the server's clock, which would put it back to its own time.
    patch: { marathonId: marathon._id, text, urgent, at: new Date(Date.parse(at) - 1000 + index).toISOString() },
    at,
  }))
  await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops })
  await logIn(page, runner)
  await untilSynced(page)
  const notices = page.getByRole('region', { name: 'Notices' })
  await page.goto('/')
  await expect(notices).toContainText('Start moved to 09:30.')
  await page.goto('/start')
  await expect(notices).toContainText(/Start moved to 09:30\..*Coffee is at tent 3\..*2 more under Details/s)
  await expectNoSidewaysScroll(page, '/start')
  for (const path of ['/ready', `/marathons/${marathon._id}`]) {
    await page.goto(path)
    await expect(notices).toContainText(/Start moved to 09:30\..*Coffee is at tent 3\./s)
  }
  await page.goto(`/marathon/registration/${marathon._id}`)
  const atWork = page.getByRole('region', { name: 'Urgent notice' })
  await expect(atWork).toContainText('Start moved to 09:30.')
  await expect(atWork.getByRole('listitem')).toHaveCount(1)
})

test('who applies gets the notices of before, and a calendar file follows a change', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { location: 'Kiel' })
  await logIn(page, runner, `/marathons/${marathon._id}`)
  await untilSynced(page)
  await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden()
  await runner.apply(marathon)
  await wakeSync(page)
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The place is now Kiel.')
  const file = async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Add to calendar' }).click()
    return readFileSync(await (await download).path(), 'utf8')
  }
  const sequence = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1])
  const before = await file()
  expect(before.match(/TRIGGER/g)).toHaveLength(2)
  await page.getByLabel('Reminders in the calendar').selectOption('A day before')
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { cancelled: 'Storm' })
  await wakeSync(page)
  await expect(page.getByText('This event is cancelled.')).toBeVisible()
  const cancelled = await file()
  expect(cancelled).toContain('STATUS:CANCELLED')
  expect(sequence(cancelled)).toBeGreaterThan(sequence(before))
  expect(/UID:.+/.exec(cancelled)?.[0]).toBe(/UID:.+/.exec(before)?.[0])
  await page.reload()
  await expect(page.getByLabel('Reminders in the calendar')).toHaveValue('day')
})
