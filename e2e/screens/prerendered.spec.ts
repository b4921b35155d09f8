import type { Page } from '@playwright/test'
import { expect, signedIn, test } from '../support/fixtures.ts'

const CODE = /\/assets\/.*\.(js|css)$/

/** Holds back the code and the styles of the app that are not in the page. @returns a function that lets it come */
async function holdCode(page: Page) {
  const gate = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

const markup = (page: Page) => page.locator('#prerendered')

for (const [path, heading] of [
  ['/', 'Find your next start line'],
  ['/login', 'Login to Your Account'],
  // The worker has written its title into the page.
  ['/e/seed-event-18', 'Reykjavik Harbour Fun Run'],
] as const) {
  test(`a visitor reads ${path} before the code is there, and nothing moves when it comes`, async ({ page }) => {
    const release = await holdCode(page)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(markup(page).getByText(heading)).toBeVisible()
    const title = page.locator('h1, h2', { hasText: heading }).first()
    const before = await title.boundingBox()
    release()
    await expect(markup(page)).toHaveCount(0)
    await expect(page.getByText(heading).first()).toBeVisible()
    expect(await title.boundingBox()).toEqual(before)
  })
}

test('the first picture of the home page comes with the page', async ({ page }) => {
  await holdCode(page)
  await page.route('**/hero-1.svg', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  const picture = markup(page).locator('img').first()
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
})

test('the page stays while the code of its screen is late', async ({ page }) => {
  let held = ''
  const late = Promise.withResolvers<void>()
  await page.route(/\/assets\/login-[^/]*\.js$/, async (route) => {
    held = route.request().url()
    await late.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(markup(page).getByText('Login to Your Account')).toBeVisible()
  await expect.poll(() => held).not.toBe('')
  await page.waitForTimeout(2500)
  await expect(markup(page).getByText('Login to Your Account')).toBeVisible()
  late.resolve()
  await expect(markup(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
})

test('another language and another address show no page in English first', async ({ page }) => {
  await holdCode(page)
  await page.goto('/aboutUs', { waitUntil: 'commit' })
  await expect(page.locator('#root')).toBeEmpty()
  await page.evaluate(() => localStorage.setItem('language', 'de'))
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.locator('noscript')).toBeAttached()
  await expect(markup(page)).toBeHidden()
})

signedIn('a signed-in user is not shown the page of a visitor', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['signed-in'])
  const release = await holdCode(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('noscript')).toBeAttached()
  await expect(markup(page)).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: 'Explore Marathons' })).toBeVisible()
})
