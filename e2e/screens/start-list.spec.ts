import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import {
  expectAccessible,
  expectAccessibleDialogs,
  expectAccessibleIn,
  expectNoSidewaysScroll,
} from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilAnswered, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'

// The organiser's start list: bibs one by one, all at once and from a file, filters, export and print.

test.describe.configure({ timeout: 120_000 })

let organiser: Account
let marathon: NewMarathon

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })
test.beforeEach(async ({ page, origin }) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({ title: 'Numbered run', capacity: 3 })
  const runners = await createAccount(origin, 'Carl Club')
  for (const firstName of ['Ada', 'Bea', 'Cem', 'Dan']) {
    const fields = { firstName, lastName: `${firstName}son`, waitingList: true }
    await runners.apply(marathon, fields)
  }
})

const path = () => `/dashboard/myMarathons/${marathon._id}/entrants`
const bibButton = (page: Page, name: string, bib?: string) =>
  page.getByRole('button', { name: bib ? `Edit bib ${bib} of ${name}` : `Add bib of ${name}` })
const names = (page: Page) => page.getByRole('listitem').getByText(/^\w+ \w+son$/)
const bibsOnServer = async () => {
  const rows = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  return Object.fromEntries(rows.map(({ firstName, bib }) => [firstName, bib]))
}

/** Taps a filter. Its radio button is only for screen readers and the keyboard, so the tap is on its label. */
async function show(page: Page, name: string) {
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name, exact: true }) })
    .click()
  await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
}

async function giveBib(page: Page, name: string, bib: string, before?: string) {
  await bibButton(page, name, before).click()
  const dialog = page.getByRole('dialog', { name: `Bib of ${name}` })
  await expect(dialog.getByLabel('Bib', { exact: true })).toBeFocused()
  await page.keyboard.type(bib)
  await page.keyboard.press('Enter')
}

test('totals, a chart in words, filters with numbers, and a search by bib', async ({ page }) => {
  await logIn(page, organiser, path())
  await expect(page.getByRole('status').filter({ hasText: 'registered' })).toHaveText(
    '3 registered of 3 places, 1 on the waiting list',
  )
  await expect(page.getByRole('radio', { name: 'All 4' })).toBeChecked()
  await show(page, 'Waiting list 1')
  await expect(names(page)).toHaveText(['Dan Danson'])
  await expect(page.getByRole('status').filter({ hasText: 'fit' })).toHaveText('1 of 4 entrants fit')
  await show(page, 'Without a bib 3')
  await expect(names(page)).toHaveText(['Cem Cemson', 'Bea Beason', 'Ada Adason'])
  await giveBib(page, 'Bea Beason', ' A7 ')
  await expect(names(page)).toHaveText(['Cem Cemson', 'Ada Adason'])
  await show(page, 'All 4')
  await page.getByRole('searchbox', { name: 'Search' }).fill('a7')
  await expect(names(page)).toHaveText(['Bea Beason'])
  await expect.poll(bibsOnServer).toEqual({ Ada: null, Bea: 'A7', Cem: null, Dan: null })
})

test('a bib is given, refused beside the field if somebody has it, and taken away', async ({ page }) => {
  await logIn(page, organiser, path())
  await giveBib(page, 'Ada Adason', '7')
  await expect(bibButton(page, 'Ada Adason', '7')).toBeFocused()
  await giveBib(page, 'Bea Beason', '7')
  const dialog = page.getByRole('dialog', { name: 'Bib of Bea Beason' })
  await expect(dialog.getByText('Bib 7 belongs to Ada Adason.')).toBeVisible()
  await dialog.getByLabel('Bib', { exact: true }).fill('1234567890123')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Bib must be at most 12 characters.')).toBeVisible()
  await dialog.getByLabel('Bib', { exact: true }).fill('8')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(bibButton(page, 'Bea Beason', '8')).toBeVisible()
  await bibButton(page, 'Ada Adason', '7').click()
  await page.getByRole('dialog').getByLabel('Bib', { exact: true }).fill('')
  await page.keyboard.press('Enter')
  await expect(bibButton(page, 'Ada Adason')).toBeVisible()
  await expect.poll(bibsOnServer).toEqual({ Ada: null, Bea: '8', Cem: null, Dan: null })
})

