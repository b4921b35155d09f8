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
