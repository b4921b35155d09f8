/// <reference lib="dom" />
import { createAccount, inDays } from '../support/account.ts'
import {
  changeMarathon,
  gateSync,
  letSync,
  refuseNext,
  untilAnswered,
  untilQueued,
  wakeSync,
} from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerForGoogle, signInWithGoogle } from '../support/google-script.ts'
import { ageSession, dumpAccounts, tracesOf } from '../support/inside-the-browser.ts'
import {
  expectLoginScreen,
  expectNoCookie,
  expectNothingLeft,
  holdAnswers,
  isSignedIn,
  locationOnServer,
  logInAsGina,
  marathon,
  never,
  organiser,
  PHONE_OF_AN_ENTRANT,
  prepareLeaving,
  signIn,
  signInAndChange,
  untilPassEnded,
} from '../support/leaving.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { askToLogOut, logOut, logoutDialog, untilLoggedOut } from '../support/log-out.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. log-out.spec.ts has what each change must pass.

prepareLeaving()

test.describe.configure({ timeout: 90_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('asks the plain question once everything is sent while the dialog is open', async ({ page, context }) => {
  await signIn(page)
  const open = await gateSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Sent Town' })
  await askToLogOut(page)
  const dialog = logoutDialog(page)
  await expect(dialog).toContainText('1 change on this phone is not sent yet.')
  open()
  await expect(dialog.getByText('You will logged Out.')).toBeVisible()
  const buttons = dialog.getByRole('button')
  await expect(buttons).toHaveText(['', 'Yes, Logout', 'Cancel'])
  await dialog.getByRole('button', { name: 'Yes, Logout' }).click()
  await untilLoggedOut(page)
  expect(await locationOnServer()).toBe('Sent Town')
  await expectNothingLeft(page)
  await expectNoCookie(context)
})

test('"Send now and log out" stays if an edit is rejected, says which and why, deletes nothing', async ({
  page,
  origin,
}) => {
  const other = await createAccount(origin, 'Otto Other')
  const theirs = await other.createMarathon({ title: 'Closing run' })
  await signIn(page, `/marathon/registration/${theirs._id}`)
  const open = await gateSync(page)
  await page.getByLabel('First Name').fill('Olga')
  await page.getByLabel('Last Name').fill('Organiser')
  await page.getByLabel('Contact Number').fill('+49 30 1111111')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText('Not registered until sent').first()).toBeVisible({ timeout: 20_000 })
  await other.call('PUT', `/api/marathons/${theirs._id}`, { regEnd: inDays(-1) })
  await askToLogOut(page)
  await logoutDialog(page).getByRole('button', { name: 'Send now and log out' }).click()
  open()
  const refused = logoutDialog(page).getByRole('region', { name: 'Not accepted' })
  await expect(refused).toContainText("Entry of Olga Organiser for 'Closing run'", { timeout: 20_000 })
  await expect(refused).toContainText('Your entry arrived too late')
  await expect(logoutDialog(page).getByRole('button', { name: 'Send now and log out' })).toHaveCount(0)
  await untilAnswered(page, organiser.uid, 1)
  expect(await isSignedIn(page)).toBe(true)
  await refused.getByRole('link', { name: 'See it under Unsent changes' }).click()
  await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText('Closing run')
})

test('"Cancel", and "Send now and log out" with no network, which says so, change nothing', async ({ page }) => {
  await signInAndChange(page, 'Far Town')
  const expectUnchanged = async () => {
    await untilQueued(page, organiser.uid, 1)
    expect(await isSignedIn(page)).toBe(true)
    expect(JSON.stringify(await dumpAccounts(page))).toContain(PHONE_OF_AN_ENTRANT)
  }
  await logOut(page, 'Cancel')
  await expect(logoutDialog(page)).toBeHidden()
  await expectUnchanged()
  await askToLogOut(page)
  await logoutDialog(page).getByRole('button', { name: 'Send now and log out' }).click()
  await expect(logoutDialog(page).getByRole('alert')).toContainText('Not everything was sent.', {
    timeout: 25_000,
  })
  await expectUnchanged()
  await logoutDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await letSync(page)
  await expect.poll(locationOnServer).toBe('Far Town')
})

test('"Discard" deletes the queue with the rest, and it is never sent', async ({ page, context }) => {
  await signInAndChange(page, 'Never Town')
  await logOut(page, 'Discard the change')
  await untilLoggedOut(page)
  await expectNothingLeft(page)
  await expectNoCookie(context)
  await page.unroute('**/api/sync')
  await logInByForm(page, organiser)
  await untilSynced(page)
  expect(await locationOnServer()).toBe('Old Town')
})

test('a logout asks if there is only a rejection, and "Keep" keeps it', async ({ page }) => {
  await signInAndChange(page, 'Refused Town')
  await refuseNext(page, 'FORBIDDEN')
  await wakeSync(page)
  await untilAnswered(page, organiser.uid, 1)
  await page.reload()
  await askToLogOut(page)
  await expect(logoutDialog(page)).toContainText('1 change needs your decision.')
  await expect(logoutDialog(page)).toContainText('Only its organiser may change this event.')
  await logoutDialog(page).getByRole('button', { name: 'Keep on this phone for this account' }).click()
  await untilLoggedOut(page)
  expect(await tracesOf(page, [PHONE_OF_AN_ENTRANT])).toEqual([])
  await logInByForm(page, organiser, '/unsent')
  await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText("Changed location of 'Leaving run'")
})

test('no data stays if the wipe waits, POST /logout hangs and the page is closed', async ({ page, context }) => {
  await signIn(page)
  await page.route('**/api/logout', never)
  // This holds the lock of a pass. Until the page is closed, the account is not wiped.
  await page.evaluate(
    (name) => void navigator.locks.request(name, () => new Promise(() => undefined)),
    `sync:${organiser.uid}`,
  )
  await logOut(page)
  await expectLoginScreen(page)
  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  await expectNothingLeft(next)
  await expectNoCookie(context)
})

test('a logout that failed on the server is sent again, and the cookie is deleted', async ({ page, context }) => {
  await signIn(page)
  await page.route('**/api/logout', (route) => route.fulfill({ status: 503, body: 'later' }), { times: 1 })
  const told = page.waitForResponse('**/api/logout')
  await logOut(page)
  await untilLoggedOut(page)
  expect((await told).status()).toBe(503)
  expect((await context.cookies()).map(({ name }) => name)).toContain('session')
  // With this lock free, the call has ended, and the next call need not wait.
  await page.evaluate(() => navigator.locks.request('cookie', () => undefined))
  await wakeSync(page)
  await expectNoCookie(context)
})

test('a running first pull writes nothing after the logout', async ({ page, context }) => {
  const pull = await holdAnswers(page, '**/api/sync')
  await logInByForm(page, organiser)
  await pull.asked
  await logOut(page)
  await untilLoggedOut(page)
  pull.release()
  await untilPassEnded(page, organiser.uid)
  await expectNothingLeft(page)
  expect(await isSignedIn(page)).toBe(false)
  await expectNoCookie(context)
})

test('a running renewal of the session does not sign the user in again', async ({ page, context }) => {
  await signIn(page)
  await ageSession(page, 2)
  const gate = Promise.withResolvers<void>()
  const renewing = page.waitForRequest('**/api/jwt')
  await page.route('**/api/jwt', async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  await wakeSync(page)
  await renewing
  await logOut(page)
  await untilLoggedOut(page)
  gate.resolve()
  await page.evaluate(() => navigator.locks.request('cookie', () => undefined))
  await expectNoCookie(context)
  expect(await isSignedIn(page)).toBe(false)
  await expectNothingLeft(page)
})

test('a session is not renewed for another account that Firebase remembers', async ({
  page,
  context,
  quietConsole,
}) => {
  await answerForGoogle(context, quietConsole)
  await signIn(page)
  // Google signs Gina in, but the server issues no session for her, so the organiser stays signed in.
  await page.route('**/api/jwt', (route) => route.fulfill({ status: 503, body: 'later' }))
  await page.goto('/login?again=true')
  const refused = page.waitForResponse('**/api/jwt')
  await signInWithGoogle(page, 'Gina Google')
  await refused
  await expect(page.getByText('That did not work. Try again in a moment.')).toBeVisible()
  await page.unroute('**/api/jwt')
  const renewals: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/jwt') && renewals.push(request.postData() ?? ''))
  await context.clearCookies()
  await page.goto('/marathons')
  await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: 20_000 })
  expect(renewals).toEqual([])
  expect((await context.cookies()).map(({ name }) => name)).toEqual([])
})

