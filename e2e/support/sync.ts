import { expect, type Page, test } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import type { Edge } from './edge.ts'
import { fillApplication } from './fill-application.ts'
import { dumpAccounts } from './inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled } from './phone.ts'

export let edge: Edge
export let phone: Phone
export let organiser: Account
export let runner: Account

/** Prepares each test of the file that calls this. */
export function prepareSync(): void {
  test.beforeEach(async ({ baseURL }) => {
    edge = await startPhoneEdge(baseURL as string)
    phone = await startInstalledPhone(edge)
    organiser = await createAccount(baseURL as string, 'Olga Organiser')
    runner = await createAccount(baseURL as string, 'Rosa Runner')
  })
  test.afterEach(async () => {
    await phone.close()
    await edge.close()
  })
}

export async function goDark() {
  edge.weather = 'down'
  await phone.setOffline(true)
}

/** The number of the runner's applications to the marathon, and the marathon's own count. */
export async function registered(marathon: NewMarathon) {
  const applications = (await runner.call('GET', '/api/marathonApplication')) as { marathonId: string }[]
  const { regCount } = (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { regCount: number }
  return { entries: applications.filter(({ marathonId }) => marathonId === marathon._id).length, regCount }
}

export const ONCE = { entries: 1, regCount: 1 }

export const untilQueued = (page: Page, ops: number) =>
  expect.poll(async () => (await dumpAccounts(page))[runner.uid]?.outbox?.length).toBe(ops)

/** Queues an application without a network and closes its page. @returns another, empty page */
export async function queueAndClose(marathon: NewMarathon): Promise<Page> {
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  await goDark()
  await fillApplication(phone.page, edge.origin, marathon._id)
  await untilQueued(phone.page, 1)
  const blank = await phone.context.newPage()
  await phone.page.close()
  return blank
}
