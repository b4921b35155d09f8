import type { Page } from '@playwright/test'
import {
  type Answers,
  answersOf,
  type Question,
  signatureOf,
  signatureText,
} from '../../contract/questions/questions.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { holdSync, letSync, queuedOps, untilAnswered, untilQueued, wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// What an organiser asks, and what runners and the desk answer, also with no signal.

test.describe.configure({ timeout: 120_000 })
// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

let organiser: Account
let runner: Account
let marathon: NewMarathon

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: '', isRequired: false, staffSees: false, ...other }
}
const BORN = question('born00', 'birthYear', { staffSees: true })
const CLUB = question('club00', 'club')
const SHIRT = question('shirt0', 'choice', { label: 'Shirt size', options: ['S', 'M', 'L'], isRequired: true })
const DIET = question('diet00', 'text', { label: 'Diet', isRequired: true, staffSees: true })
const RISK = 'I run at my own risk.'
const WAIVER = question('waiver', 'waiver', {
  ...{ label: 'Waiver', isRequired: true, staffSees: true, text: RISK, version: 1 },
})
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

/** The organiser asks these questions from now on. */
const ask = (questions: Question[]) =>
  organiser.call('PUT', `/api/marathons/${marathon._id}`, { questions: JSON.stringify(questions) })

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  runner = await createAccount(origin, 'Rosa Runner')
  marathon = await organiser.createMarathon({ title: `Harbour run ${Date.now()}` })
})

const signedBefore = () => signatureText({ version: 1, at: new Date().toISOString(), by: 'Rosa Runner', guardian: '' })
const registration = () => `/marathon/registration/${marathon._id}`
const checkIn = () => `/dashboard/myMarathons/${marathon._id}/checkIn`
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const agree = (page: Page) => page.getByRole('checkbox', { name: /agree/ })

/** The answers of the only entry, as the server has them. */
async function stored(): Promise<Answers> {
  const [row] = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as { answers?: string }[]
  return answersOf({ answers: row?.answers ?? '', staffAnswers: '' })
}

async function open(page: Page, account: Account, path: string) {
  await logIn(page, account, path)
  await untilSynced(page)
}

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
