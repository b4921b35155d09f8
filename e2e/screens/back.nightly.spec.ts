/// <reference lib="dom" />

import { back, OTHER, openAfterOther, prepareBack, press } from '../support/back.ts'
import { refuseNext } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'

// What a change seldom breaks. back.spec.ts has what each change must pass.

prepareBack()

test('a link in a dialog leads on, and Back from there leads to the screen without the dialog', async ({ page }) => {
  await openAfterOther(page, '/dashboard/myMarathons')
  await refuseNext(page, 'FORBIDDEN')
  await press(page, /^Edit/)
  await page.getByRole('dialog').getByLabel('Location').fill('Kiel')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, /^Logout/)
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(page).toHaveURL('/unsent')
  await back(page)
  await expect(page).toHaveURL('/dashboard/myMarathons')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await back(page)
  await expect(page).toHaveURL(OTHER)
})

test('Back from an event finds the place in a long list, as cards and as rows', async ({ page, account }) => {
  for (let n = 0; n < 40; n += 1) await account.createMarathon({ title: `Long list ${n}` })
  await page.setViewportSize({ width: 390, height: 700 })
  for (const search of ['', '?compact=true']) {
    await page.goto(`/marathons${search}`)
    await expect(page.getByRole('article').nth(7)).toBeVisible()
    const loaded = async () => {
      await page.evaluate(() => scrollBy(0, 700))
      return page.getByRole('article').count()
    }
    await expect.poll(loaded).toBeGreaterThan(31)
    const before = await page.evaluate(() => scrollY)
    await page
      .getByRole('article')
      .getByRole('link')
      .last()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(/\/marathons\/[^?]+$/)
    await back(page)
    await expect(page.getByRole('article').nth(20)).toBeAttached()
    // The place is found again once the rows are there.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before * 0.8)
  }
})
