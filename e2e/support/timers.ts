/// <reference lib="dom" />
import type { Page } from '@playwright/test'

/**
 * What is not needed for the first screen comes after this time (web/ui/after-first-paint.tsx). The hero turns
 * as often, so a page with a shorter time needs reduced motion.
 */
export const AFTER_FIRST_PAINT_MS = 4000

/**
 * Makes the app's timers of exactly `ms` fire after `insteadMs`, so that a test of the time before does not depend on
 * the speed of the machine, or a test of what comes after it need not wait. It must be called before the page is opened.
 */
export async function stretchTimers(page: Page, ms: number, insteadMs: number): Promise<void> {
  await page.addInitScript(
    ({ ms, insteadMs }) => {
      const { setTimeout } = window
      const stretched = (run: TimerHandler, wanted?: number, ...args: unknown[]) =>
        setTimeout(run, wanted === ms ? insteadMs : wanted, ...args)
      Object.assign(window, { setTimeout: stretched })
    },
    { ms, insteadMs },
  )
}
