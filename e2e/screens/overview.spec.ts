import { createAccount } from '../support/account.ts'
import { untilQueued } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { heading, overview } from '../support/overview.ts'

// The place of an event for its organiser, and the ways to it.

test.describe.configure({ timeout: 120_000 })

test.use({
  viewport: { width: 390, height: 844 },
  // Under way: of today, also shortly before midnight.
  event: { title: 'Pier run', startDate: new Date(Date.now() - 60_000).toISOString() },
})

test('the place of an event leads to all its screens, and each of them leads back', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  await logIn(page, organiser, '/dashboard/myMarathons')
  await page.getByRole('link', { name: 'Pier run' }).click()
  await expect(page).toHaveURL(overview(marathon))
  await expect(page).toHaveTitle('Pier run | Organise')
  // The greeting is not here.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Pier run'])
  await expect(page.getByText('0 of 1 here')).toBeVisible()
  await expect(page.getByRole('img', { name: 'The event as a QR code' })).toBeVisible()
  for (const [name, opens] of [
    ['Entrants', 'Entrants'],
    ['Notices', 'Notices'],
    ['Staff', 'Staff'],
    ['Check in', 'Check-in'],
  ] as const) {
    // The checklist has links of the same name, until it knows its numbers.
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
    await expect(heading(page, opens)).toBeVisible()
    await page.getByRole('link', { name: 'Pier run' }).click()
    await expect(heading(page, 'Pier run')).toBeVisible()
  }
})

test('deleting an event says how many entries go with it, and leads to the list', async ({
  page,
  origin,
  organiser,
  runner,
  marathon,
}) => {
  const other = await createAccount(origin, 'Otto Other')
  for (const account of [runner, other]) await account.apply(marathon)
  await logIn(page, organiser, overview(marathon))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toContainText(
    'This marathon will be deleted permanently! 2 entries go with it. Runners are told.',
  )
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByRole('dialog', { name: 'Deleted!' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL('/dashboard/myMarathons')
  await untilQueued(page, organiser.uid, 0)
})

test('the public details of one’s own event say so, and lead to its place first', async ({
  page,
  organiser,
  marathon,
}) => {
  await logIn(page, organiser, `/marathons/${marathon._id}`)
  await expect(page.getByText(/^You organise this event\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Register Now' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Organise', exact: true }).click()
  await expect(page).toHaveURL(overview(marathon))
})
