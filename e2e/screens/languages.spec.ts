/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { applicationFields, createAccount } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled } from '../support/phone.ts'
import { PUBLIC_SCREENS, signedInScreens } from '../support/screens.ts'

const PHONE = { width: 390, height: 844 }
/** The pseudo-language has texts that are 40 % longer, in the brackets ⟦ and ⟧. */
const PSEUDO = 'qps'
const LANGUAGES = ['de', 'es', 'bn', 'ar', PSEUDO]
const TITLE = 'Berlin Night Run'
/** The list may have an event of another test, whose picture was at a server that has ended. */
const OTHER_PICTURE = /hangs\.svg/

/** The app starts in this language, as if it had been chosen. */
async function choose(page: Page, language: string) {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
}

/** Waits until the screen has its heading and its text does not change any more. */
async function settled(page: Page) {
  await expect(page.locator('main :is(h1, h2), main [role=timer]').first()).toBeVisible()
  await page.evaluate(async () => {
    let [text, same] = ['', 0]
    for (let round = 0; same < 3 && round < 40; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      // The countdown never stands still.
      const now = document.body.textContent.replaceAll(/\p{N}/gu, '')
      same = now === text ? same + 1 : 0
      text = now
    }
  })
}

/** Texts that are cut off, words that are broken, and pairs of texts that lie over each other. */
function badTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    // What is fixed or sticky lies over the page on purpose. A slide that is not the current one is transparent.
    const isAbove = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) || isAbove(element.parentElement))
    const pieces: { text: string; box: DOMRect; element: Element }[] = []
    const cut: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      const text = node.nodeValue?.trim()
      if (!text || !element || !isShown(element) || isAbove(element)) continue
      if (element.closest('.sr-only, script, style, option, .swiper, [aria-hidden=true]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) if (box.width > 2 && box.height > 2) pieces.push({ text, box, element })
      // A word that does not fit is broken somewhere. Addresses may be.
      for (const { 0: word, index } of text.matchAll(/(?<![\p{L}\p{M}.@/-])[\p{L}\p{M}]{2,24}(?![\p{L}\p{M}.@/-])/gu)) {
        const start = (node.nodeValue ?? '').indexOf(text) + index
        range.setStart(node, start)
        range.setEnd(node, start + word.length)
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => Math.round(bottom / 8)),
        )
        if (lines.size > 1) cut.push(`broken: ${word}`)
      }
      const { overflowX, textOverflow } = getComputedStyle(element)
      if (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1) {
        cut.push(`cut: ${text}`)
      }
    }
    const overlaps = pieces.flatMap((one, index) =>
      pieces.slice(index + 1).flatMap((other) => {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // Lines of one text may touch: letters with signs above and below are higher than their line.
        const isOne =
          one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)
        return width > 2 && height > 6 && !isOne ? [`over each other: ${one.text} | ${other.text}`] : []
      }),
    )
    return [...cut, ...overlaps].slice(0, 5)
  })
}

/** English texts on the page, in the pseudo-language: what stands in no brackets and was not written by a person. */
function untranslated(page: Page, written: string[]): Promise<string[]> {
  return page.evaluate((names) => {
    const found: string[] = []
    const look = (text: string | null | undefined, where: string) => {
      let rest = text?.trim() ?? ''
      for (const name of names) rest = rest.replaceAll(name, '')
      // The code of an entry.
      rest = rest.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '')
      // Dates have their English form in the pseudo-language.
      rest = rest.replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, '')
      if (/[a-z]{3}/i.test(rest) && !rest.includes('⟦') && !rest.includes('⟧')) found.push(`${where}: ${text}`)
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      // A text with elements in it has its brackets outside of them. Cities, events and people have their own names.
      if (element?.closest('script, style, noscript, option, article, time, [data-names], .swal2-container')) continue
      const sentence = element?.closest('p, h1, h2, h3, li, button, a, label, td, th, dt, dd, div')
      look(sentence?.textContent?.includes('⟦') ? '⟦' : node.nodeValue, element?.tagName ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name), name)
    }
    return [...new Set(found)]
  }, written)
}

