import type { Browser, Page } from '@playwright/test'
import { signIn } from '../harness/browser.ts'

const CPU_SLOWDOWN = 4
/** The size of a phone's screen. */
export const PHONE = { viewport: { width: 412, height: 823 } }
const SETTLE_MS = 3000
const PATIENCE_MS = 30_000
const POLL_MS = 50

/** A phone's processor. */
export async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Waits for a number in the page. Not `waitForFunction`: it needs eval, which the page's policy refuses. */
export async function numberOf(page: Page, expression: string): Promise<number> {
  for (const gaveUp = Date.now() + PATIENCE_MS; Date.now() < gaveUp; await page.waitForTimeout(POLL_MS)) {
    const value: unknown = await page.evaluate(expression)
    if (typeof value === 'number') return value
  }
  throw new Error(`${expression} was never there`)
}

/** Somebody looks at a page before they load it again: what it still does is over. */
async function settled(page: Page, value: number): Promise<number> {
  await page.waitForTimeout(SETTLE_MS)
  return value
}

export const FCP = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"

/**
 * Notes, in the page, when a selector is first drawn: `readableAt` wherever it is, what the phone kept of the screen
 * included, and `usableAt` where the app itself has drawn it. To be run before any script of the page.
 */
export const watchFor = (selector: string) => `{
  const note = (name, within) => {
    if (!document.querySelector(within + ${JSON.stringify(selector)})) return
    requestAnimationFrame(() => { globalThis[name] ??= performance.now() })
  }
  const look = () => {
    if (globalThis.seenAt === undefined) note('seenAt', '')
    if (globalThis.usableAt === undefined) note('usableAt', 'main ')
    if (globalThis.usableAt !== undefined) watch.disconnect()
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true })
}`
/** ms; what was there before the first paint is read with it. */
export const READABLE_AT = `(globalThis.usableAt && ${FCP} && Math.max(globalThis.seenAt, ${FCP}))`

/** A signed-in phone that has the list, reloads of it without a network: ms from the navigation to a readable event. */
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
  const usable: number[] = []
  return {
    /** ms from each reload to what can be used and not only read */
    usable,
    async reload(): Promise<number> {
      // Not until 'load': a picture that cannot come would hold that back.
      await page.reload({ waitUntil: 'commit' })
      const readable = await numberOf(page, READABLE_AT)
      usable.push(await numberOf(page, 'globalThis.usableAt'))
      return settled(page, readable)
    },
    close: () => context.close(),
  }
}

/** Reloads of a page as fast as the same browser can: ms to its first contentful paint. */
export async function openFloor(browser: Browser, origin: string) {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await page.goto(origin)
  await slowCpu(page)
  return {
    async reload(): Promise<number> {
      // Not until 'load': a picture that cannot come would hold that back.
      await page.reload({ waitUntil: 'commit' })
      return settled(page, await numberOf(page, FCP))
    },
    close: () => context.close(),
  }
}
