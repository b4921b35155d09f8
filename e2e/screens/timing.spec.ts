import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// The work at the finish line, with no signal.

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

let organiser: Account
let timer: Account
let marathon: NewMarathon

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({ title: 'Harbour run', splits: '["5 km"]' })
  timer = await hire(origin)
})

/** The parts of the screen. */
function partsOf(page: Page) {
  return {
    line: page.getByRole('button', { name: /^Tap for each runner/ }),
    rows: page.getByRole('list', { name: 'Last recorded' }).getByRole('listitem'),
    how: page.getByRole('combobox', { name: 'How' }),
    point: page.getByRole('combobox', { name: 'Point' }),
  }
}

/** Makes an account a timer of the event. All have the same name. */
async function hire(origin: string): Promise<Account> {
  const account = await createAccount(origin, 'Tina Timer')
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'timer' })
  await account.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  return account
}

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
  await expect(rows.first()).toContainText('Taken back')
  await expect(line).toContainText('1')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the timing, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'the timing')

  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toContainText('Bib 42')
  await expect(rows.first()).toContainText('Taken back')
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

test('with no signal the whole work is on the screen, on phones of all sizes', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how, point } = partsOf(page)
  await expect(page.getByText(/^± /)).toBeVisible()
  await point.selectOption('start')
  await page.getByRole('button', { name: 'Start gun' }).click()
  await expect(page.getByText(/^00:00:0\d$/)).toBeVisible()
  await point.selectOption('finish')
  await holdSync(page)
  // A touch at the same place so soon after the gun would be its echo.
  await page.waitForTimeout(160)
  for (let tap = 1; tap <= 6; tap += 1) {
    await line.click()
    await expect(line).toContainText(String(tap))
    await page.waitForTimeout(160)
  }
  await expect(page.getByRole('link', { name: /^\d+ to send$/ })).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height })
    await how.selectOption('bib')
    const share = await line.evaluate((button) => button.getBoundingClientRect().height / innerHeight)
    expect(share, `${width} px`).toBeGreaterThan(0.25)
    for (const part of [page.getByText(/^00:\d\d:\d\d$/), line, page.getByRole('button', { name: 'OK' }), rows.first()])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page, `${width} px`)
    await how.selectOption('tap')
    for (const row of width < height ? [0, 4] : [0]) await expect(rows.nth(row)).toBeInViewport({ ratio: 1 })
    await expect(line).toBeInViewport({ ratio: 1 })
  }
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
  await expect(rows.first()).toContainText('Taken back')
  // The organiser has removed the split; its times are still there.
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { splits: '' })
  await letSync(page)
  await point.selectOption('finish')
  await expect(rows).toHaveCount(0)
  await page.reload()
  await expect(point).toHaveValue('finish')
  await point.selectOption('5 km')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Taken back')
})

/** Taps for runners, one after the other: touches at once would be one. */
async function tapFor(page: Page, count: number) {
  const { line } = partsOf(page)
  const before = Number(/\d+/.exec((await line.textContent()) ?? '')?.[0])
  for (let tap = 1; tap <= count; tap += 1) {
    await page.waitForTimeout(160)
    await line.click()
    await expect(line).toContainText(String(before + tap))
  }
}

/** Types a bib with the keys of a pad. */
async function typeBib(pad: Page | Locator, bib: string) {
  for (const key of bib) await pad.getByRole('button', { name: key, exact: true }).click()
}

