import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { dumpAccounts } from './support/inside-the-browser.ts'
import { untilSynced } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import {
  clockIn,
  edge,
  enter,
  goDark,
  HOUR_MS,
  organiser,
  page,
  prepareRaceDay,
  ready,
  runner,
  ZONE,
} from './support/race-day.ts'

// What a change seldom breaks. race-day.spec.ts has what each change must pass.

prepareRaceDay()

test.describe.configure({ timeout: 90_000 })

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
