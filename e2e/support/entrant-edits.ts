import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { loseNetwork, regainNetwork, untilAnswered, untilQueued, wakeSync } from './edits.ts'
import { expect, test } from './fixtures.ts'
import { openSecondPhone } from './second-phone.ts'

interface OnPhone {
  account: Account
  page: Page
  context: BrowserContext
}

export let organiser: Account
export let runner: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareEntries(): void {
  test.beforeEach(async ({ origin, quietConsole }) => {
    // These tests are offline at times.
    quietConsole.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/)
    organiser = await createAccount(origin, 'Olga Organiser')
    runner = await createAccount(origin, 'Rosa Runner')
    marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 1 })
    await runner.apply(marathon, { firstName: 'Ada', lastName: 'Adason' })
  })
}

export const entrants = () => `/dashboard/myMarathons/${marathon._id}/entrants`

/** Opens a screen of an account on a phone of its own. */
export async function phoneOf(browser: Browser, origin: string, account: Account, path: string): Promise<OnPhone> {
  const page = await openSecondPhone(browser, origin, account, path)
  return { account, page, context: page.context() }
}

/** Lets a phone send what it has queued. */
export async function send({ account, page }: OnPhone) {
  await regainNetwork(page)
  await untilQueued(page, account.uid, 0)
}

export async function more(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('button', { name: action, exact: true }).click()
}

export const ok = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: 'OK' }).click()

/** The organiser corrects the first name, offline. */
async function correct({ account, page }: OnPhone, firstName: string) {
  await loseNetwork(page)
  await more(page, 'Ada Adason', 'Correct')
  await page.getByRole('dialog').getByLabel('First Name').fill(firstName)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText(`${firstName} Adason`, { exact: true })).toBeVisible()
  await expect(page.getByText('Waiting to be sent')).toBeVisible()
  await untilQueued(page, account.uid, 1)
}

/** The runner edits the first name, offline. */
async function edit({ account, page }: OnPhone, firstName: string) {
  await loseNetwork(page)
  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('dialog').getByLabel('First Name').fill(firstName)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await ok(page, 'Saved on this phone.')
  await untilQueued(page, account.uid, 1)
}

/** The clash on this phone, field by field. */
export async function expectClash({ account, page }: OnPhone, yours: string, theirs: string) {
  await untilAnswered(page, account.uid, 1)
  await page.goto('/unsent')
  const field = page.getByRole('group', { name: 'First Name' })
  await expect(field).toContainText(`Yours${yours}`)
  await expect(field).toContainText(`Theirs${theirs}`)
}

export async function expectNotice({ page }: OnPhone, text: string) {
  await page.goto('/dashboard/notices')
  await wakeSync(page)
  await expect(page.getByText(text)).toBeVisible()
}

export const nameOnServer = async () => {
  const [row] = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  return row?.firstName
}

/** The phones of organiser and runner, which both have changed the first name with no network. */
export async function bothEdited(browser: Browser, origin: string) {
  const desk = await phoneOf(browser, origin, organiser, entrants())
  const own = await phoneOf(browser, origin, runner, '/dashboard/myApply')
  await correct(desk, 'Adah')
  await edit(own, 'Adele')
  return { desk, own }
}
