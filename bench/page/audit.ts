import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { chromiumPath, signIn } from '../harness/browser.ts'

const PATIENCE_MS = 90_000
const ATTEMPTS = 3

/** The result of Lighthouse for a page on a phone: scores from 0 to 100, times in ms. */
export interface Audit {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  fcp: number
  lcp: number
  tbt: number
  cls: number
  scriptBytes: number
}

interface LighthouseResult {
  lhr: {
    categories: Record<string, { score: number }>
    audits: Record<
      string,
      { numericValue: number; details?: { items: { resourceType: string; transferSize: number }[] } }
    >
  }
}

/** A signed-in account, which has opened the page once before. */
export interface SignedIn {
  uid: string
  /** The selector of something that the page has once it is shown. */
  shown: string
}

interface Options {
  /** Undefined for a visitor. */
  signedIn?: SignedIn | undefined
  /** Is the browser really as slow? Otherwise Lighthouse computes what a slow phone would need. */
  isApplied?: boolean
}

/**
 * Runs Lighthouse with its mobile settings (slow 4G, CPU four times slower) in a separate browser.
 */
export async function audit(url: string, options: Options = {}): Promise<Audit> {
  // Lighthouse sometimes loses its browser, and then waits for ever, or misses the first paint. Then it runs again.
  for (let attempt = 1; ; attempt++) {
    const result = await Promise.race([auditOnce(url, options).catch(() => undefined), sleep(PATIENCE_MS)])
    if (result && !Number.isNaN(result.fcp)) return result
    if (attempt === ATTEMPTS) throw new Error(`Lighthouse did not end with ${url}`)
  }
}

async function auditOnce(url: string, { signedIn, isApplied = false }: Options): Promise<Audit | undefined> {
  const [launcher, lighthouse] = ['chrome-launcher', 'lighthouse']
  const { launch } = await import(launcher)
  const run = (await import(lighthouse)).default
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: ['--headless=new', '--no-sandbox'] })
  const overdue = setTimeout(() => chrome.kill(), PATIENCE_MS)
  try {
    if (signedIn) await visit(chrome.port, url, signedIn)
    const options = {
      port: chrome.port,
      logLevel: 'error',
      disableStorageReset: signedIn !== undefined,
      throttlingMethod: isApplied ? 'devtools' : 'simulate',
    }
    const { lhr }: LighthouseResult = await run(url, options)
    const score = (name: string) => Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)
    const value = (name: string) => lhr.audits[name]?.numericValue ?? Number.NaN
    const requests = lhr.audits['network-requests']?.details?.items ?? []
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      scriptBytes: requests
        .filter((item) => item.resourceType === 'Script')
        .reduce((sum, item) => sum + item.transferSize, 0),
    }
  } finally {
    clearTimeout(overdue)
    await chrome.kill()
  }
}

const SETTLE_MS = 3000

/** Signs in and opens the page once, so that the browser has the data of a returning user. */
async function visit(port: number, url: string, { uid, shown }: SignedIn): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  const page = await context.newPage()
  await signIn(context, page, new URL(url).origin, uid)
  await page.goto(url)
  await page.locator(shown).first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.waitForTimeout(SETTLE_MS)
  await page.close()
  await browser.close()
}
