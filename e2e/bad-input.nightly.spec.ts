import { COMPLAINTS, editLocation, enterPassword, forgetLogin, organiser } from './support/bad-input.ts'
import { expect, test } from './support/fixtures.ts'

// What a change seldom breaks. bad-input.spec.ts has what each change must pass.

test('Unsent changes offers the login too, comes back after it, and everything is sent', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(COMPLAINTS)
  const account = await organiser(origin, page, 'Waiting run')
  await forgetLogin(page)
  await editLocation(page, 'Later Town')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.goto('/unsent')
  await page.getByRole('main').getByRole('link', { name: 'Log in again' }).click()
  await expect(page).toHaveURL('/login?again=true&redirect=%2Funsent')
  await enterPassword(page)
  await expect(page).toHaveURL('/unsent')
  await expect(page.getByText('Everything is sent.')).toBeVisible()
  const { marathonId } = account
  expect(await account.call('GET', `/api/marathons/${marathonId}`)).toMatchObject({ location: 'Later Town' })
})