test('another account that logs in in one tab gets nothing of what the first had in another', async ({
  page,
  context,
  quietConsole,
}) => {
  await answerForGoogle(context, quietConsole)
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/dashboard/addMarathon')
  const form = second.getByRole('form', { name: 'Add Marathon' })
  await form.getByLabel('Location', { exact: true }).fill('Half Typed Town')
  await page.bringToFront()
  await logInAsGina(page)
  await expect(form.getByLabel('Creator Name')).toHaveValue('Gina Google')
  await expect(form.getByLabel('Location', { exact: true })).toHaveValue('')
  const { [organiser.uid]: _first, ...others } = await dumpAccounts(second)
  expect(JSON.stringify(others)).not.toContain('Half Typed Town')
})

test('a question that is open while another tab logs out stores nothing, and says so', async ({ page, context }) => {
  await signIn(page)
  await page.getByRole('button', { name: `Delete ${marathon.title}` }).click()
  const sure = page.getByRole('button', { name: 'Yes, delete it!' })
  await expect(sure).toBeVisible()
  const second = await context.newPage()
  await second.goto('/marathons')
  await logOut(second)
  await untilLoggedOut(second)
  await expectLoginScreen(page)
  await page.bringToFront()
  await sure.click()
  await expect(page.getByRole('dialog')).toContainText('you are logged out here')
  await expectNothingLeft(page)
  expect(await dumpAccounts(page)).toEqual({})
})

