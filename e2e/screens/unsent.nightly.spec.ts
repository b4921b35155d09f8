/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, inDays, type NewMarathon } from '../support/account.ts'
import { type Edge, startEdge } from '../support/edge.ts'
import { changeMarathon, refuseNext, untilAnswered, untilQueued, watchSends } from '../support/edits.ts'
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
  parkedEdit,
  press,
  refusedApplication,
  tapToSend,
} from '../support/unsent.ts'

// The screen of unsent changes beside another tab, which may be frozen, and without Background Sync.

test.describe.configure({ timeout: 90_000 })

let organiser: Account

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })
test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
})

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
  test(`Edit and send again keeps what was typed, and says so, where another tab did ${how} meanwhile`, async ({
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
