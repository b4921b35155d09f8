import { field, openDialog, overview, save, untilTold } from '../support/change-start.ts'
import { holdSync, letSync, queuedOps, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// The organiser moves the start of an event, or changes its places.

test.describe.configure({ timeout: 120_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'Bay run', capacity: 1, timeZone: 'Asia/Tokyo', startDate: '2028-01-30T23:00:00.000Z' },
})

test('a start moved with no network is sent later, and the runner sees it and is told', async ({
  page,
  browser,
  origin,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  const phone = await openSecondPhone(browser, origin, runner, `/marathons/${marathon._id}`)
  const details = phone.getByRole('region', { name: 'Event Details' })
  await expect(details).toContainText('08:00')
  await logIn(page, organiser, overview(marathon))
  await holdSync(page)
  await openDialog(page)
  await expect(field(page, 'Marathon Start')).toHaveValue('31 Jan 2028')
  await expect(field(page, 'Start time')).toHaveValue('08:00')
  await expect(field(page, 'Capacity')).toHaveValue('1')
  await field(page, 'Start time').fill('09:30')
  await save(page)
  await untilTold(page)
  await expect(page.getByRole('main')).toContainText('09:30')
  expect(await queuedOps(page, organiser.uid)).toMatchObject([
    {
      type: 'marathon.update',
      base: { startDate: '2028-01-30T23:00:00.000Z' },
      patch: { startDate: '2028-01-31T00:30:00.000Z' },
    },
  ])
  await page.goto('/unsent')
  await expect(page.getByRole('heading', { name: "Changed marathon start of 'Bay run'" })).toBeVisible()

  await letSync(page)
  await untilQueued(page, organiser.uid, 0)
  await wakeSync(phone)
  await expect(phone.getByText('Changed since you looked')).toBeVisible()
  await expect(details).toContainText('09:30')
  await expect(phone.getByRole('region', { name: 'Notices' })).toContainText(/The start is now .*09:30/)
  await phone.context().close()
})
