import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { test } from './fixtures.ts'
import { stretchTimers } from './timers.ts'

export let organiser: Account
export let first: Account
export let runner: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareWaitingList(): void {
  test.beforeEach(async ({ page, origin }) => {
    await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
    organiser = await createAccount(origin, 'Olga Organiser')
    first = await createAccount(origin, 'Fay First')
    runner = await createAccount(origin, 'Rosa Runner')
    marathon = await organiser.createMarathon({ title: 'One place run', capacity: 1 })
  })
}

export async function takeThePlace(): Promise<string> {
  const made = await first.apply(marathon, { firstName: 'Fay' })
  return made.insertedId
}

export const application = async (account: Account) =>
  ((await account.call('GET', '/api/marathonApplication')) as { status: string }[])[0]