for (const language of LANGUAGES) {
  signedIn(
    `every screen in ${language} has no cut, broken or overlapping text at 390 px`,
    async ({ page, account, quietConsole }, info) => {
      quietConsole.allow(OTHER_PICTURE)
      await page.setViewportSize(PHONE)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const marathon = await account.createMarathon({ title: TITLE })
      await account.call('POST', '/api/marathonApplication', applicationFields(marathon))
      await choose(page, language)
      for (const { name, path } of [...PUBLIC_SCREENS, ...signedInScreens(marathon._id)]) {
        if (['login', 'register'].includes(name)) continue
        const what = `${name} in ${language}`
        await page.goto(path)
        await settled(page)
        await expect(page.locator('html'), what).toHaveAttribute('lang', language)
        await expectNoSidewaysScroll(page, what)
        expect(await badTexts(page), what).toEqual([])
        if (language === 'ar') await expectAccessible(page, what)
        await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      }
    },
  )
}

for (const language of LANGUAGES) {
  test(`login and registration in ${language} have no cut or overlapping text at 390 px`, async ({ page }, info) => {
    await page.setViewportSize(PHONE)
    await choose(page, language)
    for (const name of ['login', 'register']) {
      await page.goto(`/${name}`)
      await settled(page)
      await expectNoSidewaysScroll(page, name)
      expect(await badTexts(page), name).toEqual([])
      if (language === 'ar') await expectAccessible(page, name)
      await page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
    }
  })
}

test('every text of every screen is in a catalogue', async ({ page, origin, quietConsole }) => {
  quietConsole.allow(OTHER_PICTURE)
  // The events of other tests are written by nobody that this one knows.
  const account = await createAccount(origin, 'Wanda Walker')
  await page.setViewportSize(PHONE)
  const marathon = await account.createMarathon({ title: TITLE })
  const application = applicationFields(marathon)
  await account.call('POST', '/api/marathonApplication', application)
  await logIn(page, account, '/', origin)
  await choose(page, PSEUDO)
  const names = [marathon, application].flatMap((row) =>
    Object.values(row).filter((value) => typeof value === 'string'),
  )
  const written = [...names, 'Wanda Walker', account.email, 'Startline', 'https://', marathon.timeZone]
  for (const { name, path } of [...PUBLIC_SCREENS, ...signedInScreens(marathon._id)]) {
    if (['login', 'register'].includes(name)) continue
    await page.goto(path)
    await settled(page)
    expect(await untranslated(page, written), name).toEqual([])
  }
})

test('the language follows the browser, until one is chosen, which is kept', async ({ browser, origin }) => {
  const context = await browser.newContext({ baseURL: origin, locale: 'de-AT', serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  // The choice loads when somebody comes near the foot of the page.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  // A person who chooses has the focus there.
  await page.getByLabel('Sprache').focus()
  await page.getByLabel('Sprache').selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('select[name=language]')).toBeFocused()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.locator('select[name=language]').selectOption('en')
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
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.locator('select[name=language]').selectOption('es')
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('input[name=firstName]')).toHaveValue('Amina')
})

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
    const select = page.locator('select[name=language]')
    const lang = () => page.evaluate(() => document.documentElement.lang)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await select.selectOption('de')
    await expect.poll(lang).toBe('de')
    await select.selectOption('en')
    await expect.poll(lang).toBe('en')
    await network(false)
    // The page that starts now has no code of German in its memory.
    await page.reload()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await select.selectOption('de')
    await expect.poll(lang).toBe('de')
    await select.selectOption('bn')
    await expect(page.getByRole('alert').filter({ hasText: 'বাংলা' })).toBeVisible()
    expect(await lang()).toBe('de')
    await expect(select).toHaveValue('de')
  })

  test('an app that starts in its language', async ({ page, network }) => {
    await page.goto('/')
    await untilInstalled(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.locator('select[name=language]').selectOption('ar')
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await network(false)
    await page.goto('/aboutUs')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await expect(page.locator('main')).toContainText(/\p{Script=Arabic}/u)
  })
})

signedIn('a kept screen in another language is not shown', async ({ page, account, quietConsole }) => {
  quietConsole.allow(/ERR_FAILED/)
  const marathon = await account.createMarathon({ title: 'A run that is kept' })
  const address = `/marathons/${marathon._id}`
  await page.goto(address)
  await expect(page.getByRole('heading', { name: marathon.title })).toBeVisible()
  const isKept = () => page.evaluate((path) => localStorage.getItem(`first-screen:${path}`) !== null, address)
  await expect.poll(isKept, { timeout: 15_000 }).toBe(true)
  // Without the app's code, only the kept screen can show something.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: marathon.title })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: marathon.title })).toBeHidden()
})