test('bibs are assigned with no network, shown at once, and sent later', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  await giveBib(page, 'Cem Cemson', '11')
  await page.getByRole('button', { name: 'Assign bibs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign bibs' })
  await expect(dialog.getByRole('definition')).toHaveText(['1Ada Adason', '2Bea Beason'])
  await dialog.getByLabel('First bib').fill('10')
  await expect(dialog.getByRole('definition')).toHaveText(['10Ada Adason', '12Bea Beason'])
  await dialog.getByRole('button', { name: 'Assign 2 bibs' }).click()
  await expect(bibButton(page, 'Bea Beason', '12')).toBeVisible()
  await expect(page.getByText('Waiting to be sent')).toHaveCount(3)
  await untilQueued(page, organiser.uid, 3)
  await page.goto('/unsent')
  await expect(page.getByRole('heading', { name: "Bib 12 for Bea Beason of 'Numbered run'" })).toBeVisible()
  await letSync(page)
  await expect.poll(bibsOnServer).toEqual({ Ada: '10', Bea: '12', Cem: '11', Dan: null })
  await page.goto(path())
  await page.getByRole('button', { name: 'Assign bibs' }).click()
  await dialog.getByLabel('Who').selectOption('All registered')
  await dialog.getByRole('button', { name: 'Assign 3 bibs' }).click()
  await expect.poll(bibsOnServer).toEqual({ Ada: '1', Bea: '2', Cem: '3', Dan: null })
})

test('a bib that another phone gave to somebody else is refused by name, and another one is sent', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  await giveBib(page, 'Ada Adason', '7')
  await untilQueued(page, organiser.uid, 1)
  const [op] = await queuedOps(page, organiser.uid)
  const rows = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  const bea = rows.find(({ firstName }) => firstName === 'Bea')?._id
  const other = { ...op, opId: `${op?.opId.slice(0, -4)}ffff`, id: bea }
  await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops: [other] })
  await letSync(page)
  await untilAnswered(page, organiser.uid, 1)
  await page.goto('/unsent')
  const refused = page.getByRole('region', { name: 'Not accepted' })
  await expect(refused).toContainText("Bib 7 for Ada Adason of 'Numbered run'")
  await expect(refused).toContainText('Bib belongs to Bea Beason. Choose another one.')
  await refused.getByRole('button', { name: 'Edit and send again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit and send again' })
  await dialog.getByLabel('Bib').fill('9')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 20_000 })
  expect(await bibsOnServer()).toMatchObject({ Ada: '9', Bea: '7' })
})

test('a file of bibs is reported before it is queued, and the list is saved with the chosen columns', async ({
  page,
}) => {
  await logIn(page, organiser, path())
  await page.getByRole('button', { name: 'Import bibs' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import bibs' })
  const open = (text: string) =>
    dialog.getByLabel('CSV file').setInputFiles({ name: 'bibs.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await open('Name,Number\nAda,1\n')
  await expect(dialog.getByText('The first line must name the columns')).toBeVisible()
  const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00])
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'bibs.xlsx', mimeType: '', buffer: workbook })
  await expect(dialog.getByText('This is a spreadsheet. Save it as “CSV UTF-8”')).toBeVisible()
  await open('First Name;Last Name;Bib\nada;adason;21\nBea;Beason;21\nEva;Evason;22\nCem;Cemson;23\n')
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Line 3: Bib 21 is in line 2 too.',
    'Line 4: No entrant is Eva Evason.',
  ])
  await dialog.getByRole('button', { name: 'Import 2 bibs' }).click()
  await expect.poll(bibsOnServer).toEqual({ Ada: '21', Bea: null, Cem: '23', Dan: null })

  await page.getByLabel('Sort By').selectOption('Bib')
  const save = page.getByRole('dialog', { name: 'Save as CSV' })
  await page.getByRole('button', { name: 'CSV' }).click()
  for (const column of ['Contact Number', 'Email', 'Additional Info', 'Applied At', 'Entry'])
    await save.getByRole('checkbox', { name: column }).uncheck()
  await expect(save.getByLabel('Separator')).toHaveValue(',')
  await save.getByLabel('Separator').selectOption('Semicolon (;)')
  await page.keyboard.press('Escape')
  // The choices are on the disk some milliseconds later; the separator is the last of them.
  await expect.poll(async () => JSON.stringify(await dumpAccounts(page))).toContain('"separator":";"')
  await page.reload()
  await page.getByLabel('Sort By').selectOption('Bib')
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(save.getByRole('checkbox', { name: 'Email' })).not.toBeChecked()
  const download = page.waitForEvent('download')
  await save.getByRole('button', { name: 'Download' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n')
  expect(lines.slice(0, 3)).toEqual([
    '\ufeffFirst Name;Last Name;Status;Bib',
    'Ada;Adason;registered;21',
    'Cem;Cemson;registered;23',
  ])
})

test('the printed start list has bib, name and status of what is shown, and nothing of the screen', async ({
  page,
}) => {
  await logIn(page, organiser, path())
  await giveBib(page, 'Ada Adason', '7')
  await expect(bibButton(page, 'Ada Adason', '7')).toBeVisible()
  await page.getByLabel('Sort By').selectOption('Bib')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('row')).toHaveText([
    'BibNameStatus',
    '7Ada AdasonRegistered',
    '–Bea BeasonRegistered',
    '–Cem CemsonRegistered',
    '–Dan DansonWaiting list',
  ])
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Numbered run').filter({ visible: true })).toHaveCount(1)
  // Paper across is as wide as a desktop, where a menu stands beside the list on the screen.
  await page.setViewportSize({ width: 1123, height: 794 })
  expect((await page.getByRole('table').boundingBox())?.width).toBeGreaterThan(900)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.getByRole('row')).toHaveCount(0)
})

