/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import { type Account, applicationFields, createAccount, enterRunner, inDays } from '../support/account.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'
import { makeRace } from '../support/race.ts'

// How many taps lie between the opened app and what people need on race day, on a phone with no network. What they need
// is on the screen without scrolling.

const HOUR_MS = 3_600_000
/** On the hour, so that the test knows the words of its time. */
const START = new Date(Math.ceil(Date.now() / HOUR_MS + 1) * HOUR_MS).toISOString()
const startTime = START.slice(11, 16)

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  timezoneId: 'UTC',
  allowedInConsole: /Failed to load resource|net::ERR_INTERNET_DISCONNECTED/,
  event: { title: 'Harbour run', startDate: START },
})

/** A thumb that counts its taps. */
function thumbOn() {
  let taps = 0
  const tap = async (target: Locator) => {
    await expect(target).toBeInViewport({ ratio: 0.9 })
    await target.tap()
    taps += 1
  }
  return {
    tap,
    /** Types into a field, which needs a tap where the field has not the focus. */
    async type(field: Locator, text: string) {
      if (!(await field.evaluate((element) => element === document.activeElement))) await tap(field)
      await field.fill(text)
    },
    taps: () => taps,
  }
}

/** Opens the app of an account, which has been on this phone before, with no network. */
async function open(
  page: Page,
  network: (isOn: boolean) => Promise<void>,
  account: Account,
  { isOn = false, withScanner = false } = {},
) {
  // Instead of a camera, which this browser has not.
  await page.addInitScript(() => {
    const getUserMedia = async () => {
      const canvas = document.createElement('canvas')
      const pen = canvas.getContext('2d')
      // Each stroke is a frame.
      setInterval(() => pen?.fillRect(0, 0, 9, 9), 100)
      return canvas.captureStream()
    }
    Object.assign(navigator.mediaDevices, { getUserMedia })
  })
  await logIn(page, account, '/unsent')
  await untilSynced(page)
  await untilInstalled(page)
  const scanners = () => page.evaluate(async () => (await (await caches.open('scanner')).keys()).length)
  if (withScanner) await expect.poll(scanners).toBe(1)
  await network(isOn)
  return openAgain(page)
}

/** Opens the app, as a tap on its icon does. */
async function openAgain(page: Page) {
  await page.goto('/')
  return thumbOn()
}

/** Makes an account a helper at a marathon. */
async function help(organiser: Account, helper: Account, id: string, role = 'gate') {
  const { url } = (await organiser.call('POST', `/api/marathons/${id}/invitations`, { role })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}

const card = (page: Page) => page.getByRole('region', { name: 'Your next race' })

test('the start time of today’s race and my code: one tap', async ({ page, network, runner, marathon }) => {
  const code = await enterRunner(runner, applicationFields(marathon))
  const thumb = await open(page, network, runner)
  await expect(card(page).getByText(startTime, { exact: true })).toBeInViewport()
  await expect(card(page)).toContainText('Harbour run')
  await expect(card(page)).toContainText(/in \d\sh\s\d{1,2}\smin/)
  await thumb.tap(card(page).getByRole('link', { name: 'My code' }))
  const picture = page.getByRole('img', { name: `Entry ${code.slice(0, 4)} ${code.slice(4)}` })
  await expect(picture).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(`, ${startTime}`)).toBeInViewport()
  expect(thumb.taps()).toBe(1)
})

for (const role of ['organiser', 'helper'] as const) {
  test(`check in, to a camera that was never allowed, as the ${role}: two taps`, async ({
    page,
    network,
    organiser,
    runner,
    marathon,
  }) => {
    await organiser.apply(marathon)
    if (role === 'helper') await help(organiser, runner, marathon._id)
    const thumb = await open(page, network, role === 'helper' ? runner : organiser, { withScanner: true })
    await thumb.tap(card(page).getByRole('link', { name: 'Check in' }))
    await thumb.tap(page.getByRole('button', { name: 'Start camera' }))
    await expect(page.getByLabel('Camera picture')).toBeInViewport()
    expect(thumb.taps()).toBe(2)
  })
}