test('a logout confirmed after another account logged in in another tab says it did nothing', async ({
  page,
  context,
  quietConsole,
}) => {
  await answerForGoogle(context, quietConsole)
  await signIn(page)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  const sure = page.getByRole('button', { name: 'Yes, Logout' })
  await expect(sure).toBeVisible()
  const second = await context.newPage()
  await logInAsGina(second)
  await page.bringToFront()
  await sure.click()
  await expect(page.getByRole('dialog', { name: 'Not logged out' })).toContainText('Another account has logged in')
  expect(await isSignedIn(page)).toBe(true)
})

test('"Send now and log out" sends while a second tab’s request hangs, and signs that tab out', async ({
  page,
  context,
}) => {
  await signInAndChange(page, 'Sent Town')
  const second = await context.newPage()
  const asked = Promise.withResolvers<void>()
  // This tab takes the account's lock for its request.
  await second.route('**/api/sync', () => asked.resolve())
  await second.goto('/unsent')
  await asked.promise
  await page.bringToFront()
  await page.unroute('**/api/sync')
  await askToLogOut(page)
  await logoutDialog(page).getByRole('button', { name: 'Send now and log out' }).click()
  await untilLoggedOut(page)
  await expectLoginScreen(second)
  expect(await locationOnServer()).toBe('Sent Town')
  expect(await isSignedIn(second)).toBe(false)
})

for (const [answer, choice] of [
  ['Keep on this phone for this account', 'keep'],
  ['Discard the change', 'discard'],
] as const) {
  test(`"${answer}" signs a second tab out, which shows and keeps nothing else`, async ({ page, context }) => {
    await signInAndChange(page, 'Kept Town')
    const unsent = await context.newPage()
    const typing = await context.newPage()
    // Only the logout may end the edit, so no tab sends it.
    for (const tab of [unsent, typing]) await tab.route('**/api/sync', (route) => route.abort())
    await unsent.goto('/unsent')
    await expect(unsent.getByRole('region', { name: 'Waiting to be sent' })).toContainText(marathon.title)
    await typing.goto('/dashboard/myMarathons')
    await typing.getByRole('button', { name: `Edit ${marathon.title}` }).click()
    const form = typing.getByRole('dialog', { name: 'Update Marathon' })
    await form.getByLabel('Location', { exact: true }).fill('Half Typed Town')
    await expect.poll(async () => JSON.stringify(await dumpAccounts(typing))).toContain('Half Typed Town')

    await page.bringToFront()
    await logOut(page, answer)
    await untilLoggedOut(page)
    for (const tab of [page, unsent, typing]) {
      await expectLoginScreen(tab)
      expect(await isSignedIn(tab)).toBe(false)
      await expect(tab.getByRole('dialog')).toHaveCount(0)
      await expect(tab.locator('body')).not.toContainText(marathon.title)
      await expect(tab.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    }
    if (choice === 'discard') await expectNothingLeft(typing)
    else {
      // The unfinished form is the user's own text, and stays with the queue.
      const { outbox = [], drafts = [], ...stores } = (await dumpAccounts(typing))[organiser.uid] ?? {}
      expect([outbox.length, drafts.length]).toEqual([1, 1])
      const { sync: _sync, ...others } = stores
      expect(Object.values(others).flat()).toEqual([])
    }
    const left = await tracesOf(typing, ['Half Typed Town', PHONE_OF_AN_ENTRANT])
    expect(left.length > 0).toBe(choice === 'keep')
    await expectNoCookie(context)
    expect(await locationOnServer()).toBe('Old Town')
    // A second logout in one of the tabs is not offered, and a reload shows nothing either.
    await unsent.goto('/unsent')
    await expectLoginScreen(unsent)
  })
}

test('a logout names an unfinished form, and keeps it where the user wants that', async ({ page, origin }) => {
  const words = 'Two hours of writing.'
  await logIn(page, organiser, '/dashboard/addMarathon', origin)
  await page.getByLabel('Description').fill(words)
  await expect.poll(async () => (await dumpAccounts(page))[organiser.uid]?.drafts?.length).toBe(1)
  await askToLogOut(page)
  await expect(logoutDialog(page)).toContainText('An unfinished form: Add Marathon. It is lost unless you keep it.')
  await logoutDialog(page).getByRole('button', { name: 'Keep on this phone for this account' }).click()
  await untilLoggedOut(page)
  await logIn(page, organiser, '/dashboard/addMarathon', origin)
  await expect(page.getByLabel('Description')).toHaveValue(words)
  await logOut(page)
  await untilLoggedOut(page)
  await expectNothingLeft(page)
})
