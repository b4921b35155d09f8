import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { findOrInstallChromium } from './chromium.ts'
import { localSettings } from './local-settings.ts'
import { ACCOUNTS, PASSWORD } from './seed.ts'

// Takes the screenshots that web/build/manifest.ts lists. Run `npm start` first, then: npx node scripts/local/screenshots.ts
const FOLDER = 'web/public/screenshots'
const SHOTS = [
  {
    form: 'narrow',
    size: { width: 390, height: 844 },
    scale: 2,
    screens: { home: '/', start: '/start', ready: '/ready' },
  },
  { form: 'wide', size: { width: 1440, height: 900 }, scale: 1, screens: { home: '/', start: '/start' } },
] as const

async function logIn(page: Page, origin: string) {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(ACCOUNTS.runner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`${origin}/`)
  // During this time the pop-up closes and the service worker caches the pictures.
  await page.waitForTimeout(6000)
}

const { origin } = localSettings()
const browser = await chromium.launch({ executablePath: findOrInstallChromium() })
mkdirSync(FOLDER, { recursive: true })
for (const { form, size, scale, screens } of SHOTS) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    timezoneId: 'Africa/Johannesburg',
  })
  const page = await context.newPage()
  await logIn(page, origin)
  for (const [name, path] of Object.entries(screens)) {
    await page.goto(origin + path)
    await page.waitForTimeout(2500)
    await page.screenshot({ path: `${FOLDER}/${form}-${name}.png` })
  }
  await context.close()
}
await browser.close()