test('a time at the line, as a timer: two taps, from the list of events where one helps too', async ({
  page,
  network,
  organiser,
  runner,
  marathon,
}) => {
  await help(organiser, runner, marathon._id, 'timer')
  let thumb = await open(page, network, runner)
  const line = page.getByRole('button', { name: /^Tap for each runner/ })
  await thumb.tap(card(page).getByRole('link', { name: 'Timing' }))
  await thumb.tap(line)
  await expect(line).toContainText('1')
  expect(thumb.taps()).toBe(2)

  thumb = await openAgain(page)
  await thumb.tap(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Organise' }))
  await thumb.tap(page.getByRole('link', { name: 'Timing at Harbour run' }))
  await expect(line).toBeInViewport({ ratio: 1 })
  expect(thumb.taps()).toBe(2)
})

test('the organiser reaches who is coming in two taps, a new start time or a notice in four', async ({
  page,
  network,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  let thumb = await open(page, network, organiser)
  await thumb.tap(card(page).getByRole('link', { name: 'Harbour run' }))
  await thumb.tap(page.getByRole('link', { name: /^Entrants/ }))
  await expect(page.getByText('Ada Runner', { exact: true })).toBeInViewport()
  expect(thumb.taps()).toBe(2)

  thumb = await openAgain(page)
  await thumb.tap(card(page).getByRole('link', { name: 'Harbour run' }))
  await thumb.tap(page.getByRole('button', { name: 'Edit', exact: true }))
  const form = page.getByRole('dialog')
  const later = `${startTime.slice(0, 2)}:20`
  await thumb.type(form.getByLabel('Start time'), later)
  await thumb.tap(form.getByRole('button', { name: 'Save Changes' }))
  await expect(page.locator('main').getByText(`, ${later}`).first()).toBeVisible()
  expect(thumb.taps()).toBe(4)

  thumb = await openAgain(page)
  await thumb.tap(card(page).getByRole('link', { name: 'Harbour run' }))
  await thumb.tap(page.getByRole('main').getByRole('link', { name: 'Notices', exact: true }))
  await thumb.type(page.getByRole('textbox', { name: 'Notice' }), 'Parking is at Pier 7.')
  await thumb.tap(page.getByRole('button', { name: 'Send the notice', exact: true }))
  await expect(page.locator('main').getByText('Parking is at Pier 7.').first()).toBeVisible()
  expect(thumb.taps()).toBe(4)
})

test('another language: two taps', async ({ page, network, runner }) => {
  // The texts of a language come with the first choice of it.
  const thumb = await open(page, network, runner, { isOn: true })
  await thumb.tap(page.getByRole('button', { name: new RegExp(runner.displayName) }))
  await thumb.tap(page.getByRole('button', { name: 'Deutsch' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(thumb.taps()).toBe(2)
})

test('the organiser reaches a runner by name in three taps, a walk-in or urgent notice in four', async ({
  page,
  network,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  let thumb = await open(page, network, organiser)
  await thumb.tap(card(page).getByRole('link', { name: 'Check in' }))
  await thumb.type(page.getByLabel('Find by name or bib'), 'Ada')
  await thumb.tap(page.getByRole('button', { name: 'Check in Ada Runner' }))
  await expect(page.getByText('1 of 1 here')).toBeVisible()
  expect(thumb.taps()).toBe(3)

  thumb = await openAgain(page)
  await thumb.tap(card(page).getByRole('link', { name: 'Check in' }))
  await thumb.tap(page.getByRole('button', { name: 'Enter a walk-in' }))
  await thumb.type(page.getByLabel('First Name'), 'Ben')
  await thumb.type(page.getByLabel('Last Name'), 'Roth')
  await thumb.tap(page.getByRole('button', { name: 'Enter and check in' }))
  await expect(page.getByText('2 of 2 here')).toBeVisible()
  expect(thumb.taps()).toBe(4)

  thumb = await openAgain(page)
  await thumb.tap(card(page).getByRole('link', { name: 'Write a notice' }))
  await thumb.type(page.getByRole('textbox', { name: 'Notice' }), 'Fog: wait for the siren.')
  await thumb.tap(page.getByRole('button', { name: 'Send as urgent' }))
  await thumb.tap(page.getByRole('button', { name: 'Yes, send it' }))
  await expect(page.locator('main').getByText('Fog: wait for the siren.').first()).toBeVisible()
  expect(thumb.taps()).toBe(4)
})

/** A race that began an hour ago: one runner is in, one still out, and everybody sees it. */
async function underWay(organiser: Account, runner: Account) {
  const race = await makeRace(organiser, { title: 'Pier run', regEnd: inDays(1) })
  await race.enterAs(runner, 'Rosa', '7')
  await race.enter('Olaf', '8')
  await race.record('7', 1800)
  await race.record('8', 900, 'Half')
  await race.publish('live')
}

test('for the organiser who is still out is two taps away', async ({ page, network, origin, runner }) => {
  // An organiser of one race: of several, the card shows the nearest.
  const owner = await createAccount(origin, 'Piet Pier')
  await underWay(owner, runner)
  const thumb = await open(page, network, owner)
  await thumb.tap(card(page).getByRole('link', { name: 'Pier run' }))
  await thumb.tap(page.getByRole('link', { name: 'Still out' }))
  await expect(page.getByText('Olaf Runner', { exact: true })).toBeInViewport()
  await expect(page.getByText('Rosa Runner', { exact: true })).toBeHidden()
  expect(thumb.taps()).toBe(2)
})

test('the first live results are one tap away, and all of them two', async ({ page, network, organiser, runner }) => {
  await underWay(organiser, runner)
  const thumb = await open(page, network, runner, { isOn: true })
  await thumb.tap(card(page).getByRole('link', { name: 'Pier run' }))
  await expect(page.getByText('0:30:00').first()).toBeInViewport()
  await thumb.tap(page.getByRole('link', { name: 'All results' }))
  await expect(page.getByRole('heading', { name: 'Results' })).toBeVisible()
  await expect(page.getByText('0:30:00').first()).toBeInViewport()
  expect(thumb.taps()).toBe(2)
})
