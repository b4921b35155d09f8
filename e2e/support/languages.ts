/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { applicationFields, createAccount } from './account.ts'
import { expectAccessibleButColours, expectNoSidewaysScroll } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'
import { goInside } from './phone-screens.ts'
import { publishResults } from './race.ts'
import { PUBLIC_SCREENS, signedInScreens } from './screens.ts'

const PHONE = { width: 390, height: 844 }
/** The pseudo-language has texts that are 40 % longer, in the brackets ⟦ and ⟧. */
export const PSEUDO = 'qps'
const TITLE = 'Berlin Night Run'
const LOGIN = ['login', 'register']
/** The list may have an event of another test, whose picture was at a server that has ended. */
const OTHER_PICTURE = /hangs\.svg/

/** The app starts in this language, as if it had been chosen. */
export async function choose(page: Page, language: string) {
  await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
}

/** The avatar, or a visitor's globe. */
export const ownMenu = (page: Page) => page.locator('[aria-controls=own-panel]')

/** Chooses a language by its name: two taps from everywhere. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await ownMenu(page).click()
  await page.getByRole('button', { name, exact: true }).click()
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

/** Texts and hints of fields that are cut off, words that are broken, and pairs of texts that lie over each other. */
export function badTexts(page: Page): Promise<string[]> {
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
      for (const { 0: word, index } of text.matchAll(
        /(?<![\p{L}\p{M}\p{N}.@/-])[\p{L}\p{M}]{2,24}(?![\p{L}\p{M}\p{N}.@/-])/gu,
      )) {
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
    // The pseudo-language is longer than any other.
    if (document.documentElement.lang !== 'qps') {
      for (const input of document.querySelectorAll<HTMLInputElement>('input:placeholder-shown')) {
        const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input)
        const pen = document.createElement('canvas').getContext('2d')
        if (!pen || !isShown(input)) continue
        pen.font = font
        const room = input.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
        if (pen.measureText(input.placeholder).width > room + 1) cut.push(`cut: ${input.placeholder}`)
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

/**
 * English texts on the page: what has no Arabic letter, stands in no brackets of the pseudo-language, and was not written
 * by a person.
 */
function untranslated(page: Page, written: string[]): Promise<string[]> {
  return page.evaluate((names) => {
    const found: string[] = []
    const isOurs = (text: string | null = '') => /[⟦⟧\p{Script=Arabic}]/u.test(text ?? '')
    const look = (text: string | null | undefined, where: string) => {
      let rest = text?.trim() ?? ''
      for (const name of names) rest = rest.replaceAll(name, '')
      // The code of an entry.
      rest = rest.replaceAll(/\b[A-Z][A-Z\d]{3} ?[A-Z\d]{4}\b/g, '')
      // An address has no language.
      rest = rest.replaceAll(/https?:\/\/\S+/g, '')
      // Dates have their English form in the pseudo-language.
      rest = rest.replaceAll(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/g, '')
      if (/[a-z]{3}/i.test(rest) && !isOurs(rest)) found.push(`${where}: ${text}`)
    }
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement
      // A text with elements in it has its brackets outside of them. Cities, events and people have their own names.
      if (element?.closest('script, style, noscript, option, article, time, [data-names], .swal2-container')) continue
      const sentence = element?.closest('p, h1, h2, h3, li, button, a, label, td, th, dt, dd, div')
      if (!isOurs(sentence?.textContent)) look(node.nodeValue, element?.tagName ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) look(element.getAttribute(name), name)
    }
    return [...new Set(found)]
  }, written)
}

/** Tests of every screen in a language: its texts have room on a phone, and are in a catalogue. */
export function testScreensIn(language: string): void {
  const isChecked = [PSEUDO, 'ar'].includes(language)
  // The right-to-left language passes axe too. Its colours are those of English (every-screen.spec.ts).
  const expectMore = async (page: Page, what: string) => language === 'ar' && expectAccessibleButColours(page, what)

  test(`every screen in ${language} has no cut, broken or overlapping text at 390 px${isChecked ? ', and every text is in a catalogue' : ''}`, async ({
    page,
    origin,
    quietConsole,
  }) => {
    quietConsole.allow(OTHER_PICTURE)
    // The events of other tests are written by nobody that this one knows.
    const account = await createAccount(origin, 'Wanda Walker')
    await page.setViewportSize(PHONE)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const marathon = await account.createMarathon({ title: TITLE })
    const application = applicationFields(marathon)
    await account.call('POST', '/api/marathonApplication', application)
    await publishResults(account, marathon._id, 'live')
    await logIn(page, account, '/', origin)
    await choose(page, language)
    const names = [marathon, application].flatMap((row) =>
      Object.values(row).filter((value) => typeof value === 'string'),
    )
    const written = [...names, 'Wanda Walker', account.email, 'Startline', 'https://', marathon.timeZone, 'CSV', 'ABC']
    for (const { name, path } of [...PUBLIC_SCREENS, ...signedInScreens(marathon._id)]) {
      if (LOGIN.includes(name)) continue
      const what = `${name} in ${language}`
      // The first screen is a new start, in this language.
      if (path === '/') await page.goto(path)
      else await goInside(page, path)
      await settled(page)
      await expect(page.locator('html'), what).toHaveAttribute('lang', language)
      await expectNoSidewaysScroll(page, what)
      expect(await badTexts(page), what).toEqual([])
      if (isChecked) expect(await untranslated(page, written), what).toEqual([])
      await expectMore(page, what)
    }
  })

  test(`login and registration in ${language} have no cut or overlapping text at 390 px`, async ({ page }) => {
    await page.setViewportSize(PHONE)
    await choose(page, language)
    for (const name of LOGIN) {
      await page.goto(`/${name}`)
      await settled(page)
      await expectNoSidewaysScroll(page, name)
      expect(await badTexts(page), name).toEqual([])
      await expectMore(page, name)
    }
  })
}
