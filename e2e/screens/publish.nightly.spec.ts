import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { holdSync, letSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { at, crossing, marathon, organiser, preparePublish, published, screen, send } from '../support/publish.ts'

// What a change seldom breaks. publish.spec.ts has what each change must pass.

preparePublish()

test.use({ allowedInConsole: /Failed to load resource/, viewport: { width: 390, height: 844 } })

test('who signs a list that has changed meanwhile is told, and signs the new one', async ({ page }) => {
  await logIn(page, organiser, screen())
  await untilSynced(page)
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog')
  await holdSync(page)
  await send([crossing(2000, '103')])
  await dialog.getByRole('button', { name: 'Make official' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The list is another one by now.')
  expect(await published()).toBeNull()
  await letSync(page)
  await expect(dialog).toContainText('Nothing is open.')
  await dialog.getByRole('button', { name: 'Make official' }).click()
  await expect(page.getByRole('dialog', { name: 'Official', exact: true })).toContainText('3 results are official now.')
  await expect.poll(async () => (await published())?.state).toBe('official')
})

test('a list without anybody is not made official: it could not be taken back', async ({ page }) => {
  const { _id } = await organiser.createMarathon({ title: 'Nobody yet' })
  await logIn(page, organiser, `/dashboard/myMarathons/${_id}/results#published`)
  await untilSynced(page)
  await page.getByRole('button', { name: 'Make official' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make the results official?' })
  await expect(dialog).toContainText('Nobody is in the list yet.')
  await expect(dialog.getByRole('status')).toHaveText('Nothing can become official before somebody has started.')
  await expect(dialog.getByRole('button', { name: 'Make official' })).toBeDisabled()
  await expectAccessible(page, 'an empty list')
})

test('after the race one tap leads to all that is due, and the numbers of the day are one page', async ({ page }) => {
  const startDate = at(-86_000_000)
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { startDate })
  const overview = `/dashboard/myMarathons/${marathon._id}`
  await logIn(page, organiser, overview)
  await untilSynced(page)
  const due = page.getByRole('region', { name: 'After the race' })
  await expect(due.getByRole('listitem')).toHaveText([
    /^Decide the doubts \(Done\)Done/,
    /^Make the results officialYour staff alone sees them/,
    /^Thank your runners/,
    /^Pass the results on/,
    /^Numbers of the day/,
    /^Plan the next one/,
  ])
  await expectAccessible(page, 'what is due')
  await due.getByRole('link', { name: 'Make the results official' }).click()
  await expect(page.getByRole('button', { name: 'Show live' })).toBeVisible()
  await page.goto(overview)
  await due.getByRole('link', { name: 'Numbers of the day' }).click()
  const main = page.getByRole('main')
  await expect(main.locator('dl').first()).toHaveText('Started3Finished2Retired0Disqualified0Did not start0Still out1')
  await expect(main).toContainText('Fastest0:30:00.0Middle0:30:50.0Last0:31:40.0')
  await expect(main.getByRole('table', { name: 'Finished by hour' })).toBeVisible()
  await expectAccessible(page, 'the numbers')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page, 'the numbers')
  // Also with no network.
  await holdSync(page)
  await page.reload()
  await expect(main).toContainText('Fastest0:30:00.0')
})
