/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, inDays } from '../support/account.ts'
import {
  answerNext,
  changeMarathon,
  holdSync,
  letSync,
  queuedOps,
  refuseNext,
  untilQueued,
  wakeSync,
  watchSends,
} from '../support/edits.ts'
import { fillApplication } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'
import {
  ATTEMPTS,
  applicationsOf,
  clash,
  expectAllSent,
  group,
  onServer,
  parkedEdit,
  press,
  refusedApplication,
  SET_ASIDE,
  tapToSend,
} from '../support/unsent.ts'

// Every button of the screen of unsent changes, and its effect on the server.

test.describe.configure({ timeout: 90_000 })

let organiser: Account

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })
test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
})

for (const [button, location] of [
  ['Keep mine', 'My Town'],
  ['Keep theirs', 'Their Town'],
] as const) {
  test(`INV-9 a clash of one field: ${button} is below its value, and one tap decides`, async ({ page }) => {
    const marathon = await organiser.createMarathon({ title: 'Clash run' })
    await clash(page, organiser, marathon, { Location: 'My Town' }, { location: 'Their Town' })
    const card = group(page, 'Changed by somebody else too')
    expect(await onServer(organiser, marathon)).toMatchObject({ location: 'Their Town' })
    const place = async (of: ReturnType<Page['getByText']>) => (await of.boundingBox()) ?? { x: 0, y: 0 }
    const mine = await place(card.getByRole('button', { name: 'Keep mine' }))
    const theirs = await place(card.getByRole('button', { name: 'Keep theirs' }))
    expect([mine.y, mine.x < theirs.x]).toEqual([theirs.y, true])
    const value = await place(card.getByRole('group', { name: 'Location' }).getByText(location))
    const under = button === 'Keep mine' ? mine : theirs
    expect([value.y < under.y, Math.abs(value.x - under.x) < 40]).toEqual([true, true])
    await press(page, button)
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ location })
  })
}

for (const [button, kept] of [
  ['Save my choices', { location: 'My Town', distance: '3k' }],
  ['Keep all mine', { location: 'My Town', distance: '25k' }],
  ['Keep all theirs', { location: 'Their Town', distance: '3k' }],
] as const) {
  test(`a clash of several fields: ${button}`, async ({ page }) => {
    const marathon = await organiser.createMarathon({ title: 'Clashes run' })
    const theirs = { location: 'Their Town', distance: '3k' } as const
    await clash(page, organiser, marathon, { Location: 'My Town', Distance: '25k' }, theirs)
    const field = (name: string) => group(page, 'Changed by somebody else too').getByRole('group', { name })
    for (const name of ['Location', 'Distance']) {
      await expect(field(name).getByRole('radio', { name: /^Theirs/ })).toBeChecked()
    }
    if (button === 'Save my choices') {
      // The user can change a choice.
      await field('Distance')
        .getByRole('radio', { name: /^Yours 25k/ })
        .check()
      await field('Distance')
        .getByRole('radio', { name: /^Theirs 3k/ })
        .check()
      await field('Location')
        .getByRole('radio', { name: /^Yours My Town/ })
        .check()
    }
    await press(page, button)
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject(kept)
  })
}

test('Edit and send again sends what was changed in the form', async ({ page, origin }) => {
  const marathon = await organiser.createMarathon()
  const runner = await refusedApplication(page, origin, marathon, (runner) =>
    runner.apply(marathon, { firstName: 'Rosa' }),
  )
  await expect(group(page, 'Not accepted')).toContainText('This person is already registered for this event.')
  await press(page, 'Edit and send again')
  const dialog = page.getByRole('dialog', { name: 'Edit and send again' })
  await expect(dialog.getByLabel('First Name')).toHaveValue('Rosa')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await applicationsOf(runner)).toEqual(['Rosa'])
  await press(page, 'Edit and send again')
  await dialog.getByLabel('First Name').fill('Rita')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expectAllSent(page)
  expect((await applicationsOf(runner)).sort()).toEqual(['Rita', 'Rosa'])
})

