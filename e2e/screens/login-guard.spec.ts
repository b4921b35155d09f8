import { createAccount } from '../support/account.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { logInByForm } from '../support/log-in.ts'

const GUARDED = [
  '/marathons',
  '/marathons/seed-event-18',
  '/marathon/registration/seed-event-18',
  '/dashboard',
  '/dashboard/addMarathon',
  '/dashboard/myMarathons',
  '/dashboard/myApply',
  '/unsent',
]

test('a visitor who asks for a signed-in screen is led to the login, and from there to it', async ({ page }) => {
  for (const path of GUARDED) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/login')
    // /dashboard redirects to its first screen.
    expect(searchParams.get('redirect')).toMatch(path === '/dashboard' ? /^\/dashboard/ : new RegExp(`^${path}$`))
  }
})

test('after the login a deep link opens with its query', async ({ page, account }) => {
  await logInByForm(page, account, '/marathons?sort=asc&q=run&open=true')
  await expect(page).toHaveURL('/marathons?sort=asc&q=run&open=true')
  await expect(page.getByLabel('Sort By')).toHaveValue('asc')
  await expect(page.getByLabel('Search')).toHaveValue('run')
})

test('a redirect to another site is dropped', async ({ page, account }) => {
  for (const target of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL('/login')
  }
  await logInByForm(page, account, `/login?redirect=${encodeURIComponent('https://evil.example/')}`)
  await expect(page).toHaveURL('/')
})

test('a logout in one tab leads a guarded screen of another tab to the login', async ({ context, page, origin }) => {
  await logInByForm(page, await createAccount(origin, 'Tom Tabs'))
  const other = await context.newPage()
  await other.goto('/marathons/seed-event-18')
  await expect(other.getByText('Registered Participants')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await expect(other).toHaveURL('/login?redirect=%2Fmarathons%2Fseed-event-18')
})

signedIn('a signed-in user who asks for the login or the registration is led away', async ({ page }) => {
  for (const [path, lands] of [
    ['/login', '/'],
    ['/register', '/'],
    ['/login?redirect=/aboutUs', '/aboutUs'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(lands)
  }
})

signedIn('/dashboard is /dashboard/addMarathon', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/addMarathon')
  await expect(page).toHaveTitle('Add Marathon')
})

signedIn(
  'the dashboard greets by name and lists its three screens, folded away on a phone',
  async ({ page, account }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Marathon Dashboard - Hi, ${account.displayName}!`)
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    const entries = [
      ['Add Marathon', '/dashboard/addMarathon'],
      ['My Marathon List', '/dashboard/myMarathons'],
      ['My Apply List', '/dashboard/myApply'],
    ] as const
    for (const [name, path] of entries) await expect(menu.getByRole('link', { name })).toHaveAttribute('href', path)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(menu.getByRole('link', { name: 'My Apply List' })).toBeHidden()
    await menu.getByRole('button', { name: /Dashboard menu/ }).click()
    await menu.getByRole('link', { name: 'My Apply List' }).click()
    await expect(page).toHaveURL('/dashboard/myApply')
    await expect(menu.getByRole('link', { name: 'My Apply List' })).toBeHidden()
  },
)
