import type { Page } from '@playwright/test'
import { type Answers, answersOf, type Question } from '../../contract/questions/questions.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { test } from './fixtures.ts'
import { logIn } from './log-in.ts'
import { untilSynced } from './phone.ts'

export let organiser: Account
export let runner: Account
export let marathon: NewMarathon

export const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: '', isRequired: false, staffSees: false, ...other }
}

export const BORN = question('born00', 'birthYear', { staffSees: true })
export const CLUB = question('club00', 'club')
export const SHIRT = question('shirt0', 'choice', { label: 'Shirt size', options: ['S', 'M', 'L'], isRequired: true })
export const DIET = question('diet00', 'text', { label: 'Diet', isRequired: true, staffSees: true })
export const RISK = 'I run at my own risk.'

export const WAIVER = question('waiver', 'waiver', {
  ...{ label: 'Waiver', isRequired: true, staffSees: true, text: RISK, version: 1 },
})

/** The organiser asks these questions from now on. */
export const ask = (questions: Question[]) =>
  organiser.call('PUT', `/api/marathons/${marathon._id}`, { questions: JSON.stringify(questions) })

/** Prepares each test of the file that calls this. */
export function prepareQuestions(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    runner = await createAccount(origin, 'Rosa Runner')
    marathon = await organiser.createMarathon({ title: `Harbour run ${Date.now()}` })
  })
}

export const registration = () => `/marathon/registration/${marathon._id}`
export const checkIn = () => `/dashboard/myMarathons/${marathon._id}/checkIn`
export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const agree = (page: Page) => page.getByRole('checkbox', { name: /agree/ })

/** The answers of the only entry, as the server has them. */
export async function stored(): Promise<Answers> {
  const [row] = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as { answers?: string }[]
  return answersOf({ answers: row?.answers ?? '', staffAnswers: '' })
}

export async function open(page: Page, account: Account, path: string) {
  await logIn(page, account, path)
  await untilSynced(page)
}
