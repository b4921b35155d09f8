import { createAccount } from '../support/account.ts'
import { dialog, field, openDialog, overview, save, untilTold } from '../support/change-start.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { queuedOps, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// What a change seldom breaks. change-start.spec.ts has what each change must pass.

test.describe.configure({ timeout: 120_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'Bay run', capacity: 1, timeZone: 'Asia/Tokyo', startDate: '2028-01-30T23:00:00.000Z' },
})

test('more places promote the waiting list', async ({ page, browser, origin, organiser, runner, marathon }) => {
  const first = await createAccount(origin, 'Fay First')
  await first.apply(marathon)
  await runner.apply(marathon, { waitingList: true })
  const phone = await openSecondPhone(browser, origin, runner, '/dashboard/notices')
  await logIn(page, organiser, overview(marathon))
  await untilSynced(page)
  await openDialog(page)
  await field(page, 'Capacity').fill('2')
  await save(page)
  await untilTold(page)
  await untilQueued(page, organiser.uid, 0)
  await wakeSync(phone)
  // It is said to screen readers too, for a moment, with the name of the race.
  await expect(phone.getByText('A place became free, and it is yours.', { exact: true })).toBeVisible()
  await phone.context().close()
})

test('the dialog names what is wrong, keeps what was typed, and fits a phone and a desktop', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  await logIn(page, organiser, overview(marathon))
  await untilSynced(page)
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page, `the event at ${width}`)
    await openDialog(page)
    await field(page, 'Start time').fill('')
    await field(page, 'Capacity').fill('1000001')
    await save(page)
    await expect(dialog(page)).toContainText('Start time is required.')
    await expect(dialog(page)).toContainText('Capacity must be at most 1000000.')
    await expect(field(page, 'Start time')).toBeFocused()
    await expectAccessible(page, `start and places at ${width}`)
    await expectNoSidewaysScroll(page, `start and places at ${width}`)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  }
  await openDialog(page)
  await field(page, 'Capacity').fill('0')
  await save(page)
  await expect(dialog(page)).toContainText('Capacity must be at least 1.')
  await field(page, 'Capacity').fill('35')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await openDialog(page)
  await expect(field(page, 'Capacity')).toHaveValue('35')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await openDialog(page)
  await expect(field(page, 'Capacity')).toHaveValue('1')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  expect(await queuedOps(page, organiser.uid)).toEqual([])
})
