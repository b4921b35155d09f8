import type { Page } from '@playwright/test'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, inDays, type NewMarathon, newMarathonId } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { untilQueued, wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { openSecondPhone } from '../support/second-phone.ts'
import { stretchTimers } from '../support/timers.ts'

// A place goes to another account by a link, or to another event, and a runner claims the entry that a desk made.

test.describe.configure({ timeout: 90_000 })
test.use({ allowedInConsole: /Failed to load resource/ })

let organiser: Account
let ann: Account
let cem: Account
let marathon: NewMarathon

test.beforeEach(async ({ page, origin }) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  organiser = await createAccount(origin, 'Olga Organiser')
  ann = await createAccount(origin, 'Ann Runner')
  cem = await createAccount(origin, 'Cem Runner')
  const until = { handOverUntil: inDays(5) }
  marathon = await organiser.createMarathon({ title: `Harbour run ${Date.now()}`, capacity: 1, ...until })
})

/** Syncs ops as an account. */
async function send(account: Account, type: string, id: string, patch: object) {
  const op = { opId: `op-${crypto.randomUUID()}`, v: 1, type, id, base: {}, patch, at: inDays(0) }
  const { results } = (await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: [op] })) as {
    results: { status: string }[]
  }
  expect(results[0]?.status).toBe('applied')
}

/** A desk enters Dee. @returns where the link leads that the desk shows */
async function walkIn() {
  const [id, code] = [newMarathonId(), newEntryCode()]
  const person = { firstName: 'Dee', lastName: 'Walker', bib: '9', code, above: 0 }
  await send(organiser, 'application.walkIn', id, { marathonId: marathon._id, ...person })
  return { code, path: `/take/${id}.${code}` }
}

/** Ann, who has applied, offers her place. @returns where the link leads */
async function offer() {
  const { insertedId } = await ann.apply(marathon, { firstName: 'Ann' })
  const secret = 'c2VjcmV0LW9mLWFuLW9mZg'
  await send(ann, 'application.offer', insertedId, { secret })
  return { id: insertedId, path: `/take/${insertedId}.${secret}` }
}

