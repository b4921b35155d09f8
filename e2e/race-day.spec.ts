import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { encode } from 'uqr'
import { type Account, applicationFields, createAccount, enterRunner, newMarathonFields } from './support/account.ts'
import { expectGoodLooks } from './support/checks.ts'
import type { Edge } from './support/edge.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { dumpAccounts } from './support/inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled, untilSynced } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'

const HOUR_MS = 3_600_000
const ZONE = 'Pacific/Auckland'

let upstream: string
let edge: Edge
let phone: Phone
let organiser: Account
let runner: Account
let page: Page

test.describe.configure({ timeout: 90_000 })

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

/** Creates a marathon that starts in `hours`, and the runner's application to it. */
async function enter(hours: number, part: Parameters<typeof newMarathonFields>[0] = {}) {
  const startDate = new Date(Date.now() + hours * HOUR_MS).toISOString()
  const marathon = newMarathonFields({ startDate, timeZone: ZONE, image: `${upstream}/samples/sample-1.svg`, ...part })
  await organiser.call('POST', '/api/marathons', marathon)
  return { marathon, code: await enterRunner(runner, applicationFields(marathon)) }
}

async function ready() {
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
}

async function goDark() {
  edge.weather = 'down'
  await phone.setOffline(true)
}

const clockIn = (timeZone: string, at = Date.now()) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)

test('the start line shows the time there, the time left and the entry, from a cold start with no network', async () => {
  const { marathon, code: text } = await enter(30)
  await ready()
  await page.waitForTimeout(1000)
  await phone.kill()
  await phone.restart()
  page = phone.page
  await goDark()
  await page.goto(`${edge.origin}/start`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: marathon.title })).toBeVisible()
  await expect(page.getByTestId('local-time')).toHaveText(clockIn(ZONE))
  await expectContent(page, 'Starts in')
  await expectContent(page, 'Ada Runner')
  const entry = `${text.slice(0, 4)} ${text.slice(4)}`
  await expect(page.getByText(entry, { exact: true })).toBeVisible()
  const code = page.getByRole('img', { name: `Entry ${entry}` })
  await expect(code).toBeVisible()
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flat().filter(Boolean).length
  await expect(code).toHaveAttribute('viewBox', `0 0 ${size} ${size}`)
  expect(((await code.locator('path').nth(1).getAttribute('d')) ?? '').split('M').length - 1).toBe(dark)
})

test('the start line tells a race under way and a finished one, and takes the one under way', async () => {
  await enter(5, { title: 'Later run' })
  const { marathon: running } = await enter(-1, { title: 'Running run' })
  const { marathon: over } = await enter(-13, { title: 'Past run' })
  await ready()
  await page.goto(`${edge.origin}/start`)
  await expect(page.getByRole('heading', { name: running.title })).toBeVisible()
  await expectContent(page, 'Under way for')
  await page.goto(`${edge.origin}/start?race=${over._id}`)
  await expectContent(page, 'Finished')
  await expectContent(page, '12 hours after the start')
})

test('the start line says that nobody is signed in, and that there is no marathon', async () => {
  await page.goto(`${edge.origin}/start`)
  await expectContent(page, 'Nobody is signed in on this phone.')
  await ready()
  await page.goto(`${edge.origin}/start`)
  await expectContent(page, 'You have no race ahead.')
})

test('a clock that is wrong by hours does not move the start', async () => {
  const { marathon } = await enter(2)
  await page.clock.install({ time: Date.now() - 3 * HOUR_MS })
  await ready()
  await page.goto(`${edge.origin}/start`)
  await expect(page.getByRole('heading', { name: marathon.title })).toBeVisible()
  await expect(page.getByTestId('local-time')).toHaveText(clockIn(ZONE))
  await expectContent(page, 'its clock is off')
  await expectContent(page, /1:5\d:\d\d/)
  await page.goto(`${edge.origin}/ready`)
  await expectContent(page, 'clock is 3 hours behind')
})

test('the picture of a marathon stays, from hosts with and without CORS, after the host is gone', async () => {
  const hosts = await Promise.all([pictureHost(true), pictureHost(false)])
  const entered = []
  for (const { origin } of hosts) entered.push(await enter(48, { image: `${origin}/picture.svg` }))
  await ready()
  await page.goto(`${edge.origin}/ready`)
  await expectContent(page, 'with the picture')
  await expect.poll(() => page.evaluate(countPack), { timeout: 20_000 }).toBe(2)
  for (const { server } of hosts) await new Promise((done) => server.close(done))
  await goDark()
  for (const { marathon } of entered) {
    await page.goto(`${edge.origin}/marathons/${marathon._id}`, { waitUntil: 'commit' })
    const picture = page.locator(`main img[src="${marathon.image}"]`)
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(320)
  }
})

test('a change since the last visit is shown once, with the old value', async () => {
  const { marathon } = await enter(48)
  await ready()
  await page.goto(`${edge.origin}/marathons/${marathon._id}`)
  await expectContent(page, 'Registered Participants')
  // The phone notes what was seen, when the account's database is open.
  const seen = async () => JSON.stringify((await dumpAccounts(page))[runner.uid]?.packs)
  await expect.poll(seen).toContain(marathon._id)
  await page.goto(edge.origin)
  const startDate = new Date(Date.parse(marathon.startDate) - 30 * 60_000).toISOString()
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { startDate, location: 'The other park' })
  await page.reload()
  await page.goto(`${edge.origin}/marathons/${marathon._id}`)
  await expectContent(page, 'Changed since you looked')
  await expectContent(page, /Start moved from/)
  await expectContent(page, `Place changed from ${marathon.location} to The other park.`)
  await page.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByText('Changed since you looked')).toHaveCount(0)
  await page.reload()
  await expectContent(page, 'The other park')
  await expect(page.getByText('Changed since you looked')).toHaveCount(0)
})

