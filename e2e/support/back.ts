/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'

export const OTHER = '/contact'

/** Opens a screen after the other one. */
export async function openAfterOther(page: Page, path: string): Promise<void> {
  await page.goto(OTHER)
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
  }, path)
  await expect(page).toHaveURL(path)
}

export const back = (page: Page) => page.evaluate(() => history.back())
export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Prepares each test of the file that calls this. */
export function prepareBack(): void {
  test.beforeEach(async ({ page, account, origin }) => {
    const runner = await createAccount(origin, 'Bella Back')
    const other = await account.createMarathon({ title: 'Other run' })
    const own = await runner.createMarathon({ title: 'Own run' })
    for (const marathon of [other, own]) {
      await runner.apply(marathon)
    }
    await logIn(page, runner, '/aboutUs')
  })
}
