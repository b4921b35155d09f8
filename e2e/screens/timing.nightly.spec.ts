import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { marathon, organiser, partsOf, prepareTiming, tapFor, timer } from '../support/timing.ts'

// What a change seldom breaks. timing.spec.ts has what each change must pass.

prepareTiming()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('with no signal the whole work is on the screen, on phones of all sizes', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how, point } = partsOf(page)
  await expect(page.getByText(/^± /)).toBeVisible()
  await point.selectOption('start')
  await page.getByRole('button', { name: 'Start gun' }).click()
  await expect(page.getByText(/^00:00:0\d$/)).toBeVisible()
  await point.selectOption('finish')
  await holdSync(page)
  // A touch at the same place so soon after the gun would be its echo.
  await page.waitForTimeout(160)
  for (let tap = 1; tap <= 6; tap += 1) {
    await line.click()
    await expect(line).toContainText(String(tap))
    await page.waitForTimeout(160)
  }
  await expect(page.getByRole('link', { name: /^\d+ to send$/ })).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await how.selectOption('bib')
    const share = await line.evaluate((button) => button.getBoundingClientRect().height / innerHeight)
    expect(share, `${width} px`).toBeGreaterThan(0.25)
    for (const part of [page.getByText(/^00:\d\d:\d\d$/), line, page.getByRole('button', { name: 'OK' }), rows.first()])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page, `${width} px`)
    await how.selectOption('tap')
    for (const row of width < height ? [0, 4] : [0]) await expect(rows.nth(row)).toBeInViewport({ ratio: 1 })
    await expect(line).toBeInViewport({ ratio: 1 })
  }
})

/** Types a bib with the keys of a pad. */
async function typeBib(pad: Page | Locator, bib: string) {
  for (const key of bib) await pad.getByRole('button', { name: key, exact: true }).click()
}

test('a row and the keys say who has a bib, also with no signal and after a restart', async ({ page }) => {
  await organiser.call('POST', '/api/sync', {
    uid: organiser.uid,
    cursor: null,
    ops: [
      {
        ...{ opId: randomUUID(), v: 1, type: 'application.walkIn', id: randomUUID(), base: {} },
        ...{ at: new Date().toISOString() },
        patch: {
          ...{ marathonId: marathon._id, firstName: 'Wilhelmina Katharina', lastName: 'von Hohenstein-Langenfeld' },
          ...{ bib: '007', code: newEntryCode(), above: 0 },
        },
      },
    ],
  })
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  await tapFor(page, 2)
  const hint = page.getByRole('main').getByRole('status')
  await typeBib(page, '7')
  await expect(hint.filter({ hasText: /^Wilhelmina Katharina von Hohenstein-Langenfeld$/ })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.last()).toContainText('Bib 7Wilhelmina')
  await typeBib(page, '8')
  await expect(hint.filter({ hasText: 'Nobody has this bib' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.first()).toContainText('Bib 8Nobody has this bib')
  await expect(hint.filter({ hasText: 'Nobody has this bib' })).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `rows with names, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'rows with names')
  await how.selectOption('order')
  await typeBib(page, '7')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.first()).toContainText('Bib 7Wilhelmina')
  await page.reload()
  await expect(rows.first()).toContainText('Bib 7Wilhelmina')
})

test('a bib with letters is typed on the phone’s keyboard', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { rows } = partsOf(page)
  await tapFor(page, 1)
  const bib = page.getByRole('textbox', { name: 'Bib of' })
  await expect(bib).toHaveAttribute('inputmode', 'none')
  await page.getByRole('button', { name: 'ABC' }).click()
  await expect(bib).toHaveAttribute('inputmode', 'text')
  await expect(bib).toBeFocused()
  await page.keyboard.type('A12')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Bib A12')
  await page.getByRole('button', { name: 'ABC' }).click()
  await expect(page.getByRole('textbox', { name: 'Bib: tap first' })).toHaveAttribute('inputmode', 'none')
})

test('bibs behind a doubled tap slide back in two taps', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  // Runner 1 with a doubled tap, then runners 2 and 3.
  await tapFor(page, 4)
  for (const bib of ['1', '2', '3']) {
    await typeBib(page, bib)
    await page.getByRole('button', { name: 'OK' }).click()
  }
  await expect(rows).toContainText(['No bib', 'Bib 3', 'Bib 2', 'Bib 1'])
  await rows.nth(2).getByRole('button', { name: 'Undo' }).click()
  await rows.nth(2).getByRole('button', { name: 'Shift the bibs' }).click()
  const right = ['Bib 3', 'Bib 2', 'Undone', 'Bib 1']
  await expect(rows).toContainText(right)
  await expect(page.getByRole('button', { name: 'Shift the bibs' })).toHaveCount(0)
  await page.reload()
  await expect(rows).toContainText(right)
})

test('all that was recorded is shown, where a bib is corrected and a row taken back', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  await tapFor(page, 1)
  await typeBib(page, '41')
  await page.getByRole('button', { name: 'OK' }).click()
  await how.selectOption('tap')
  await tapFor(page, 6)
  await page.getByRole('button', { name: 'Show all 7' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recorded here: Finish' })
  const all = dialog.getByRole('listitem')
  await expect(all).toHaveCount(7)
  await all.last().getByRole('button', { name: 'Bib 41' }).click()
  await typeBib(dialog, '14')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `all rows, ${colorScheme}`)
  }
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(all.last()).toContainText('Bib 14')
  await all.nth(5).getByRole('button', { name: 'Undo' }).click()
  await expect(all.nth(5)).toContainText('Undone')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(line).toContainText('6')
  // Beside the button for the times, a stray touch on a row opens nothing.
  await expect(rows.first().getByRole('button', { name: 'No bib' })).toBeDisabled()
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await all.first().getByRole('button', { name: 'No bib' }).click()
  await typeBib(dialog, '15')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows.first()).toContainText('Bib 15')
  await page.reload()
  await expect(rows.first()).toContainText('Bib 15')
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await expect(all.last()).toContainText('Bib 14')
})

test('after a jump of the clock the screen says that taps are kept, and how right they are', async ({ page }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + Number((window as unknown as { jump?: number }).jump ?? 0)
  })
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  await holdSync(page)
  await page.evaluate(() => Object.assign(window, { jump: 60_000 }))
  await expect(page.getByText('Taps are kept. Until this phone has been online once')).toBeVisible()
  await tapFor(page, 1)
  await letSync(page)
  await expect(page.getByText('Taps are kept.')).toHaveCount(0, { timeout: 90_000 })
})