test('Send again sends a rejected edit once, even from two tabs at the same time', async ({
  page,
  context,
  origin,
}) => {
  const marathon = await organiser.createMarathon()
  const runner = await refusedApplication(page, origin, marathon, () =>
    organiser.call('PUT', `/api/marathons/${marathon._id}`, { regEnd: inDays(-1) }),
  )
  await expect(group(page, 'Not accepted')).toContainText('Your entry arrived too late')
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { regEnd: inDays(5) })
  const second = await context.newPage()
  await second.goto('/unsent')
  await expect(group(second, 'Not accepted')).toBeVisible()
  const tap = (tab: Page) => tab.getByRole('button', { name: 'Send again', exact: true }).click({ timeout: 5000 })
  // The tab that comes second may find its button gone.
  const taps = await Promise.allSettled([tap(page), tap(second)])
  expect(taps.map(({ status }) => status)).toContain('fulfilled')
  await expectAllSent(page)
  await expectAllSent(second)
  expect(await applicationsOf(runner)).toEqual(['Rosa'])
})

test('Apply again opens a new registration form with the changed fields of the deleted application', async ({
  page,
  origin,
}) => {
  const marathon = await organiser.createMarathon({ title: 'Second thoughts run' })
  const runner = await createAccount(origin, 'Rosa Runner')
  const made = await runner.apply(marathon)
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  await logIn(page, runner, '/dashboard/myApply')
  await holdSync(page)
  await page.getByRole('button', { name: 'Edit entry for Second thoughts run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Marathon Application' })
  await dialog.getByLabel('Last Name').fill('Byron')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await untilQueued(page, runner.uid, 1)
  await runner.call('DELETE', `/api/marathonApplication/${made.insertedId}`)
  await page.goto('/unsent')
  await letSync(page)
  await expect(group(page, 'Not accepted')).toContainText('This entry was deleted.', { timeout: 20_000 })
  await press(page, 'Apply again')
  await expect(page.getByRole('heading', { level: 1, name: 'Marathon Registration Form' })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Last Name')).toHaveValue('Byron')
  await press(page, 'Apply')
  await expect(page.getByRole('dialog', { name: 'Registration Successfull!' })).toBeVisible({ timeout: 20_000 })
  const applications = (await runner.call('GET', '/api/marathonApplication')) as { lastName: string }[]
  expect(applications.map(({ lastName }) => lastName)).toEqual(['Byron'])
})

test('Try again sends a parked edit within a second', async ({ page }) => {
  const marathon = await organiser.createMarathon({ title: 'Parked run' })
  const sentAfterMs = await watchSends(page)
  await parkedEdit(page, organiser, marathon)
  let tookMs = Infinity
  for (let attempt = 1; attempt <= ATTEMPTS && tookMs >= 1000; attempt += 1) {
    await expect(group(page, 'Set aside')).toContainText('The server does not take it as it is.', { timeout: 20_000 })
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Connected.', { timeout: 20_000 })
    await answerNext(page, () => SET_ASIDE)
    tookMs = await tapToSend(page, 'Try again', sentAfterMs)
  }
  expect(tookMs).toBeLessThan(1000)
  await expect(group(page, 'Set aside')).toContainText('The server does not take it as it is.', { timeout: 20_000 })
  await press(page, 'Try again')
  await expectAllSent(page)
  expect(await onServer(organiser, marathon)).toMatchObject({ location: 'Parked Town' })
})

test('Copy puts the edit into the clipboard as text, and Export as a file saves every unsent edit', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const marathon = await organiser.createMarathon({ title: 'Exported run' })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Export Town' })
  await page.goto('/unsent')
  await press(page, 'Copy')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toBe("Changed location of 'Exported run'\nLocation: Export Town")

  const download = page.waitForEvent('download')
  await press(page, 'Export as a file')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^startline-unsent-\d{4}-\d\d-\d\d\.json$/)
  const { waiting, parked, inbox } = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect([parked, inbox]).toEqual([[], []])
  expect(waiting).toEqual([
    expect.objectContaining({
      op: expect.objectContaining({ type: 'marathon.update', id: marathon._id, patch: { location: 'Export Town' } }),
    }),
  ])
})

