import { expect, type Page } from '@playwright/test'
import { OFFLINE_SCREENS, type OfflineScreen } from './screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './timers.ts'

/** Opens every screen by its address and expects its content. A failure names all screens that failed. */
export async function expectAllScreens(
  page: Page,
  origin: string,
  screens: OfflineScreen[] = OFFLINE_SCREENS,
): Promise<void> {
  // What comes some seconds after the first paint comes at once, and the slides stand still.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 100)
  const failed: string[] = []
  for (const { path, offline } of screens) {
    try {
      await page.goto(origin + path, { waitUntil: 'commit' })
      await expectContent(page, offline)
    } catch (error) {
      failed.push(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  expect(failed).toEqual([])
}

/** Expects the text in the screen's content; the options of a select count too. */
export async function expectContent(page: Page, shows: string | RegExp): Promise<void> {
  await expect(page.locator('main')).toContainText(shows, { timeout: 6000 })
}
