/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import type { Question } from '../../contract/questions/questions.ts'
import type { Account, NewMarathon } from './account.ts'
import { holdSync } from './edits.ts'
import { expect } from './fixtures.ts'
import { logIn } from './log-in.ts'

const base = { isRequired: true, staffSees: false }
export const WAIVER: Question = { id: 'waiver', kind: 'waiver', label: 'Waiver', text: 'Old text', version: 1, ...base }
export const CLUB: Question = { id: 'club00', kind: 'club', label: '', ...base, isRequired: false }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit event' })
export const open = (within: Locator, name: string) => within.locator('summary').filter({ hasText: name }).click()
export const rows = (within: Locator) => within.locator('li[data-id] [aria-expanded] > :first-child')

export const add = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).click()

export const onServer = async (organiser: Account, { _id }: NewMarathon) => {
  const row = (await organiser.call('GET', `/api/marathons/${_id}`)) as NewMarathon
  return { ...row, questions: (row.questions ? JSON.parse(row.questions) : []) as Question[] }
}

/** Opens the event's dialog on the organiser's phone, which cannot send. */
export async function edit(page: Page, organiser: Account, marathon: NewMarathon): Promise<Locator> {
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  await holdSync(page)
  return reopen(page)
}

export async function reopen(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(dialog(page).locator('summary')).toHaveCount(5)
  return dialog(page)
}

export async function save(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }))
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
}
