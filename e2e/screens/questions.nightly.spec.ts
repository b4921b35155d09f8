import { expectAccessible, expectAccessibleIn, expectGoodLooks, expectNoSidewaysScroll } from '../support/checks.ts'
import { letSync, queuedOps, untilQueued } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { add, CLUB, edit, onServer, open, reopen, rows, save, WAIVER } from '../support/questions.ts'

// What a change seldom breaks. questions.spec.ts has what each change must pass.

test.describe.configure({ timeout: 90_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  event: { title: 'Asking run', questions: JSON.stringify([WAIVER, CLUB]) },
})

test('a waiver with another text is a new version, and what was typed is there after a reload', async ({
  page,
  organiser,
  marathon,
}) => {
  const form = await edit(page, organiser, marathon)
  await open(form, 'Questions')
  await form.getByRole('button', { name: /^Waiver must/ }).click()
  await form.getByLabel('Text to sign').fill('New text')
  await form.getByLabel('A guardian signs below the age of').fill('18')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByLabel('A guardian signs below the age of')).toBeFocused()
  await expect(form).toContainText('needs the question of the year of birth')
  await add(form, 'Year of birth')
  await expect(form.getByLabel('Ask everybody to sign again')).toBeChecked()
  await page.waitForTimeout(600)
  await page.reload()
  await reopen(page)
  await expect(form).toContainText('What you typed is back.')
  await open(form, 'Questions')
  await form.getByRole('button', { name: /^Waiver must/ }).click()
  await expect(form.getByLabel('Text to sign')).toHaveValue('New text')
  await save(page)
  expect(await queuedOps(page, organiser.uid)).toHaveLength(1)
  await letSync(page)
  await untilQueued(page, organiser.uid, 0)
  const { questions } = await onServer(organiser, marathon)
  expect(questions[0]).toMatchObject({ text: 'New text', version: 2, asksFrom: 2, guardianBelow: 18 })
})

test('what is wrong opens its part and its question, and has the focus', async ({ page, organiser, marathon }) => {
  const form = await edit(page, organiser, marathon)
  await open(form, 'Questions')
  await add(form, 'Choice')
  await expect(form.getByLabel('Wording')).toBeFocused()
  await form.getByLabel('Wording').fill('Bus')
  await form.getByLabel('Options').fill('Yes')
  await open(form, 'Questions')
  await expect(form.getByLabel('Options')).toBeHidden()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByLabel('Options')).toBeFocused()
  await expect(form.getByText('Options of question 3 must be at least 2.')).toBeVisible()
  await form.getByLabel('Options').fill('Yes\nNo\n')
  await expect(form.getByText('Options of question 3')).toHaveCount(0)
  await save(page)
})

test('a clash of questions shows both as words, and one tap decides', async ({ page, organiser, marathon }) => {
  const form = await edit(page, organiser, marathon)
  await open(form, 'Questions')
  await add(form, 'Sex')
  await save(page)
  const theirs = JSON.stringify([WAIVER, { ...CLUB, isRequired: true }])
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { questions: theirs })
  await page.goto('/unsent')
  await letSync(page)
  const card = page.getByRole('region', { name: 'Changed by somebody else too' })
  await expect(card).toContainText('3. Sex · must be answered', { timeout: 20_000 })
  await expect(card).toContainText('2. Club · must be answered')
  await expect(card).not.toContainText('{')
  await expectGoodLooks(page, 'a clash of questions')
  await card.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 20_000 })
  const { questions } = await onServer(organiser, marathon)
  expect(questions.map(({ kind }) => kind)).toEqual(['waiver', 'club', 'sex'])
})

test('the dialog of the questions passes axe, light and dark', async ({ page, organiser, marathon }) => {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  const form = await reopen(page)
  await open(form, 'Questions')
  await form.getByRole('button', { name: /^Waiver must/ }).click()
  await form.getByRole('button', { name: 'Remove “Waiver”' }).click()
  await expect(form.getByText('“Waiver” is removed. Answers already given are kept.')).toBeVisible()
  await expectAccessibleIn(page, 'light', 'the dialog')
  await expectAccessible(page, 'the dialog')
  await expectNoSidewaysScroll(page, 'the dialog')
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(form)).toHaveText(['Waiver', 'Club'])
})
