/// <reference lib="dom" />
import { LANGUAGES, type Language } from '../../web/texts/languages.ts'
import { sampleMails } from '../../worker/testing/sample-mails.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from './checks.ts'
import { expect, test } from './fixtures.ts'

/** A test of all mails in a language. */
export function testMailsIn(language: Language): void {
  test(`each mail in ${language} fits a phone and a desktop, light and dark, and asks for nothing`, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const mails = (await sampleMails()).filter((mail) => mail.language === language)
    for (const { name, html } of mails) {
      await page.setContent(html)
      for (const width of [390, 700]) {
        const what = `${name} at ${width}`
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme: 'light' })
        if (width === 390) await expectAccessible(page, what)
        await expectNoSidewaysScroll(page, what)
        await expectAccessibleIn(page, 'dark', `${what}, dark`)
      }
      expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(LANGUAGES[language].direction)
      const button = await page.locator('a').first().boundingBox()
      expect(button?.height, name).toBeGreaterThanOrEqual(44)
    }
    expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([])
  })
}