test('Discard asks, and a discarded edit is never sent', async ({ page }) => {
  const marathon = await organiser.createMarathon({ title: 'Discarded run', location: 'Old Town' })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Never Town' })
  await page.goto('/unsent')
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  await press(page, 'Discard')
  await expect(question).toContainText("Changed location of 'Discarded run'.")
  await question.getByRole('button', { name: 'Cancel' }).click()
  await untilQueued(page, organiser.uid, 1)
  await press(page, 'Discard')
  await question.getByRole('button', { name: 'Yes, discard it' }).click()
  await expectAllSent(page)
  const pulled = page.waitForResponse('**/api/sync')
  await letSync(page)
  await pulled
  expect(await onServer(organiser, marathon)).toMatchObject({ location: 'Old Town' })
})

test('Discard says so where the edit was sent while the question was open', async ({ page }) => {
  const marathon = await organiser.createMarathon({ title: 'Sent run', location: 'Old Town' })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Sent Town' })
  await page.goto('/unsent')
  await press(page, 'Discard')
  const yes = page.getByRole('button', { name: 'Yes, discard it' })
  await expect(yes).toBeVisible()
  await letSync(page)
  await expect.poll(async () => (await onServer(organiser, marathon)).location).toBe('Sent Town')
  await untilQueued(page, organiser.uid, 0)
  await yes.click()
  await expect(page.getByRole('dialog', { name: 'Changed meanwhile' })).toContainText('Nothing was discarded here')
})

test('Discard of a queued new marathon offers to discard the applications to it', async ({ page, origin }) => {
  await logIn(page, organiser, '/dashboard/addMarathon')
  await holdSync(page)
  const form = page.getByRole('form', { name: 'Add Marathon' })
  for (const [label, value] of [
    ['Title', 'Never held run'],
    ['Location', 'Oslo'],
    ['Description', 'Round the fjord.'],
    ['Image URL', `${origin}/samples/sample-2.svg`],
    ['Registration Start', '1 jan 2026'],
    ['Registration End', '2 feb 2099'],
    ['Marathon Start', '5 mar 2099'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Distance').selectOption('25k')
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await untilQueued(page, organiser.uid, 1)
  const [created] = await queuedOps(page, organiser.uid)
  await fillApplication(page, origin, created?.id ?? '')
  await untilQueued(page, organiser.uid, 2)
  await page.goto('/unsent')
  const cards = group(page, 'Waiting to be sent').getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await cards.filter({ hasText: 'New event' }).getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: 'Discard this change?' })
  await expect(question).toContainText('1 other change depends on it and goes too.')
  await question.getByRole('button', { name: 'Yes, discard them' }).click()
  await expectAllSent(page)
  const pulled = page.waitForResponse('**/api/sync')
  await letSync(page)
  await pulled
  const mine = `/api/marathons?email=${encodeURIComponent(organiser.email)}`
  expect(await organiser.call('GET', mine)).toEqual([])
  expect(await applicationsOf(organiser)).toEqual([])
})

test('Discard of a rejected edit removes it from the screen for ever', async ({ page, origin }) => {
  const marathon = await organiser.createMarathon()
  const runner = await refusedApplication(page, origin, marathon, () =>
    organiser.call('PUT', `/api/marathons/${marathon._id}`, { regEnd: inDays(-1) }),
  )
  await press(page, 'Discard')
  await page.getByRole('button', { name: 'Yes, discard it' }).click()
  await expectAllSent(page)
  await page.reload()
  await expectAllSent(page)
  expect(await applicationsOf(runner)).toEqual([])
})

test.describe('with an organiser in Berlin and an event in Tokyo', () => {
  test.use({ timezoneId: 'Europe/Berlin' })
  const TOKYO = { title: 'Tokyo run', timeZone: 'Asia/Tokyo', startDate: '2099-05-20T00:00:00.000Z' }

  test('times in Edit and send again are typed and shown in Tokyo’s time', async ({ page }) => {
    const marathon = await organiser.createMarathon(TOKYO)
    await logIn(page, organiser, '/dashboard/myMarathons')
    await holdSync(page)
    await changeMarathon(page, marathon.title, { 'Registration End': '10 may 2099' })
    await page.goto('/unsent')
    await refuseNext(page, 'INVALID', { regEnd: { code: 'NO_SUCH_DATE' } })
    await wakeSync(page)
    await expect(group(page, 'Not accepted')).toContainText('Registration End must be a date that exists.')
    await press(page, 'Edit and send again')
    const dialog = page.getByRole('dialog', { name: 'Edit and send again' })
    const end = dialog.getByLabel('Registration End')
    // This is the last second of that day in Tokyo.
    await expect(end).toHaveValue('2099-05-10T23:59:59')
    await expect(dialog).toContainText('Local time of the race (Asia/Tokyo)')
    await end.fill('2099-05-11T20:00:00')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ regEnd: '2099-05-11T11:00:00.000Z' })
  })

  test('the clash chooser shows Tokyo’s time and names its zone', async ({ page }) => {
    const marathon = await organiser.createMarathon(TOKYO)
    const theirs = { regEnd: '2099-05-11T11:00:00.000Z' }
    await clash(page, organiser, marathon, { 'Registration End': '10 may 2099' }, theirs)
    const field = group(page, 'Changed by somebody else too').getByRole('group', { name: 'Registration End' })
    await expect(field).toContainText('May 10, 2099, 23:59 GMT+9')
    await expect(field).toContainText('May 11, 2099, 20:00 GMT+9')
    await press(page, 'Keep mine')
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ regEnd: '2099-05-10T14:59:59.999Z' })
  })
})

