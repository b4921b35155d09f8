/// <reference lib="dom" />
import type { Page } from '@playwright/test'

/**
 * The app's timers of exactly `ms` ring after `insteadMs`: a test of what comes before must not depend on how fast a
 * machine is. Call it before the page is opened.
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
