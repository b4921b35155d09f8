import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { createChildren, ROOT } from '../scripts/local/children.ts'
import { E2E_SETTINGS } from './global-setup.ts'
import { freePort, QUIET } from './support/own-worker.ts'

/** An event of the service worker, as far as its listeners look at it. */
interface Told {
  type: string
  tag?: string
  data?: null
}

test.describe.configure({ timeout: 180_000 })

// `npm run dev` serves the modules of web/ from the paths of their files, beside the worker's own paths.
test('the development server has the app, its lists and its service worker', async ({ context, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dev-'))
  const children = createChildren(folder)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  // The emulator takes the two ports after its own as well. So its own is none that the system hands out.
  const authPort = Number(E2E_SETTINGS.AUTH_PORT) + 10
  const env = { ...QUIET, PORT: `${port}`, AUTH_PORT: `${authPort}`, STATE_DIR: folder }
  const dev = children.start('dev', [process.execPath, 'scripts/local/dev.ts'], { cwd: ROOT, env })
  try {
    await expect(async () => {
      expect(dev.logTail()).toContain('ready on')
    }).toPass({ timeout: 120_000 })
    // In a new checkout Vite finds packages that it must prepare, and loads the page again.
    await page.goto(origin)
    await expect(async () => {
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await expect(page.locator('main article').first()).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 60_000 })
    await sleep(2000)
    const failed: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
    })
    await page.goto(origin)
    await expect(page.locator('main article').first()).toBeVisible()
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    const tell = (told: Told) =>
      worker.evaluate(
        ({ type, ...fields }) =>
          new Promise<string>((resolve) => {
            const waitUntil = (end: Promise<unknown>) =>
              end.then(
                () => resolve('done'),
                (error: unknown) => resolve(String(error)),
              )
            self.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }))
          }),
        told,
      )
    expect(await tell({ type: 'sync', tag: 'sync:nobody' })).toBe('done')
    expect(await tell({ type: 'push', data: null })).toBe('done')
    await sleep(1000)
    expect(failed).toEqual([])
  } finally {
    await children.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
})
