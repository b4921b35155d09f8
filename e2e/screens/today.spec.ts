import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectGoodLooks, watchShifts } from '../support/checks.ts'
import { changeMarathon, expectNoVerdict, holdSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from '../support/timers.ts'

// What a phone in a car park shows first: the home page, race day and the start line of who is signed in. How many taps
// lead on from there with no network: within-reach.nightly.spec.ts.

const HOUR_MS = 3_600_000
const PHONE = { width: 390, height: 700 }
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

test.describe.configure({ timeout: 120_000 })
test.use({
  viewport: PHONE,
  hasTouch: true,
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  event: { title: 'Harbour run', startDate: inHours(2.5) },
})

const today = (page: Page) => page.getByRole('region', { name: 'Your next race' })
const told = (page: Page) => page.getByRole('region', { name: 'Notices' })

/** Makes the account a helper of the organiser's event. */
async function help(organiser: Account, helper: Account, { _id }: NewMarathon) {
  const { url } = (await organiser.call('POST', `/api/marathons/${_id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}

/** Two urgent notices: the start moved, and the organiser says why. */
async function moveStart(organiser: Account, { _id: marathonId, startDate }: NewMarathon) {
  const moved = new Date(Date.parse(startDate) + 20 * 60_000).toISOString()
  await organiser.call('PUT', `/api/marathons/${marathonId}`, { startDate: moved })
  const at = new Date().toISOString()
  const text = 'The start is delayed by 20 minutes: the train from Berlin is late.'
  const op = { opId: crypto.randomUUID(), v: 1, type: 'notice.create', id: crypto.randomUUID(), base: {}, at }
  const ops = [{ ...op, patch: { marathonId, text, urgent: true, at } }]
  await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops })
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

test('home with an unsent change, or without a race, moves nothing either', async ({ page, organiser, marathon }) => {
  const shifted = await watchShifts(page)
  await expectNoVerdict(page)
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'The other pier' })
  await page.goto('/')
  await expect(today(page).getByRole('link', { name: '1 unsent' })).toBeVisible()
  await expect(today(page)).toContainText('The other pier')
  await page.waitForTimeout(4000)
  expect(await shifted()).toEqual([])
})

test('who has no race ahead is led to one, and nothing moves', async ({ page, origin }) => {
  await logIn(page, await createAccount(origin, 'Nina New'), '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/')
  const place = page.getByRole('region', { name: 'No race ahead' })
  await expect(place.getByRole('link', { name: 'Find a race' })).toHaveAttribute('href', '/marathons')
  await expectGoodLooks(page, 'home without a race')
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(place).toBeVisible()
  await page.waitForTimeout(2000)
  expect(await shifted()).toEqual([])
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

test('months ahead an organiser is led to the event, and not to its check-in', async ({
  page,
  organiser,
  marathon,
}) => {
  const later = { startDate: inHours(24 * 60), regEnd: inHours(24 * 50) }
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, later)
  await logIn(page, organiser, '/aboutUs')
  await untilSynced(page)
  await page.goto('/')
  await expect(today(page)).toContainText('in 60 days')
  await expect(today(page).getByRole('link', { name: 'Check in' })).toHaveCount(0)
  await today(page).getByRole('link', { name: 'Organise' }).tap()
  await expect(page).toHaveURL(`/dashboard/myMarathons/${marathon._id}`)
})

test('the start line keeps a family’s codes in view beside two notices, upright and across', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  for (const firstName of ['Rosa', 'Maya']) await runner.apply(marathon, { firstName, lastName: 'Runner' })
  await moveStart(organiser, marathon)
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/start')
  const code = page.getByRole('img', { name: /^Entry/ })
  const bar = page.getByRole('navigation', { name: 'Start line' })
  for (const size of [PHONE, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await expect(told(page).getByRole('button', { name: 'Got it' })).toHaveCount(2)
    await expect(code).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('local-time')).toBeInViewport({ ratio: 1 })
    const [foot, top] = [await code.boundingBox(), await bar.boundingBox()]
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    const words = bar.getByRole('button', { name: 'Stay on' })
    expect((await words.boundingBox())?.height).toBeLessThan(56)
  }
  // The account's own runner comes first.
  await expect(page.getByRole('button', { name: 'Rosa' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Maya' }).tap()
  await expect(page.getByRole('region', { name: 'Your entry' })).toContainText('Maya Runner')
  await expectGoodLooks(page, 'the start line with two notices')
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(code).toBeVisible()
  await page.waitForTimeout(2000)
  expect(await shifted()).toEqual([])
  await told(page).getByRole('button', { name: 'Got it' }).first().tap()
  await expect(told(page).getByRole('button', { name: 'Got it' })).toHaveCount(1)
})
