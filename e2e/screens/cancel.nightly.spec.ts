import { cancelIt, dialog, openDialog, overview, REASON, send } from '../support/cancel.ts'
import { holdSync, letSync, untilQueued, wakeSync } from '../support/edits.ts'
import { fillApplication } from '../support/fill-application.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. cancel.spec.ts has what each change must pass.

test.describe.configure({ timeout: 120_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'River run', capacity: 40, timeZone: 'Europe/Berlin' },
})

test('who applied offline is told that the event was cancelled, and is offered what can help', async ({
  page,
  origin,
  organiser,
  runner,
  marathon,
}) => {
  await logIn(page, runner, `/marathon/registration/${marathon._id}`)
  await holdSync(page)
  await fillApplication(page, origin, marathon._id)
  await untilQueued(page, runner.uid, 1)
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { cancelled: REASON })
  await page.goto('/unsent')
  await letSync(page)
  const card = page.getByRole('region', { name: 'Not accepted' })
  await expect(card).toContainText(`The event is cancelled, so nobody can register. Reason: ${REASON}`)
  await expect(card.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expect(card.getByRole('button', { name: /send again/i })).toBeHidden()
  await page.goto('/dashboard/notices')
  await expect(page.getByRole('list', { name: 'Notices' })).toContainText(
    'The event is cancelled, so nobody can register.',
  )

  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { cancelled: null })
  await page.goto('/unsent')
  await wakeSync(page)
  await card.getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
})

test('the reason is required and has a limit, and what was typed is there again', async ({
  page,
  organiser,
  marathon,
}) => {
  await logIn(page, organiser, overview(marathon))
  await openDialog(page)
  await send(page)
  await expect(dialog(page)).toContainText('The reason is required.')
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await dialog(page).getByLabel('Reason').fill('x'.repeat(301))
  await send(page)
  await expect(dialog(page)).toContainText('The reason must be at most 300 characters.')
  await dialog(page).getByLabel('Reason').fill('Storm, we think')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await openDialog(page)
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('Storm, we think')
  await dialog(page).getByRole('button', { name: 'Keep the event' }).click()
  await expect(dialog(page)).toBeHidden()
  await openDialog(page)
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('')
})

test('two phones that cancel with different reasons see both in words', async ({ page, organiser, marathon }) => {
  await logIn(page, organiser, overview(marathon))
  await holdSync(page)
  await cancelIt(page)
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { cancelled: 'Too few marshals.' })
  await page.goto('/unsent')
  await letSync(page)
  const card = page.getByRole('region', { name: 'Changed by somebody else too' })
  await expect(card).toContainText(`Cancelled: ${REASON}`, { timeout: 20_000 })
  await expect(card).toContainText('Cancelled: Too few marshals.')
  await card.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
})

test('a cancelled event is not on the home page of visitors and users', async ({ page, organiser }) => {
  const { _id, title } = await organiser.createMarathon({ title: 'Lonely lake run' })
  await organiser.call('PUT', `/api/marathons/${_id}`, { cancelled: REASON })
  for (const path of ['/api/allMarathon', '/api/upcomingMarathon']) {
    // The server keeps these lists for a second, and another test may have read them between the two calls above.
    const isListed = async () => JSON.stringify(await organiser.call('GET', path)).includes(_id)
    await expect.poll(isListed, { timeout: 5000 }).toBe(false)
  }
  await logIn(page, organiser, '/dashboard/myMarathons')
  await untilSynced(page)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0)
})
