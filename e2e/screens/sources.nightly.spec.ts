import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilQueued } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'

// Times that no phone recorded: files of watches and chip systems, and sheets of paper.

test.describe.configure({ timeout: 120_000 })
// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

let organiser: Account
let marathon: NewMarathon
const HOUR = 3_600_000
/** The race began on the hour, three hours ago at most. */
const start = new Date(Math.floor(Date.now() / HOUR - 2) * HOUR)

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  marathon = await organiser.createMarathon({ title: 'Harbour run', startDate: start.toISOString() })
})

const path = () => `/dashboard/myMarathons/${marathon._id}/sheets`
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Times from a file' })
const sourcesOf = (page: Page) => page.getByRole('region', { name: 'Saved files and sheets' }).getByRole('listitem')
async function choose(page: Page, file: string) {
  if (!(await dialogOf(page).isVisible())) await page.getByRole('button', { name: 'Choose a file' }).click()
  const buffer = Buffer.from(file)
  await dialogOf(page).getByLabel('CSV file').setInputFiles({ name: 'times.csv', mimeType: 'text/csv', buffer })
}
const recorded = async (page: Page) => {
  const ops = await queuedOps(page, organiser.uid)
  return ops.map(({ type, patch }) => `${type} ${patch?.kind ?? ''} ${patch?.bib ?? ''}`.trim())
}

const FILE = 'Bib;Race time\r\n7;17:03,4\r\n8;17:09,0\r\n9;DNF\r\n12;1:32:05,25\r\n'

