/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { OFFLINE_SCREENS, type OfflineScreen } from './screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './timers.ts'

interface Tour {
  screens?: OfflineScreen[]
  /**
   * Opens the first screen by its address, and goes to each other one inside the app. That takes less CPU time, and is
   * enough where the claim is about what the screens show, and not about how an address is opened.
   */
  inside?: boolean
}

/** Opens every screen by its address, and expects its content. A failure names all screens that failed. */
export async function expectAllScreens(
  page: Page,
  origin: string,
  { screens = OFFLINE_SCREENS, inside = false }: Tour = {},
): Promise<void> {
  // What comes some seconds after the first paint comes at once, and the slides stand still.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 100)
  const failed: string[] = []
  for (const [index, { path, offline }] of screens.entries()) {
    try {
      if (inside && index > 0) await goInside(page, path)
      else await page.goto(origin + path, { waitUntil: 'commit' })
      await expectContent(page, offline)
    } catch (error) {
      failed.push(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  expect(failed).toEqual([])
}

/**
 * Goes to another screen without loading the page again, as a link does: the router watches the browser's history.
 * Resolves when elements of the screen before are gone.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const before = [...document.querySelectorAll('main *')]
    const hasLeft = () => before.some((element) => !element.isConnected)
    history.pushState({}, '', to)
    return new Promise<void>((resolve, reject) => {
      const givesUp = Date.now() + 10_000
      const look = setInterval(() => {
        if (!hasLeft() && Date.now() < givesUp) return
        clearInterval(look)
        if (hasLeft()) resolve()
        else reject(new Error(`the screen before stays at ${to}`))
      }, 20)
    })
  }, path)
}

/** Expects the text in the screen's content; the options of a select count too. */
export async function expectContent(page: Page, shows: string | RegExp): Promise<void> {
  await expect(page.locator('main')).toContainText(shows, { timeout: 6000 })
}
