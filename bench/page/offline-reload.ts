import type { Browser, Page } from '@playwright/test'
import { signIn } from '../harness/browser.ts'

const CPU_SLOWDOWN = 4
/** The size of a phone's screen. */
export const PHONE = { viewport: { width: 412, height: 823 } }
const SETTLE_MS = 3000
const PATIENCE_MS = 30_000
const POLL_MS = 50

/** Makes the page's CPU as slow as a phone's. */
export async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/**
 * Waits until an expression in the page is a number. Playwright's `waitForFunction` needs eval, which the page's policy
 * forbids. @throws Error after 30 s
 */
export async function numberOf(page: Page, expression: string): Promise<number> {
  for (const gaveUp = Date.now() + PATIENCE_MS; Date.now() < gaveUp; await page.waitForTimeout(POLL_MS)) {
    const value: unknown = await page.evaluate(expression)
    if (typeof value === 'number') return value
  }
  throw new Error(`${expression} was never there`)
}

/** Waits 3 s before the next reload, so that the page has finished its work, and returns `value`. */
async function settled(page: Page, value: number): Promise<number> {
  await page.waitForTimeout(SETTLE_MS)
  return value
}

export const FCP = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

/** A script for the page that records when the app has first rendered a selector. It runs before the page's scripts. */
export const watchFor = (selector: string) => `{
  const watch = new MutationObserver(() => {
    if (!document.querySelector(${JSON.stringify(`main ${selector}`)})) return
    watch.disconnect()
    requestAnimationFrame(() => { globalThis.shownAt = performance.now() })
  })
  watch.observe(document, { childList: true, subtree: true })
}`
/** The time, in ms, when the selector is on the screen of the app: it can be read, and a tap works. */
export const SHOWN_AT = 'globalThis.shownAt'

/** A signed-in phone that has the list. `reload` reloads it without a network: ms until a marathon can be read. */
export async function openPhone(browser: Browser, origin: string) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await signIn(context, page, origin, 'runner-1')
  await page.addInitScript(watchFor('article h3'))
  await page.goto(`${origin}/marathons`)
  await page.locator('main article').first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.waitForTimeout(SETTLE_MS)
  await context.setOffline(true)
  await slowCpu(page)
  return {
    async reload(): Promise<number> {
      // It does not wait for 'load', which a picture that cannot be fetched would delay.
      await page.reload({ waitUntil: 'commit' })
      return settled(page, await numberOf(page, SHOWN_AT))
    },
    close: () => context.close(),
  }
}

/** The floor: a page that the same browser reloads as fast as it can. ms until the first contentful paint. */
export async function openFloor(browser: Browser, origin: string) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(origin)
  await slowCpu(page)
  return {
    async reload(): Promise<number> {
      // It does not wait for 'load', which a picture that cannot be fetched would delay.
      await page.reload({ waitUntil: 'commit' })
      return settled(page, await numberOf(page, FCP))
    },
    close: () => context.close(),
  }
}
