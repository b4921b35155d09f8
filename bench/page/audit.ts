import { chromiumPath } from '../harness/browser.ts'

/** What Lighthouse says of a page on a phone: scores of 0 to 100, times in ms. */
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

/** Lighthouse with its mobile settings (simulated slow 4G, CPU four times slower) in a browser of its own. */
export async function audit(url: string, cookie?: string): Promise<Audit> {
  const [launcher, lighthouse] = ['chrome-launcher', 'lighthouse']
  const { launch } = await import(launcher)
  const run = (await import(lighthouse)).default
  const chrome = await launch({ chromePath: chromiumPath(), chromeFlags: ['--headless=new', '--no-sandbox'] })
  try {
    const options = { port: chrome.port, logLevel: 'error', ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}) }
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
    await chrome.kill()
  }
}
