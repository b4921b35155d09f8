import { signatureOf, signatureText } from '../../contract/questions/questions.ts'
import {
  agree,
  ask,
  BORN,
  button,
  CLUB,
  checkIn,
  DIET,
  dialog,
  marathon,
  open,
  organiser,
  prepareQuestions,
  RISK,
  registration,
  runner,
  SHIRT,
  stored,
  WAIVER,
} from '../support/answers.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilAnswered, untilQueued } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'

// What a change seldom breaks. answers.spec.ts has what each change must pass.

prepareQuestions()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

const signedBefore = () => signatureText({ version: 1, at: new Date().toISOString(), by: 'Rosa Runner', guardian: '' })

test('a question unknown to the phone rejects the entry, and the form opens there with all kept', async ({ page }) => {
  await ask([SHIRT])
  await open(page, runner, registration())
  await expect(page.getByLabel('Shirt size')).toBeVisible()
  await holdSync(page)
  await fillRunner(page)
  await page.getByLabel('Shirt size').selectOption('M')
  await button(page, 'Apply').click()
  await untilQueued(page, runner.uid, 1)
  await ask([SHIRT, { ...CLUB, isRequired: true }])
  // The app was closed meanwhile.
  await page.goto('/')
  await letSync(page)
  await untilAnswered(page, runner.uid, 1)
  await page.goto('/unsent')
  await expect(page.getByText('“Club” must be answered.')).toBeVisible()
  await button(page, 'Edit and send again').click()
  await expect(dialog(page).getByLabel('Club')).toBeFocused()
  await expect(dialog(page).getByLabel('Club')).toHaveAccessibleDescription(/“Club” must be answered/)
  await expect(dialog(page).getByLabel('Shirt size')).toHaveValue('M')
  await expect(dialog(page).getByLabel('First Name')).toHaveValue('Rosa')
  await expectGoodLooks(page, 'a rejected entry at its question')
  await dialog(page).getByLabel('Club').fill('TSV')
  await dialog(page).getByRole('button', { name: 'Send again' }).click()
  await expect.poll(stored).toEqual({ 'answers.club00': 'TSV', 'answers.shirt0': 'M' })
})

test('the form that is still open goes to the new question by itself', async ({ page }) => {
  await open(page, runner, registration())
  await expect(page.getByLabel('First Name')).toBeVisible()
  await holdSync(page)
  await ask([SHIRT])
  await fillRunner(page)
  await page.unroute('**/api/sync')
  await button(page, 'Apply').click()
  await expect(page.getByLabel('Shirt size')).toBeFocused()
  await expect(page.getByLabel('Shirt size')).toHaveAccessibleDescription(/“Shirt size” must be answered/)
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
  await page.getByLabel('Shirt size').selectOption('L')
  await button(page, 'Apply').click()
  await button(page, 'OK').click()
  expect(await stored()).toEqual({ 'answers.shirt0': 'L' })
})

test('a walk-in is asked what is required and staff see, keeps it over a reload, and is undone', async ({ page }) => {
  await ask([BORN, SHIRT, DIET, WAIVER])
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, organiser, checkIn())
  await holdSync(page)
  await button(page, 'Enter a walk-in').click()
  const form = page.getByRole('region', { name: 'Walk-in' })
  await form.getByLabel('First Name').fill('Wim')
  await form.getByLabel('Last Name').fill('Li')
  await expect(form.getByLabel('Diet')).toBeVisible()
  for (const label of ['Shirt size', 'Year of birth']) await expect(form.getByLabel(label)).toHaveCount(0)
  await button(page, 'Enter and check in').click()
  await expect(form.getByLabel('Diet')).toBeFocused()
  await form.getByLabel('Diet').fill('Vegan')
  await form.getByRole('checkbox', { name: 'Wim Li has read this and agrees' }).check()
  await expectGoodLooks(page, 'the form of a walk-in with questions')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(500)
  await page.reload()
  await button(page, 'Enter a walk-in').click()
  await expect(form.getByLabel('Diet')).toHaveValue('Vegan')
  await expect(form.getByRole('checkbox', { name: 'Wim Li has read this and agrees' })).toBeChecked()
  await button(page, 'Enter and check in').click()
  await expect(page.getByRole('region', { name: 'Last answer' })).toContainText('Wim Li')
  const [walkIn] = await queuedOps(page, organiser.uid)
  expect(walkIn?.patch['answers.diet00']).toBe('Vegan')
  expect(signatureOf(String(walkIn?.patch['answers.waiver']))).toMatchObject({ version: 1, by: 'Olga Organiser' })
  await button(page, 'Undo the entry of Wim Li').click()
  await expect(page.getByText('This entry and its check-in no longer count.')).toBeVisible()
})

test('a changed text asks again, and one tap leads to it from the list and from the details', async ({ page }) => {
  await ask([SHIRT, WAIVER])
  await runner.apply(marathon, { 'answers.shirt0': 'M', 'answers.waiver': signedBefore() })
  await ask([
    SHIRT,
    { ...WAIVER, text: 'I run at my own risk, also in the dark.', version: 2, asksFrom: 2, earlier: [RISK] },
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, runner, '/dashboard/myApply')
  const news = 'Waiver has a new text. Read and sign it again.'
  await expect(page.getByText(news)).toBeVisible()
  await expectGoodLooks(page, 'an own entry whose waiver has a new text')
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Answer now').click()
  await expect(agree(page)).toBeFocused()
  await expect(agree(page)).not.toBeChecked()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page.getByText(news)).toBeVisible()
  await button(page, 'Answer now').click()
  await expect(agree(page)).toBeFocused()
  await agree(page).check()
  await button(page, 'Save Changes').click()
  await button(page, 'OK').click()
  await expect(page.getByText(news)).toBeHidden()
  expect(signatureOf((await stored())['answers.waiver'] ?? '')).toMatchObject({ version: 2, by: 'Rosa Runner' })
})

test('an organiser corrects every answer and notes what only organisers see', async ({ page }) => {
  await ask([SHIRT, CLUB])
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, {
    staffFields: JSON.stringify([{ id: 'paid00', label: 'Paid', isShown: false }]),
  })
  await runner.apply(marathon, { 'answers.shirt0': 'M' })
  await open(page, organiser, `/dashboard/myMarathons/${marathon._id}/entrants`)
  await button(page, 'More about Ada Runner').click()
  await button(page, 'Correct').click()
  await dialog(page).getByLabel('Shirt size').selectOption('L')
  await dialog(page).getByLabel('Paid').fill('cash')
  await expect(dialog(page).getByLabel('Paid')).toHaveAccessibleDescription('Only organisers see this.')
  await expectGoodLooks(page, 'the correction of answers')
  await button(page, 'Save Changes').click()
  await expect.poll(stored).toEqual({ 'answers.shirt0': 'L' })
  const seen = await runner.call('GET', '/api/marathonApplication')
  expect(JSON.stringify(seen)).not.toContain('cash')
})
