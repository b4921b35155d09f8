import {
  answer,
  checkIn,
  ids,
  marathon,
  organiser,
  path,
  prepareCheckIn,
  runners,
  search,
  word,
} from '../support/check-in.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// The check-in without a camera: find, check in, undo, doubles of two phones, and what each code is answered.

prepareCheckIn()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('a runner is found by name, checked in at the gate of this phone, and taken back', async ({ page }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/entrants`)
  await page.getByRole('link', { name: 'Check in' }).click()
  await page.getByLabel('Gate').fill('North')
  await checkIn(page, 'Ada Adason')
  await expect(word(page, 'Here')).toBeVisible()
  await expect(search(page)).toHaveValue('')
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  await expect(page.getByRole('list', { name: 'By gate' })).toHaveText('North: 1')
  await page.getByRole('button', { name: 'Undo the check-in of Ada Adason' }).click()
  await expect(word(page, 'Undone')).toBeVisible()
  await expect(page.getByText('0 of 3 here')).toBeVisible()
  await checkIn(page, 'Bea Beason')
  await search(page).fill('bea')
  await expect(page.getByText(/^Here, \d\d:\d\d at gate North$/)).toBeVisible()
  await page.getByRole('listitem').getByRole('button', { name: 'Undo the check-in of Bea Beason' }).click()
  await expect(word(page, 'Undone')).toBeVisible()
  await search(page).fill('nobody')
  await expect(page.getByText('Nobody has this name or bib.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Gate')).toHaveValue('North')
})

test('a hand scanner checks in offline with the focus anywhere, and leaves no text', async ({ page }) => {
  const own = (await runners.call('GET', '/api/marathonApplication')) as { _id: string; code: string }[]
  const codeOf = (name: string) => own.find(({ _id }) => _id === ids[name])?.code ?? ''
  // All keys at once, as a scanner sends them: with one request a key, a busy machine is as slow as a hand.
  const scan = (code: string, end: string) => Promise.all([...code, end].map((key) => page.keyboard.press(key)))
  await logIn(page, organiser, path())
  await untilSynced(page)
  await holdSync(page)
  const gate = page.getByRole('textbox', { name: 'Gate' })
  await gate.fill('North')
  const focus = [
    () => page.locator('body').evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
    () => gate.focus(),
    () => page.getByRole('button', { name: 'Sound' }).focus(),
    () => search(page).focus(),
  ]
  const ends = ['Enter', 'Tab', 'Enter', 'Enter']
  for (const [n, name] of ['Ada', 'Bea', 'Cem', 'Dan'].entries()) {
    await focus[n]?.()
    await scan(codeOf(name), ends[n] ?? 'Enter')
    await expect(answer(page)).toContainText(`${name} ${name}son`)
    await expect(word(page, name === 'Dan' ? 'Waiting list' : 'Here')).toBeVisible()
    await expect(gate).toHaveValue('North')
    await expect(search(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Sound' })).toHaveAttribute('aria-pressed', 'true')
  }
  await untilQueued(page, organiser.uid, 4)
  // An undo that has the focus is not pressed by the Enter of the next scan.
  await page.getByRole('button', { name: 'Undo the check-in of Dan Danson' }).focus()
  await scan('4006381333931', 'Enter')
  await expect(word(page, 'Unknown code')).toBeVisible()
  await untilQueued(page, organiser.uid, 4)
  await search(page).fill(`${codeOf('Ada').toLowerCase()}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Adason' })).toBeVisible()
  await gate.fill(codeOf('Bea'))
  await expect(page.getByText('This is an entry’s code, not a gate’s name.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `a gate that is a code, ${colorScheme}`)
  }
  await expectNoSidewaysScroll(page, 'a gate that is a code')
  await page.reload()
  await expect(gate).toHaveValue('North')
})

test('two phones that check in one runner offline both show the double, and one is taken back', async ({
  page,
  browser,
  origin,
}) => {
  const other = await (await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })).newPage()
  for (const [phone, gate] of [
    [page, 'A'],
    [other, 'B'],
  ] as const) {
    await logIn(phone, organiser, path())
    await untilSynced(phone)
    await holdSync(phone)
    await phone.getByLabel('Gate').fill(gate)
    await checkIn(phone, 'Ada Adason')
    await expect(word(phone, 'Here')).toBeVisible()
    await untilQueued(phone, organiser.uid, 1)
    await expect(phone.getByText('1 not sent yet')).toBeVisible()
  }
  await letSync(page)
  await expect(page.getByText('1 not sent yet')).toBeHidden()
  await letSync(other)
  await expect(other.getByText('1 not sent yet')).toBeHidden()
  await wakeSync(page)
  for (const phone of [page, other]) {
    await phone.getByRole('button', { name: 'Ada Adason was scanned twice' }).click()
    const doubles = phone.getByRole('region', { name: 'Checked in more than once: 1' })
    await expect(doubles).toBeInViewport()
    await expect(doubles).toBeFocused()
    await expect(doubles).toContainText('Ada Adason')
    for (const gate of ['A', 'B']) {
      const undo = new RegExp(`^Undo \\d\\d:\\d\\d at gate ${gate}, by Olga Organiser$`)
      await expect(doubles.getByRole('button', { name: undo })).toBeVisible()
    }
    await expect(phone.getByText('1 of 3 here')).toBeVisible()
  }
  await page.getByRole('button', { name: /^Undo .*at gate B/ }).click()
  await expect(page.getByText('Checked in more than once')).toBeHidden()
  await expect(page.getByText('was scanned twice')).toBeHidden()
  await wakeSync(other)
  await expect(other.getByText('Checked in more than once')).toBeHidden()
  await other.context().close()
})

test('the answers, the rows and a double pass axe, light and dark, and fit a narrow screen', async ({ page }) => {
  await logIn(page, organiser, path())
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByLabel('Gate').fill('A gate with a name of forty characters!!')
  for (const name of ['Ada Adason', 'Dan Danson']) {
    const look = async (what: string) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await expectAccessible(page, `${what} ${name}, light`)
      await expectAccessibleIn(page, 'dark', `${what} ${name}, dark`)
      await expectNoSidewaysScroll(page, `${what} ${name}`)
    }
    await search(page).fill(name)
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toBeVisible()
    await look('the row of')
    await row.getByRole('button', { name: /^(Check in|Undo)/ }).click()
    await expect(page.getByRole('region', { name: 'Last answer' })).toContainText(name)
    await look('the answer for')
  }
})
