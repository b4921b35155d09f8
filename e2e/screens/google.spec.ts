import { expect, test } from '../support/fixtures.ts'
import { answerForGoogle, signInWithGoogle } from '../support/google-script.ts'
import { nextPopUp } from '../support/shown-for.ts'
import { stretchTimers } from '../support/timers.ts'

test('Login with Google opens the popup, says Login Successful. and lands on the home page', async ({
  page,
  context,
  quietConsole,
}) => {
  await answerForGoogle(context, quietConsole)
  await page.goto('/login')
  const popUp = nextPopUp(page)
  await signInWithGoogle(page, 'Gina Google')
  const { ms, title } = await popUp
  expect(title).toBe('Login Successful.')
  // The limit is lower than 1500 ms, because the measurement starts late while the popup is in front.
  expect(ms).toBeGreaterThan(1000)
  expect(ms).toBeLessThan(2400)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Marathon Dashboard - Hi, Gina Google!')
})

test('a Google popup that is closed says nothing and leaves the form as it was', async ({
  page,
  context,
  quietConsole,
}) => {
  // After this time Firebase takes a closed popup for cancelled.
  await stretchTimers(page, 8000, 500)
  await answerForGoogle(context, quietConsole)
  await page.goto('/login')
  await page.getByLabel('Email').fill('typed@example.com')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Login with Google' }).click()
  const popup = await opening
  // Chromium sometimes does not close a page whose navigation to another site has just begun.
  await expect(popup.getByRole('button', { name: 'Add new account' })).toBeVisible()
  await popup.close()
  await expect(page.getByRole('button', { name: 'Login with Google' })).not.toHaveAttribute('aria-busy', 'true', {
    timeout: 15_000,
  })
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com')
})
