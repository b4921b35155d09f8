import { createAccount } from '../support/account.ts'
import { holdSync, letSync, untilQueued } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import {
  bibButton,
  bibsOnServer,
  giveBib,
  names,
  organiser,
  path,
  prepareStartList,
  show,
} from '../support/start-list.ts'

// The organiser's start list: bibs one by one, all at once and from a file, filters, export and print.

prepareStartList()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

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