const linkOn = async (page: Page) => (await page.getByText(/\/take\//).textContent()) ?? ''

test('a place is handed on by a link in five taps; a link that was taken back leads nowhere', async ({
  page,
  browser,
  origin,
}) => {
  await ann.apply(marathon, { firstName: 'Ann' })
  await logIn(page, ann, '/dashboard/myApply')
  const open = page.getByRole('button', { name: `Hand the place on: Ann Runner, ${marathon.title}` })
  await open.click()
  await expect(page.getByRole('dialog')).toContainText('Then your entry and its code end.')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  const first = await linkOn(page)
  await expectAccessible(page, 'a link to a place')
  await expectAccessibleIn(page, 'dark', 'a link to a place')
  await page.getByRole('button', { name: 'Take the offer back' }).click()
  await expect(page.getByText('The offer was taken back. The place stays yours.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Offered', { exact: true })).toBeHidden()

  const other = await openSecondPhone(browser, origin, cem, '/dashboard/myApply')
  await other.goto(new URL(first).pathname)
  await expect(other.getByText('This link does not lead to an entry any more.')).toBeVisible()
  await expectAccessible(other, 'a link that leads nowhere')

  await open.click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByText(/\/take\//)).toBeVisible()
  const second = await linkOn(page)
  expect(second).not.toBe(first)
  // The link is shown again, as often as the runner wants.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Offered', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show the link' }).click()
  expect(await linkOn(page)).toBe(second)

  await other.goto(new URL(second).pathname)
  await expect(other).toHaveURL('/take')
  await expect(other.getByText('Somebody offers you a place at this event.')).toBeVisible()
  await expect(other.getByRole('main')).not.toContainText('Ann')
  await expectAccessible(other, 'an offered place')
  await expectNoSidewaysScroll(other, 'an offered place')
  await fillRunner(other)
  await other.getByRole('button', { name: 'Take over this place' }).click()
  await other.getByRole('button', { name: 'OK' }).click()
  await expect(other.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expectAccessible(other, 'a place that was taken over')
  await other.goto('/dashboard/myApply')
  await expect(other.getByText('Rosa Runner')).toBeVisible()
  await expect(other.getByRole('link', { name: 'My code' })).toBeVisible()
  await other.context().close()

  await wakeSync(page)
  await expect(page.getByText('You Not Applied to Any Marathon.')).toBeVisible()
  await page.goto('/dashboard/notices')
  await expect(page.getByText('Somebody took over the place of Ann Runner.')).toBeVisible()
})

test('a login that a link led to says what it is for, and the token is in no address', async ({ page }) => {
  const { path } = await offer()
  const told: string[] = []
  page.on('framenavigated', (frame) => told.push(frame.url().replace(path, '')))
  await page.goto(path)
  await expect(page).toHaveURL('/login?redirect=%2Ftake')
  await expect(page.getByText('Somebody offers you a place.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(marathon.title)
  await expectAccessible(page, 'a login for an offered place')
  const claim = await walkIn()
  await page.goto(claim.path)
  await expect(page.getByText('The desk entered Dee Walker for this event.')).toBeVisible()
  await logInByForm(page, cem, path)
  await expect(page).toHaveURL('/take')
  await expect(page.getByText('Somebody offers you a place at this event.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Somebody offers you a place at this event.')).toBeVisible()
  expect(told.filter((url) => url.includes('.c2Vj'))).toEqual([])
})

test('a runner claims the entry of the desk with one tap, once', async ({ page, browser, origin }) => {
  const { path, code } = await walkIn()
  await logIn(page, cem, path)
  await expect(page.getByText('The desk entered Dee Walker for this event.')).toBeVisible()
  await expectAccessible(page, 'an entry to claim')
  await expectAccessibleIn(page, 'dark', 'an entry to claim')
  await expectNoSidewaysScroll(page, 'an entry to claim')
  await page.getByRole('button', { name: 'This entry is mine' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expect(page.getByText('Dee Walker, bib 9')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.goto('/dashboard/myApply')
  await expect(page.getByText('Dee Walker, bib 9')).toBeVisible()
  const other = await openSecondPhone(browser, origin, ann, path)
  await expect(other.getByText('This entry cannot be claimed now.')).toBeVisible()
  await other.context().close()
})

test('with no network nothing is lost: the link, what is typed, and what is saved', async ({ page, context }) => {
  const { path } = await offer()
  let lose = () => {}
  const isLost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const preview = '**/api/entries/**'
  await page.route(preview, async (route) => {
    await isLost
    await route.abort('internetdisconnected')
  })
  await logIn(page, cem, path)
  await untilSynced(page)
  await context.setOffline(true)
  lose()
  await expect(page.getByText('You need a signal to see what the link is for.')).toBeVisible()
  await expectAccessible(page, 'a link with no network')
  await page.unroute(preview)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillRunner(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Take over this place' }).click()
  await expect(page.getByText('You have the place only once it is sent.')).toBeVisible()
  await untilQueued(page, cem.uid, 1)
  await context.setOffline(false)
  await wakeSync(page)
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
})

test('who is too late is told, and keeps what was typed', async ({ page, browser, origin }) => {
  const { path } = await offer()
  await logIn(page, cem, path)
  await fillRunner(page)
  const other = await openSecondPhone(browser, origin, organiser, path)
  await fillRunner(other)
  await other.getByRole('button', { name: 'Take over this place' }).click()
  await expect(other.getByText('Registration Successfull!')).toBeVisible()
  await other.context().close()
  await page.getByRole('button', { name: 'Take over this place' }).click()
  await expect(page.getByText('The place is gone: somebody was faster, or it was given back.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
})

test('the own link is known as such, and a place is deferred after a question', async ({ page }) => {
  const next = await organiser.createMarathon({
    title: 'Harbour run of next year',
    startDate: inDays(375),
    capacity: 1,
  })
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { deferTo: next._id })
  const { path } = await offer()
  await logIn(page, ann, path)
  await expect(page.getByText('This is your own place.')).toBeVisible()
  await page.getByRole('link', { name: 'My Apply List' }).click()
  await page.getByRole('button', { name: `Defer to ${next.title}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('goes to the waiting list there')
  await expectAccessible(page, 'the question before a deferral')
  await question.getByRole('button', { name: 'Defer', exact: true }).click()
  await expect(page.getByText(`The place is at ${next.title} now.`)).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('link', { name: next.title })).toBeVisible()
  await expect(page.getByRole('link', { name: marathon.title })).toBeHidden()
})

test('the organiser says until when places are handed on, and where they may be deferred to', async ({ page }) => {
  const next = await organiser.createMarathon({ title: 'Harbour run of next year', startDate: inDays(375) })
  await organiser.createMarathon({ title: 'A run before that', startDate: inDays(2) })
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  const until = dialog.getByRole('textbox', { name: 'Handing on until' })
  const where = dialog.getByLabel('Deferring to')
  await expect(where.locator('option')).toHaveText(['Not offered', /^Harbour run of next year/])
  await expectAccessible(page, 'the form with handing on')
  await until.fill('yesterday')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Handing on until must be a date like 05 Mar 2027.')).toBeVisible()
  await dialog.getByRole('button', { name: 'No day' }).click()
  await where.selectOption(next._id)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const stored = async () => {
    const { handOverUntil, deferTo } = (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as NewMarathon
    return [handOverUntil, deferTo]
  }
  await expect.poll(stored).toEqual([null, next._id])
})
