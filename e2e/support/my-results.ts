import { type Account, createAccount } from './account.ts'
import { test } from './fixtures.ts'

export let organiser: Account
export let runner: Account

/** Prepares each test of the file that calls this. */
export function prepareMyResults(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    runner = await createAccount(origin, 'Rosa Runner')
  })
}
