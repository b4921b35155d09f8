import type { Page, Route } from '@playwright/test'
import { PASSWORD } from '../support/account.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'

const LINE = 'This network wants you to log in first.'
const PAGE = '<!doctype html><title>Free WiFi</title><h1>Please accept our terms</h1>'

/** The ways in which a captive portal responds. */
const PORTALS: Record<string, Parameters<Route['fulfill']>[0]> = {
  'leads to a page of its own': { status: 302, headers: { Location: 'http://portal.invalid/terms' } },
  'answers with a page and status 200': { status: 200, contentType: 'text/html', body: PAGE },
  'answers 511': { status: 511, contentType: 'text/html', body: PAGE },
}

/** Records all text that the screen shows, also for a short time. @returns a function that returns the text */
async function keepWords(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const said = new Set<string>()
    Object.assign(window, { said })
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[role=status], main')) said.add(textContent ?? '')
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join('\n'))
}

for (const [what, answer] of Object.entries(PORTALS)) {
  signedIn(
    `the app says that a network that ${what} wants a login, and never that it is offline`,
    async ({ page, quietConsole }) => {
      quietConsole.allow(/Failed to load resource/)
      const words = await keepWords(page)
      await page.route('**/api/sync', (route) => route.fulfill(answer))
      await page.goto('/marathons')
      await expect(page.getByText(LINE)).toBeVisible({ timeout: 20_000 })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await words()).not.toMatch(/offline/i)
    },
  )

  signedIn(
    `an event that cannot be fetched through a network that ${what} says so once, and never offline`,
    async ({ page, quietConsole }) => {
      quietConsole.allow(/Failed to load resource/)
      const words = await keepWords(page)
      await page.route('**/api/**', (route) => route.fulfill(answer))
      await page.goto('/marathons/not-on-this-phone')
      await expect(page.getByText('This event is not on this phone')).toBeVisible()
      await expect(page.getByText(LINE)).toHaveCount(1)
      expect(await words()).not.toMatch(/offline/i)
    },
  )

  test(`home and login say that a network that ${what} wants a login, and never offline`, async ({
    page,
    quietConsole,
  }) => {
    quietConsole.allow(/Failed to load resource/)
    const words = await keepWords(page)
    await page.route('**/api/**', (route) => route.fulfill(answer))
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Explore Marathons' })).toContainText(LINE)
    await expect(page.getByRole('region', { name: 'Upcoming Marathons' })).toContainText('No events are saved')
    await expect(page.getByText(LINE)).toHaveCount(1)
    expect(await words()).not.toMatch(/offline/i)
    await page.goto('/login')
    await page.getByLabel('Email').fill('somebody@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: LINE })).toBeVisible()
    expect(await words()).not.toMatch(/offline/i)
  })
}
