import type { Locator, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible, expectNoSidewaysScroll } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { badTexts, choose } from './languages.ts'
import { logIn } from './log-in.ts'

/** Opens all parts of the add form, with one question of each kind, own categories and a field. */
export async function fillParts(page: Page): Promise<Locator> {
  const form = page.locator('main form')
  await expect(form.locator('summary')).toHaveCount(5)
  await form.locator('summary').nth(0).click()
  const buttons = form.locator('details').nth(0).locator('fieldset fieldset button')
  await expect(buttons).toHaveCount(10)
  // Known ones leave the list once they are asked.
  for (const left of [9, 8, 7, 6]) {
    await buttons.first().click()
    await expect(buttons).toHaveCount(left)
  }
  for (const index of [0, 2, 3, 4]) await buttons.nth(index).click()
  await buttons.nth(1).click()
  await form.locator('[aria-expanded]').last().click()
  await form.locator('summary').nth(1).click()
  await form.locator('details').nth(1).locator('select').selectOption('own')
  await form.locator('[name="categories.bands.0.from"]').fill('20')
  await form.locator('details').nth(1).getByRole('button').last().click()
  await form.locator('[name="categories.bands.1.from"]').fill('30')
  await expect(form.locator('details').nth(1).getByRole('alert').last()).not.toBeEmpty()
  await form.locator('summary').nth(2).click()
  await form.locator('details').nth(2).locator('fieldset > div > button').click()
  await expect(form.locator('[name="staffFields.0.label"]')).toBeVisible()
  await form.locator('summary').nth(3).click()
  await form.locator('details').nth(3).locator('fieldset > div > button').click()
  await expect(form.locator('[name="splits.0"]')).toBeVisible()
  await form.locator('summary').nth(4).click()
  await expect(form.locator('[name="registration"]')).toBeVisible()
  return form
}

/** A test of these parts in a language: the texts have room on a phone. */
export function testEditorsIn(language: string): void {
  test(`the editors have room for their texts at 390 px: ${language}`, async ({ page, origin }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const account = await createAccount(origin, 'Wanda Walker')
    await logIn(page, account, '/dashboard/addMarathon')
    await choose(page, language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await fillParts(page)
    await expectNoSidewaysScroll(page, language)
    expect(await badTexts(page), language).toEqual([])
    if (language === 'ar') await expectAccessible(page, language)
  })
}
