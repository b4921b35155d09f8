/// <reference lib="dom" />
import { testEditorsIn } from '../support/editors.ts'
import { expect, test } from '../support/fixtures.ts'
import { chooseLanguage, PSEUDO, testScreensIn } from '../support/languages.ts'
import { untilInstalled } from '../support/phone.ts'
import { testTopMenuIn } from '../support/top-menu.ts'

// The languages that languages.spec.ts does not look at in each run, and the pseudo-language with longer texts.
for (const language of ['de', 'es', 'bn', PSEUDO]) {
  testScreensIn(language)
  testEditorsIn(language)
}
for (const language of ['en', 'es', 'bn', 'ar']) testTopMenuIn(language)

test.describe('with no network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a language that was used once can be chosen, another one says that it is not there', async ({
    page,
    network,
    quietConsole,
  }) => {
    quietConsole.allow(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/)
    await page.goto('/')
    await untilInstalled(page)
    const lang = () => page.evaluate(() => document.documentElement.lang)
    await chooseLanguage(page, 'Deutsch')
    await expect.poll(lang).toBe('de')
    await chooseLanguage(page, 'English')
    await expect.poll(lang).toBe('en')
    await network(false)
    // The page that starts now has no code of German in its memory.
    await page.reload()
    await chooseLanguage(page, 'Deutsch')
    await expect.poll(lang).toBe('de')
    await chooseLanguage(page, 'বাংলা')
    await expect(page.getByRole('alert').filter({ hasText: 'বাংলা' })).toBeVisible()
    expect(await lang()).toBe('de')
    await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('an app that starts in its language', async ({ page, network }) => {
    await page.goto('/')
    await untilInstalled(page)
    await chooseLanguage(page, 'العربية')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await network(false)
    await page.goto('/aboutUs')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('main')).toContainText(/\p{Script=Arabic}/u)
  })
})
