import { expect, signedIn as test } from '../support/fixtures.ts'

test.beforeEach(({ quietConsole }) =>
  quietConsole.allow(/Failed to load resource/, /Failed to fetch dynamically imported module/),
)

test('without the code of the account, home has its lists, and the login says what is missing', async ({ page }) => {
  let aborted = 0
  let isThere = false
  await page.route('**/assets/signed-in-*.js', (route) => {
    if (isThere) return route.continue()
    aborted += 1
    return route.abort()
  })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Explore Marathons' }).getByRole('article')).toHaveCount(4)
  expect(aborted).toBeGreaterThan(0)
  const missing = page.getByText('The login part of the app is not on this phone.')
  // A screen behind the sign-in, by its address and by a link.
  const behind = page.getByText('This screen is not on this phone.')
  await page.goto('/marathons')
  await expect(behind).toBeVisible()
  await page.goto('/aboutUs')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Marathons' }).click()
  await expect(behind).toBeVisible()
  await page.goto('/start')
  await expect(behind).toBeVisible()
  for (const path of ['/register', '/login']) {
    await page.goto(path)
    await expect(missing).toBeVisible()
  }
  await page.route('/', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There is still no answer. Try again where you have a signal.')).toBeVisible()
  await page.unroute('/')
  // The app asks for that code again by itself. So the code is there only with the reload that the button makes.
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isThere = true
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('a screen behind the sign-in says when its code is late, and shows itself when it comes', async ({ page }) => {
  await page.clock.install()
  const code = Promise.withResolvers<void>()
  await page.route('**/assets/signed-in-*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  await page.goto('/marathons')
  await expect(async () => {
    // SLOW_MS of web/router.tsx.
    await page.clock.fastForward(10_000)
    await expect(page.getByText('This screen is still loading.')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  code.resolve()
  await expect(page.getByRole('link', { name: 'See Details' }).first()).toBeVisible()
})
