/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { changeMarathon, gateSync, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { answerForGoogle } from '../support/google-script.ts'
import { dumpAccounts, readDatabases, tracesOf } from '../support/inside-the-browser.ts'
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
import { logInByForm } from '../support/log-in.ts'
import { askToLogOut, logOut, logoutDialog, untilLoggedOut } from '../support/log-out.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

// Every choice of a logout, and every way to interrupt one: these tests check the data on the phone and on the server.

prepareLeaving()

test.describe.configure({ timeout: 90_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

/** Expects that the phone has no data of the account except its outbox. */
async function expectOnlyTheQueue(page: Page, edits = 1) {
  const left = async () => {
    const { outbox = [], sync = [], ...stores } = (await dumpAccounts(page))[organiser.uid] ?? {}
    const others = Object.entries(stores).filter(([, rows]) => rows.length > 0)
    const { cursor, syncedAt } = (sync[0] ?? {}) as { cursor?: unknown; syncedAt?: unknown }
    return { edits: outbox.length, others: others.map(([name]) => name), cursor, syncedAt }
  }
  await expect.poll(left, { timeout: 20_000 }).toEqual({ edits, others: [], cursor: null, syncedAt: null })
  expect(await tracesOf(page, [PHONE_OF_AN_ENTRANT])).toEqual([])
}

test('a logout leaves nothing of the account on the phone, and no session', async ({ page, context }) => {
  await signIn(page, `/marathons/${marathon._id}`)
  await expect(page.getByText('Registered Participants')).toBeVisible()
  await logOut(page)
  await untilLoggedOut(page)
  await expectNothingLeft(page)
  await expectLoginScreen(page)
  await expectNoCookie(context)
})

test('"Send now and log out" logs out after the server has everything', async ({ page, context }) => {
  await signIn(page)
  const open = await gateSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Sent Town' })
  await askToLogOut(page)
  await expect(logoutDialog(page)).toContainText('1 change on this phone is not sent yet.')
  await logoutDialog(page).getByRole('button', { name: 'Send now and log out' }).click()
  open()
  await untilLoggedOut(page)
  expect(await locationOnServer()).toBe('Sent Town')
  await expectNothingLeft(page)
  await expectNoCookie(context)
})

test('"Keep on this phone for this account" keeps the queue, and the next login sends it', async ({ page }) => {
  await signInAndChange(page, 'Kept Town')
  await logOut(page, 'Keep on this phone for this account')
  await untilLoggedOut(page)
  await expectOnlyTheQueue(page)
  await page.reload()
  await expectLoginScreen(page)
  await expectOnlyTheQueue(page)
  expect(await locationOnServer()).toBe('Old Town')
  await page.unroute('**/api/sync')
  await logInByForm(page, organiser)
  await untilQueued(page, organiser.uid, 0)
  expect(await locationOnServer()).toBe('Kept Town')
})

test('the next login does not send discarded edits if POST /logout hangs and the page is closed', async ({
  page,
  context,
}) => {
  await signInAndChange(page, 'Never Town')
  await page.route('**/api/logout', never)
  await logOut(page, 'Discard the change')
  await expectLoginScreen(page)
  await page.close()
  const next = await context.newPage()
  await logInByForm(next, organiser)
  await untilSynced(next)
  await untilQueued(next, organiser.uid, 0)
  expect(await locationOnServer()).toBe('Old Town')
})

test('"Log in again" by Google with another account keeps only the queue of the first account', async ({
  page,
  context,
  quietConsole,
}) => {
  await answerForGoogle(context, quietConsole)
  await signInAndChange(page, 'Kept Town')
  const email = await logInAsGina(page)
  await expectOnlyTheQueue(page)
  expect(await tracesOf(page, [organiser.email])).toEqual([])
  const { session } = (await readDatabases(page, 'startline-device'))['startline-device'] ?? {}
  expect(session).toEqual([expect.objectContaining({ email })])
  expect(await locationOnServer()).toBe('Old Town')
})

test('a logout in one tab ends the pull of another, which writes nothing after it', async ({ page, context }) => {
  await signIn(page)
  const second = await context.newPage()
  await second.goto('/marathons')
  await untilSynced(second)
  await untilPassEnded(second, organiser.uid)
  const pull = await holdAnswers(second, '**/api/sync')
  await wakeSync(second)
  await pull.asked
  await logOut(page)
  await untilLoggedOut(page)
  pull.release()
  await expectLoginScreen(second)
  await untilPassEnded(second, organiser.uid)
  await expectNothingLeft(second)
  expect(await isSignedIn(second)).toBe(false)
  await expectNoCookie(context)
})

test.describe('with the installed app', () => {
  test.use({ serviceWorkers: 'allow' })

  test('an offline logout deletes Firebase’s user at once, and the cookie when the network is back', async ({
    page,
    context,
    network,
  }) => {
    await signIn(page)
    await untilInstalled(page)
    await page.goto('/marathons')
    await expect(page.getByRole('article').first()).toBeVisible()
    await network(false)
    await logOut(page)
    await untilLoggedOut(page)
    await expectLoginScreen(page)
    await expectNothingLeft(page)
    expect(await page.evaluate(() => caches.has('pictures'))).toBe(false)
    expect((await context.cookies()).map(({ name }) => name)).toContain('session')
    await network(true)
    await expectNoCookie(context)
    await expectLoginScreen(page)
  })
})
