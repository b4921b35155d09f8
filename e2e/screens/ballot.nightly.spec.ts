import { createAccount, inDays } from '../support/account.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

test('the screens of a ballot are accessible and fit at 390 and 1440 px, light and dark', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const other = await createAccount(origin, 'Otto Other')
  const made = await organiser.createMarathon({ title: 'Ballot run', registration: 'ballot', capacity: 1 })
  await logIn(page, organiser, '/dashboard/addMarathon')
  await page.getByText('More settings').click()
  await page.getByLabel('How places are given').selectOption('Ballot')
  await expectGoodLooks(page, 'add')
  for (const [account, firstName] of [
    [organiser, 'Olga'],
    [runner, 'Rosa'],
    [other, 'Otto'],
  ] as const) {
    await account.apply(made, { firstName })
  }
  const panel = page.getByRole('region', { name: 'Ballot', exact: true })
  await page.goto(`/marathons/${made._id}`)
  await wakeSync(page)
  await expect(page.getByRole('heading', { name: 'You are in the ballot' })).toBeVisible()
  await expect(panel).toBeVisible()
  await expectGoodLooks(page, 'entered')
  await organiser.call('PUT', `/api/marathons/${made._id}`, { regEnd: inDays(-1 / 24) })
  await page.goto(`/dashboard/myMarathons/${made._id}`)
  await wakeSync(page)
  await expect(page.getByRole('button', { name: 'Draw now' })).toBeVisible()
  await expectGoodLooks(page, 'organised')
  await page.getByRole('button', { name: 'Draw now' }).click()
  await expect(page.getByRole('dialog', { name: 'Draw the places now?' })).toBeVisible()
  await page.getByRole('button', { name: 'Yes, draw now' }).click()
  await expect(page.getByRole('dialog', { name: 'Places drawn' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await page.goto(`/marathons/${made._id}`)
  await panel.getByRole('button', { name: 'Check it yourself' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expectGoodLooks(page, 'drawn')
  await page.goto('/dashboard/myApply')
  await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible()
  await expectGoodLooks(page, 'my-applications')
})

test('a draw that was tampered with is shown as wrong, and a list that does not arrive is told', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource/)
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const other = await createAccount(origin, 'Otto Other')
  const made = await organiser.createMarathon({ registration: 'ballot', capacity: 1 })
  for (const [account, firstName] of [
    [runner, 'Rosa'],
    [other, 'Otto'],
  ] as const) {
    await account.apply(made, { firstName })
  }
  await organiser.call('PUT', `/api/marathons/${made._id}`, { regEnd: inDays(-1 / 24) })
  await logIn(page, organiser, `/dashboard/myMarathons/${made._id}`)
  await page.getByRole('button', { name: 'Draw now' }).click()
  await page.getByRole('button', { name: 'Yes, draw now' }).click()
  await expect(page.getByRole('dialog', { name: 'Places drawn' })).toBeVisible()

  await page.goto(`/marathons/${made._id}`)
  const panel = page.getByRole('region', { name: 'Ballot', exact: true })
  await page.route('**/draw', (route) => route.abort())
  await panel.getByRole('button', { name: 'Check it yourself' }).click()
  await expect(panel.getByRole('alert')).toHaveText(/did not arrive/)
  await page.unroute('**/draw')
  // A page that is not secure has no hashes.
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true }))
  await panel.getByRole('button', { name: 'Check it yourself' }).click()
  await expect(panel.getByRole('alert')).toHaveText(/cannot check the draw/)
  await page.evaluate(() => Reflect.deleteProperty(crypto, 'subtle'))
  await page.route('**/draw', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const draw = (await response.json()) as { ids: string[] }
    await route.fulfill({ response, json: { ...draw, ids: draw.ids.toReversed() } })
  })
  await panel.getByRole('button', { name: 'Check it yourself' }).click()
  await expect(panel.getByRole('listitem')).toHaveText([
    'Right: The seed is the one of the commitment.',
    'WRONG: The order of all 2 entries follows from it.',
  ])
})
