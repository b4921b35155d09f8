import {
  cutOff,
  deleteAccount,
  location,
  logOutEverywhere,
  marathon,
  organiser,
  prepareAccount,
} from '../support/account-screen.ts'
import { changeMarathon, holdSync, letSync, untilQueued } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logInByForm } from '../support/log-in.ts'
import { useOldSession } from '../support/old-session.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. account.spec.ts has what each change must pass.

prepareAccount()

test.describe.configure({ timeout: 120_000 })

// These tests cause responses with 401, and abort requests.
test.use({ allowedInConsole: /Failed to load resource/ })

test('without a network nobody is logged out everywhere, and nothing is said to be done', async ({ page, network }) => {
  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  await network(false)
  await logOutEverywhere(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Try again once you are online.' })).toBeVisible()
  await network(true)
  await expect(page.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  expect(await location()).toBe(marathon.location)
})

test('a renewal that nobody answers is tried again by itself, and nobody is asked to log in', async ({
  page,
  origin,
}) => {
  await logInByForm(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await useOldSession(page.context(), origin, organiser, 7)
  await changeMarathon(page, marathon.title, { Location: 'Kiel' })
  let renewals = 0
  await page.route('**/api/jwt', (route) => {
    renewals += 1
    return renewals === 1 ? route.abort('internetdisconnected') : route.fallback()
  })
  const isAsked = page.getByText('Log in again', { exact: true }).waitFor({ timeout: 60_000 })
  const end = Promise.race([
    untilQueued(page, organiser.uid, 0).then(() => 'sent'),
    isAsked.then(
      () => 'asked to log in',
      () => 'not asked',
    ),
  ])
  await letSync(page)
  expect(await end).toBe('sent')
  expect(renewals).toBeGreaterThan(1)
  expect(await location()).toBe('Kiel')
})

test('a deletion that the server has not heard of can be taken back', async ({ page, context }) => {
  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  const reach = await cutOff(context)
  await deleteAccount(page)
  const note = page.getByRole('region', { name: 'Account deletion' })
  await note.getByRole('button', { name: 'Keep the account' }).click()
  await expect(note).toBeHidden()
  await reach()
  await logInByForm(page, organiser, '/dashboard/myMarathons')
  await expect(page.getByRole('row').filter({ hasText: 'River run' })).toBeVisible()
})

test('a deletion is told on demand', async ({ page, context }) => {
  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  const reach = await cutOff(context)
  await deleteAccount(page)
  const note = page.getByRole('region', { name: 'Account deletion' })
  await note.getByRole('button', { name: 'Delete it now' }).click()
  await expect(note.getByRole('alert')).toHaveText(/It could not be finished now/)
  await expect(note).toContainText('but not on the server')
  await reach()
  await note.getByRole('button', { name: 'Delete it now' }).click()
  await expect(note).toContainText(`The login of ${organiser.email} is deleted.`)
})
