import { expect, type Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { answerNext, changeMarathon, holdSync, letSync, untilQueued, wakeSync } from './edits.ts'
import { fillApplication } from './fill-application.ts'
import { test } from './fixtures.ts'
import { logIn } from './log-in.ts'

// The screen of unsent changes, and the edits that it shows.

export let organiser: Account

/** Each test of the file that calls this has an organiser of its own. */
export function prepareUnsent(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
  })
}

export const onServer = (organiser: Account, marathon: NewMarathon) =>
  organiser.call('GET', `/api/marathons/${marathon._id}`) as Promise<NewMarathon>
export const applicationsOf = async (runner: Account) =>
  ((await runner.call('GET', '/api/marathonApplication')) as { firstName: string }[]).map(({ firstName }) => firstName)
export const group = (page: Page, name: string) => page.getByRole('region', { name })
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
export const expectAllSent = (page: Page) =>
  expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 20_000 })

/** A busy machine makes an attempt longer, so a test of its time may try as often. */
export const ATTEMPTS = 3

/** Taps a button that sends an edit. @returns ms from the tap to the request */
export async function tapToSend(
  page: Page,
  button: string,
  sentAfterMs: () => Promise<number | null>,
): Promise<number> {
  await press(page, button)
  await expect.poll(sentAfterMs, { timeout: 20_000 }).not.toBeNull()
  return Number(await sentAfterMs())
}

/**
 * Causes a clash: the organiser changes fields of a marathon, and another client changes them before this edit arrives.
 */
export async function clash(
  page: Page,
  organiser: Account,
  marathon: NewMarathon,
  mine: Record<string, string>,
  theirs: Partial<NewMarathon>,
) {
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, mine)
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, theirs)
  await page.goto('/unsent')
  await letSync(page)
  await expect(group(page, 'Changed by somebody else too')).toBeVisible({ timeout: 20_000 })
}

/** Opens a runner's screen of unsent changes with an application that the server rejected. */
export async function refusedApplication(
  page: Page,
  origin: string,
  marathon: NewMarathon,
  refuse: (runner: Account) => unknown,
) {
  const runner = await createAccount(origin, 'Rosa Runner')
  await logIn(page, runner, '/unsent')
  await holdSync(page)
  await fillApplication(page, origin, marathon._id)
  await untilQueued(page, runner.uid, 1)
  await refuse(runner)
  await page.goto('/unsent')
  await letSync(page)
  await expect(group(page, 'Not accepted')).toBeVisible({ timeout: 20_000 })
  return runner
}

/** The server's answer to a request whose first edit it cannot take. */
export const SET_ASIDE = {
  status: 422,
  contentType: 'application/problem+json',
  json: { code: 'INVALID', detail: 'ops.0.patch: odd', fields: { 'ops.0.patch': { code: 'UNKNOWN_FIELDS' } } },
}

/** Changes the location of a marathon to 'Parked Town', and lets the server set the edit aside. */
export async function parkedEdit(page: Page, organiser: Account, marathon: NewMarathon) {
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'Parked Town' })
  await page.goto('/unsent')
  await answerNext(page, () => SET_ASIDE)
  await wakeSync(page)
  await expect(group(page, 'Set aside')).toContainText('The server does not take it as it is.', { timeout: 20_000 })
}
