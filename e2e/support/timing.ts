import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'

export let organiser: Account
export let timer: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareTiming(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({ title: 'Harbour run', splits: '["5 km"]' })
    timer = await hire(origin)
  })
}

/** The parts of the screen. */
export function partsOf(page: Page) {
  return {
    line: page.getByRole('button', { name: /^Tap for each runner/ }),
    rows: page.getByRole('list', { name: 'Last recorded' }).getByRole('listitem'),
    how: page.getByRole('combobox', { name: 'How' }),
    point: page.getByRole('combobox', { name: 'Point' }),
  }
}

/** Makes an account a timer of the event. All have the same name. */
export async function hire(origin: string): Promise<Account> {
  const account = await createAccount(origin, 'Tina Timer')
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'timer' })
  await account.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  return account
}

/** Taps for runners, one after the other: touches at once would be one. */
export async function tapFor(page: Page, count: number) {
  const { line } = partsOf(page)
  const before = Number(/\d+/.exec((await line.textContent()) ?? '')?.[0])
  for (let tap = 1; tap <= count; tap += 1) {
    await page.waitForTimeout(160)
    await line.click()
    await expect(line).toContainText(String(before + tap))
  }
}
