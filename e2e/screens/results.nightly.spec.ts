import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseSyncResponse } from '../../contract/sync.ts'
import { expectAccessible } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { at, marathon, organiser, prepareResults, send, timer } from '../support/results.ts'

// What a change seldom breaks. results.spec.ts has what each change must pass.

prepareResults()

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('what came after the role ended counts once an organiser says so', async ({ page }) => {
  const late = {
    ...{ marathonId: marathon._id, kind: 'crossing', point: 'finish', how: 'bib', clock: 'clock-tina' },
    ...{ tick: 3_500_000, at: at(2_500_000), accuracy: 40, bib: null, of: null },
  }
  const crossing = randomUUID()
  await send(timer, [{ type: 'recording.create', id: crossing, patch: late }])
  const body = { uid: organiser.uid, cursor: null, ops: [] }
  const { staff } = parseSyncResponse(await organiser.call('POST', '/api/sync', body))
  const id = staff.find(({ role }) => role === 'timer')?._id ?? ''
  await send(organiser, [{ type: 'staff.delete', id, patch: {} }])
  // A sample of the clock goes with it.
  const ops = [
    { ...late, kind: 'bib', bib: '106', of: crossing },
    { ...late, kind: 'clock', point: 'clock', how: 'tap' },
  ].map((patch) => {
    return { opId: randomUUID(), v: 1, type: 'recording.create', id: randomUUID(), base: {}, patch, at: at(0) }
  })
  await timer.call('POST', '/api/sync', { uid: timer.uid, cursor: null, ops })
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  const notice = page.getByText('1 recording waits for your decision.')
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'Decide at Harbour run' }).click()
  await expect(page.getByText('1 recording of Tina Timer does not count yet.')).toBeVisible()
  await page.getByText('Finished', { exact: true }).click()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Let them count' }).click()
  await expect(rows.last()).toContainText('Finn')
  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  await expect(page.getByRole('link', { name: 'Results' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('of two decisions that contradict each other the referee confirms one with a tap', async ({ page }) => {
  const ruled = {
    ...{ marathonId: marathon._id, kind: 'state', recordingId: null, rulingId: null, bib: '104', point: '' },
    ...{ time: null, since: null, reason: '', doubt: '' },
  }
  await send(organiser, [
    { type: 'ruling.create', patch: { ...ruled, state: 'retired', at: at(3_000_000) } },
    { type: 'ruling.create', patch: { ...ruled, state: 'disqualified', reason: 'Tram.', at: at(3_100_000) } },
  ])
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/results`)
  await untilSynced(page)
  const doubts = page.getByRole('list', { name: 'Doubts' }).locator('> li')
  await expect(doubts).toHaveCount(4)
  await holdSync(page)
  const card = doubts.filter({ hasText: 'Two decisions contradict each other.' })
  await expect(card.getByRole('listitem')).toHaveText([
    /^Bib 104: retired\..*Olga Organiser/,
    /^Bib 104: disqualified\. Tram\..*Olga Organiser.*counts now/,
  ])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `decisions that contradict, ${colorScheme}`)
  }
  await card.getByRole('button', { name: /^This one counts: Bib 104: retired/ }).click()
  await expect(doubts).toHaveCount(3)
  await page.getByText('Out of the race', { exact: true }).click()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveText([/^Dag.*Retired/])

  // Who changes a decision that the phone knows contradicts nobody, and its undo brings the one before back.
  await rows.first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveCount(0)
  await page.getByText('Doubts', { exact: true }).click()
  await expect(doubts).toHaveCount(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Out of the race', { exact: true }).click()
  await expect(rows).toHaveText([/^Dag.*Retired/])
  await letSync(page)
  await expect.poll(async () => (await dumpAccounts(page))[organiser.uid]?.rulings?.length).toBe(5)
})

test('a time since the gun stays when another gun counts, also on the screen of a point', async ({ page }) => {
  const gun = { marathonId: marathon._id, kind: 'gun', point: 'start', how: 'tap', bib: null, of: null }
  await send(timer, [
    {
      type: 'recording.create',
      patch: { ...gun, clock: 'clock-later', tick: 1_600_000, at: at(600_000), accuracy: 900 },
    },
  ])
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/results`)
  await untilSynced(page)
  await holdSync(page)
  await page.getByText('Finished', { exact: true }).click()
  const rows = page.getByRole('main').locator('ol > li')
  await rows.first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Set the time').fill('0:29:59')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows.first()).toHaveText(/^1Ada.*0:29:59/)
  const clock = page.getByText(/^\d\d:\d\d:\d\d$/)
  const minutes = async () => {
    const [hours = 0, more = 0] = ((await clock.textContent()) ?? '').split(':').map(Number)
    return hours * 60 + more
  }
  const path = `/dashboard/myMarathons/${marathon._id}`
  await page.goto(`${path}/timing`)
  // Until the gun is read, the clock shows the time of day.
  await expect(page.getByText('Since the gun')).toBeAttached()
  const before = await minutes()
  await page.goto(`${path}/results`)
  const card = page.getByRole('listitem').filter({ hasText: 'Which one counts?' })
  await card.getByRole('button').last().click()
  await expect(page.getByText('Decided.', { exact: true })).toBeVisible()
  await page.getByText('Finished', { exact: true }).click()
  await expect(rows.filter({ hasText: 'Ada' })).toHaveText(/0:29:59/)
  await expect(rows.filter({ hasText: 'Bo' })).toHaveText(/0:21:00/)
  await page.goto(`${path}/timing`)
  await expect(page.getByText('Since the gun')).toBeAttached()
  expect(Math.abs(before - (await minutes()) - 10)).toBeLessThan(2)
})

test('a split may have any name', async ({ page }) => {
  const names = ['__proto__', 'constructor', 'toString']
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { splits: JSON.stringify(names) })
  const base = { marathonId: marathon._id, kind: 'crossing', how: 'bib', clock: 'clock-tina', of: null, accuracy: 40 }
  await send(
    timer,
    names.map((point, index) => {
      const tick = 1_000_000 + (index + 1) * 60_000
      return {
        type: 'recording.create',
        patch: { ...base, point, bib: '106', tick, at: at((index + 1) * 60_000) },
      }
    }),
  )
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/results`)
  await untilSynced(page)
  await page.getByText('Still out', { exact: true }).click()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveText([/^Finn.*toString 0:03:00\.0/])
  await rows.first().getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('term')).toHaveText(names)
  await expect(dialog.getByRole('definition')).toHaveText(['0:01:00.0', '0:02:00.0', '0:03:00.0'])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Decided', { exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the list with its recordings' }).click()
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(file.list.rows.at(-1).splits).toEqual(names.map((name, index) => [name, (index + 1) * 60_000]))

  await page.goto(`/dashboard/myMarathons/${marathon._id}/timing`)
  await page.getByRole('combobox', { name: 'Point' }).selectOption('__proto__')
  await page.getByRole('button', { name: /^Tap for each runner/ }).click()
  const last = page.getByRole('list', { name: 'Last recorded' }).getByRole('listitem')
  await expect(last).toHaveCount(1)
  await page.reload()
  await expect(last).toHaveCount(1)
})
