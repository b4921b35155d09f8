/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Account, createAccount, inDays } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { choose } from '../support/languages.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled } from '../support/phone.ts'
import { makeRace, type Race } from '../support/race.ts'

// What everybody reads of a race: on its page and in the list, live, with no network, on paper and as a file.

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })
test.describe.configure({ timeout: 60_000 })

let organiser: Account
let race: Race

const rows = (page: Page) => page.getByRole('main').locator('ol > li')

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  race = await makeRace(organiser, { title: 'Harbour run' })
  await race.enter('Ada', '101', { sex: 'F', born: '1990' })
  await race.enter('Bo', '102', { sex: 'M', born: '1985', hidesName: true })
  await race.enter('=Cleo', '103', { sex: 'F', born: '1960' })
  await race.enter('Dag', '104', { sex: 'M', born: '1986' })
  await race.record('101', 1500, 'Half')
  await race.record('101', 3000)
  await race.record('102', 3060.5)
  await race.record('103', 3120)
  await race.record('104', 1800, 'Half')
  await race.publish('live')
})

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

test('a long name is cut at its end, whatever the direction of the name and of the list', async ({ page }) => {
  await race.enter('W'.repeat(80), '105')
  await race.enter('ع'.repeat(80), '106')
  await race.record('105', 3130)
  await race.record('106', 3140)
  for (const [index, language] of ['en', 'ar'].entries()) {
    if (index > 0) await choose(page, language)
    await page.goto(`/e/${race.marathon._id}/results`)
    const names = rows(page)
      .filter({ hasText: /W{80}|ع{80}/ })
      .locator('bdi.truncate')
    await expect(names).toHaveCount(2)
    const startsInside = await names.evaluateAll((all) =>
      all.map((name) => {
        const letter = document.createRange()
        letter.setStart(name.firstChild as Node, 0)
        letter.setEnd(name.firstChild as Node, 1)
        const [first, box] = [letter.getBoundingClientRect(), name.getBoundingClientRect()]
        return first.left >= box.left - 1 && first.right <= box.right + 1 && name.scrollWidth > name.clientWidth
      }),
    )
    expect(startsInside, language).toEqual([true, true])
  }
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

/** Where in all that the browser keeps of this address a text is. */
function findStored(page: Page, text: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found: string[] = []
    const seek = (where: string, what: unknown) => {
      if (JSON.stringify(what)?.includes(wanted)) found.push(where)
    }
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        seek(`${name}.${store}`, await answer(db.transaction(store).objectStore(store).getAll()))
      db.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        seek(request.url, await cache.match(request).then((response) => response?.text()))
    }
    seek('localStorage', { ...localStorage })
    seek('sessionStorage', { ...sessionStorage })
    return found
  }, text)
}

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a name that is hidden later leaves a phone that reads the list, its copies and its files', async ({ page }) => {
    await page.goto(`/e/${race.marathon._id}/results`)
    await expect(rows(page).first()).toContainText('Ada Runner')
    await untilInstalled(page)
    // The copy for the time without a network.
    await expect.poll(() => findStored(page, 'Ada Runner')).toHaveLength(1)
    await race.hide('101')
    await expect(rows(page).first()).toContainText('Runner 101', { timeout: 10_000 })
    await expect.poll(() => findStored(page, 'Ada Runner')).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await expect(page.getByRole('table').locator('tbody tr').first()).toContainText('Runner 101')
    expect(await page.content()).not.toContain('Ada')
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const csv = readFileSync(await (await saved).path(), 'utf8')
    expect(csv).toContain('Runner 101')
    expect(csv).not.toContain('Ada')
    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(/^You are offline. Saved/)).toBeVisible()
    await expect(rows(page).first()).toContainText('Runner 101')
  })
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
  await expect(panel.getByRole('region', { name: 'Your result' })).toHaveCount(0)
  await open.record('7', 2500)
  await expect(panel.getByRole('region', { name: 'Your result' })).toContainText('5Rosa Runner', { timeout: 4000 })
  await panel.getByRole('link', { name: 'All results' }).click()
  await expect(page.getByRole('region', { name: 'Your result' })).toContainText('0:41:40.0')
  await expect(rows(page)).toHaveCount(5)
  await open.publish('')
  await expect(page.getByText('No results here')).toBeVisible({ timeout: 4000 })
})
