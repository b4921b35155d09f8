import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseSyncResponse } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { DOUBLE_TAP_MS } from '../../web/ui/dialogs/double-tap.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// What the referee decides, with no signal. Two phones recorded at the finish.

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

const GUN = Date.now() - 3_600_000
const RUNNERS = ['Ada', 'Bo', 'Cleo', 'Dag', 'Eve', 'Finn']

let organiser: Account
let timer: Account
let marathon: NewMarathon

const at = (ms: number) => new Date(GUN + ms).toISOString()

/** Sends ops of an account. */
async function send(account: Account, ops: { type: string; id?: string; patch: object }[]): Promise<void> {
  const all = ops.map(({ type, id = randomUUID(), patch }) => {
    return { opId: randomUUID(), v: 1, type, id, base: {}, patch, at: at(0) }
  })
  const { results } = (await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: all })) as {
    results: { status: string }[]
  }
  expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'))
}

/** What a phone records at the finish: times since the gun in seconds, with bibs. */
function crossings(clock: string, list: readonly (readonly [number, string])[]) {
  const base = { marathonId: marathon._id, clock, bib: null, of: null, accuracy: null }
  return [
    {
      type: 'recording.create',
      patch: {
        ...base,
        kind: 'clock',
        point: 'clock',
        how: 'tap',
        tick: 1000,
        at: at(-1_000_000 + 1000),
        accuracy: 40,
      },
    },
    ...list.map(([seconds, bib]) => ({
      type: 'recording.create',
      patch: {
        ...base,
        ...{ kind: 'crossing', point: 'finish', how: 'bib', bib: bib || null },
        ...{ tick: 1_000_000 + seconds * 1000, at: at(seconds * 1000) },
      },
    })),
  ]
}

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({
    title: 'Harbour run',
    startDate: at(0),
    regStart: at(-9e8),
    regEnd: at(-1e8),
  })
  timer = await createAccount(origin, 'Tina Timer')
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'timer' })
  await timer.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  const ada = randomUUID()
  await send(
    organiser,
    RUNNERS.map((firstName, index) => ({
      type: 'application.walkIn',
      id: firstName === 'Ada' ? ada : randomUUID(),
      patch: {
        ...{ marathonId: marathon._id, firstName, lastName: 'Runner', bib: String(101 + index) },
        ...{ code: newEntryCode(), above: 0 },
      },
    })),
  )
  const scan = { marathonId: marathon._id, applicationId: ada, at: at(-1000), gate: '' }
  await send(organiser, [{ type: 'checkIn.create', patch: scan }])
  const gun = {
    marathonId: marathon._id,
    kind: 'gun',
    point: 'start',
    how: 'tap',
    clock: 'clock-tina',
    bib: null,
    of: null,
  }
  await send(timer, [
    { type: 'recording.create', patch: { ...gun, tick: 1_000_000, at: at(0), accuracy: 40 } },
    // Cleo is typed as 130, which nobody has. Finn is still out.
    ...crossings('clock-tina', [
      [1800, '101'],
      [1860, '102'],
      [1900.2, '130'],
      [2000, '104'],
      [2100, '105'],
    ]),
  ])
  // The second phone has no tap of Dag, typed Eve as 150, and tapped somebody whom nobody else saw.
  await send(
    organiser,
    crossings('clock-olga', [
      [1800.1, '101'],
      [1860.1, '102'],
      [1900.3, '103'],
      [2050, ''],
      [2100.2, '106'],
    ]),
  )
})

test('a referee answers each doubt with no signal, and may undo it', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Results' }).click()
  const doubts = page.getByRole('list', { name: 'Doubts' }).locator('> li')
  const chip = (name: string) => page.getByText(name, { exact: true })
  await expect(doubts).toHaveCount(3)
  await holdSync(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the doubts, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'the doubts')

  // One tap each. The phone that typed 130 was wrong, nobody crossed alone, and Eve came and not Finn.
  await doubts.nth(0).getByRole('button', { name: 'Bib 103 Cleo Runner' }).click()
  await expect(doubts).toHaveCount(2)
  await page.waitForTimeout(DOUBLE_TAP_MS)
  await doubts.nth(0).getByRole('button', { name: 'Nobody crossed' }).dblclick()
  await expect(doubts).toHaveCount(1)
  await page.waitForTimeout(DOUBLE_TAP_MS)
  await doubts.nth(0).getByRole('button', { name: 'Bib 105 Eve Runner' }).click()
  await expect(page.getByText('No doubts')).toBeVisible()

  await chip('Finished').click()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveText([/^1Ada.*101.*0:30:00/, /^2Bo/, /^3Cleo.*0:31:40/, /^4Dag/, /^5Eve.*0:35:00/])
  await page.getByRole('searchbox').fill('103')
  await expect(rows).toHaveText([/^3Cleo/])
  await page.getByRole('searchbox').fill('')
  await rows.nth(3).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Set the time').fill('soon')
  await expect(dialog.getByText('Write the time like 1:32:05.4.')).toBeVisible()
  await dialog.getByLabel('Set the time').fill('0:29:59')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveText([/^1Dag.*0:29:59/, /^2Ada/, /^3Bo/, /^4Cleo/, /^5Eve/])
  await rows.nth(4).getByRole('button').click()
  await dialog.getByLabel('Reason').fill('Took the tram.')
  await dialog.getByRole('button', { name: 'Disqualified' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(rows).toHaveCount(4)

  await chip('Decided').click()
  const decided = page.getByRole('list', { name: 'Decided' }).getByRole('listitem')
  await expect(decided.first()).toContainText('Bib 105: disqualified. Took the tram.')
  await decided.first().getByRole('button', { name: /^Undo/ }).click()
  await expect(decided.first()).toContainText('Bib 104 was at Finish')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the list with its recordings' }).click()
  const file = JSON.parse(readFileSync(await (await saved).path(), 'utf8'))
  expect(file.list.rows).toHaveLength(6)
  expect(file.rows.recordings).toHaveLength(13)
  expect(JSON.stringify(file)).not.toContain('Tina')
  await page.reload()
  await expect(page.getByRole('main').locator('ol > li')).toHaveCount(5)
  await letSync(page)
  await expect
    .poll(async () => (await dumpAccounts(page))[organiser.uid]?.rulings?.length, { timeout: 30_000 })
    .toBeGreaterThan(9)
})

test('who is still out is seen with whom to call, and the start can be closed', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/results`)
  await untilSynced(page)
  const rows = page.getByRole('main').locator('ol > li')
  // Somebody typed Finn's bib for Eve, so nobody knows yet whether Finn came.
  await page.getByText('Still out', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*106.*In doubt/])
  await page.getByText('Doubts', { exact: true }).click()
  await page.getByRole('button', { name: 'Bib 105 Eve Runner' }).click()
  await page.getByText('Not started', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*106.*Not checked in/])
  await page.getByRole('button', { name: 'Close the start' }).click()
  await expect(rows).toHaveText([/^Finn.*Did not start/])
  await page.getByRole('button', { name: 'Open it again' }).click()
  await expect(rows).toHaveText([/^Finn.*Not checked in/])
  await rows.first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retired' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByText('Out of the race', { exact: true }).click()
  await expect(rows).toHaveText([/^Finn.*Retired/])
})

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

test('a timer sees the results, and decides nothing', async ({ page }) => {
  await logIn(page, timer, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('link', { name: 'Results' }).click()
  await expect(page.getByRole('list', { name: 'Doubts' }).locator('> li')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Nobody crossed' })).toHaveCount(0)
})
