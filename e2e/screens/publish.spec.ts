import { randomUUID } from 'node:crypto'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// Who organises shows the results, makes them official, and corrects them.

test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

const GUN = Date.now() - 3_600_000
const at = (ms: number) => new Date(GUN + ms).toISOString()

let organiser: Account
let marathon: NewMarathon

async function send(ops: { type: string; id?: string; patch: object }[]): Promise<void> {
  const all = ops.map(({ type, id = randomUUID(), patch }) => {
    return { opId: randomUUID(), v: 1, type, id, base: {}, patch, at: at(0) }
  })
  const body = { uid: organiser.uid, cursor: null, ops: all }
  const { results } = (await organiser.call('POST', '/api/sync', body)) as { results: { status: string }[] }
  expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'))
}

/** What a phone at the finish records: whole seconds since the gun, and bibs. */
const crossing = (seconds: number, bib: string) => ({
  type: 'recording.create',
  patch: {
    ...{ marathonId: marathon._id, kind: 'crossing', point: 'finish', how: 'bib', clock: 'clock-olga', of: null, bib },
    ...{ tick: 1_000_000 + seconds * 1000, at: at(seconds * 1000), accuracy: 40 },
  },
})

/** The list that everybody reads; null for none. */
async function published(): Promise<PublicList | null> {
  const response = await fetch(`${test.info().project.use.baseURL}/api/marathons/${marathon._id}/list`)
  return response.ok ? ((await response.json()) as PublicList) : null
}

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({
    ...{ title: 'Harbour run', startDate: at(0), regStart: at(-9e8), regEnd: at(-1e8) },
  })
  const ids = ['Ada', 'Bo', 'Cleo'].map((firstName) => ({ firstName, id: randomUUID() }))
  await send(
    ids.map(({ firstName, id }, index) => ({
      type: 'application.walkIn',
      id,
      patch: {
        ...{ marathonId: marathon._id, firstName, lastName: 'Runner', bib: String(101 + index) },
        ...{ code: newEntryCode(), above: 0 },
      },
    })),
  )
  const { patch } = crossing(0, '')
  const recorded = (fields: object) => ({
    type: 'recording.create',
    patch: { ...patch, how: 'tap', bib: null, ...fields },
  })
  await send([
    recorded({ kind: 'clock', point: 'clock' }),
    recorded({ kind: 'gun', point: 'start' }),
    ...[crossing(1800, '101'), crossing(1900, '102')],
  ])
})

const screen = () => `/dashboard/myMarathons/${marathon._id}/results#published`

