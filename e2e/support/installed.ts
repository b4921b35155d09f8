import { type Page, test } from '@playwright/test'
import { type Account, createAccount, newMarathonFields } from './account.ts'
import type { Edge } from './edge.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import { type Phone, startPhone } from './phone.ts'

export let edge: Edge
let phone: Phone | undefined
export let organiser: Account
export let runner: Account
export let page: Page
export let marathon: ReturnType<typeof newMarathonFields>

/** Prepares each test of the file that calls this. */
export function prepareInstalled(): void {
  test.beforeEach(async ({ baseURL }) => {
    edge = await startPhoneEdge(baseURL as string)
    organiser = await createAccount(baseURL as string, 'Olga Organiser')
    runner = await createAccount(baseURL as string, 'Rosa Runner')
    marathon = newMarathonFields({ image: `${baseURL}/samples/sample-1.svg` })
    await organiser.call('POST', '/api/marathons', marathon)
  })
  test.afterEach(async () => {
    await phone?.close()
    phone = undefined
    await edge.close()
  })
}

/** Starts the test's phone: one on which the app is installed, or an empty one. */
export async function start({ installed }: { installed: boolean }): Promise<Phone> {
  phone = installed ? await startInstalledPhone(edge) : await startPhone()
  page = phone.page
  return phone
}
