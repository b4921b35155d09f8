import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumPath, signIn } from '../harness/browser.ts'
import { FCP, numberOf, PHONE, SHOWN_AT, slowCpu, watchFor } from './offline-reload.ts'

const SETTLE_MS = 3000

/** A browser that is restarted on the same profile for each measurement. */
export interface ColdStarts {
  /** Restarts the browser and navigates. @returns ms from the navigation until the content is there */
  start(): Promise<number>
  close(): void
}

/**
 * A signed-in phone without a network. It measures until the heading of a marathon's details.
 * @param seen whether the user has opened the marathon on this phone before; the phone has its row in any case
 */
export async function coldPhone(origin: string, seen: 'opened before' | 'never opened'): Promise<ColdStarts> {
  const profile = mkdtempSync(join(tmpdir(), 'cold-'))
  const context = await launch(profile)
  const page = await context.newPage()
  await signIn(context, page, origin, 'runner-1')
  await page.goto(`${origin}/marathons`)
  const link = page.locator('main article a').first()
  await link.waitFor()
  const details = new URL((await link.getAttribute('href')) ?? '', origin).href
  if (seen === 'opened before') {
    await link.click()
    await page.waitForURL(details)
    await page.locator('main h1').waitFor()
  }
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.waitForTimeout(SETTLE_MS)
  await context.close()
  return coldStarts(profile, details, { offline: true, until: SHOWN_AT })
}

/** The floor, from a server on the same machine. It measures until the first contentful paint. */
export async function coldFloor(origin: string): Promise<ColdStarts> {
  return coldStarts(mkdtempSync(join(tmpdir(), 'cold-')), origin, { offline: false, until: FCP })
}

function coldStarts(profile: string, url: string, { offline, until }: { offline: boolean; until: string }): ColdStarts {
  return {
    async start() {
      const context = await launch(profile)
      try {
        await context.setOffline(offline)
        const page = await context.newPage()
        await slowCpu(page)
        await page.addInitScript(watchFor('h1'))
        await page.goto(url, { waitUntil: 'commit' })
        return await numberOf(page, until)
      } finally {
        await context.close()
      }
    },
    close: () => rmSync(profile, { recursive: true, force: true }),
  }
}

function launch(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: chromiumPath(), ...PHONE })
}
