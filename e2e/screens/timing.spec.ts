import { createAccount } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { hire, marathon, organiser, partsOf, prepareTiming, tapFor, timer } from '../support/timing.ts'

// The work at the finish line, with no signal.

prepareTiming()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('what a timer records with no signal survives a restart, and reaches the organiser', async ({
  page,
  browser,
  origin,
}) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Timing' }).click()
  const { line, rows } = partsOf(page)
  await expect(page.getByText(/^± \d\.\d s$/)).toBeVisible()
  await holdSync(page)
  await line.click()
  await expect(rows).toHaveCount(1)
  // The second of two touches at once is the same touch.
  await page.waitForTimeout(200)
  await line.dblclick()
  await expect(rows).toHaveCount(2)
  await expect(line).toContainText('2')
  await page.getByRole('button', { name: '4', exact: true }).click()
  await page.getByRole('button', { name: '2', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.last()).toContainText('Bib 42')
  await rows.first().getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first()).toContainText('Undone')
  await expect(line).toContainText('1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the timing, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'the timing')

  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Bib 42')
  await expect(rows.first()).toContainText('Undone')
  await letSync(page)

  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const other = await context.newPage()
  const got = async () => {
    await other.reload()
    const { recordings = [] } = (await dumpAccounts(other))[organiser.uid] ?? {}
    return (recordings as { kind: string; bib: string | null; voidedAt: string | null }[])
      .filter(({ kind }) => kind !== 'clock')
      .map(({ kind, bib, voidedAt }) => `${kind} ${bib} ${voidedAt !== null}`)
      .sort()
  }
  await logIn(other, organiser, '/aboutUs')
  await untilSynced(other)
  await expect.poll(got, { timeout: 30_000 }).toEqual(['bib 42 false', 'crossing null false', 'crossing null true'])
  await context.close()

  const second = await hire(origin)
  const namesake = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const theirs = await namesake.newPage()
  await logIn(theirs, second, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(theirs)
  await expect(theirs.getByRole('button', { name: /^Tap for each runner/ })).toContainText('0')
  await expect.poll(async () => (await dumpAccounts(theirs))[second.uid]?.recordings?.length).toBeGreaterThan(2)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: /^Tap for each runner/ })).toContainText('0')
  await expect(theirs.getByRole('list', { name: 'Last recorded' }).getByRole('listitem')).toHaveCount(0)
  await namesake.close()
})

test('at the start the first touch is the gun, and another gun asks and moves no clock', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, point } = partsOf(page)
  await expect(line).toBeVisible()
  await point.selectOption('start')
  await expect(line).toHaveCount(0)
  await holdSync(page)
  // A double tap that is too slow for an echo.
  await page.getByRole('button', { name: 'Start gun', exact: true }).evaluate(async (button) => {
    const touch = () => button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    touch()
    await new Promise((resolve) => setTimeout(resolve, 250))
    touch()
  })
  await expect(line).toContainText('0')
  await expect(rows).toHaveCount(1)
  await page.waitForTimeout(600)
  await line.click()
  await expect(rows).toHaveCount(2)
  const later = page.getByText(/^00:00:(0[4-9]|[1-5]\d)$/)
  await expect(later).toBeVisible()
  const another = page.getByRole('button', { name: 'Another start gun' })
  await another.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows).toHaveCount(2)
  await another.click()
  await page.getByRole('button', { name: 'Record it' }).click()
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Start gun')
  await expect(later).toBeVisible()
  await rows.first().getByRole('button', { name: 'Undo' }).click()
  await rows.last().getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Start gun', exact: true })).toBeVisible()
  await expect(line).toHaveCount(0)
})

test('who retires is handed in at each point and in each way, and can be taken back', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how, point } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  await point.selectOption('5 km')
  await how.selectOption('tap')
  await page.getByRole('button', { name: 'Somebody retired' }).click()
  await page.getByRole('button', { name: '7', exact: true }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.first()).toContainText('7 retired')
  for (const [way, key] of [
    ['bib', '8'],
    ['order', '9'],
  ] as const) {
    await how.selectOption(way)
    await page.getByRole('button', { name: key, exact: true }).click()
    await page.getByRole('button', { name: 'Retired', exact: true }).click()
    await expect(rows.first()).toContainText(`${key} retired`)
  }
  await rows.first().getByRole('button', { name: 'Undo' }).click()
  await expect(rows.first()).toContainText('Undone')
  // The organiser has removed the split; its times are still there.
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { splits: '' })
  await letSync(page)
  await point.selectOption('finish')
  await expect(rows).toHaveCount(0)
  await page.reload()
  await expect(point).toHaveValue('finish')
  await point.selectOption('5 km')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Undone')
})

test('what is not stored says so, and is stored with its own time after “Try again”', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { rows, how } = partsOf(page)
  await how.selectOption('tap')
  await tapFor(page, 1)
  await holdSync(page)
  await page.evaluate(() => {
    const own = window as unknown as { isFull: boolean }
    own.isFull = true
    const add = IDBObjectStore.prototype.add
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...given: Parameters<typeof add>) {
      if (own.isFull) throw new DOMException('full', 'QuotaExceededError')
      return add.apply(this, given)
    }
  })
  const place = () => partsOf(page).line.evaluate((button) => JSON.stringify(button.getBoundingClientRect()))
  const before = await place()
  await tapFor(page, 1)
  await expect(rows.first()).toContainText('Not saved')
  const time = (await rows.first().textContent())?.slice(0, 10)
  await tapFor(page, 6)
  await expect(rows).toHaveCount(7)
  // The button for the times is where the thumb has learned it.
  expect(await place()).toBe(before)
  // It stays among the last ones until it is stored.
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(rows.last()).toContainText('Not saved')
  await page.evaluate(() => Object.assign(window, { isFull: false }))
  for (let left = 7; left > 0; left -= 1) {
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(left)
    await page.getByRole('button', { name: 'Try again' }).last().click()
  }
  await expect(page.getByText('Not saved')).toHaveCount(0)
  await page.reload()
  await page.getByRole('button', { name: 'Show all 8' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').nth(6)).toContainText(time as string)
})

test('who does not time an event is told so', async ({ page, origin }) => {
  const stranger = await createAccount(origin, 'Sam Stranger')
  await logIn(page, stranger, `/dashboard/myMarathons/${marathon._id}/timing`)
  await expect(page.getByText('No event to time')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Tap for each runner/ })).toHaveCount(0)
})
