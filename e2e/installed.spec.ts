import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { manifest } from '../web/build/manifest.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { edge, marathon, page, prepareInstalled, runner, start } from './support/installed.ts'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './support/timers.ts'

prepareInstalled()

test.describe.configure({ timeout: 90_000 })

test('the browser can install the app', async () => {
  const { context } = await start({ installed: true })
  await page.goto(edge.origin)
  await untilInstalled(page)
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { errors } = await session.send('Page.getAppManifest')
  expect(installabilityErrors).toEqual([])
  expect(errors).toEqual([])
})

test('the manifest’s pictures exist and have the sizes in the manifest', async ({ page }) => {
  const pngs = [...(manifest.icons ?? []), ...(manifest.screenshots ?? [])].filter(({ type }) => type === 'image/png')
  expect(pngs.length).toBeGreaterThanOrEqual(8)
  for (const { src, sizes } of pngs) {
    const header = readFileSync(join('web/public', src)).subarray(16, 24)
    expect(`${src} ${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`).toBe(`${src} ${sizes}`)
  }
  for (const { url } of manifest.shortcuts ?? []) {
    await page.goto(url)
    await expect(page.getByText('Oops! Page not found.')).toHaveCount(0)
  }
})

test('the first edit asks for persistent storage, and the icon counts the unsent edits', async () => {
  await start({ installed: true })
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    Object.assign(StorageManager.prototype, { persist: async () => asked.push('persist') > 0 })
    Object.assign(Navigator.prototype, {
      setAppBadge: async (count: number) => void asked.push(`badge ${count}`),
      clearAppBadge: async () => void asked.push('no badge'),
    })
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
  await page.goto(`${edge.origin}/marathons`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForTimeout(1500)
  expect(await asked()).not.toContain('persist')
  edge.weather = 'api-down'
  await expectNoVerdict(page)
  await fillApplication(page, edge.origin, marathon._id)
  await expect.poll(asked, { timeout: 15_000 }).toContain('persist')
  await expect.poll(asked, { timeout: 15_000 }).toContain('badge 1')
  edge.weather = 'up'
  await expect.poll(async () => (await asked()).at(-1), { timeout: 40_000 }).toBe('no badge')
})
