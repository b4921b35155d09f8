import { newEntryCode } from '../../contract/text/entry-code.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { crossing, marathon, organiser, preparePublish, published, screen, send } from '../support/publish.ts'

// Who organises shows the results, makes them official, and corrects them.

preparePublish()

test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('the live list is shown from a phone without a network, and taken back', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  const panel = page.getByRole('group').filter({ hasText: 'Published' })
  await expect(panel.getByText('Owner, organisers and timers alone see the results.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the panel, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the panel')
  await holdSync(page)
  await page.getByRole('button', { name: 'Show live' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone' }).getByRole('button', { name: 'OK' }).click()
  await expect(panel.locator('summary')).toContainText('LiveWaiting')
  expect(await published()).toBeNull()
  // The app is closed, and sends it when it is opened with a network.
  await page.reload()
  await expect(panel.locator('summary')).toContainText('LiveWaiting')
  await letSync(page)
  await expect.poll(async () => (await published())?.state).toBe('live')
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog', { name: 'Taken back' }).getByRole('button', { name: 'OK' }).click()
  expect(await published()).toBeNull()
})

test('a link to the panel opens it also where the results are on the screen', async ({ page }) => {
  const { pathname } = new URL(screen(), 'http://localhost')
  await logIn(page, organiser, pathname)
  const panel = page.getByRole('group').filter({ hasText: 'Published' })
  const button = panel.getByRole('button', { name: 'Show live' })
  await expect(panel.locator('summary')).toBeVisible()
  await expect(button).toBeHidden()
  await page.goto(screen())
  await expect(button).toBeInViewport()
})

test('results become official once, and are corrected, where every other answer is lost', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  // Every other request arrives, and its answer does not.
  let calls = 0
  await page.route(`**/api/marathons/${marathon._id}/{results,differences}`, async (route) => {
    calls += 1
    if (calls % 2 === 0) return route.continue()
    if (route.request().method() === 'POST') await route.fetch({ maxRetries: 2 })
    await route.abort()
  })
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make the results official?' })
  await expect(dialog).toContainText('3 results become official as they are now.')
  await expect(dialog.getByRole('region', { name: 'Still open' }).getByRole('listitem')).toHaveText([
    '1 runner is still out.',
  ])
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Make official' }).click()
  // The phone learns of it by itself, or by the next tap.
  const done = page.getByRole('dialog', { name: 'Official', exact: true })
  await expect(done).toContainText('The results are official already.')
  await done.getByRole('button', { name: 'Close' }).last().click()
  expect((await published())?.rows).toMatchObject([
    { bib: '101', place: 1 },
    { bib: '102' },
    { bib: '103', place: null },
  ])

  /** Asks once more, where the answer about the differences was lost. */
  const again = async () => {
    const lost = page.getByRole('button', { name: 'Try again' })
    const told = page.getByRole('heading', { name: /official list/ })
    await lost.or(told).first().waitFor()
    if (await lost.isVisible()) await lost.click()
  }
  // Recordings and rulings go on, and change nothing that is official.
  await send([crossing(2000, '103')])
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Cleo Runner' })
  await again()
  await expect(line.first()).toContainText('Bib 103Cleo RunnerState: Did not finish → FinishedTime: none → 0:33:20.0')
  expect((await published())?.rows[2]).toMatchObject({ bib: '103', place: null })

  const correct = page.getByRole('button', { name: 'Correct the official list' })
  await correct.click()
  await expect(page.getByText('The reason is required.')).toBeVisible()
  const reason = page.getByLabel('Why? Everybody reads this.')
  await reason.fill('x'.repeat(301))
  await correct.click()
  await expect(page.getByText('300 characters').last()).toBeVisible()
  await reason.fill('She came in later.')
  // The app is closed, and the text is still there.
  await page.waitForTimeout(500)
  await page.reload()
  await again()
  await expect(reason).toHaveValue('She came in later.')
  const made = page.getByRole('region', { name: 'Corrected so far' })
  const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' })
  await expect(async () => {
    if (await ok.isVisible()) await ok.click({ timeout: 1000 })
    await correct.or(made).first().waitFor({ timeout: 3000 })
    if (await correct.isVisible()) await correct.click({ timeout: 1000 })
    if (await ok.isVisible()) await ok.click({ timeout: 1000 })
    await again()
    await expect(made).toContainText('She came in later.', { timeout: 2000 })
  }).toPass()
  await expect(made).toContainText('Olga Organiser')
  await expect(page.getByText('The official list is what follows from all recordings and decisions.')).toBeVisible()
  const list = await published()
  expect(list?.corrections).toMatchObject([{ reason: 'She came in later.', by: 'Olga Organiser' }])
  expect(list?.rows[2]).toMatchObject({ bib: '103', place: 3, time: 2_000_000 })
  await expectAccessible(page, 'an official list')

  const long = { marathonId: marathon._id, firstName: 'W'.repeat(80), lastName: 'X'.repeat(80), bib: '104' }
  await send([{ type: 'application.walkIn', patch: { ...long, code: newEntryCode(), above: 0 } }])
  await page.goto(`/dashboard/myMarathons/${marathon._id}/history`)
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Results made official')
  await expect(history).toContainText('Official results corrected')
  await expect(history).toContainText('WWW')
  await expectNoSidewaysScroll(page, 'a history with a long name')
})