test('the live list is shown from a phone without a network, and taken back', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  const panel = page.getByRole('group').filter({ hasText: 'Published' })
  await expect(panel.getByText('Owner, organisers and timers alone see the results.')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `the panel, ${colorScheme}`)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the panel')
  await holdSync(page)
  await page.getByRole('button', { name: 'Show live' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone' }).getByRole('button', { name: 'OK' }).click()
  await expect(panel.locator('summary')).toContainText('LiveWaiting')
  expect(await published()).toBeNull()
  // The app is closed, and sends it when it is opened with a network.
  await page.reload()
  await expect(panel.locator('summary')).toContainText('LiveWaiting')
  await letSync(page)
  await expect.poll(async () => (await published())?.state).toBe('live')
  await page.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('dialog', { name: 'Taken back' }).getByRole('button', { name: 'OK' }).click()
  expect(await published()).toBeNull()
})

test('a link to the panel opens it also where the results are on the screen', async ({ page }) => {
  const { pathname } = new URL(screen(), 'http://localhost')
  await logIn(page, organiser, pathname)
  const panel = page.getByRole('group').filter({ hasText: 'Published' })
  const button = panel.getByRole('button', { name: 'Show live' })
  await expect(panel.locator('summary')).toBeVisible()
  await expect(button).toBeHidden()
  await page.goto(screen())
  await expect(button).toBeInViewport()
})

test('results become official once, and are corrected, where every other answer is lost', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  // Every other request arrives, and its answer does not.
  let calls = 0
  await page.route(`**/api/marathons/${marathon._id}/{results,differences}`, async (route) => {
    calls += 1
    if (calls % 2 === 0) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make the results official?' })
  await expect(dialog).toContainText('3 results become official as they are now.')
  await expect(dialog.getByRole('region', { name: 'Still open' }).getByRole('listitem')).toHaveText([
    '1 runner is still out.',
  ])
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Make official' }).click()
  // The phone learns of it by itself, or by the next tap.
  const done = page.getByRole('dialog', { name: 'Official', exact: true })
  await expect(done).toContainText('The results are official already.')
  await done.getByRole('button', { name: 'Close' }).last().click()
  expect((await published())?.rows).toMatchObject([
    { bib: '101', place: 1 },
    { bib: '102' },
    { bib: '103', place: null },
  ])

  /** Asks once more, where the answer about the differences was lost. */
  const again = async () => {
    const lost = page.getByRole('button', { name: 'Try again' })
    const told = page.getByRole('heading', { name: /official list/ })
    await lost.or(told).first().waitFor()
    if (await lost.isVisible()) await lost.click()
  }
  // Recordings and rulings go on, and change nothing that is official.
  await send([crossing(2000, '103')])
  await page.reload()
  const line = page.getByRole('listitem').filter({ hasText: 'Cleo Runner' })
  await again()
  await expect(line.first()).toContainText('Bib 103Cleo RunnerState: Did not finish → FinishedTime: none → 0:33:20.0')
  expect((await published())?.rows[2]).toMatchObject({ bib: '103', place: null })

  const correct = page.getByRole('button', { name: 'Correct the official list' })
  await correct.click()
  await expect(page.getByText('The reason is required.')).toBeVisible()
  const reason = page.getByLabel('Why? Everybody reads this.')
  await reason.fill('x'.repeat(301))
  await correct.click()
  await expect(page.getByText('300 characters').last()).toBeVisible()
  await reason.fill('She came in later.')
  // The app is closed, and the text is still there.
  await page.waitForTimeout(500)
  await page.reload()
  await again()
  await expect(reason).toHaveValue('She came in later.')
  const made = page.getByRole('region', { name: 'Corrected so far' })
  const ok = page.getByRole('dialog').getByRole('button', { name: 'OK' })
  await expect(async () => {
    if (await ok.isVisible()) await ok.click({ timeout: 1000 })
    await correct.or(made).first().waitFor({ timeout: 3000 })
    if (await correct.isVisible()) await correct.click({ timeout: 1000 })
    if (await ok.isVisible()) await ok.click({ timeout: 1000 })
    await again()
    await expect(made).toContainText('She came in later.', { timeout: 2000 })
  }).toPass()
  await expect(made).toContainText('Olga Organiser')
  await expect(page.getByText('The official list is what follows from all recordings and rulings.')).toBeVisible()
  const list = await published()
  expect(list?.corrections).toMatchObject([{ reason: 'She came in later.', by: 'Olga Organiser' }])
  expect(list?.rows[2]).toMatchObject({ bib: '103', place: 3, time: 2_000_000 })
  await expectAccessible(page, 'an official list')

  const long = { marathonId: marathon._id, firstName: 'W'.repeat(80), lastName: 'X'.repeat(80), bib: '104' }
  await send([{ type: 'application.walkIn', patch: { ...long, code: newEntryCode(), above: 0 } }])
  await page.goto(`/dashboard/myMarathons/${marathon._id}/history`)
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Results made official')
  await expect(history).toContainText('Official results corrected')
  await expect(history).toContainText('WWW')
  await expectNoSidewaysScroll(page, 'a history with a long name')
})

test('who signs a list that has changed meanwhile is told, and signs the new one', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog')
  await holdSync(page)
  await send([crossing(2000, '103')])
  await dialog.getByRole('button', { name: 'Make official' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The list is another one by now.')
  expect(await published()).toBeNull()
  await letSync(page)
  await expect(dialog).toContainText('Nothing is open.')
  await dialog.getByRole('button', { name: 'Make official' }).click()
  await expect(page.getByRole('dialog', { name: 'Official', exact: true })).toContainText('3 results are official now.')
  await expect.poll(async () => (await published())?.state).toBe('official')
})

test('a list without anybody is not made official: it could not be taken back', async ({ page }) => {
  const { _id } = await organiser.createMarathon({ title: 'Nobody yet' })
  await logIn(page, organiser, `/dashboard/myMarathons/${_id}/results#published`)
  await untilSynced(page)
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make the results official?' })
  await expect(dialog).toContainText('Nobody is in the list yet.')
  await expect(dialog.getByRole('status')).toHaveText('Nothing can become official before somebody has started.')
  await expect(dialog.getByRole('button', { name: 'Make official' })).toBeDisabled()
  await expectAccessible(page, 'an empty list')
})

test('after the race one tap leads to all that is due, and the numbers of the day are one page', async ({ page }) => {
  const startDate = at(-86_000_000)
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { startDate })
  const overview = `/dashboard/myMarathons/${marathon._id}`
  await logIn(page, organiser, overview)
  await untilSynced(page)
  const due = page.getByRole('region', { name: 'After the race' })
  await expect(due.getByRole('listitem')).toHaveText([
    /^Decide the doubts \(Done\)Done/,
    /^Make the results officialYour staff alone sees them/,
    /^Thank your runners/,
    /^Pass the results on/,
    /^Numbers of the day/,
    /^Plan the next one/,
  ])
  await expectAccessible(page, 'what is due')
  await due.getByRole('link', { name: 'Make the results official' }).click()
  await expect(page.getByRole('button', { name: 'Show live' })).toBeVisible()
  await page.goto(overview)
  await due.getByRole('link', { name: 'Numbers of the day' }).click()
  const main = page.getByRole('main')
  await expect(main.locator('dl').first()).toHaveText('Started3Finished2Retired0Disqualified0Did not start0Still out1')
  await expect(main).toContainText('Fastest0:30:00.0Middle0:30:50.0Last0:31:40.0')
  await expect(main.getByRole('table', { name: 'Finished by hour' })).toBeVisible()
  await expectAccessible(page, 'the numbers')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the numbers')
  // Also with no network.
  await holdSync(page)
  await page.reload()
  await expect(main).toContainText('Fastest0:30:00.0')
})
