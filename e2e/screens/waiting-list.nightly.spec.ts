import { holdSync, letSync, untilAnswered, untilQueued } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { application, marathon, prepareWaitingList, runner, takeThePlace } from '../support/waiting-list.ts'

// What a change seldom breaks. waiting-list.spec.ts has what each change must pass.

prepareWaitingList()

test.describe.configure({ timeout: 90_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('a refused application joins the waiting list of a full marathon, and leaves with one tap', async ({ page }) => {
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

test('a form whose last place is taken keeps what was typed, and offers the waiting list', async ({
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
