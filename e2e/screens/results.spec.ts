import { readFileSync } from 'node:fs'
import { DOUBLE_TAP_MS } from '../../web/ui/dialogs/double-tap.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { marathon, organiser, prepareResults, timer } from '../support/results.ts'

// What the referee decides, with no signal. Two phones recorded at the finish.

prepareResults()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('a referee answers each doubt with no signal, and may undo it', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Results' }).click()
  const doubts = page.getByRole('list', { name: 'Doubts' }).locator('> li')
  const chip = (name: string) => page.getByText(name, { exact: true })
  await expect(doubts).toHaveCount(3)
  await holdSync(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the doubts, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'the doubts')

  // One tap each. The phone that typed 130 was wrong, nobody crossed alone, and Eve came and not Finn.
  await doubts.nth(0).getByRole('button', { name: 'Bib 103 Cleo Runner' }).click()
  await expect(doubts).toHaveCount(2)
  await page.waitForTimeout(DOUBLE_TAP_MS)
  await doubts.nth(0).getByRole('button', { name: 'Nobody crossed' }).dblclick()
  await expect(doubts).toHaveCount(1)
  await page.waitForTimeout(DOUBLE_TAP_MS)
  await doubts.nth(0).getByRole('button', { name: 'Bib 105 Eve Runner' }).click()
  await expect(page.getByText('No doubts')).toBeVisible()

  await chip('Finished').click()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveText([/^1Ada.*101.*0:30:00/, /^2Bo/, /^3Cleo.*0:31:40/, /^4Dag/, /^5Eve.*0:35:00/])
  await page.getByRole('searchbox').fill('103')
  await expect(rows).toHaveText([/^3Cleo/])
  await page.getByRole('searchbox').fill('')
  await rows.nth(3).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Set the time').fill('soon')
  await expect(dialog.getByText('Write the time like 1:32:05.4.')).toBeVisible()
  await dialog.getByLabel('Set the time').fill('0:29:59')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveText([/^1Dag.*0:29:59/, /^2Ada/, /^3Bo/, /^4Cleo/, /^5Eve/])
  await rows.nth(4).getByRole('button').click()
  await dialog.getByLabel('Reason').fill('Took the tram.')
  await dialog.getByRole('button', { name: 'Disqualified' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveCount(4)

  await chip('Decided').click()
  const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem')
  await expect(decided.first()).toContainText('Bib 105: disqualified. Took the tram.')
  await decided.first().getByRole('button', { name: /^Undo/ }).click()
  await expect(decided.first()).toContainText('Bib 104 was at Finish')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the list with its recordings' }).click()
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(file.list.rows).toHaveLength(6)
  expect(file.rows.recordings).toHaveLength(13)
  expect(JSON.stringify(file)).not.toContain('Tina')
  await page.reload()
  await expect(page.getByRole('main').locator('ol > li')).toHaveCount(5)
  await letSync(page)
  await expect
    .poll(async () => (await dumpAccounts(page))[organiser.uid]?.rulings?.length, { timeout: 30_000 })
    .toBeGreaterThan(9)
})

test('who is still out is seen with whom to call, and the start can be closed', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/results`)
  await untilSynced(page)
  const rows = page.getByRole('main').locator('ol > li')
  // Somebody typed Finn's bib for Eve, so nobody knows yet whether Finn came.
  await page.getByText('Still out', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*106.*In doubt/])
  await page.getByText('Doubts', { exact: true }).click()
  await page.getByRole('button', { name: 'Bib 105 Eve Runner' }).click()
  await page.getByText('Not started', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*106.*Not checked in/])
  await page.getByRole('button', { name: 'Close the start' }).click()
  await expect(rows).toHaveText([/^Finn.*Did not start/])
  await page.getByRole('button', { name: 'Open it again' }).click()
  await expect(rows).toHaveText([/^Finn.*Not checked in/])
  await rows.first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retired' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByText('Out of the race', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*Retired/])
})

test('a timer sees the results, and decides nothing', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('list', { name: 'Doubts' }).locator('> li')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Nobody crossed' })).toHaveCount(0)
})