test('a file comes in once, and is taken back as a whole', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  await choose(page, FILE)
  const dialog = dialogOf(page)
  const status = dialog.getByRole('status')
  await expect(dialog.getByLabel('Times are')).toHaveValue('since')
  await expect(status).toHaveText('Say when the watch was started.')
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  const clock = start.toISOString().slice(11, 16)
  await dialog.getByLabel('The watch began').fill(`${clock}:03.2`)
  await expect(dialog.getByText(`That is ${clock}:03.2.`)).toBeVisible()
  await expect(status).toContainText('3 new, 1 left out')
  await expect(status).toContainText('Nobody has these bibs: 7, 8 and 12.')
  await expect(dialog.getByRole('listitem')).toHaveText(['Line 4: Time: “DNF” is no time.'])
  await expectNoSidewaysScroll(page, 'the preview of times')
  for (const scheme of ['light', 'dark'] as const) await expectAccessibleIn(page, scheme, 'the preview of times')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save these lines as CSV' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('9;DNF;Time: “DNF” is no time.')
  expect(await recorded(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save 3 times' }).click()
  await expect(dialog.getByText('3 times are saved on this phone.')).toBeVisible()
  await untilQueued(page, organiser.uid, 3)

  await choose(page, FILE)
  await dialog.getByLabel('The watch began').fill(`${clock}:03.2`)
  await expect(status).toContainText('0 new, 3 already here, 1 left out')
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(sourcesOf(page)).toContainText(['Finish: 3 times'])
  await sourcesOf(page).getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Yes, take back' }).click()
  await expect(sourcesOf(page)).toHaveCount(0)
  await untilQueued(page, organiser.uid, 6)
  await choose(page, FILE)
  await dialog.getByLabel('The watch began').fill(`${clock}:03.2`)
  await expect(status).toContainText('3 new, 1 left out')
  await letSync(page)
})

test('a sheet is typed with no network, survives a restart, and is recorded', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  const clock = start.toISOString().slice(11, 16)
  await page.getByLabel('The watch began').fill(clock)
  const time = page.getByRole('textbox', { name: 'Time', exact: true })
  const lines = page.getByRole('list', { name: 'Typed lines' }).getByRole('listitem')
  await time.focus()
  await page.keyboard.type('1703.4')
  await expect(page.getByText('Understood: 0:17:03.4')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.keyboard.type('17.09')
  await expect(page.getByText('Time: “17.09” can be minutes or seconds.')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(2)
  // What is wrong comes first.
  await expect(lines.first()).toContainText('Write 32:05 or 0:32.05.')
  await expect(lines.last()).toContainText(`0:17:03.4 → ${clock.slice(0, 2)}:17:03.4`)
  await expect(page.getByRole('button', { name: 'Save 1 time' })).toBeEnabled()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `a typed sheet, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'a typed sheet')

  await page.waitForTimeout(600)
  await page.reload()
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: /^Change line 2:/ }).click()
  await time.fill('1709')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(lines.first()).toContainText('0:17:09.0')
  await time.evaluate((input) => {
    const data = new DataTransfer()
    data.setData('text/plain', '12\t1:32:05.2\n13\t1:32:06\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await expect(lines).toHaveCount(4)
  await page.getByRole('button', { name: 'Save 4 times' }).click()
  await expect(page.getByText('4 times are saved on this phone.')).toBeVisible()
  expect(await recorded(page)).toEqual(['7', '8', '12', '13'].map((bib) => `recording.create crossing ${bib}`))

  // A line that is corrected later takes the old one back.
  await page.getByRole('button', { name: /^Change line 1:/ }).click()
  await page.keyboard.press('Enter')
  await page.getByLabel('Bib').fill('71')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Take back 1 time that was saved before/)).toBeChecked()
  await page.getByRole('button', { name: 'Save 1 time' }).click()
  await untilQueued(page, organiser.uid, 6)
  expect((await recorded(page)).slice(4)).toEqual(['recording.create crossing 71', 'recording.void'])
  await letSync(page)
  // The server has taken all: the one that was taken back is there too.
  const onServer = async () => (await dumpAccounts(page))[organiser.uid]?.recordings?.length
  await expect.poll(onServer).toBe(5)
  await page.getByRole('button', { name: 'New sheet' }).click()
  await expect(lines).toHaveCount(0)
  await expect(sourcesOf(page)).toContainText(['Finish: 4 times'])
})

test('a sheet of the funnel is typed bib by bib, and its bibs join the crossings in their order', async ({ page }) => {
  await logIn(page, organiser, path())
  await holdSync(page)
  const clock = start.toISOString().slice(11, 16)
  await page.getByLabel('The watch began').fill(clock)
  const paste = (field: Locator, text: string) =>
    field.evaluate((input, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, text)
  // Times at the line, without bibs.
  await paste(
    page.getByRole('textbox', { name: 'Time', exact: true }),
    'Time\tBib\n17:03\t\n17:09\t\n17:30\t\n18:00\t\n',
  )
  await page.getByRole('button', { name: 'Save 4 times' }).click()
  await page.getByRole('button', { name: 'New sheet' }).click()
  await page.getByLabel('Lines are').selectOption('Bibs of the funnel, in order')
  await expect(page.getByRole('textbox', { name: 'Time', exact: true })).toHaveCount(0)
  const bib = page.getByRole('textbox', { name: 'Bib' })
  await bib.focus()
  for (const text of ['12', '7', '']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await paste(bib, '9\n8\n')
  const lines = page.getByRole('list', { name: 'Typed lines' }).getByRole('listitem')
  await expect(lines).toHaveText([/^Change line 4: 48$/, /39$/, /27$/, /112$/])
  await expect(page.getByText('Nobody knows how right this watch is.')).toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `a sheet of the funnel, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'a sheet of the funnel')
  await page.waitForTimeout(600)
  await page.reload()
  await expect(lines).toHaveCount(4)
  await page.getByRole('button', { name: 'Save 4 bibs' }).click()
  await expect(page.getByText('4 bibs are saved on this phone.')).toBeVisible()
  await expect(sourcesOf(page)).toContainText(['Finish: 4 bibs in order', 'Finish: 4 times'])
  const ops = (await queuedOps(page, organiser.uid)).filter(({ patch }) => patch?.kind === 'crossing')
  expect(ops.slice(4).map(({ patch }) => `${patch.how} ${patch.bib}`)).toEqual([
    'order 12',
    'order 7',
    'order 9',
    'order 8',
  ])
  await page.goto(`/dashboard/myMarathons/${marathon._id}/results`)
  // Nobody has these bibs, and nobody knows the watch at the line. The sheet of the funnel is no doubt: each bib has
  // its crossing.
  const doubts = page.getByRole('list', { name: 'Doubts' }).locator('> li h2')
  await expect(doubts).toHaveText([
    'Nobody has bib 12.',
    'The times of this phone may be off by 120.0 s.',
    ...[7, 9, 8].map((one) => `Nobody has bib ${one}.`),
  ])
  await letSync(page)
})

test('times since a gun begin with it, and are known as well', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/timing`)
  await page.getByLabel('Point').selectOption('Start')
  await page.getByRole('button', { name: 'Start gun' }).click()
  await expect(page.getByRole('list', { name: 'Last recorded' }).getByRole('listitem')).toHaveCount(1)
  await page.goto(path())
  await choose(page, 'Bib,Race time\n7,00:00.1\n8,30:00\n')
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('The watch began')).toContainText(/Start gun .*Olga Organiser/)
  await expect(dialog.getByRole('status')).toContainText(/The watch began with the gun, which is known to ± \d\.\d s\./)
  await expect(dialog.getByRole('status')).toContainText('1 new, 1 left out')
  await expect(dialog.getByRole('listitem')).toHaveText(['Line 3: Time: it has not come yet.'])
  await dialog.getByLabel('The watch began').selectOption('At another time')
  await expect(dialog.getByRole('status')).toHaveText('Say when the watch was started.')
})

test('the sheets for gate and finish fit the paper', async ({ page }) => {
  for (const bib of ['12', '7'])
    await organiser
      .apply(marathon, { firstName: `Runner ${bib}`, lastName: 'Lauf', email: `r${bib}@example.com` })
      .catch(() => null)
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await logIn(page, organiser, path())
  await page.getByLabel('Pages').fill('2')
  for (const [sheet, pages] of [
    ['Finish', 2],
    ['Funnel', 2],
    ['Retired', 2],
    ['Gate, by bib', 1],
  ] as const) {
    for (const format of ['A4', 'Letter']) {
      // What is printed leaves the page after the paper.
      await page.getByRole('button', { name: sheet, exact: true }).click()
      const pdf = await page.pdf({ format, margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } })
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g) ?? [], `${sheet} on ${format}`).toHaveLength(pages)
    }
  }
  await page.getByLabel('Pages').fill('0')
  await expect(page.getByText('Pages must be a whole number from 1 to 100.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish', exact: true })).toBeDisabled()
})
