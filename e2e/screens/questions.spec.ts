import type { Locator, Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { letSync, refuseNext, untilQueued } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { add, CLUB, edit, onServer, open, rows, save, WAIVER } from '../support/questions.ts'
import { stretchTimers } from '../support/timers.ts'

// An organiser asks questions, chooses categories and adds fields of their own, with one hand on a phone.

test.describe.configure({ timeout: 90_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  event: { title: 'Asking run', questions: JSON.stringify([WAIVER, CLUB]) },
})

const handle = (within: Locator, label: string) => within.getByRole('button', { name: `Drag “${label}”` })

/** Drags a row below or above another one with a finger. */
async function dragByTouch(page: Page, grip: Locator, target: Locator): Promise<void> {
  await grip.scrollIntoViewIfNeeded()
  const from = await grip.boundingBox()
  const to = await target.boundingBox()
  if (!from || !to) throw new Error('not on the screen')
  const client = await page.context().newCDPSession(page)
  const x = from.x + from.width / 2
  const [start, end] = [from.y + from.height / 2, to.y + to.height / 2]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await touch('touchStart', start)
  for (let step = 1; step <= 12; step += 1) {
    await touch('touchMove', start + ((end - start) * step) / 12 + Math.sign(end - start) * 4)
    await page.waitForTimeout(20)
  }
  await touch('touchEnd', end)
}

test('questions are added and moved with no network, are sent, and stand in the history', async ({
  page,
  organiser,
  marathon,
}) => {
  const form = await edit(page, organiser, marathon)
  await open(form, 'Questions')
  await expect(rows(form)).toHaveText(['Waiver', 'Club'])
  await add(form, 'Year of birth')
  await add(form, 'Shirt size')
  await expect(rows(form)).toHaveText(['Waiver', 'Club', 'Year of birth', 'Shirt size'])

  await dragByTouch(page, handle(form, 'Shirt size'), form.locator('li[data-id]').first())
  await expect(rows(form)).toHaveText(['Shirt size', 'Waiver', 'Club', 'Year of birth'])
  await dragByTouch(page, handle(form, 'Shirt size'), form.locator('li[data-id]').nth(2))
  await expect(rows(form)).toHaveText(['Waiver', 'Club', 'Shirt size', 'Year of birth'])

  await handle(form, 'Year of birth').hover()
  await page.mouse.down()
  await rows(form).nth(0).hover()
  await page.mouse.up()
  await expect(rows(form)).toHaveText(['Year of birth', 'Waiver', 'Club', 'Shirt size'])

  const up = form.getByRole('button', { name: 'Move “Shirt size” up' })
  await up.press('Enter')
  await expect(rows(form)).toHaveText(['Year of birth', 'Waiver', 'Shirt size', 'Club'])
  await expect(up).toBeFocused()
  await handle(form, 'Shirt size').press('ArrowDown')
  await expect(handle(form, 'Shirt size')).toBeFocused()
  await expect(form.getByText('“Shirt size” is now 4 of 4.')).toBeAttached()

  await save(page)
  await untilQueued(page, organiser.uid, 1)
  await page.goto('/unsent')
  await page.getByText('What it says').click()
  await expect(page.getByRole('main')).toContainText('1. Year of birth · must be answered')
  await expect(page.getByRole('main')).not.toContainText('{')
  await letSync(page)
  await untilQueued(page, organiser.uid, 0)
  const { questions } = await onServer(organiser, marathon)
  expect(questions.map(({ kind }) => kind)).toEqual(['birthYear', 'waiver', 'club', 'choice'])
  expect(questions[3]?.options).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL'])
  await page.goto(`/dashboard/myMarathons/${marathon._id}/history`)
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Event: questions')
})

test('what the server refuses opens the form at that question, with all that was typed', async ({
  page,
  origin,
  organiser,
}) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  await logIn(page, organiser, '/dashboard/addMarathon')
  await untilSynced(page)
  await refuseNext(page, 'INVALID', { 'questions.0.label': { code: 'TOO_LONG', values: { max: 120 } } })
  const form = page.getByRole('form', { name: 'Add Marathon' })
  for (const [label, value] of [
    ['Title', 'Refused run'],
    ['Location', 'Oslo'],
    ['Description', 'Round the fjord.'],
    ['Image URL', `${origin}/samples/sample-2.svg`],
    ['Registration Start', '1 jan 2027'],
    ['Registration End', '2 feb 2027'],
    ['Marathon Start', '5 mar 2027'],
  ] as const) {
    await form.getByLabel(label, { exact: true }).fill(value)
  }
  await form.getByLabel('Distance').selectOption('25k')
  // A simple event is as quick to make as it was.
  await expect(form.locator('details[open]')).toHaveCount(0)
  await open(form, 'Questions')
  await add(form, 'Text')
  await form.getByLabel('Wording').fill('Which bus?')
  await open(form, 'Questions')
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(form.getByLabel('Wording')).toBeFocused()
  await expect(form.getByLabel('Wording')).toHaveValue('Which bus?')
  await expect(form.getByText('Wording of question 1 must be at most 120 characters.')).toHaveCount(1)
  await expect(form.getByLabel('Title')).toHaveValue('Refused run')
})
