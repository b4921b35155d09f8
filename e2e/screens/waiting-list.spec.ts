import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { holdSync, letSync, untilAnswered, untilQueued, wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'

// A marathon with one place: who has it, who waits, and what each of them is told.

test.describe.configure({ timeout: 90_000 })

let organiser: Account
let first: Account
let runner: Account
let marathon: NewMarathon

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })
test.beforeEach(async ({ page, origin }) => {
  await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
  organiser = await createAccount(origin, 'Olga Organiser')
  first = await createAccount(origin, 'Fay First')
  runner = await createAccount(origin, 'Rosa Runner')
  marathon = await organiser.createMarathon({ title: 'One place run', capacity: 1 })
})

async function takeThePlace(): Promise<string> {
  const made = await first.apply(marathon, { firstName: 'Fay' })
  return made.insertedId
}
const application = async (account: Account) =>
  ((await account.call('GET', '/api/marathonApplication')) as { status: string }[])[0]
const form = (page: Page) => page.getByRole('form', { name: 'Marathon Registration Form' })

test('a full marathon offers its waiting list, and the place that becomes free goes to the runner by itself', async ({
  page,
}) => {
  const entry = await takeThePlace()
  await logIn(page, runner, `/marathons/${marathon._id}`)
  await expect(page.getByText('The only place is taken. You would be 1st on the waiting list.')).toBeVisible()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(form(page)).toContainText('You would be 1st on the waiting list.')
  await fillRunner(page)
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('You are registered')).toBeHidden()
  expect(await application(runner)).toMatchObject({ status: 'waiting' })

  await first.call('DELETE', `/api/marathonApplication/${entry}`)
  await wakeSync(page)
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expect(page.getByText('from the waiting list')).toBeVisible()
  await page.goto('/dashboard/myApply')
  await expect(page.getByText(/^You have a place, from the waiting list on /)).toBeVisible()
})

test('an application that finds the marathon full becomes one to the waiting list, and leaving it is one tap', async ({
  page,
}) => {
  await logIn(page, runner, `/marathon/registration/${marathon._id}`)
  await holdSync(page)
  await fillRunner(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await untilQueued(page, runner.uid, 1)
  await takeThePlace()
  await page.goto('/unsent')
  await letSync(page)
  await untilAnswered(page, runner.uid, 1)
  const refused = page.getByRole('region', { name: 'Not accepted' })
  await expect(refused).toContainText('The event is full: the last place was taken before your entry arrived.')
  await refused.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible({ timeout: 20_000 })
  expect(await application(runner)).toMatchObject({ status: 'waiting' })

  await page.goto('/dashboard/myApply')
  await expect(page.getByText('On the waiting list: no place yet')).toBeVisible()
  await page.getByRole('button', { name: 'Leave the waiting list of One place run' }).click()
  await expect(page.getByRole('dialog', { name: 'You left the waiting list.' })).toBeVisible()
  expect(await application(runner)).toBeUndefined()
})

test('a form that learns of the last place while it is open keeps what was typed, and offers the list', async ({
  page,
  quietConsole,
}) => {
  // Without a live room the form learns of it by the refusal of its own application.
  quietConsole.allow(/WebSocket/)
  await page.routeWebSocket(/\/live$/, (socket) => socket.close())
  await logIn(page, runner, `/marathon/registration/${marathon._id}`)
  await fillRunner(page)
  await takeThePlace()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('You can join the waiting list.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { name: 'You are on the waiting list' })).toBeVisible()
})

test('the organiser sees who waits, and a higher capacity lets the first of them in', async ({ page, origin }) => {
  await takeThePlace()
  const list = { waitingList: true }
  await runner.apply(marathon, { firstName: 'Rosa', ...list })
  const last = await createAccount(origin, 'Lea Last')
  await last.apply(marathon, { firstName: 'Lea', ...list })
  await logIn(page, organiser, '/dashboard/myMarathons')
  await expect(page.getByText('1 of 1 registered, 2 waiting')).toBeVisible()
  await page.goto(`/dashboard/myMarathons/${marathon._id}/entrants`)
  await expect(page.getByRole('status').filter({ hasText: 'registered' })).toHaveText(
    /1 registered of 1 place, 2 on the waiting list/,
  )
  // The filter above the list is called the same.
  const waiting = page.getByText('Waiting list', { exact: true }).and(page.locator('li *'))
  await expect(waiting).toHaveCount(2)
  await page.getByLabel('Sort By').selectOption('In line')
  await expect(page.getByText(/in line$/).and(page.locator('li *'))).toHaveText(['1st in line', '2nd in line'])
  await expect(page.getByText('From the waiting list,')).toBeHidden()
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { capacity: 2 })
  await wakeSync(page)
  await expect(waiting).toHaveCount(1)
  await expect(page.getByText('From the waiting list,')).toHaveCount(1)
  await expect(page.getByText('1st in line')).toHaveCount(1)
  expect([await application(runner), await application(last)]).toMatchObject([
    { status: 'registered' },
    { status: 'waiting' },
  ])
})
