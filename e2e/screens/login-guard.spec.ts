import { createAccount } from '../support/account.ts'
import { expectAccessible } from '../support/checks.ts'
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

test('a login that a link led to names the race, as far as it is public, or the invitation', async ({
  page,
  account,
  quietConsole,
}) => {
  // The soonest of all is on a public list, whatever other tests add. The worker keeps that list for a second.
  const startDate = new Date(Date.now() + 60_000).toISOString()
  const { _id, title } = await account.createMarathon({ title: 'Shared run', startDate })
  await expect.poll(async () => (await page.request.get('/api/upcomingMarathon')).text()).toContain(_id)
  for (const path of [`/marathons/${_id}`, `/marathon/registration/${_id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(title)
    await expect(page.getByText('Log in to see this event and to register.')).toBeVisible()
    await expectAccessible(page, 'a login that names a race')
  }
  const path = `/api/marathons/${_id}/invitations`
  const { url } = (await account.call('POST', path, { role: 'organiser' })) as { url: string }
  await page.goto(new URL(url).pathname)
  await expect(page).toHaveURL('/login?redirect=%2Finvitation')
  for (const words of ['You are invited to organise this event.', title]) {
    await expect(page.getByRole('main')).toContainText(words)
  }
  await expect(page.getByText('Log in to accept.')).toBeVisible()
  await expectAccessible(page, 'a login that names an invitation')
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page.getByText('Create an account to accept.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(title)
  quietConsole.allow(/404/)
  await page.goto('/invitation/c2FtcGxlLWludml0YXRpb24')
  await expect(page.getByText('This invitation is no longer valid. Ask the organiser for a new one.')).toBeVisible()
  await page.goto('/dashboard/myApply')
  await expect(page.getByText(/Log in to see/)).toBeHidden()
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
