/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { createAccount, inDays, type NewMarathon } from '../support/account.ts'
import { type Edge, startEdge } from '../support/edge.ts'
import {
  changeMarathon,
  holdSync,
  letSync,
  queuedOps,
  refuseNext,
  untilAnswered,
  untilQueued,
  wakeSync,
  watchSends,
} from '../support/edits.ts'
import { fillApplication } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { readTurns } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled } from '../support/phone.ts'
import { stretchTimers } from '../support/timers.ts'
import {
  ATTEMPTS,
  applicationsOf,
  clash,
  expectAllSent,
  group,
  onServer,
  organiser,
  parkedEdit,
  prepareUnsent,
  press,
  refusedApplication,
  tapToSend,
} from '../support/unsent.ts'

// The screen of unsent changes beside another tab, which may be frozen, and without Background Sync. Its rarer buttons.

test.describe.configure({ timeout: 90_000 })

prepareUnsent()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

/**
 * Opens the screen of unsent changes in another tab, which hears of no write of other tabs from then on: so is a tab
 * that the browser has frozen. The tab still shows what it has read.
 */
async function deafTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.addInitScript(() =>
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => undefined }),
  )
  const pulled = tab.waitForResponse('**/api/sync')
  await tab.goto('/unsent')
  await (await pulled).finished()
  await expect.poll(() => tab.evaluate(readTurns)).toEqual({ held: 0, pending: 0 })
  // Another pass of its own would tell it too. What it queues, the other tab sends.
  await tab.route('**/api/sync', (route) => route.abort())
  return tab
}

for (const [first, then, location] of [
  ['Keep theirs', 'Keep mine', 'Their Town'],
  ['Keep mine', 'Keep theirs', 'My Town'],
] as const) {
  test(`${first} in one tab stands, although another tab says ${then} after it`, async ({ page, context }) => {
    const marathon = await organiser.createMarathon({ title: 'Clash run' })
    await clash(page, organiser, marathon, { Location: 'My Town' }, { location: 'Their Town' })
    const second = await deafTab(context)
    const late = group(second, 'Changed by somebody else too').getByRole('button', { name: then })
    await expect(late).toBeVisible()
    await press(page, first)
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ location })
    await late.click()
    await untilAnswered(second, organiser.uid, 0)
    await untilQueued(second, organiser.uid, 0)
    await second.reload()
    await expectAllSent(second)
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ location })
  })
}

for (const [how, location] of [
  ['discarded', 'Old Town'],
  ['sent', 'Parked Town'],
] as const) {
  test(`Try again does nothing where another tab has ${how} the edit`, async ({ page, context }) => {
    const marathon = await organiser.createMarathon({ title: 'Parked run', location: 'Old Town' })
    await parkedEdit(page, organiser, marathon)
    const second = await deafTab(context)
    const late = group(second, 'Set aside').getByRole('button', { name: 'Try again' })
    await expect(late).toBeVisible()
    if (how === 'sent') await press(page, 'Try again')
    else {
      await press(page, 'Discard')
      await page.getByRole('button', { name: 'Yes, discard it' }).click()
    }
    await expectAllSent(page)
    expect(await onServer(organiser, marathon)).toMatchObject({ location })
    const { ver } = (await onServer(organiser, marathon)) as NewMarathon & { ver: number }
    await late.click()
    await untilQueued(second, organiser.uid, 0)
    await second.reload()
    await expectAllSent(second)
    expect(await onServer(organiser, marathon)).toMatchObject({ location, ver })
  })
}

for (const how of ['Discard', 'Send again'] as const) {
  test(`Edit and send again keeps what was typed, and says so, after ${how} in another tab`, async ({
    page,
    context,
    origin,
  }) => {
    const marathon = await organiser.createMarathon()
    const runner = await refusedApplication(page, origin, marathon, () =>
      organiser.call('PUT', `/api/marathons/${marathon._id}`, { regEnd: inDays(-1) }),
    )
    await organiser.call('PUT', `/api/marathons/${marathon._id}`, { regEnd: inDays(5) })
    const second = await context.newPage()
    await second.goto('/unsent')
    await press(second, 'Edit and send again')
    const dialog = second.getByRole('dialog', { name: 'Edit and send again' })
    await dialog.getByLabel('First Name').fill('Rita')
    await press(page, how)
    if (how === 'Discard') await page.getByRole('button', { name: 'Yes, discard it' }).click()
    await expectAllSent(page)
    const sent = how === 'Discard' ? [] : ['Rosa']
    expect(await applicationsOf(runner)).toEqual(sent)
    // The card behind the dialog is gone.
    await expect(second.getByText('Everything is sent.')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: /\w/ })).toHaveText(
      'This change was handled in another window. Nothing was sent from here.',
    )
    await expect(dialog.getByLabel('First Name')).toHaveValue('Rita')
    await untilQueued(second, runner.uid, 0)
    expect(await applicationsOf(runner)).toEqual(sent)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectAllSent(second)
  })
}

