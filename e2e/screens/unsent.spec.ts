/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inDays } from '../support/account.ts'
import { answerNext, changeMarathon, holdSync, letSync, untilQueued, watchSends } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
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
  SET_ASIDE,
  tapToSend,
} from '../support/unsent.ts'

// The buttons of the screen of unsent changes, and their effect on the server.

prepareUnsent()

test.describe.configure({ timeout: 90_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

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

test('Copy puts the edit on the clipboard, and Export as a file saves every unsent edit', async ({ page, context }) => {
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
