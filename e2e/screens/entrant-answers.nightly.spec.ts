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
import { holdSync, letSync, untilQueued } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'

// The organiser's list of a marathon that asks questions: search, filters, fields of staff, files and paper.

test.describe.configure({ timeout: 120_000 })
// A test aborts requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

const ask = (id: string, kind: string, other = {}) => {
  return { id, kind, label: '', isRequired: false, staffSees: false, ...other }
}
const QUESTIONS = [
  ask('born01', 'birthYear', { isRequired: true }),
  ask('sexes1', 'sex'),
  ask('shirts', 'choice', { label: 'Shirt', options: ['S', 'M'] }),
  ask('mother', 'emergency'),
]
const STAFF_FIELDS = [{ id: 'paid01', label: 'Paid', isShown: false }]

let organiser: Account
let marathon: NewMarathon

test.beforeEach(async ({ page, origin }) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({
    title: 'Asking run',
    startDate: '2099-03-05T08:00:00.000Z',
    regEnd: '2099-03-04T08:00:00.000Z',
    timeZone: 'UTC',
    questions: JSON.stringify(QUESTIONS),
    staffFields: JSON.stringify(STAFF_FIELDS),
    categories: '{"preset":"ten"}',
  })
  const runners = await createAccount(origin, 'Carl Club')
  const people = [
    ['Ada', '2060', 'F', 'M'],
    ['Bea', '2062', 'F', 'S'],
    ['Cem', '2050', 'M', 'M'],
  ]
  for (const [firstName = '', born = '', sex = '', shirt = ''] of people) {
    await runners.apply(marathon, {
      firstName,
      lastName: `${firstName}son`,
      'answers.born01': born,
      'answers.sexes1': sex,
      'answers.shirts': shirt,
      ...(firstName === 'Ada' ? { 'answers.mother': '=Erna +49 40 123456' } : {}),
    })
  }
})

