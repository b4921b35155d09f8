import type { Account, NewMarathon } from '../support/account.ts'
import { expectGoodLooks, watchShifts } from '../support/checks.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from '../support/timers.ts'
import { inHours, moveStart, PHONE, told } from '../support/today.ts'

// What a phone in a car park shows first: the home page, race day and the start line of who is signed in. How many taps
// lead on from there with no network: within-reach.nightly.spec.ts.

test.describe.configure({ timeout: 120_000 })

test.use({
  viewport: PHONE,
  hasTouch: true,
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  event: { title: 'Harbour run', startDate: inHours(2.5) },
})

/** Makes the account a helper of the organiser's event. */
async function help(organiser: Account, helper: Account, { _id }: NewMarathon) {
  const { url } = (await organiser.call('POST', `/api/marathons/${_id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}

test('home opens with what was told, a cancellation first, and nothing on it moves', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  const called = await organiser.createMarathon({ title: 'Called off' })
  for (const one of [marathon, called]) await runner.apply(one)
  await organiser.call('PUT', `/api/marathons/${called._id}`, { cancelled: 'Storm' })
  await moveStart(organiser, marathon)
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/')
  await expect(told(page)).toContainText('Urgent: Called off: ')
  await expectGoodLooks(page, 'home with the next race and a notice')
  await page.setViewportSize(PHONE)
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
  await page.reload()
  await expect(told(page)).toContainText('Called off')
  // What used to come late came by then.
  await page.waitForTimeout(1500)
  expect(await shifted()).toEqual([])
  await told(page).getByRole('button', { name: 'Got it' }).tap()
  await expect(told(page)).toContainText('Urgent: The start is delayed')
  await told(page).getByRole('button', { name: 'Got it' }).tap()
  await expect(told(page)).toContainText('Urgent: The start is now')
  await told(page).getByRole('button', { name: 'Got it' }).tap()
  await expect(told(page)).toBeHidden()
})

test('race day switches between the races of three roles, each with its main action', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  await runner.createMarathon({ title: 'Own run', startDate: inHours(-1) })
  await help(organiser, runner, await organiser.createMarathon({ title: 'Helped run', startDate: inHours(30) }))
  await runner.apply(await organiser.createMarathon({ title: 'Past run', startDate: inHours(-13) }))
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/ready')
  const races = page.getByRole('navigation', { name: 'Your races' }).getByRole('link')
  await expect(races).toHaveText([
    /Past run.*finished/,
    /Own run.*under way/,
    /Harbour run.*in 2\sh/,
    /Helped run.*You help: Gate/,
  ])
  await expectGoodLooks(page, 'race day with four races')
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(races).toHaveCount(4)
  await page.waitForTimeout(2000)
  expect(await shifted()).toEqual([])
  const main = page.getByRole('main')
  for (const [title, action] of [
    ['Own run', 'Check in'],
    ['Harbour run', 'My code'],
    ['Helped run', 'Check in'],
  ] as const) {
    await races.filter({ hasText: title }).tap()
    await expect(main.getByRole('heading', { name: title })).toBeVisible()
    await expect(main.getByRole('link', { name: action, exact: true })).toBeInViewport()
  }
})
