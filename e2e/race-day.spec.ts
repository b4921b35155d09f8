import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { encode } from 'uqr'
import { expectGoodLooks } from './support/checks.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import {
  clockIn,
  edge,
  enter,
  goDark,
  organiser,
  page,
  phone,
  prepareRaceDay,
  ready,
  restart,
  ZONE,
} from './support/race-day.ts'

prepareRaceDay()

test.describe.configure({ timeout: 90_000 })

test('the start line shows local time, time left and entry after a cold start with no network', async () => {
  const { marathon, code: text } = await enter(30)
  await ready()
  await restart()
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
  await restart()
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
  // Chromium uses the free space from the time when it opened the database, so the database must be opened again.
  await restart()
  const session = await phone.context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: edge.origin, quotaSize: 1 })
  await fillApplication(page, edge.origin, marathon._id)
  await expectContent(page, 'Not saved: this phone’s storage is full.')
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
  await page.goto(`${edge.origin}/start`)
  await expectContent(page, 'Starts in')
})