test('Apply, whose rejection another tab dismissed, says success only with a row on the server', async ({
  page,
  context,
  origin,
}) => {
  const marathon = await organiser.createMarathon()
  const runner = await createAccount(origin, 'Rosa Runner')
  // The form waits for its verdict, even from a slow server.
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  await logIn(page, runner, '/unsent')
  await refuseNext(page, 'REG_CLOSED')
  await fillApplication(page, origin, marathon._id)
  await expect(page.getByText('Your entry arrived too late')).toBeVisible({ timeout: 20_000 })
  const second = await context.newPage()
  await second.goto('/unsent')
  await press(second, 'Discard')
  await second.getByRole('button', { name: 'Yes, discard it' }).click()
  await expectAllSent(second)
  // The second tab would send the edits of the first tab.
  await second.close()
  const success = page.getByRole('dialog', { name: 'Registration Successfull!' })

  await refuseNext(page, 'REG_CLOSED')
  await press(page, 'Apply')
  await untilAnswered(page, runner.uid, 1)
  await expect(page.getByText('Your entry arrived too late')).toBeVisible()
  await expect(success).toHaveCount(0)
  expect(await applicationsOf(runner)).toEqual([])

  await press(page, 'Apply')
  await expect(success).toBeVisible({ timeout: 20_000 })
  expect(await applicationsOf(runner)).toEqual(['Rosa'])
})

test.describe('after a start with no network, without Background Sync', () => {
  test.use({ serviceWorkers: 'allow' })
  let edge: Edge
  test.beforeEach(async ({ origin }) => {
    edge = await startEdge(origin)
  })
  test.afterEach(() => edge.close())

  test('Send now sends within a second of the tap', async ({ page, quietConsole }) => {
    // The pictures come from the app's origin, which is not the edge's.
    quietConsole.allow(/blocked by CORS policy/)
    const marathon = await organiser.createMarathon({ title: 'Late signal run' })
    await page.addInitScript(() => {
      delete (ServiceWorkerRegistration.prototype as { sync?: unknown }).sync
    })
    const sentAfterMs = await watchSends(page)
    await logIn(page, organiser, `${edge.origin}/login`)
    await untilInstalled(page)
    await page.goto(`${edge.origin}/dashboard/myMarathons`)
    await expect(page.getByRole('button', { name: 'Edit Late signal run' })).toBeVisible()
    let tookMs = Infinity
    for (let attempt = 1; attempt <= ATTEMPTS && tookMs >= 1000; attempt += 1) {
      const location = `Signal Town ${attempt}`
      edge.weather = 'down'
      await page.goto(`${edge.origin}/dashboard/myMarathons`)
      await changeMarathon(page, marathon.title, { Location: location })
      await page.getByRole('link', { name: 'See it' }).click()
      // The pause before the next automatic attempt must be long, so that only the tap can send the edit.
      await expect.poll(() => page.evaluate(secondsToNextTry), { timeout: 60_000 }).toBeGreaterThan(5)
      edge.weather = 'up'
      tookMs = await tapToSend(page, 'Send now', sentAfterMs)
      await expectAllSent(page)
      expect(await onServer(organiser, marathon)).toMatchObject({ location })
    }
    expect(tookMs).toBeLessThan(1000)
  })
})

/** The seconds until the time in 'Next try at 14:02:07.'; 0 without this text. */
function secondsToNextTry(): number {
  const [, time] = /Next try at (\d\d:\d\d:\d\d)/.exec(document.body.textContent ?? '') ?? []
  return time ? (new Date(`${new Date().toDateString()} ${time}`).getTime() - Date.now()) / 1000 : 0
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

test('Apply again opens a new form with the changed fields of the deleted application', async ({ page, origin }) => {
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
