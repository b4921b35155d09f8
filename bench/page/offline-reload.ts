import type { Browser, Page } from '@playwright/test'
import { signIn } from '../harness/browser.ts'

const CPU_SLOWDOWN = 4
const SETTLE_MS = 3000

async function slowCpu(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

/** Notes, in the page, when a selector first matches; before any script of the page runs. */
const watchFor = (selector: string) => `{
  const look = () => {
    if (globalThis.seenAt === undefined && document.querySelector(${JSON.stringify(selector)})) {
      requestAnimationFrame(() => { globalThis.seenAt ??= performance.now() })
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}`

/** A signed-in phone that has the list, reloads of it without a network: ms from the navigation to the first event. */
export async function openPhone(browser: Browser, origin: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(context, page, origin, 'runner-1')
  await page.addInitScript(watchFor('main article h3, main article h2'))
  await page.goto(`${origin}/marathons`)
  await page.locator('main article').first().waitFor()
  await page.waitForFunction('navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready')
  await page.waitForTimeout(SETTLE_MS)
  await context.setOffline(true)
  await slowCpu(page)
  return {
    async reload(): Promise<number> {
      await page.reload()
      return (await page.waitForFunction('globalThis.seenAt')).jsonValue() as Promise<number>
    },
    close: () => context.close(),
  }
}

/** Reloads of a page as fast as the same browser can: ms to its first contentful paint. */
export async function openFloor(browser: Browser, origin: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(origin)
  await slowCpu(page)
  return {
    async reload(): Promise<number> {
      await page.reload()
      const fcp = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
      return (await page.waitForFunction(fcp)).jsonValue() as Promise<number>
    },
    close: () => context.close(),
  }
}