test('a row and the keys say who has a bib, also with no signal and after a restart', async ({ page }) => {
  await organiser.call('POST', '/api/sync', {
    uid: organiser.uid,
    cursor: null,
    ops: [
      {
        ...{ opId: randomUUID(), v: 1, type: 'application.walkIn', id: randomUUID(), base: {} },
        ...{ at: new Date().toISOString() },
        patch: {
          ...{ marathonId: marathon._id, firstName: 'Wilhelmina Katharina', lastName: 'von Hohenstein-Langenfeld' },
          ...{ bib: '007', code: newEntryCode(), above: 0 },
        },
      },
    ],
  })
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  await tapFor(page, 2)
  const hint = page.getByRole('main').getByRole('status')
  await typeBib(page, '7')
  await expect(hint.filter({ hasText: /^Wilhelmina Katharina von Hohenstein-Langenfeld$/ })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.last()).toContainText('Bib 7Wilhelmina')
  await typeBib(page, '8')
  await expect(hint.filter({ hasText: 'Nobody has this bib' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.first()).toContainText('Bib 8Nobody has this bib')
  await expect(hint.filter({ hasText: 'Nobody has this bib' })).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `rows with names, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'rows with names')
  await how.selectOption('order')
  await typeBib(page, '7')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(rows.first()).toContainText('Bib 7Wilhelmina')
  await page.reload()
  await expect(rows.first()).toContainText('Bib 7Wilhelmina')
})

test('a bib with letters is typed on the phone’s keyboard', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { rows } = partsOf(page)
  await tapFor(page, 1)
  const bib = page.getByRole('textbox', { name: 'Bib of' })
  await expect(bib).toHaveAttribute('inputmode', 'none')
  await page.getByRole('button', { name: 'ABC' }).click()
  await expect(bib).toHaveAttribute('inputmode', 'text')
  await expect(bib).toBeFocused()
  await page.keyboard.type('A12')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toContainText('Bib A12')
  await page.getByRole('button', { name: 'ABC' }).click()
  await expect(page.getByRole('textbox', { name: 'Bib: tap first' })).toHaveAttribute('inputmode', 'none')
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

test('bibs behind a doubled tap slide back in two taps', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  // Runner 1 with a doubled tap, then runners 2 and 3.
  await tapFor(page, 4)
  for (const bib of ['1', '2', '3']) {
    await typeBib(page, bib)
    await page.getByRole('button', { name: 'OK' }).click()
  }
  await expect(rows).toContainText(['No bib', 'Bib 3', 'Bib 2', 'Bib 1'])
  await rows.nth(2).getByRole('button', { name: 'Undo' }).click()
  await rows.nth(2).getByRole('button', { name: 'Shift the bibs' }).click()
  const right = ['Bib 3', 'Bib 2', 'Taken back', 'Bib 1']
  await expect(rows).toContainText(right)
  await expect(page.getByRole('button', { name: 'Shift the bibs' })).toHaveCount(0)
  await page.reload()
  await expect(rows).toContainText(right)
})

test('all that was recorded is shown, where a bib is corrected and a row taken back', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  const { line, rows, how } = partsOf(page)
  await expect(line).toBeVisible()
  await holdSync(page)
  await tapFor(page, 1)
  await typeBib(page, '41')
  await page.getByRole('button', { name: 'OK' }).click()
  await how.selectOption('tap')
  await tapFor(page, 6)
  await page.getByRole('button', { name: 'Show all 7' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recorded here: Finish' })
  const all = dialog.getByRole('listitem')
  await expect(all).toHaveCount(7)
  await all.last().getByRole('button', { name: 'Bib 41' }).click()
  await typeBib(dialog, '14')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `all rows, ${colorScheme}`)
  }
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(all.last()).toContainText('Bib 14')
  await all.nth(5).getByRole('button', { name: 'Undo' }).click()
  await expect(all.nth(5)).toContainText('Taken back')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(line).toContainText('6')
  // Beside the button for the times, a stray touch on a row opens nothing.
  await expect(rows.first().getByRole('button', { name: 'No bib' })).toBeDisabled()
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await all.first().getByRole('button', { name: 'No bib' }).click()
  await typeBib(dialog, '15')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows.first()).toContainText('Bib 15')
  await page.reload()
  await expect(rows.first()).toContainText('Bib 15')
  await page.getByRole('button', { name: 'Show all 7' }).click()
  await expect(all.last()).toContainText('Bib 14')
})

test('after a jump of the clock the screen says that taps are kept, and how right they are', async ({ page }) => {
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + Number((window as unknown as { jump?: number }).jump ?? 0)
  })
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}/timing`)
  await untilSynced(page)
  await holdSync(page)
  await page.evaluate(() => Object.assign(window, { jump: 60_000 }))
  await expect(page.getByText('Taps are kept. Until this phone has synced once')).toBeVisible()
  await tapFor(page, 1)
  await letSync(page)
  await expect(page.getByText('Taps are kept.')).toHaveCount(0, { timeout: 90_000 })
})

test('who does not time an event is told so', async ({ page, origin }) => {
  const stranger = await createAccount(origin, 'Sam Stranger')
  await logIn(page, stranger, `/dashboard/myMarathons/${marathon._id}/timing`)
  await expect(page.getByText('No event to time')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Tap for each runner/ })).toHaveCount(0)
})
