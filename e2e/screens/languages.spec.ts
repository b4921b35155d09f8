/// <reference lib="dom" />
import { testEditorsIn } from '../support/editors.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { chooseLanguage, ownMenu, testScreensIn } from '../support/languages.ts'
import { testTopMenuIn } from '../support/top-menu.ts'

// The language that is most unlike English, written from right to left, is looked at in each run. The others:
// languages.nightly.spec.ts.
testScreensIn('ar')
testEditorsIn('ar')
// German has the longest words.
testTopMenuIn('de')

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
