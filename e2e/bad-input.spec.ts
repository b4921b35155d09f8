import { VERDICT_WAIT_MS } from '../web/store/verdict.ts'
import { PASSWORD } from './support/account.ts'
import { COMPLAINTS, editLocation, endSession, enterPassword, forgetLogin, organiser } from './support/bad-input.ts'
import { expectNoVerdict } from './support/edits.ts'
import { expect, test } from './support/fixtures.ts'
import { stretchTimers } from './support/timers.ts'

// Failures of the server, the session and the storage: each one causes a clear message, and no typed text is lost.

test('a session that ended is renewed without a message while Firebase remembers the user', async ({
  page,
  context,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(COMPLAINTS)
  // The app waits longer for a verdict here, so that a slow machine does not fail the test.
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  const account = await organiser(origin, page, 'Renewed run')
  await endSession(context)
  await editLocation(page, 'Renewed Town')
  await expect(page.getByRole('dialog', { name: 'Marathon Updated!' })).toBeVisible()
  expect(await account.call('GET', `/api/marathons/${account.marathonId}`)).toMatchObject({ location: 'Renewed Town' })
})

test('a queue that needs a new login waits, says so, and is sent after the login', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(COMPLAINTS)
  const account = await organiser(origin, page, 'Forgotten run')
  await forgetLogin(page)
  await editLocation(page, 'Kept Town')
  await expect(
    page.getByText('Your session has ended. 1 change waits on this phone until you log in again.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Kept Town' })).toContainText('Waiting to be sent')
  await page.getByRole('link', { name: 'Log in again' }).click()
  await expect(page).toHaveURL('/login?again=true&redirect=%2Fdashboard%2FmyMarathons')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await enterPassword(page)
  await expect(page).toHaveURL('/dashboard/myMarathons')
  await expect(page.getByRole('row').filter({ hasText: 'Kept Town' })).not.toContainText('Waiting to be sent')
  await expect(page.getByText(/until you log in again/)).toBeHidden()
  expect(await account.call('GET', `/api/marathons/${account.marathonId}`)).toMatchObject({
    location: 'Kept Town',
    ver: 2,
  })
})

test('INV-5 a server that answers badly is told of, and what was written is sent once it is well', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(COMPLAINTS)
  await expectNoVerdict(page)
  const account = await organiser(origin, page, 'Unlucky run')
  for (const [what, answer] of [
    ['500', { status: 500, body: 'Internal Server Error' }],
    ['garbage', { status: 200, contentType: 'application/json', body: '{"results":42' }],
    ['another page', { status: 200, contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' }],
  ] as const)
    await test.step(what, async () => {
      await page.route('**/api/sync', (route) => route.fulfill(answer))
      await editLocation(page, `Patient Town after ${what}`)
      await expect(page.getByRole('dialog', { name: 'Saved on this phone.' })).toBeVisible()
      await page.getByRole('button', { name: 'OK' }).click()
      await expect(page.getByText(/1 change waits on this phone/)).toBeVisible()
      await page.unroute('**/api/sync')
      await expect(page.getByText('Waiting to be sent')).toBeHidden({ timeout: 15_000 })
      expect(await account.call('GET', `/api/marathons/${account.marathonId}`)).toMatchObject({
        location: `Patient Town after ${what}`,
      })
    })
})

test('a phone that stores nothing says Not saved, and the form keeps what was typed', async ({ page, origin }) => {
  await organiser(origin, page, 'Full phone run')
  await page.getByRole('button', { name: /^Edit / }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  await dialog.getByLabel('Location').fill('Typed Town')
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Not saved: this phone’s storage is full.')).toBeVisible()
  await expect(dialog.getByLabel('Location')).toHaveValue('Typed Town')
})

test('a login says that the server failed, and keeps the typed text', async ({ page, account, quietConsole }) => {
  quietConsole.allow(COMPLAINTS)
  await page.route('**/api/jwt', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('That did not work. Try again in a moment.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Password')).toHaveValue(PASSWORD)
})
