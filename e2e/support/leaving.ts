/// <reference lib="dom" />
import type { BrowserContext, Page, Route } from '@playwright/test'
import { type Account, applicationFields, createAccount, type NewMarathon } from './account.ts'
import { changeMarathon, holdSync, untilQueued } from './edits.ts'
import { expect, test } from './fixtures.ts'
import { signInWithGoogle } from './google-script.ts'
import { dumpAccounts, readDatabases, tracesOf } from './inside-the-browser.ts'
import { logIn } from './log-in.ts'
import { untilSynced } from './phone.ts'

export const PHONE_OF_AN_ENTRANT = '+49 30 7654321'
export let organiser: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareLeaving(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({ title: 'Leaving run', location: 'Old Town' })
    const runner = await createAccount(origin, 'Rosa Runner')
    const application = applicationFields(marathon, { phoneNumber: PHONE_OF_AN_ENTRANT })
    await runner.call('POST', '/api/marathonApplication', application)
  })
}

export const locationOnServer = async () =>
  ((await organiser.call('GET', `/api/marathons/${marathon._id}`)) as NewMarathon).location

const traces = (page: Page) => tracesOf(page, [organiser.uid, organiser.email, PHONE_OF_AN_ENTRANT])
export const expectNothingLeft = (page: Page) => expect.poll(() => traces(page), { timeout: 30_000 }).toEqual([])

export const expectNoCookie = (context: BrowserContext) =>
  expect.poll(async () => (await context.cookies()).map(({ name }) => name), { timeout: 30_000 }).toEqual([])

export const expectLoginScreen = (page: Page) => expect(page).toHaveURL(/\/login/, { timeout: 30_000 })

export const isSignedIn = async (page: Page) =>
  ((await readDatabases(page, 'startline-device'))['startline-device']?.session ?? []).length > 0

/** Waits until a running pass has ended. */
export const untilPassEnded = (page: Page, uid: string) =>
  page.evaluate((name) => navigator.locks.request(name, () => undefined), `sync:${uid}`)

/** Logs another account in, with Google, without a logout. @returns its email */
export async function logInAsGina(page: Page): Promise<string> {
  await page.goto('/login?again=true')
  const email = await signInWithGoogle(page, 'Gina Google')
  await expect(page.getByRole('dialog', { name: 'Login Successful.' })).toBeVisible({ timeout: 20_000 })
  return email
}

export const never = () => new Promise<void>(() => undefined)

/** Signs the organiser in, waits for the first pull, and opens a screen whose markup is kept. */
export async function signIn(page: Page, path = '/dashboard/myMarathons') {
  await logIn(page, organiser, path)
  await untilSynced(page)
  // The tests later expect that this data is gone, so it must be here first.
  expect(JSON.stringify(await dumpAccounts(page))).toContain(PHONE_OF_AN_ENTRANT)
}

/** Signs the organiser in and queues a change of the marathon's location. */
export async function signInAndChange(page: Page, location: string) {
  await signIn(page)
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: location })
  await untilQueued(page, organiser.uid, 1)
}

/** Fetches the responses to these requests, and holds them. @returns a function that gives them to the page */
export async function holdAnswers(page: Page, url: string) {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch().catch(() => null)
    asked.resolve()
    await gate.promise
    if (response) await route.fulfill({ response }).catch(() => undefined)
  }
  await page.route(url, hold)
  return { asked: asked.promise, release: gate.resolve }
}
