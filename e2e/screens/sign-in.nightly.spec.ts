import { PASSWORD } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { fillRegistration, greeting, register } from '../support/sign-in.ts'

// What a change seldom breaks. sign-in.spec.ts has what each change must pass.

test('a profile that cannot be set does not stop the session, and is set later', async ({ page, quietConsole }) => {
  quietConsole.allow(/Failed to load resource/)
  const updates = '**/accounts:update*'
  await page.route(updates, (route) => route.abort())
  await fillRegistration(page, 'Lotte Later')
  await register(page).click()
  await expect(page).toHaveURL('/')
  await page.unroute(updates)
  await page.goto('/dashboard')
  await expect(greeting(page)).toHaveText('Marathon Dashboard - Hi, Lotte Later!')
})

for (const call of ['**/accounts:update*', '**/api/jwt']) {
  test(`a registration that loses its signal before ${call} is finished by the next tap`, async ({
    page,
    quietConsole,
  }) => {
    quietConsole.allow(/Failed to load resource/)
    // The signal is lost from this call on.
    let isLost = false
    await page.route('**/*', (route) => {
      isLost ||= new RegExp(call.replace('**', '').replace('*', '')).test(route.request().url())
      return isLost ? route.abort() : route.continue()
    })
    await fillRegistration(page, 'Tilda Tunnel')
    await register(page).click()
    await expect(page.getByText('You need a connection to log in. Try again once you are online.')).toBeVisible()
    await page.unroute('**/*')
    await register(page).click()
    await expect(page).toHaveURL('/')
    await page.goto('/dashboard')
    await expect(greeting(page)).toHaveText('Marathon Dashboard - Hi, Tilda Tunnel!')
  })
}

test('a registration whose app was closed half-way is finished by the next login, name included', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource/)
  // Firebase makes the account. Its answer is lost.
  await page.route('**/accounts:signUp*', async (route) => {
    await route.fetch({ maxRetries: 2 })
    await route.abort()
  })
  const email = await fillRegistration(page, 'Kim Killed')
  await register(page).click()
  await expect(page.getByText('You need a connection to log in. Try again once you are online.')).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(greeting(page)).toHaveText('Marathon Dashboard - Hi, Kim Killed!')
})
