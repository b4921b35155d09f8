/// <reference lib="dom" />
import { expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { choose } from '../support/languages.ts'
import { logIn } from '../support/log-in.ts'
import { organiser, prepareMyResults, runner } from '../support/my-results.ts'
import { officialRace } from '../support/official-race.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. my-results.spec.ts has what each change must pass.

prepareMyResults()

test.use({
  viewport: { width: 390, height: 844 },
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
})

for (const [language, certificate, letters] of [
  ['bn', 'সনদ', 'U+951-952'],
  ['ar', 'شهادة', 'U+600-6FF'],
  ['de', 'Urkunde', null],
] as const) {
  test(`a certificate in the language ${language} loads the letters of the language, and no others`, async ({
    page,
  }) => {
    const { entries } = await officialRace(organiser, [{ account: runner, seconds: 3000 }], { title: 'Harbour Night' })
    await logIn(page, runner, '/aboutUs')
    await untilSynced(page)
    await choose(page, language)
    await page.goto(`/dashboard/myResults/${entries[0]}`)
    await expect(page.getByRole('img', { name: certificate })).toBeVisible()
    // The first letters of each file that was loaded.
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].flatMap(({ family, status, unicodeRange }) =>
          family.includes('Certificate') && status === 'loaded' ? [unicodeRange.split(',')[0]] : [],
        ),
      )
    await expect.poll(loaded).toEqual(['U+0-FF', ...(letters ? [letters] : [])])
    await expectNoSidewaysScroll(page, 'a result')
  })
}
