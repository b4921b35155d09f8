import { readFileSync } from 'node:fs'
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
import {
  bibButton,
  bibsOnServer,
  giveBib,
  marathon,
  names,
  organiser,
  path,
  prepareStartList,
  show,
} from '../support/start-list.ts'

// What a change seldom breaks. start-list.spec.ts has what each change must pass.

prepareStartList()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

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

test('a file of bibs is reported before it is queued, and a saved list has the chosen columns', async ({ page }) => {
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

test('the printed start list has bib, name and status of who is shown, and nothing else', async ({ page }) => {
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
