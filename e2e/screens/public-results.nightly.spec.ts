/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { choose } from '../support/languages.ts'
import { untilInstalled } from '../support/phone.ts'
import { preparePublicResults, race, rows } from '../support/public-results.ts'

// What a change seldom breaks. public-results.spec.ts has what each change must pass.

preparePublicResults()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test.describe.configure({ timeout: 60_000 })

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
