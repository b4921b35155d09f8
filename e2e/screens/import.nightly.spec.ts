import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilQueued } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

// The import of entrants from a CSV file: what it would do, what it leaves out, and what is left where it stops.

test.describe.configure({ timeout: 120_000 })
// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

const QUESTIONS = JSON.stringify([
  { id: 'born00', kind: 'birthYear', label: '', isRequired: false, staffSees: false },
  { id: 'shirt0', kind: 'choice', label: 'Shirt', isRequired: true, staffSees: false, options: ['S', 'M'] },
])

let organiser: Account
let marathon: NewMarathon
test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({ title: 'Filed run', capacity: 3, questions: QUESTIONS })
})

const path = () => `/dashboard/myMarathons/${marathon._id}/entrants`
const onServer = async () => {
  const rows = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  return rows.map(({ firstName, lastName, bib }) => `${firstName} ${lastName} ${bib}`).toSorted()
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import entrants' })

async function open(page: Page, file: string | Buffer) {
  await page.getByRole('button', { name: 'Import entrants' }).click()
  await choose(page, file)
}
async function choose(page: Page, file: string | Buffer) {
  const buffer = Buffer.from(file)
  await dialogOf(page).getByLabel('CSV file').setInputFiles({ name: 'club.csv', mimeType: 'text/csv', buffer })
}

const FILE =
  'Vorname;Nachname;E-Mail;Jahrgang;Startnummer;Shirt\r\n' +
  'Jörg;Müller;joerg@example.com;1987;7;m\r\nZoë;Núñez;zoe@example.com;1990;8;S\r\n'

test('says what a file would do, names what is wrong, and takes in the others', async ({ page }) => {
  await organiser.apply(marathon, {
    firstName: 'Ada',
    lastName: 'Lauf',
    email: 'ada@example.com',
    'answers.shirt0': 'S',
  })
  await logIn(page, organiser, path())
  await open(
    page,
    Buffer.from(
      `${FILE}Ada;Lauf;ada@example.com;;;\r\nAda;Lauf;;;;\r\nBo;Lauf;bo@;87;7;XL\r\nCy;Lauf;;;9;\r\nDi;Lauf;;;10;\r\n`,
      'latin1',
    ),
  )
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('status')).toContainText('4 new, 1 entered already, 1 to decide, 1 left out')
  await expect(dialog.getByText('2 entrants more than there are places.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Line 5: Ada Lauf has the name of an entrant.',
    'Line 6: Bo Lauf: Year of birth must be a year, like 1987. Shirt must be one of S, M. Email must be an email address like name@example.com.',
  ])
  await expect(dialog.getByLabel('Letters')).toHaveValue('windows-1252')
  await expectNoSidewaysScroll(page, 'the preview of an import')
  for (const scheme of ['light', 'dark'] as const) await expectAccessibleIn(page, scheme, 'the preview of an import')

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save these lines as CSV' }).click()
  expect(
    readFileSync(await (await download).path(), 'utf8')
      .split('\r\n')
      .slice(0, 2),
  ).toEqual([
    '\ufeffVorname;Nachname;E-Mail;Jahrgang;Startnummer;Shirt;Problem',
    'Ada;Lauf;;;;;Ada Lauf has the name of an entrant.',
  ])
  await dialog.getByLabel('They are other people: import them too').check()
  await dialog.getByRole('button', { name: 'Import 5 entrants' }).click()
  await expect(dialog.getByText('5 entrants are saved on this phone.')).toBeVisible()
  await expect(dialog.getByText('The list shows them under “No account”')).toBeVisible()
  await expect
    .poll(onServer)
    .toEqual(['Ada Lauf null', 'Ada Lauf null', 'Cy Lauf 9', 'Di Lauf 10', 'Jörg Müller 7', 'Zoë Núñez 8'])

  // The same file once more, and the repaired line.
  await choose(page, `${FILE}Ada;Lauf;ada@example.com;;;\r\nAda;Lauf;;;;\r\nBo;Lauf;bo@example.com;1987;11;M\r\n`)
  await expect(dialog.getByRole('status')).toContainText('1 new, 4 entered already')
  await dialog.getByRole('button', { name: 'Import 1 entrant' }).click()
  await expect.poll(onServer).toHaveLength(7)
})

test('imports by chosen columns with no network, and the same file again adds nobody', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  await open(page, 'Wer;Woher;Was\nAda Lauf;Ulm;7\nBo Lauf;Bonn;8\n')
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Choose which column has the names.')).toBeVisible()
  await dialog.getByLabel('Wer').selectOption('Full name')
  await expect(dialog.getByRole('status')).toContainText('2 new')
  await dialog.getByLabel('Was').selectOption('Bib')
  // The choice counts for the next file too.
  await choose(page, 'Wer;Woher;Was\nAda Lauf;Ulm;7\nBo Lauf;Bonn;8\nCy Lauf;Kiel;8\n')
  await expect(dialog.getByRole('listitem')).toHaveText(['Line 4: Cy Lauf: Bib 8 is in line 3 too.'])
  await dialog.getByRole('button', { name: 'Import 2 entrants' }).click()
  await expect(dialog.getByText('2 entrants are saved on this phone.')).toBeVisible()
  await untilQueued(page, organiser.uid, 2)

  await page.reload()
  await expect(page.getByText('Bo Lauf', { exact: true })).toBeVisible()
  await open(page, 'Name,Bib\nAda Lauf,7\nBo Lauf,8\n')
  await expect(dialog.getByRole('status')).toContainText('0 new, 2 entered already')
  await expect(dialog.getByRole('button', { name: 'Import 0 entrants' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await letSync(page)
  await expect.poll(onServer).toEqual(['Ada Lauf 7', 'Bo Lauf 8'])
})

test('that is closed in the middle keeps what it said was saved, and goes on with the same file', async ({ page }) => {
  const many = `First Name,Last Name,Bib\n${Array.from({ length: 2000 }, (_, n) => `Ada${n},Lauf,${n + 1}`).join('\n')}\n`
  await logIn(page, organiser, path())
  await holdSync(page)
  await open(page, many)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Import 2,000 entrants' }).click()
  const saving = dialog.getByRole('button', { name: /Saving… [1-9][\d,]* of 2,000/ })
  const said = Number((await saving.textContent())?.match(/([\d,]+) of/)?.[1]?.replace(',', ''))
  await page.reload()
  const ids = async () => (await queuedOps(page, organiser.uid)).map(({ id }) => id)
  const before = await ids()
  expect(before.length).toBeGreaterThanOrEqual(said)
  expect(before.length).toBeLessThan(2000)
  await open(page, many)
  await expect(dialog.getByRole('status')).toContainText(`${before.length.toLocaleString('en')} entered already`)
  await dialog.getByRole('button', { name: 'Import ' }).click()
  await expect(dialog.getByText('entrants are saved on this phone.')).toBeVisible({ timeout: 30_000 })
  const after = await ids()
  expect([after.length, new Set(after).size]).toEqual([2000, 2000])
})
