/// <reference lib="dom" />
import { testEditorsIn } from '../support/editors.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { chooseLanguage, ownMenu, PSEUDO, testScreensIn } from '../support/languages.ts'
import { testTopMenuIn } from '../support/top-menu.ts'

// The languages that are most unlike English are looked at in each run: one that is written from right to left, and the
// pseudo-language with longer texts. The others: languages.nightly.spec.ts.
for (const language of ['ar', PSEUDO]) {
  testScreensIn(language)
  testEditorsIn(language)
}
// German has the longest words.
for (const language of ['de', 'ar']) testTopMenuIn(language)

test('the language follows the browser, until one is chosen, which is kept', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, locale: 'de-AT', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: 'Sprache' }).click()
  await page.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(ownMenu(page)).toBeFocused()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await chooseLanguage(page, 'English')
  await expect(page.getByRole('heading', { name: 'Explore Marathons' })).toBeVisible()
  await context.close()
})

test('a browser in a language that the app has not gets English', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, locale: 'fr-FR', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Explore Marathons' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await context.close()
})

signedIn('what was typed into a form with a draft is there in the next language', async ({ page, account }) => {
  const marathon = await account.createMarathon({ title: 'A run with a form' })
  await page.goto(`/marathon/registration/${marathon._id}`)
  await page.getByLabel('First Name').fill('Amina')
  await chooseLanguage(page, 'Español')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('input[name=firstName]')).toHaveValue('Amina')
})
