/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './support/account.ts'
import type { Edge } from './support/edge.ts'
import { wakeSync } from './support/edits.ts'
import { fillApplication, fillRunner } from './support/fill-application.ts'
import { dumpAccounts, readTurns, wakeInBackground } from './support/inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { useOldSession } from './support/old-session.ts'
import { logInAndSync, type Phone, untilInstalled } from './support/phone.ts'

// Sync in a real browser: with several tabs, with the service worker, and with a process that is killed.

let edge: Edge
let phone: Phone
let organiser: Account
let runner: Account

test.describe.configure({ timeout: 180_000 })
// Playwright cannot save a trace of a browser that was killed.
test.use({ trace: 'off' })

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

async function goDark() {
  edge.weather = 'down'
  await phone.setOffline(true)
}
async function comeBack() {
  edge.weather = 'up'
  await phone.setOffline(false)
}
/** The number of the runner's applications to the marathon, and the marathon's own count. */
async function registered(marathon: NewMarathon) {
  const applications = (await runner.call('GET', '/api/marathonApplication')) as { marathonId: string }[]
  const { regCount } = (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { regCount: number }
  return { entries: applications.filter(({ marathonId }) => marathonId === marathon._id).length, regCount }
}
const ONCE = { entries: 1, regCount: 1 }
const untilSent = (page: Page) =>
  expect.poll(async () => (await dumpAccounts(page))[runner.uid]?.outbox?.length, { timeout: 30_000 }).toBe(0)
const untilQueued = (page: Page, ops: number) =>
  expect.poll(async () => (await dumpAccounts(page))[runner.uid]?.outbox?.length).toBe(ops)

test('a call of the API and a file of the app do not start the service worker, and a picture does', async () => {
  // The pictures of this screen are in its code.
  await phone.page.goto(`${edge.origin}/aboutUs`, { waitUntil: 'networkidle' })
  await untilInstalled(phone.page)
  const session = await phone.context.newCDPSession(phone.page)
  let statuses: string[] = []
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    statuses.push(...versions.map(({ runningStatus }) => runningStatus))
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await expect.poll(() => statuses.at(-1)).toBe('stopped')
  statuses = []
  const load = (path: string) => phone.page.evaluate(async (path) => (await fetch(path)).status, path)
  expect(await load('/api/upcomingMarathon')).toBe(200)
  // The network does not have it any more: it comes from the disk.
  const file = await phone.page.evaluate(
    () => performance.getEntriesByType('resource').find(({ name }) => /assets.*js$/.test(name))?.name,
  )
  edge.weather = 'down'
  expect(await load(file ?? '')).toBe(200)
  edge.weather = 'up'
  expect(statuses).toEqual([])
  expect(await load('/favicon.svg')).toBe(200)
  await expect.poll(() => statuses).toContain('running')
})

test('two tabs of one account send each edit once', async () => {
  const marathons = [await organiser.createMarathon(), await organiser.createMarathon()]
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  const second = await phone.context.newPage()
  await second.goto(`${edge.origin}/marathons`)
  await goDark()
  for (const [index, page] of [phone.page, second].entries()) {
    await fillApplication(page, edge.origin, marathons[index]?._id ?? '')
  }
  await untilQueued(second, 2)
  const sent: string[] = []
  // Only requests with a response count: a request that starts before the network is back sends nothing.
  phone.context.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/sync')) return
    const { ops } = request.postDataJSON() as { ops: { opId: string }[] }
    sent.push(...ops.map(({ opId }) => opId))
  })
  await comeBack()
  await untilSent(second)
  for (const marathon of marathons) expect(await registered(marathon)).toEqual(ONCE)
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(2)
})

test('only one tab syncs at a time, and the other one waits, even for a slow response', async () => {
  await logInAndSync(phone.page, edge.origin, runner.email)
  const asked = () => edge.seen.filter((request) => request === 'POST /api/sync').length
  const beforeSecond = asked()
  const second = await phone.context.newPage()
  await second.goto(`${edge.origin}/marathons`)
  await expect(second.getByRole('article').first()).toBeVisible()
  const turns = () => second.evaluate(readTurns)
  // The second tab's own first pass is over.
  await expect.poll(asked).toBeGreaterThan(beforeSecond)
  await expect.poll(turns).toEqual({ held: 0, pending: 0 })
  const before = asked()
  edge.weather = 'hang'
  for (const [tab, turn] of [
    [phone.page, { held: 1, pending: 0 }],
    [second, { held: 1, pending: 1 }],
  ] as const) {
    await tab.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(turns, { timeout: 20_000 }).toEqual(turn)
    await expect.poll(asked).toBe(before + 1)
  }
  edge.weather = 'up'
  // The first tab aborts the request that hangs and sends a new one. After that, the second tab syncs.
  await wakeSync(phone.page)
  // For a moment between the two passes no tab has a turn.
  await expect.poll(asked, { timeout: 20_000 }).toBe(before + 3)
  await expect.poll(turns, { timeout: 20_000 }).toEqual({ held: 0, pending: 0 })
  expect(asked()).toBe(before + 3)
})

