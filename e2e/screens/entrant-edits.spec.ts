import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { OpType } from '../../contract/ops.ts'
import type { InvitedRole } from '../../contract/roles.ts'
import { parseSyncResponse } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectGoodLooks, expectPopUpCloses } from '../support/checks.ts'
import { untilAnswered, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

// What staff do with the entries of others, on real phones that are offline.

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

interface OnPhone {
  account: Account
  page: Page
  context: BrowserContext
}

let organiser: Account
let runner: Account
let marathon: NewMarathon

test.beforeEach(async ({ origin, quietConsole }) => {
  // These tests are offline at times.
  quietConsole.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/)
  organiser = await createAccount(origin, 'Olga Organiser')
  runner = await createAccount(origin, 'Rosa Runner')
  marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 1 })
  await runner.apply(marathon, { firstName: 'Ada', lastName: 'Adason' })
})

const checkIn = () => `/dashboard/myMarathons/${marathon._id}/checkIn`
const entrants = () => `/dashboard/myMarathons/${marathon._id}/entrants`

/** Opens a screen of an account on a phone of its own, with all that the app needs offline where it is installed. */
async function phoneOf(
  browser: Browser,
  origin: string,
  account: Account,
  path: string,
  isInstalled = true,
): Promise<OnPhone> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: isInstalled ? 'allow' : 'block' })
  const page = await context.newPage()
  await logIn(page, account, path)
  await untilSynced(page)
  if (isInstalled) await untilInstalled(page)
  return { account, page, context }
}

/** Lets a phone send what it has queued. */
async function send({ account, page, context }: OnPhone) {
  await context.setOffline(false)
  await wakeSync(page)
  await untilQueued(page, account.uid, 0)
}

async function more(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

const ok = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: 'OK' }).click()

