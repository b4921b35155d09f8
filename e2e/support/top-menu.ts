/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, signedIn } from './fixtures.ts'
import { choose } from './languages.ts'

/** The elements of the top menu that are on more than one line, or are cut. */
function wrapped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('nav:has(#nav-links) :is(a, button)')]
      .filter((one) => one.checkVisibility() && (one.offsetHeight > 48 || one.scrollWidth > one.clientWidth + 1))
      .map((one) => one.textContent),
  )
}

/** A test of the top menu in a language: its texts have room, also on a narrow desktop. */
export function testTopMenuIn(language: string): void {
  signedIn(`the top menu in ${language} wraps and cuts nothing from 832 to 1280 px`, async ({ page, account }) => {
    await account.apply(await account.createMarathon())
    await choose(page, language)
    for (const width of [832, 960, 1023, 1024, 1100, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/aboutUs')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (width >= 1024) await expect(page.locator('#nav-links a[href="/ready"]')).toBeVisible()
      const brand = page.locator('nav:has(#nav-links) a[href="/"] > span').first()
      expect(await brand.evaluate((one) => one.scrollWidth - one.clientWidth), `${width} px`).toBeLessThanOrEqual(0)
      expect(await wrapped(page), `${width} px`).toEqual([])
    }
  })
}
