import { expect, signedIn, test } from '../support/fixtures.ts'

const FOOTER_LINKS = [
  ['About Us', '/about', '/aboutUs'],
  ['Contact', '/contact', '/contact'],
  ['Privacy Policy', '/privacy', '/privacy'],
] as const

test('a visitor’s navigation has the brand, pages, Login and Register, and no Dashboard', async ({ page }) => {
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  await expect(nav.getByRole('link', { name: 'Startline, home' })).toHaveAttribute('href', '/')
  for (const [name, path] of [
    ['Home', '/'],
    ['Marathons', '/marathons'],
    ['About Us', '/aboutUs'],
    ['Login', '/login'],
    ['Register', '/register'],
  ] as const) {
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  }
  await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  await expect(nav.getByRole('button', { name: 'Logout' })).toHaveCount(0)
})

signedIn(
  'a signed-in user’s navigation has Dashboard, Logout and an avatar, and no Login',
  async ({ page, account }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expect(nav.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect(nav.getByRole('img', { name: account.displayName })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(nav.getByRole('link', { name: 'Register' })).toHaveCount(0)
  },
)

test('the fixed navigation is a dropdown on a phone, which Escape or a choice closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const about = nav.getByRole('link', { name: 'About Us' })
  await expect(about).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await page.getByRole('button', { name: 'Menu' }).click()
  await about.click()
  await expect(page).toHaveTitle('About Us')
  await expect(about).toBeHidden()
  await page.mouse.wheel(0, 600)
  await expect.poll(async () => (await nav.boundingBox())?.y).toBe(0)
})

test('the footer describes the product, links on, and ends with © 2024 and the designer', async ({ page }) => {
  for (const [label, href, lands] of FOOTER_LINKS) {
    await page.goto('/contact')
    const footer = page.getByRole('contentinfo')
    await expect(footer).toContainText('The Startline System')
    await expect(footer).toContainText(/© 2024 .*Designed by/)
    await expect(footer.getByRole('link', { name: label })).toHaveAttribute('href', href)
    await footer.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(lands)
  }
})

signedIn('Upcoming Events of the footer leads to the marathons', async ({ page }) => {
  await page.goto('/contact')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Upcoming Events' })
  await expect(link).toHaveAttribute('href', '/events')
  await link.click()
  await expect(page).toHaveURL('/marathons')
})

signedIn('on /dashboard/addMarathon the footer is the copyright line alone', async ({ page }) => {
  await page.goto('/dashboard/addMarathon')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(/© 2024 .*Designed by/)
  await expect(footer.getByRole('link')).toHaveCount(0)
  await expect(footer).not.toContainText('The Startline System')
  await page.getByRole('link', { name: 'My Apply List' }).click()
  await expect(footer.getByRole('link')).toHaveCount(4)
})

test('any other path is the 404 page with a way home', async ({ page }) => {
  for (const path of ['/no-such-page', '/dashboardX', '/marathons/a/b/c', '/aboutus/x']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible()
    await expect(page.getByText("The page you're looking for doesn't exist or has been moved.")).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('About Us says what the product is for, its four selling points, and links to Contact Us', async ({ page }) => {
  await page.goto('/aboutUs')
  await expect(page).toHaveTitle('About Us')
  await expect(page.getByText('simplifies organizing, registering for and tracking marathons')).toBeVisible()
  for (const point of ['User-Friendly', 'Real-Time Tracking', 'Secure Payments', 'Community Focused']) {
    await expect(page.getByRole('heading', { name: point })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
})

test('privacy is a page of its own', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page).toHaveTitle('Privacy Policy')
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
})

test('a change of screen moves the focus to the content and says the new title', async ({ page }) => {
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[aria-live="polite"].sr-only', { hasText: 'About Us' })).toBeAttached()
})

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/aboutUs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