test('an application made offline survives a reload with no network, and is sent after it', async () => {
  const marathon = await organiser.createMarathon()
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  await goDark()
  await fillApplication(phone.page, edge.origin, marathon._id)
  await untilQueued(phone.page, 1)
  await phone.page.reload()
  await phone.page.goto(`${edge.origin}/unsent`)
  await expect(phone.page.locator('main')).toContainText(marathon.title)
  expect(await registered(marathon)).toEqual({ entries: 0, regCount: 0 })
  await comeBack()
  await untilSent(phone.page)
  expect(await registered(marathon)).toEqual(ONCE)
})

test('INV-1 a browser killed between the server’s commit and the answer applies once', async () => {
  const marathon = await organiser.createMarathon()
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  const pulled = phone.page.waitForResponse('**/api/sync')
  await phone.page.goto(`${edge.origin}/marathon/registration/${marathon._id}`)
  await fillRunner(phone.page)
  // From now on, no response to a sync call comes back. A call that waits by then would hold the next one for 30 s.
  await pulled
  await phone.page.evaluate((lock) => navigator.locks.request(lock, () => undefined), `sync:${runner.uid}`)
  edge.weather = 'lost-answers'
  await phone.page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect.poll(() => registered(marathon), { timeout: 60_000 }).toEqual(ONCE)
  await phone.kill()
  edge.weather = 'up'
  await phone.restart()
  await phone.page.goto(`${edge.origin}/marathons`)
  await untilSent(phone.page)
  expect(await registered(marathon)).toEqual(ONCE)
  const { inbox, applications } = (await dumpAccounts(phone.page))[runner.uid] ?? {}
  expect(inbox).toEqual([])
  expect(applications).toHaveLength(1)
})

test('the service worker sends the queue after the page is closed', async () => {
  const marathon = await organiser.createMarathon()
  const blank = await queueAndClose(marathon)
  const isRegistered = async () => (await registered(marathon)).entries > 0
  edge.weather = 'up'
  await phone.setOffline(false)
  await wakeInBackground(blank, edge.origin, 'dispatchSyncEvent', `sync:${runner.uid}`, isRegistered)
  expect(await registered(marathon)).toEqual(ONCE)
  const page = await phone.context.newPage()
  await page.goto(`${edge.origin}/unsent`)
  await untilSent(page)
  expect(await registered(marathon)).toEqual(ONCE)
})

test('the service worker renews an old session before it sends', async () => {
  const marathon = await organiser.createMarathon()
  const blank = await queueAndClose(marathon)
  await useOldSession(phone.context, edge.origin, runner, 7)
  edge.weather = 'up'
  await phone.setOffline(false)
  edge.seen.length = 0
  const isRegistered = async () => (await registered(marathon)).entries > 0
  await wakeInBackground(blank, edge.origin, 'dispatchSyncEvent', `sync:${runner.uid}`, isRegistered)
  expect(await registered(marathon)).toEqual(ONCE)
  expect(edge.seen).toContain('POST /api/jwt')
})

test('a service worker killed while it sends loses nothing and sends nothing twice', async () => {
  const marathon = await organiser.createMarathon()
  const blank = await queueAndClose(marathon)
  const isRegistered = async () => (await registered(marathon)).entries > 0
  edge.weather = 'lost-answers'
  await phone.setOffline(false)
  const worker = await wakeInBackground(blank, edge.origin, 'dispatchSyncEvent', `sync:${runner.uid}`, isRegistered)
  expect(await registered(marathon)).toEqual(ONCE)
  await worker.send('ServiceWorker.stopAllWorkers')
  edge.weather = 'up'
  const page = await phone.context.newPage()
  await page.goto(`${edge.origin}/unsent`)
  await untilSent(page)
  expect(await registered(marathon)).toEqual(ONCE)
})

test('the next account on a phone sees and sends nothing of the last, whose queue waits for it', async () => {
  const marathon = await organiser.createMarathon()
  const { page } = phone
  await page.setViewportSize({ width: 1200, height: 900 })
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
  await goDark()
  await fillApplication(page, edge.origin, marathon._id)
  await untilQueued(page, 1)
  await page.goto(`${edge.origin}/marathons`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.getByRole('button', { name: 'Keep on this phone for this account' }).click()
  await leftTheAccount(page)
  await comeBack()

  await logInAndSync(page, edge.origin, organiser.email)
  await page.goto(`${edge.origin}/unsent`)
  await expect(page.locator('main')).not.toContainText(marathon.title)
  const kept = await dumpAccounts(page)
  expect(JSON.stringify(kept[organiser.uid])).not.toContain(runner.email)
  expect(kept[organiser.uid]?.outbox).toEqual([])
  expect(kept[organiser.uid]?.applications).toEqual([])
  expect(kept[runner.uid]?.outbox).toHaveLength(1)
  expect(kept[runner.uid]?.marathons).toEqual([])
  expect(await registered(marathon)).toEqual({ entries: 0, regCount: 0 })

  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await leftTheAccount(page)
  await logInAndSync(page, edge.origin, runner.email)
  await untilSent(page)
  expect(await registered(marathon)).toEqual(ONCE)
})

async function leftTheAccount(page: Page) {
  await page.getByRole('dialog', { name: 'Logout Successful.!' }).getByRole('button', { name: 'OK' }).click()
}

/** Queues an application without a network and closes its page. @returns another, empty page */
async function queueAndClose(marathon: NewMarathon): Promise<Page> {
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  await goDark()
  await fillApplication(phone.page, edge.origin, marathon._id)
  await untilQueued(phone.page, 1)
  const blank = await phone.context.newPage()
  await phone.page.close()
  return blank
}
