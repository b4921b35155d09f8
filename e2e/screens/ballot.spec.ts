import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectPopUpCloses } from '../support/checks.ts'
import { wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'

// A ballot from the add form to the check of its draw.

test.describe.configure({ timeout: 180_000 })

let organiser: Account
let runner: Account
let other: Account

test.beforeEach(async ({ page, origin }) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  organiser = await createAccount(origin, 'Olga Organiser')
  runner = await createAccount(origin, 'Rosa Runner')
  other = await createAccount(origin, 'Otto Other')
})

const HOUR_MS = 3_600_000
const closed = () => ({ regEnd: new Date(Date.now() - HOUR_MS).toISOString() })

type Stored = NewMarathon & { commitment: string; seed: string | null }

/** The organiser's only marathon. */
async function ballot(): Promise<Stored> {
  const list = (await organiser.call('GET', `/api/marathons?email=${organiser.email}`)) as Stored[]
  return list[0] as Stored
}

async function addBallot(page: Page) {
  const form = page.getByRole('form', { name: 'Add Marathon' })
  await form.getByLabel('Title', { exact: true }).fill('Ballot run')
  await form.getByLabel('Location').fill('Kiel')
  await form.getByLabel('Distance').selectOption('10k')
  await form.getByLabel('Description').fill('Two laps.')
  await form.getByLabel('Image URL').fill(new URL('/samples/sample-1.svg', page.url()).href)
  for (const [label, days] of [
    ['Registration Start', -2],
    ['Registration End', 5],
    ['Marathon Start', 20],
  ] as const) {
    const day = new Date(Date.now() + days * 24 * HOUR_MS)
    const month = day.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
    await form.getByLabel(label, { exact: true }).fill(`${day.getUTCDate()} ${month} ${day.getUTCFullYear()}`)
  }
  await form.getByText('More settings').click()
  await form.getByLabel('How places are given').selectOption('Ballot')
  return form
}

test('two runners enter a new ballot, the organiser draws, and a runner checks the result', async ({
  page,
  browser,
}) => {
  await logIn(page, organiser, '/dashboard/addMarathon')
  const form = await addBallot(page)
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(form.getByText('A ballot needs a capacity.')).toBeVisible()
  await form.getByLabel('Capacity').fill('1')
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(page.getByRole('dialog')).toContainText('You Successfully Added a Marathon!')
  const made = await ballot()
  expect(made).toMatchObject({ registration: 'ballot', seed: null })
  expect(made.commitment).toMatch(/^[0-9a-f]{64}$/)

  const phone = await browser.newPage()
  await stretchTimers(phone, VERDICT_WAIT_MS, 60_000)
  await logIn(phone, runner, `/marathons/${made._id}`)
  await expect(phone.getByText(/^Ballot: apply until .*, then 1 place is drawn\.$/)).toBeVisible()
  const panel = phone.getByRole('region', { name: 'Ballot', exact: true })
  await panel.getByText('How the draw works').click()
  await expect(panel.getByText(made.commitment)).toBeVisible()
  await phone.getByRole('link', { name: 'Register Now' }).click()
  await fillRunner(phone)
  await phone.getByRole('button', { name: 'Enter the ballot' }).click()
  await expect(phone.getByRole('heading', { name: 'You are in the ballot' })).toBeVisible()
  await expect(phone.getByText(/registered/i)).toBeHidden()
  await other.apply(made, { firstName: 'Otto' })

  await page.goto('/dashboard/myMarathons')
  await wakeSync(page)
  await expect(page.getByText('0 of 1 registered, 2 in the ballot')).toBeVisible()
  await page.getByRole('link', { name: 'Ballot run' }).click()
  await expect(page.getByRole('button', { name: 'Draw now' })).toBeHidden()
  await organiser.call('PUT', `/api/marathons/${made._id}`, closed())
  await wakeSync(page)
  await page.getByRole('button', { name: 'Draw now' }).click()
  await expect(page.getByRole('dialog', { name: 'Draw the places now?' })).toContainText('You can draw only once')
  await page.getByRole('button', { name: 'Yes, draw now' }).click()
  await expect(page.getByRole('dialog', { name: 'Places drawn' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expectPopUpCloses(page)
  await expect(page.getByRole('button', { name: 'Draw now' })).toBeHidden()
  await page.goto('/dashboard/myMarathons')
  await expect(page.getByText('1 of 1 registered, 1 waiting')).toBeVisible()

  const [mine] = (await runner.call('GET', '/api/marathonApplication')) as { status: string; drawOrder: number }[]
  const title = mine?.status === 'registered' ? 'You have a place' : 'You are on the waiting list'
  await phone.goto(`/marathons/${made._id}`)
  await wakeSync(phone)
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  const [, theirs] = mine?.drawOrder === 1 ? ['registered', 'waiting'] : ['waiting', 'registered']
  expect(((await other.call('GET', '/api/marathonApplication')) as { status: string }[])[0]?.status).toBe(theirs)

  await phone.getByRole('button', { name: 'Check it yourself' }).click()
  await expect(panel.getByRole('listitem')).toHaveText([
    'Right: The seed is the one of the commitment.',
    'Right: The order of all 2 entries follows from it.',
    `Right: Rosa Runner is number ${mine?.drawOrder} of it.`,
  ])
  expect((await ballot()).commitment).toBe(made.commitment)
  await phone.close()
})
