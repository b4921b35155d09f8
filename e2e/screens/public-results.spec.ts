/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createAccount, inDays } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { organiser, preparePublicResults, race, rows } from '../support/public-results.ts'
import { makeRace } from '../support/race.ts'

// What everybody reads of a race: on its page and in the list, live, with no network, on paper and as a file.

preparePublicResults()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test.describe.configure({ timeout: 60_000 })

test('a visitor opens the list from the event, searches it, and sees times at the points', async ({ page }) => {
  await page.goto(`/e/${race.marathon._id}`)
  const panel = page.getByRole('region', { name: 'Results' })
  await expect(panel.getByText('Live: times may still change')).toBeVisible()
  await expect(panel.locator('ol > li')).toHaveText([/^1Ada Runner/, /^2Runner 102/, /^3=Cleo Runner/])
  await expectAccessible(page, 'the panel of an event')
  await panel.getByRole('link', { name: 'All results' }).click()
  await expect(rows(page)).toHaveText([
    /^1Ada Runner.*Bib 101.*0:50:00\.0/,
    /^2Runner 102.*0:51:00\.5\+1:00\.5/,
    /^3=Cleo/,
    /^Dag.*Half.*0:30:00/,
  ])
  await rows(page).first().click()
  await expect(rows(page).first()).toContainText('5:00 min/km')
  await expect(rows(page).first()).toContainText('Half0:25:00.0')
  for (const scheme of ['light', 'dark'] as const) await expectAccessibleIn(page, scheme, `the list, ${scheme}`)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page, `the list at ${width}`)
  }
  await page.setViewportSize({ width: 390, height: 844 })

  const part = (name: string) => page.getByRole('search').getByText(name, { exact: true })
  await part('Female').click()
  await expect(rows(page)).toHaveText([/^1Ada/, /^2=Cleo/])
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'Female 60–69 (1)' })
  await expect(rows(page)).toHaveText([/^1=Cleo/])
  await part('Overall').click()
  await page.getByRole('searchbox').fill('102')
  await expect(rows(page)).toHaveText([/^2Runner 102/])
  await page.getByRole('searchbox').fill('cleo')
  await expect(rows(page)).toHaveText([/^3=Cleo/])

  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('table').locator('tbody tr')).toHaveText([/^3103=Cleo Runner/])
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const csv = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
  expect(csv[0]).toBe('\ufeffPlace,Bib,Name,Sex,Category,State,Time,Gap,Pace,Sex Place,Category Place,Half')
  // A name is no formula (contract/text/csv.ts).
  expect(csv[1]).toMatch(/^3,103,\u200b=Cleo Runner,F,F60-69,finished,0:52:00\.0,/)
  expect(csv).toHaveLength(3)
})

test('a list that was seen opens with no network, and a new recording comes by itself', async ({ page }) => {
  await page.goto(`/e/${race.marathon._id}/results`)
  await expect(rows(page)).toHaveCount(4)
  await race.record('104', 3200)
  await expect(rows(page).nth(3)).toHaveText(/^4Dag.*0:53:20/, { timeout: 10_000 })
  await page.route('**/api/**', (route) => route.abort())
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await page.reload()
  await expect(page.getByText(/^You are offline. Saved/)).toBeVisible()
  await expect(rows(page).first()).toContainText('Ada Runner')
  await page.goto('/e/none-of-this-phone/results')
  await expect(page.getByText('The results are not on this phone')).toBeVisible()
  await expectAccessible(page, 'no results and no network')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No results here')).toBeVisible()
})

test('who is signed in has the own row on the event, and is told by the live room', async ({ page, origin }) => {
  const runner = await createAccount(origin, 'Rosa Runner')
  const open = await makeRace(organiser, { startDate: inDays(1), regEnd: inDays(0.5) })
  await open.enterAs(runner, 'Rosa', '7')
  for (const bib of ['1', '2', '3', '4']) {
    await open.enter(`R${bib}`, bib)
    await open.record(bib, 2000 + Number(bib))
  }
  await open.publish('live')
  const room = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/live'))
  await logIn(page, runner, `/marathons/${open.marathon._id}`)
  await room
  const panel = page.getByRole('region', { name: 'Results', exact: true })
  await expect(panel.locator('ol > li')).toHaveText([/^1R1/, /^2R2/, /^3R3/])
  await expect(panel.getByRole('region', { name: 'Your result' })).toContainText('On the course')
  await open.record('7', 2500)
  await expect(panel.getByRole('region', { name: 'Your result' })).toContainText('5Rosa Runner', { timeout: 4000 })
  await panel.getByRole('link', { name: 'All results' }).click()
  await expect(page.getByRole('region', { name: 'Your result' })).toContainText('0:41:40.0')
  await expect(rows(page)).toHaveCount(5)
  await open.publish('')
  await expect(page.getByText('No results here')).toBeVisible({ timeout: 4000 })
})
