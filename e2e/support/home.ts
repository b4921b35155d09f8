import { expect, test } from './fixtures.ts'

/** Prepares each test of the file that calls this. */
export function openHome(): void {
  test.beforeEach(async ({ page }) => {
    await page.goto('/')
    // The app has taken the place of the page that the build has rendered.
    await expect(page.locator('#prerendered')).toHaveCount(0)
  })
}