test('who is here is a filter, and a column on paper and in the file if it is chosen', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/checkIn`)
  await page.getByLabel('Gate').fill('North')
  await page.getByRole('searchbox', { name: 'Find by name or bib' }).fill('Bea')
  await page.getByRole('button', { name: 'Check in Bea Beason' }).click()
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  await page.goto(path())
  // It says how many are here once it is used.
  await page
    .locator('label')
    .filter({ hasText: /^Here$/ })
    .click()
  await expect(page.getByRole('radio', { name: 'Here 1', exact: true })).toBeChecked()
  await expect(names(page)).toHaveText(['Bea Beason'])
  await expect(page.getByText(/^Here since .*, gate North$/)).toBeVisible()
  await show(page, 'Not here 2')
  await expect(names(page)).toHaveText(['Cem Cemson', 'Ada Adason'])
  await expect(page.getByRole('status').filter({ hasText: 'fit' })).toHaveText('2 of 4 entrants fit')
  await show(page, 'All 4')

  await page.evaluate(() => Object.assign(window, { print: () => dispatchEvent(new Event('beforeprint')) }))
  await page.getByRole('button', { name: 'Print' }).click()
  const choice = page.getByRole('dialog', { name: 'Print the start list' })
  await choice.getByRole('checkbox', { name: 'Bib' }).uncheck()
  await choice.getByRole('checkbox', { name: 'Checked in' }).check()
  await choice.getByRole('checkbox', { name: 'Gate' }).check()
  await choice.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('row').nth(0)).toHaveText('NameStatusChecked inGate')
  await expect(page.getByRole('row').nth(3)).toHaveText(/^Bea BeasonRegistered.*\d\d:\d\dNorth$/)
  await expect(page.getByRole('row').nth(4)).toHaveText('Ada AdasonRegistered')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'CSV' }).click()
  const save = page.getByRole('dialog', { name: 'Save as CSV' })
  for (const column of ['Contact Number', 'Email', 'Additional Info', 'Applied At', 'Entry', 'Last Name', 'Bib'])
    await save.getByRole('checkbox', { name: column }).uncheck()
  for (const column of ['Waiting List Place', 'Gate']) await save.getByRole('checkbox', { name: column }).check()
  const download = page.waitForEvent('download')
  await save.getByRole('button', { name: 'Download' }).click()
  expect(readFileSync(await (await download).path(), 'utf8').split('\r\n')).toEqual([
    '\ufeffFirst Name,Status,Waiting List Place,Gate',
    'Dan,waiting,1,',
    'Cem,registered,,',
    'Bea,registered,,North',
    'Ada,registered,,',
    '',
  ])
})

test('the list and its dialogs pass axe, light and dark, and fit a narrow screen', async ({ page }) => {
  await logIn(page, organiser, path())
  await giveBib(page, 'Ada Adason', '123456789012')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await wakeSync(page)
  await expectAccessible(page, 'the start list, light')
  await expectAccessibleIn(page, 'dark', 'the start list, dark')
  await expectNoSidewaysScroll(page, 'the start list')
  await expectAccessibleDialogs(page, [
    page.getByRole('button', { name: 'Assign bibs' }),
    page.getByRole('button', { name: 'Import bibs' }),
    page.getByRole('button', { name: 'CSV' }),
    page.getByRole('button', { name: 'Print' }),
    bibButton(page, 'Ada Adason', '123456789012'),
  ])
})

test('a runner sees the own bib at the start line, in the details and in the list', async ({ page, origin }) => {
  const runner = await createAccount(origin, 'Rosa Runner')
  const event = await organiser.createMarathon({ title: 'Own bib run' })
  const made = await runner.apply(event, { firstName: 'Rosa' })
  const { insertedId: id } = made
  const assign = { opId: crypto.randomUUID(), v: 1, type: 'application.assignBib', id, at: new Date().toISOString() }
  const ops = [{ ...assign, base: { bib: null }, patch: { bib: '127' } }]
  await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops })
  await logIn(page, runner, '/dashboard/myApply')
  await expect(page.getByText('Rosa Runner, bib 127')).toBeVisible()
  await page.goto(`/marathons/${event._id}`)
  await expect(page.getByText('Rosa Runner, bib 127')).toBeVisible()
  await page.goto('/start')
  await expect(page.getByText('Bib 127', { exact: true })).toBeVisible()
})
