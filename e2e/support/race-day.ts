import { type Page, test } from '@playwright/test'
import { type Account, applicationFields, createAccount, enterRunner, newMarathonFields } from './account.ts'
import type { Edge } from './edge.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled } from './phone.ts'

export const HOUR_MS = 3_600_000
export const ZONE = 'Pacific/Auckland'

let upstream: string
export let edge: Edge
export let phone: Phone
export let organiser: Account
export let runner: Account
export let page: Page

/** Prepares each test of the file that calls this. */
export function prepareRaceDay(): void {
  test.beforeEach(async ({ baseURL }) => {
    upstream = baseURL as string
    edge = await startPhoneEdge(upstream)
    phone = await startInstalledPhone(edge)
    page = phone.page
    organiser = await createAccount(upstream, 'Olga Organiser')
    runner = await createAccount(upstream, 'Rosa Runner')
  })
  test.afterEach(async () => {
    await phone.close()
    await edge.close()
  })
}

/** Creates a marathon that starts in `hours`, and the runner's application to it. */
export async function enter(hours: number, part: Parameters<typeof newMarathonFields>[0] = {}) {
  const startDate = new Date(Date.now() + hours * HOUR_MS).toISOString()
  const marathon = newMarathonFields({ startDate, timeZone: ZONE, image: `${upstream}/samples/sample-1.svg`, ...part })
  await organiser.call('POST', '/api/marathons', marathon)
  return { marathon, code: await enterRunner(runner, applicationFields(marathon)) }
}

export async function ready() {
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
}

/** Kills the phone's browser some time after the app is ready, and starts it again. */
export async function restart() {
  await page.waitForTimeout(1000)
  await phone.kill()
  await phone.restart()
  page = phone.page
}

export async function goDark() {
  edge.weather = 'down'
  await phone.setOffline(true)
}

export const clockIn = (timeZone: string, at = Date.now()) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
