import { expect, signedIn as test } from '../support/fixtures.ts'

test.beforeEach(({ quietConsole }) =>
  quietConsole.allow(/Failed to load resource/, /Failed to fetch dynamically imported module/),
)

for (const chunk of ['start-account', 'session-store']) {
  test(`without the code of the account (${chunk}), home shows the public lists, and the login says what is missing`, async ({
    page,
  }) => {
    let aborted = 0
    const code = `**/assets/${chunk}-*.js`
    await page.route(code, (route) => {
      aborted += 1
      return route.abort()
    })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Explore Marathons' }).getByRole('article')).toHaveCount(4)
    expect(aborted).toBeGreaterThan(0)
    const missing = page.getByText('The part of the app for accounts is not on this phone.')
    for (const path of ['/register', '/start', '/login']) {
      await page.goto(path)
      await expect(missing).toBeVisible()
    }
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  })
}