/** The organiser corrects the first name, offline. */
async function correct({ account, page, context }: OnPhone, firstName: string) {
  await context.setOffline(true)
  await more(page, 'Ada Adason', 'Correct')
  await page.getByRole('dialog').getByLabel('First Name').fill(firstName)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${firstName} Adason`, { exact: true })).toBeVisible()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await untilQueued(page, account.uid, 1)
}

/** The runner edits the first name, offline. */
async function edit({ account, page, context }: OnPhone, firstName: string) {
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel('First Name').fill(firstName)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await ok(page, 'Saved on this phone.')
  await untilQueued(page, account.uid, 1)
}

/** The clash on this phone, field by field. */
async function expectClash({ account, page }: OnPhone, yours: string, theirs: string) {
  await untilAnswered(page, account.uid, 1)
  await page.goto('/unsent')
  const field = page.getByRole('group', { name: 'First Name' })
  await expect(field).toContainText(`Yours${yours}`)
  await expect(field).toContainText(`Theirs${theirs}`)
}

async function expectNotice({ page }: OnPhone, text: string) {
  await page.goto('/dashboard/notices')
  await wakeSync(page)
  await expect(page.getByText(text)).toBeVisible()
}

const nameOnServer = async () => {
  const [row] = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  return row?.firstName
}

/** The phones of organiser and runner, which both have changed the first name with no network. */
async function bothEdited(browser: Browser, origin: string) {
  const desk = await phoneOf(browser, origin, organiser, entrants())
  const own = await phoneOf(browser, origin, runner, '/dashboard/myApply')
  await correct(desk, 'Adah')
  await edit(own, 'Adele')
  return { desk, own }
}

test('edits of one field, both offline, clash on both phones: the organiser first', async ({ browser, origin }) => {
  const { desk, own } = await bothEdited(browser, origin)
  await send(desk)
  await send(own)
  await expectClash(own, 'Adele', 'Adah')
  await expectGoodLooks(own.page, 'a clash with the organiser')
  await expectNotice(own, 'The organiser corrected first name: Ada is now Adah.')
  await expectNotice(desk, 'A runner changed first name, which you had corrected. The runner decides.')
  await expect(desk.page.getByText('For Adah Adason')).toBeVisible()
  await expectGoodLooks(desk.page, 'the notice of a clash')

  await own.page.goto('/unsent')
  await own.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(nameOnServer).toBe('Adele')
  await desk.context.close()
  await own.context.close()
})

test('edits of one field, both offline, clash on both phones: the runner first', async ({ browser, origin }) => {
  const { desk, own } = await bothEdited(browser, origin)
  await send(own)
  await send(desk)
  await expectClash(desk, 'Adah', 'Adele')
  await expectNotice(own, 'The organiser wanted to correct first name to Adah. What you wrote is kept for now.')
  expect(await nameOnServer()).toBe('Adele')

  await desk.page.goto('/unsent')
  await desk.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(nameOnServer).toBe('Adah')
  await expectNotice(own, 'The organiser corrected first name: Adele is now Adah.')
  await desk.context.close()
  await own.context.close()
})

test('the organiser withdraws and moves up with no network, and the runners are told', async ({ browser, origin }) => {
  for (const firstName of ['Bea', 'Cem', 'Dan']) {
    await runner.apply(marathon, { firstName, lastName: `${firstName}son`, waitingList: true })
  }
  const late = await createAccount(origin, 'Lena Late')
  await late.apply(marathon, { firstName: 'Eva', lastName: 'Evason', waitingList: true })
  const desk = await phoneOf(browser, origin, organiser, entrants())
  const { page } = desk
  await desk.context.setOffline(true)
  await more(page, 'Eva Evason', 'Move up')
  const question = page.getByRole('dialog', { name: 'Move Eva Evason up?' })
  await expect(question).toContainText('This overtakes 3 people on the waiting list, as far as this phone knows.')
  await question.getByRole('button', { name: 'Yes, move up' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Eva Evason' })
  await expect(row).toContainText('1st in line')
  await expect(row).toContainText('Waiting to be sent')
  await expect(row.getByRole('button', { name: 'Move up' })).toBeHidden()
  await expectGoodLooks(page, 'the actions of an entry')

  await more(page, 'Ada Adason', 'Withdraw')
  const dialog = page.getByRole('dialog', { name: 'Withdraw the entry of Ada Adason' })
  await dialog.getByRole('button', { name: 'Withdraw the entry' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expectGoodLooks(page, 'the form of a withdrawal')
  await dialog.getByLabel('Reason').fill('Broken leg, get well soon.')
  await dialog.getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByText('Ada Adason', { exact: true })).toBeHidden()
  await send(desk)
  // Who was moved up got the place that became free.
  await expect(page.getByText('1 registered of 1 place, 3 on the waiting list')).toBeVisible()
  await page.goto(`/dashboard/myMarathons/${marathon._id}/history`)
  await expect(page.getByText('Reason: Broken leg, get well soon.')).toBeVisible()
  await expect(page.getByText('Eva Evason moved up the waiting list')).toBeVisible()
  await expectGoodLooks(page, 'a history with a withdrawal')

  const own = await phoneOf(browser, origin, runner, '/dashboard/notices')
  const told = 'The organiser withdrew the entry of Ada Adason. Reason: Broken leg, get well soon.'
  await expect(own.page.getByRole('list', { name: 'Notices' }).getByText(told)).toBeVisible()
  await expectGoodLooks(own.page, 'the notice of a withdrawal')
  // The notice outlives the last entry.
  for (const name of ['Bea', 'Cem', 'Dan']) {
    await more(page.url().includes('/entrants') ? page : await reopen(page), `${name} ${name}son`, 'Withdraw')
    await page.getByRole('dialog').getByLabel('Reason').fill('Nobody runs.')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the entry' }).click()
    await ok(page, 'Withdrawn')
    await expectPopUpCloses(page)
  }
  await wakeSync(own.page)
  const list = own.page.getByRole('list', { name: 'Notices' })
  await expect(list.getByText('withdrew the entry of Dan Danson')).toBeVisible()
  await expect(list.getByText(told)).toBeVisible()
  await own.context.setOffline(true)
  await own.page.reload()
  await expect(list.getByText(told)).toBeVisible()

  const lena = await phoneOf(browser, origin, late, '/dashboard/notices', false)
  await expect(
    lena.page.getByRole('list', { name: 'Notices' }).getByText('You are now first on the waiting list.'),
  ).toBeVisible()
  await expect(
    lena.page.getByRole('list', { name: 'Notices' }).getByText('A place became free, and it is yours.'),
  ).toBeVisible()
  for (const { context } of [desk, own, lena]) await context.close()
})

async function reopen(page: Page): Promise<Page> {
  await page.goto(entrants())
  return page
}

async function helperOf(origin: string, role: InvitedRole): Promise<Account> {
  const helper = await createAccount(origin, 'Hana Helper')
  const invitations = `/api/marathons/${marathon._id}/invitations`
  const { url } = (await organiser.call('POST', invitations, { role })) as { url: string }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  return helper
}

/** Another phone of the account sends an op, or none. */
async function sync(account: Account, type?: OpType, id = '', patch = {}) {
  const op = { opId: crypto.randomUUID(), v: 1, type, id, base: {}, patch, at: new Date().toISOString() }
  const body = { uid: account.uid, cursor: null, ops: type ? [op] : [] }
  return parseSyncResponse(await account.call('POST', '/api/sync', body))
}

test('a desk corrects and withdraws an entry without account with no network; a gate may not', async ({
  browser,
  origin,
}) => {
  const entry = { marathonId: marathon._id, firstName: 'Wim', lastName: 'Wimsen', bib: '12', above: 1 }
  await sync(organiser, 'application.walkIn', crypto.randomUUID(), { ...entry, code: newEntryCode() })
  const desk = await phoneOf(browser, origin, await helperOf(origin, 'desk'), checkIn())
  const { page } = desk
  const find = (text: string) => page.getByRole('searchbox', { name: 'Find by name or bib' }).fill(text)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await desk.context.setOffline(true)
  await find('Ada Adason')
  await expect(page.getByRole('button', { name: 'Check in Ada Adason' })).toBeVisible()
  await expect(button('Correct')).toBeHidden()
  await find('Wim')
  await expectGoodLooks(page, 'an entry without account at check-in')
  await button('Correct').click()
  const form = page.getByRole('dialog', { name: 'Correct the entry of Wim Wimsen' })
  await expect(form.getByLabel('Email')).toBeHidden()
  await form.getByLabel('Last Name').fill('Wimson')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Wim Wimson' })).toBeVisible()
  await send(desk)
  await expect
    .poll(async () => (await sync(organiser)).applications.map(({ lastName }) => lastName))
    .toContain('Wimson')

  await desk.context.setOffline(true)
  await button('Withdraw').click()
  await expect(page.getByText('This entry has no account, so nobody is told.')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Reason').fill('Entered twice.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByText('Nobody has this name or bib.')).toBeVisible()
  await send(desk)
  await expect.poll(async () => (await sync(organiser)).applications.length).toBe(1)
  await desk.context.close()

  await sync(organiser, 'application.walkIn', crypto.randomUUID(), { ...entry, code: newEntryCode() })
  const gate = await phoneOf(browser, origin, await helperOf(origin, 'gate'), checkIn(), false)
  await gate.page.getByRole('searchbox', { name: 'Find by name or bib' }).fill('Wim')
  await expect(gate.page.getByRole('button', { name: 'Check in Wim Wimsen' })).toBeVisible()
  await expect(gate.page.getByRole('button', { name: 'Correct' })).toBeHidden()
  await gate.context.close()
})

test('an entry of a desk that was removed waits for the organiser, who confirms it with no network', async ({
  browser,
  origin,
}) => {
  const helper = await helperOf(origin, 'desk')
  const { staff } = await sync(organiser)
  await sync(organiser, 'staff.delete', staff.find(({ role }) => role === 'desk')?._id)
  const entry = { marathonId: marathon._id, bib: '12', code: newEntryCode(), above: 1 }
  for (const firstName of ['Wim', 'Zoe']) {
    const id = crypto.randomUUID()
    const names = { firstName, lastName: `${firstName}son` }
    const { results } = await sync(helper, 'application.walkIn', id, { ...entry, code: newEntryCode(), ...names })
    expect(results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
  }

  const desk = await phoneOf(browser, origin, organiser, entrants())
  const { page } = desk
  await expect(page.getByText('2 entries wait for your decision.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'To decide 2' })).toBeAttached()
  await page.getByRole('link', { name: 'Decide' }).click()
  await desk.context.setOffline(true)
  const waiting = page.getByRole('region', { name: 'Unconfirmed entries: 2' })
  await expect(waiting).toContainText('wants bib 12')
  await expectGoodLooks(page, 'entries that wait for a decision')
  await waiting.getByRole('button', { name: 'Confirm the entry of Wim Wimson' }).click()
  await page.getByRole('button', { name: 'Withdraw the entry of Zoe Zoeson' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Entered twice.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByRole('region', { name: /Unconfirmed entries/ })).toBeHidden()
  await send(desk)
  await expect
    .poll(async () => (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { regCount: number })
    .toMatchObject({ regCount: 2 })
  await desk.context.close()
})
