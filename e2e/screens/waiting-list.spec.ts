import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import {
  application,
  first,
  marathon,
  organiser,
  prepareWaitingList,
  runner,
  takeThePlace,
} from '../support/waiting-list.ts'

// A marathon with one place: who has it, who waits, and what each of them is told.

prepareWaitingList()

test.describe.configure({ timeout: 90_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

const form = (page: Page) => page.getByRole('form', { name: 'Marathon Registration Form' })

test('a full marathon offers its waiting list, and a free place goes to the runner by itself', async ({ page }) => {
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