test('Send now ends a request that hangs', async ({ page }) => {
  const marathon = await organiser.createMarathon({ title: 'Hanging run' })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await expect(page.getByRole('button', { name: 'Edit Hanging run' })).toBeVisible()
  let isHanging = true
  await page.route('**/api/sync', (route) => (isHanging ? undefined : route.continue()))
  await changeMarathon(page, marathon.title, { Location: 'Hanging Town' })
  // The network answers again, and nothing tells the app so.
  await expect(page.getByRole('status').filter({ hasText: '1 change waits' })).toBeVisible()
  isHanging = false
  const banner = page.getByRole('button', { name: 'Send now' })
  await expect(banner).toBeVisible()
  await page.getByRole('link', { name: 'See it' }).click()
  const sent = page.waitForResponse('**/api/sync')
  await press(page, 'Send now')
  await sent
  await expectAllSent(page)
  expect(await onServer(organiser, marathon)).toMatchObject({ location: 'Hanging Town' })
})

test('a server that fails is named by its request id, here and on "Ready for race day?"', async ({ page }) => {
  const marathon = await organiser.createMarathon({ title: 'Failing run' })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Kiel' })
  await page.unroute('**/api/sync')
  const body = JSON.stringify({ title: 'Try again later', status: 503, detail: '', code: 'UNAVAILABLE' })
  const headers = { 'Content-Type': 'application/problem+json', 'X-Request-Id': 'a-failed-request' }
  await page.route('**/api/sync', (route) => route.fulfill({ status: 503, headers, body }))
  await page.goto('/unsent')
  await expect(page.getByText('The server has a problem.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/For help: request a-failed-request at \d\d:\d\d:\d\d\./)).toBeVisible()
  await page.goto('/ready')
  await expect(page.getByText(/the server last answered at .*, request a-failed-request\./)).toBeVisible()
})
