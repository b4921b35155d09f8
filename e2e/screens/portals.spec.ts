import type { Page, Route } from '@playwright/test'
import { expect, signedIn as test } from '../support/fixtures.ts'

const PAGE = '<!doctype html><title>Free WiFi</title><h1>Please accept our terms</h1>'

/** The ways in which a network asks for a login of its own. */
const PORTALS: Record<string, Parameters<Route['fulfill']>[0]> = {
  'leads to a page of its own': { status: 302, headers: { Location: 'http://portal.invalid/terms' } },
  'answers with a page and status 200': { status: 200, contentType: 'text/html', body: PAGE },
  'answers 511': { status: 511, contentType: 'text/html', body: PAGE },
}

/** Whatever the screen says now and has said: words that pass by count too. */
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
  test(`a network that ${what} is told as one that wants a login, and never as offline`, async ({
    page,
    quietConsole,
  }) => {
    quietConsole.allow(/Failed to load resource/)
    const words = await keepWords(page)
    await page.route('**/api/sync', (route) => route.fulfill(answer))
    await page.goto('/marathons')
    const line = 'This network wants you to log in before it lets anything through.'
    await expect(page.getByText(line)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await words()).not.toMatch(/offline/i)
  })
}
