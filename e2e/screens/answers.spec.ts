import type { Page } from '@playwright/test'
import { type Question, signatureOf } from '../../contract/questions/questions.ts'
import { createAccount } from '../support/account.ts'
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
  question,
  registration,
  runner,
  SHIRT,
  stored,
  WAIVER,
} from '../support/answers.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilAnswered, untilQueued, wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// What an organiser asks, and what runners and the desk answer, also with no signal.

prepareQuestions()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

const EVERY: Question[] = [
  { ...BORN, isRequired: true },
  question('sex000', 'sex'),
  CLUB,
  question('urgent', 'emergency', { isRequired: true }),
  SHIRT,
  question('vegan0', 'yesNo', { label: 'Do you want a vegan meal?' }),
  question('best00', 'number', { label: 'Your best time in minutes' }),
  DIET,
  { ...WAIVER, guardianBelow: 18 },
]

test('each kind of question is asked, tells a wrong answer, and shows the runner what was said', async ({ page }) => {
  await ask(EVERY)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, runner, registration())
  await fillRunner(page)
  await page.getByLabel('Year of birth').fill('87')
  await page.getByLabel('Your best time').fill('fast')
  await page.getByLabel('Emergency contact').fill('Mum')
  await button(page, 'Apply').click()
  await expect(page.getByLabel('Year of birth')).toBeFocused()
  await expect(page.getByLabel('Year of birth')).toHaveAccessibleDescription(/must be a year, like 1987/)
  await expect(page.getByLabel('Your best time')).toHaveAccessibleDescription(/must be a number/)
  await expect(page.getByLabel('Emergency contact')).toHaveAccessibleDescription(/needs a phone number/)
  await expect(page.getByLabel('Shirt size')).toHaveAccessibleDescription(/“Shirt size” must be answered/)
  await expect(agree(page)).toHaveAccessibleDescription(/“Waiver” must be answered.*I run at my own risk/)
  await expectGoodLooks(page, 'the registration form with every kind of question')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Year of birth').fill('2012')
  await page.getByLabel('Your best time').fill('54,5')
  await page.getByLabel('Emergency contact').fill('Mum 0123 45678')
  await page.getByLabel('Shirt size').selectOption('M')
  await page.getByLabel('Diet').fill('Everything')
  await page.getByLabel('vegan meal').selectOption('No')
  await agree(page).check()
  await button(page, 'Apply').click()
  // Below the age a guardian is needed.
  const guardian = page.getByLabel('Name of a parent or guardian')
  await expect(guardian).toBeFocused()
  await expect(guardian).toHaveAccessibleDescription(/guardian below the age of 18/)
  await guardian.fill('Greta Guardian')
  await button(page, 'Apply').click()
  await button(page, 'OK').click()
  const said = page.getByRole('term').filter({ hasText: 'Do you want a vegan meal?' })
  await expect(said.locator('xpath=following-sibling::dd')).toHaveText('No')
  await expect(page.getByText(/signed by Rosa Runner .* with Greta Guardian as guardian/)).toBeVisible()
  await expectGoodLooks(page, 'the answers of an own entry')
  expect(await stored()).toMatchObject({ 'answers.best00': '54.5', 'answers.born00': '2012', 'answers.vegan0': 'no' })
})

test('two phones that answer different questions offline keep both answers', async ({ page, browser, origin }) => {
  await runner.apply(marathon)
  await ask([BORN, CLUB])
  await open(page, runner, '/dashboard/myApply')
  const other = await openSecondPhone(browser, origin, runner, '/dashboard/myApply')
  const answer = async (phone: Page, label: string, value: string) => {
    await holdSync(phone)
    await button(phone, /^Edit/).click()
    await dialog(phone).getByLabel(label).fill(value)
    await button(phone, 'Save Changes').click()
    await untilQueued(phone, runner.uid, 1)
  }
  await answer(page, 'Year of birth', '1987')
  await answer(other, 'Club', 'TSV')
  for (const phone of [page, other]) {
    await letSync(phone)
    await untilQueued(phone, runner.uid, 0)
    await untilAnswered(phone, runner.uid, 0)
  }
  expect(await stored()).toEqual({ 'answers.born00': '1987', 'answers.club00': 'TSV' })
  // An edit that touched nothing sends nothing.
  await page.goto('/dashboard/myApply')
  await wakeSync(page)
  await expect(page.getByText('TSV')).toBeAttached()
  await holdSync(page)
  await button(page, /^Edit/).click()
  await expect(dialog(page).getByLabel('Club')).toHaveValue('TSV')
  await button(page, 'Save Changes').click()
  await expect(dialog(page)).toBeHidden()
  expect(await queuedOps(page, runner.uid)).toEqual([])
})

test('who has not signed is seen at the check-in, and signs there in three taps with no signal', async ({
  page,
  origin,
}) => {
  await runner.apply(marathon, { firstName: 'Ada', lastName: 'Lauf' })
  await ask([WAIVER])
  const desk = await createAccount(origin, 'Dan Desk')
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'desk' })
  await desk.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, desk, checkIn())
  await holdSync(page)
  const search = page.getByRole('searchbox', { name: 'Find by name or bib' })
  await search.fill('ada')
  const row = page.getByRole('listitem').filter({ hasText: 'Ada Lauf' })
  await expect(row).toContainText('Waiver not signed.')
  await expectGoodLooks(page, 'a runner who has not signed')
  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Check in Ada Lauf').click()
  const answer = page.getByRole('region', { name: 'Last answer' })
  await expect(answer).toContainText('HereAda LaufWaiver not signed.')
  await expectGoodLooks(page, 'the answer about who has not signed')
  await page.setViewportSize({ width: 390, height: 844 })
  await answer.getByRole('button', { name: 'Sign the waiver' }).click()
  await expect(dialog(page)).toContainText('I run at my own risk.')
  await expectGoodLooks(page, 'the waiver at the desk')
  await page.setViewportSize({ width: 390, height: 844 })
  await dialog(page).getByRole('checkbox', { name: 'Ada Lauf has read this and agrees' }).click()
  await button(page, 'Sign').click()
  await expect(answer).toContainText('HereAda LaufWaiver signed.')
  await expect(answer.getByRole('button', { name: 'Undo the check-in of Ada Lauf' })).toBeVisible()
  await search.fill('ada')
  await expect(row).toContainText('Here')
  await expect(row).not.toContainText('Waiver')
  await letSync(page)
  await untilQueued(page, desk.uid, 0)
  expect(signatureOf((await stored())['answers.waiver'] ?? '')).toMatchObject({ version: 1, by: 'Dan Desk' })
})
