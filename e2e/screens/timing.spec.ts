import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// The work at the finish line, with no signal.

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

let organiser: Account
let timer: Account
let marathon: NewMarathon

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({ title: 'Harbour run' })
  timer = await hire(origin)
})

/** Makes an account a timer of the event. All have the same name. */
async function hire(origin: string): Promise<Account> {
  const account = await createAccount(origin, 'Tina Timer')
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'timer' })
  await account.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  return account
}

test('what a timer records with no signal survives a restart, and reaches the organiser', async ({
  page,
  browser,
  origin,
}) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Timing' }).click()
  const line = page.getByRole('button', { name: /^Tap for each runner/ })
  const rows = page.getByRole('list', { name: 'Last recorded' }).getByRole('listitem')
  await expect(page.getByText(/^This phone’s time is ± \d\.\d s\.$/)).toBeVisible()
  await holdSync(page)
  await line.click()
  await expect(rows).toHaveCount(1)
  // The second of two touches at once is the same touch.
  await page.waitForTimeout(200)
  await line.dblclick()
  await expect(rows).toHaveCount(2)
  await expect(line).toContainText('2')
  await page.getByRole('button', { name: '4', exact: true }).click()
  await page.getByRole('button', { name: '2', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.last()).toContainText('Bib 42')
  await rows.first().getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first()).toContainText('Taken back')
  await expect(line).toContainText('1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the timing, ${colorScheme}`)
    if (process.env.LOOK) await page.screenshot({ path: `/tmp/w-timing-${colorScheme}.png`, fullPage: true })
  }
  await expectNoSidewaysScroll(page, 'the timing')

  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Bib 42')
  await expect(rows.first()).toContainText('Taken back')
  await letSync(page)

  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const other = await context.newPage()
  const got = async () => {
    await other.reload()
    const { recordings = [] } = (await dumpAccounts(other))[organiser.uid] ?? {}
    return (recordings as { kind: string; bib: string | null; voidedAt: string | null }[])
      .filter(({ kind }) => kind !== 'clock')
      .map(({ kind, bib, voidedAt }) => `${kind} ${bib} ${voidedAt !== null}`)
      .sort()
  }
  await logIn(other, organiser, '/aboutUs')
  await untilSynced(other)
  await expect.poll(got, { timeout: 30_000 }).toEqual(['bib 42 false', 'crossing null false', 'crossing null true'])
  await context.close()

  const second = await hire(origin)
  const namesake = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const theirs = await namesake.newPage()
  await logIn(theirs, second, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(theirs)
  await expect(theirs.getByRole('button', { name: /^Tap for each runner/ })).toContainText('0')
  await expect.poll(async () => (await dumpAccounts(theirs))[second.uid]?.recordings?.length).toBeGreaterThan(2)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: /^Tap for each runner/ })).toContainText('0')
  await expect(theirs.getByRole('list', { name: 'Last recorded' }).getByRole('listitem')).toHaveCount(0)
  await namesake.close()
})

test('who does not time an event is told so', async ({ page, origin }) => {
  const stranger = await createAccount(origin, 'Sam Stranger')
  await logIn(page, stranger, `/dashboard/myMarathons/${marathon._id}/timing`)
  await expect(page.getByText('No event to time')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Tap for each runner/ })).toHaveCount(0)
})