test('"Ready for race day?" shows the unsent edits, and its button sends them', async () => {
  const { marathon } = await enter(24)
  await ready()
  edge.weather = 'api-down'
  await expectNoVerdict(page)
  await fillApplication(page, edge.origin, marathon._id)
  await expectContent(page, 'Not registered until sent')
  await page.goto(`${edge.origin}/ready`)
  await expectContent(page, '1 change waits on this phone.')
  const send = page.getByRole('main').getByRole('button', { name: 'Send now' })
  await expect(send).toBeVisible()
  edge.weather = 'up'
  // At once: the app may try again by itself while Playwright's own click waits until nothing moves.
  await send.evaluate((button: HTMLElement) => button.click())
  await expectContent(page, 'All your changes are sent.')
  await expectContent(page, 'It opens offline.')
})

test('the start list gives bibs, a file and a print from a cold start with no network', async () => {
  const { marathon } = await enter(30)
  await logInAndSync(page, edge.origin, organiser.email)
  await untilInstalled(page)
  await page.waitForTimeout(1000)
  await phone.kill()
  await phone.restart()
  page = phone.page
  await goDark()
  await page.goto(`${edge.origin}/dashboard/myMarathons/${marathon._id}/entrants`, { waitUntil: 'commit' })
  const bib = (number: string) => page.getByRole('button', { name: `Edit bib ${number} of Ada Runner` })
  await page.getByRole('button', { name: 'Assign bibs' }).click({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Assign 1 bib' }).click()
  await expect(bib('1')).toBeVisible()
  await page.getByRole('button', { name: 'Import bibs' }).click()
  const file = Buffer.from('First Name,Last Name,Bib\nAda,Runner,77\n')
  const importing = page.getByRole('dialog', { name: 'Import bibs' })
  await importing.getByLabel('CSV file').setInputFiles({ name: 'bibs.csv', mimeType: 'text/csv', buffer: file })
  await importing.getByRole('button', { name: 'Import 1 bib' }).click()
  await expect(bib('77')).toBeVisible()
  await expectGoodLooks(page, 'the start list with no network')
  await page.getByRole('button', { name: 'CSV' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Save as CSV' }).getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toMatch(/Ada,Runner.*,77/)
  await page.keyboard.press('Escape')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('row')).toHaveText(['BibNameStatus', '77Ada RunnerRegistered'])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  edge.weather = 'up'
  await phone.setOffline(false)
  const entrants = () => organiser.call('GET', `/api/marathons/${marathon._id}/entrants`) as Promise<{ bib: string }[]>
  await expect.poll(async () => (await entrants()).map((row) => row.bib), { timeout: 40_000 }).toEqual(['77'])
})

test('a full phone says "not saved", keeps the typed text, and shows its saved data', async () => {
  const { marathon } = await enter(24)
  await ready()
  await page.waitForTimeout(1000)
  // Chromium uses the free space from the time when it opened the database, so the database must be opened again.
  await phone.kill()
  await phone.restart()
  page = phone.page
  const session = await phone.context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: edge.origin, quotaSize: 1 })
  await fillApplication(page, edge.origin, marathon._id)
  await expectContent(page, 'Not saved: this phone’s storage is full.')
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
  await page.goto(`${edge.origin}/start`)
  await expectContent(page, 'Starts in')
})

test('a captive portal leaves an edit in the queue, says why, and the edit is sent after it', async () => {
  const { marathon } = await enter(24)
  await ready()
  edge.weather = 'portal'
  await expectNoVerdict(page)
  await fillApplication(page, edge.origin, marathon._id)
  await expectContent(page, 'Not registered until sent')
  await expect(page.getByText('This network wants you to log in')).toBeVisible()
  edge.weather = 'up'
  const entrants = () => organiser.call('GET', `/api/marathons/${marathon._id}/entrants`) as Promise<unknown[]>
  await expect.poll(async () => (await entrants()).length, { timeout: 40_000 }).toBe(2)
})

test('a shared link opens the event that it names', async () => {
  const { marathon } = await enter(24)
  await ready()
  const text = encodeURIComponent(`Run with me! https://startline.example/marathons/${marathon._id}`)
  await page.goto(`${edge.origin}/share?text=${text}`)
  await expect(page).toHaveURL(`${edge.origin}/marathons/${marathon._id}`)
  await expectContent(page, marathon.title)
  await untilSynced(page)
})

async function countPack(): Promise<number> {
  return (await (await caches.open('pack-pictures')).keys()).length
}

/** A host of pictures on another origin. */
async function pictureHost(cors: boolean): Promise<{ origin: string; server: Server }> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><path d="M0 0h320v200H0z" fill="#0a625b"/></svg>'
  const server = createServer((_request, answer) => {
    const headers = { 'Content-Type': 'image/svg+xml', ...(cors ? { 'Access-Control-Allow-Origin': '*' } : {}) }
    answer.writeHead(200, { ...headers, Connection: 'close' }).end(svg)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}
