/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test'
import { fillApplication, fillRunner } from './support/fill-application.ts'
import { dumpAccounts, wakeInBackground } from './support/inside-the-browser.ts'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import {
  edge,
  goDark,
  ONCE,
  organiser,
  phone,
  prepareSync,
  queueAndClose,
  registered,
  runner,
  untilQueued,
} from './support/sync.ts'

// Sync in a real browser: with several tabs, with the service worker, and with a process that is killed.

prepareSync()

test.describe.configure({ timeout: 180_000 })

// Playwright cannot save a trace of a browser that was killed.
test.use({ trace: 'off' })

async function comeBack() {
  edge.weather = 'up'
  await phone.setOffline(false)
}

const untilSent = (page: Page) =>
  expect.poll(async () => (await dumpAccounts(page))[runner.uid]?.outbox?.length, { timeout: 30_000 }).toBe(0)

test('the API and files of the app do not start the service worker, and a picture does', async () => {
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
  const sent: { opId: string; status: number; sender: string }[] = []
  // Only requests with a response count: a request that starts before the network is back sends nothing.
  phone.context.on('response', (response) => {
    const request = response.request()
    if (!request.url().endsWith('/api/sync')) return
    const { ops } = request.postDataJSON() as { ops: { opId: string }[] }
    const sender = request.serviceWorker() ? 'service worker' : request.frame().page() === second ? 'second' : 'first'
    sent.push(...ops.map(({ opId }) => ({ opId, status: response.status(), sender })))
  })
  await comeBack()
  await untilSent(second)
  for (const marathon of marathons) expect(await registered(marathon)).toEqual(ONCE)
  expect(sent, JSON.stringify(sent)).toHaveLength(2)
  expect(new Set(sent.map(({ opId }) => opId)).size).toBe(2)
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