const path = () => `/dashboard/myMarathons/${marathon._id}/entrants`
const names = (page: Page) => page.getByRole('listitem').getByText(/^\w+ \w+son$/)
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Edit Paid: .* of ${name}$`) })

test('search, filters with numbers, and figures by category rest on the answers', async ({ page }) => {
  await logIn(page, organiser, path())
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search' }).fill('erna')
  await expect(names(page)).toHaveText(['Ada Adason'])
  await page.getByRole('searchbox', { name: 'Search' }).fill('')

  await expect(filter(page, 'Shirt').locator('option')).toHaveText([
    'Shirt: all',
    'Shirt: no answer (0)',
    'Shirt: S (1)',
    'Shirt: M (2)',
  ])
  await filter(page, 'Shirt').selectOption('Shirt: M (2)')
  await expect(names(page)).toHaveText(['Cem Cemson', 'Ada Adason'])
  await filter(page, 'Category').selectOption('Category: Female 30–39 (1)')
  await expect(names(page)).toHaveText(['Ada Adason'])
  await expect(page.getByRole('status').filter({ hasText: 'fit' })).toHaveText('1 of 3 entrants fit')
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await expect(names(page)).toHaveCount(3)

  await page.getByText('By category').click()
  await expect(page.getByText('Female 30–39').filter({ visible: true }).first()).toBeVisible()
  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  await page.getByText('By category').click()
  await expect(page.locator('dl').filter({ hasText: 'Female 30–39' })).toHaveText(/Female 30–39\s*2.*Male 40–49\s*1/)
})

test('a field of staff is one tap and typing, and is filled in for all that are shown', async ({ page }) => {
  await logIn(page, organiser, path())
  await expect(names(page)).toHaveCount(3)
  await holdSync(page)
  await field(page, 'Ada Adason').click()
  await expect(page.getByRole('dialog').getByLabel('Paid')).toBeFocused()
  await page.keyboard.type('by cash')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Ada Adason')).toHaveText(/by cash/)
  await filter(page, 'Sex').selectOption({ label: 'Sex: Female (2)' })
  await page.getByRole('button', { name: 'Fill in a field' }).click()
  const fill = page.getByRole('dialog', { name: 'Fill in a field' })
  await fill.getByLabel('What it says').fill('yes')
  await expect(fill.getByText('2 are changed. 1 of them had something else.')).toBeVisible()
  await fill.getByRole('button', { name: 'Fill in for 2' }).click()
  await expect(fill).toBeHidden()
  await untilQueued(page, organiser.uid, 3)
  await expect(field(page, 'Bea Beason')).toHaveText(/yes/)
  await letSync(page)
  await page.getByRole('button', { name: 'Show everybody' }).click()
  await filter(page, 'Paid').selectOption('Paid: empty (1)')
  await expect(names(page)).toHaveText(['Cem Cemson'])
})

test('files have the answers that are chosen, and those for a timing company its own columns', async ({ page }) => {
  await logIn(page, organiser, path())
  await page.getByLabel('Sort By').selectOption('First name')
  const save = page.getByRole('dialog', { name: 'Save as CSV' })
  const saved = async () => {
    const download = page.waitForEvent('download')
    await save.getByRole('button', { name: 'Download' }).click()
    return readFileSync(await (await download).path(), 'utf8').split('\r\n')
  }
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect(save.getByRole('checkbox', { name: 'Emergency contact' })).not.toBeChecked()
  await save.getByRole('checkbox', { name: 'Emergency contact' }).check()
  for (const column of ['Last Name', 'Contact Number', 'Email', 'Additional Info', 'Applied At', 'Status', 'Entry'])
    await save.getByRole('checkbox', { name: column, exact: true }).uncheck()
  expect((await saved()).slice(0, 3)).toEqual([
    '\ufeffFirst Name,Bib,Birth Year,Sex,Shirt,Emergency Contact,Category,Paid',
    'Ada,,2060,F,M,\u200b=Erna +49 40 123456,F30-39,',
    'Bea,,2062,F,S,,F30-39,',
  ])
  await page.getByRole('button', { name: 'CSV' }).click()
  await save.getByLabel('Made for').selectOption('RACE RESULT')
  await save.getByLabel('Mark the file as UTF-8').uncheck()
  await expect(save.getByText('Columns: Bib, Lastname, Firstname, YearOfBirth, Gender.')).toBeVisible()
  expect((await saved()).slice(0, 2)).toEqual(['Bib,Lastname,Firstname,YearOfBirth,Gender', ',Adason,Ada,2060,F'])
})

test('paper has answers only where they are chosen', async ({ page }) => {
  await logIn(page, organiser, path())
  await expect(names(page)).toHaveCount(3)
  await page.getByLabel('Sort By').selectOption('First name')
  await page.evaluate(() => Object.assign(window, { print: () => dispatchEvent(new Event('beforeprint')) }))
  await page.getByRole('button', { name: 'Print' }).click()
  const choice = page.getByRole('dialog', { name: 'Print the start list' })
  await expect(choice.getByRole('checkbox', { name: 'Emergency contact' })).not.toBeChecked()
  for (const column of ['Shirt', 'Category']) await choice.getByRole('checkbox', { name: column }).check()
  await choice.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('row').nth(0)).toHaveText('BibNameStatusShirtCategory')
  await expect(page.getByRole('row').nth(1)).toHaveText('–Ada AdasonRegisteredMFemale 30–39')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
})

test('filters, fields and their dialogs pass axe, light and dark, and fit a narrow screen', async ({ page }) => {
  await logIn(page, organiser, path())
  await expect(names(page)).toHaveCount(3)
  await page.setViewportSize({ width: 320, height: 700 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.getByText('By category').click()
  await filter(page, 'Shirt').selectOption('Shirt: M (2)')
  await expectAccessible(page, 'the list with answers, light')
  await expectAccessibleIn(page, 'dark', 'the list with answers, dark')
  await expectNoSidewaysScroll(page, 'the list with answers')
  await expectAccessibleDialogs(page, [
    page.getByRole('button', { name: 'Fill in a field' }),
    page.getByRole('button', { name: 'CSV' }),
    page.getByRole('button', { name: 'Print' }),
    field(page, 'Ada Adason'),
  ])
})
