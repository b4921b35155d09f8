/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount, inDays, PASSWORD } from '../support/account.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { eventTest, expect, signedIn, test } from '../support/fixtures.ts'
import { main } from '../support/open-door.ts'

const registerNow = (page: Page) => main(page).getByRole('link', { name: 'Register Now' })
const FULL = { capacity: 1, organisedBy: 'Harbour Runners', description: 'Start list: https://example.com/list' }

eventTest.describe('the door of a full event', () => {
  eventTest.use({ event: FULL })

  eventTest(
    'a visitor reads the public page, makes an account, and lands on the form, with Back to the event',
    async ({ page, organiser, marathon }) => {
      await organiser.apply(marathon)
      await page.goto(`/e/${marathon._id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(marathon.title)
      await expect(page).toHaveTitle(`${marathon.title} | Startline`)
      for (const words of [marathon.location, 'Harbour Runners', '10k', 'Full, waiting list'])
        await expect(main(page)).toContainText(words)
      await expect(main(page).getByRole('link', { name: 'https://example.com/list' })).toHaveAttribute(
        'rel',
        /nofollow ugc/,
      )
      expect(await page.content()).not.toContain(organiser.email)
      expect(await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name)))).not.toContain(
        expect.stringMatching(/account/),
      )

      await registerNow(page).click()
      await expect(main(page).getByRole('link', { name: marathon.title })).toHaveAttribute('href', `/e/${marathon._id}`)
      await main(page).getByRole('link', { name: 'Register Now' }).click()
      await page.reload()
      await expect(main(page)).toContainText('Create an account to see this event')
      await expect(main(page)).toContainText(marathon.title)
      await page.getByLabel('Name').fill('Vera Visitor')
      await page.getByLabel('Email').fill(`vera.${marathon._id}@example.com`)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page).toHaveURL(`/marathon/registration/${marathon._id}`)
      await expect(page.getByLabel('First Name')).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(`/marathons/${marathon._id}`)
    },
  )
})

eventTest(
  'a moved and cancelled event says so, looks good and has no way to register',
  async ({ page, organiser, marathon }) => {
    const change = (patch: object) => organiser.call('PUT', `/api/marathons/${marathon._id}`, patch)
    await change({ startDate: inDays(11) })
    await change({ cancelled: 'The river is over its banks.' })
    await page.goto(`/e/${marathon._id}`)
    await expect(main(page)).toContainText('Moved. It was ')
    await expect(main(page)).toContainText('This event is cancelled.')
    await expect(main(page)).toContainText('The river is over its banks.')
    await expect(main(page).getByRole('button', { name: 'Cancelled' })).toBeDisabled()
    await expect(registerNow(page)).toHaveCount(0)
    await expectGoodLooks(page, 'the public page of a cancelled event')
  },
)

test.describe('an address of no event', () => {
  test.use({ allowedInConsole: /Failed to load resource/ })

  test('shows the 404 page, also once an event that was shown is deleted', async ({ page, origin }) => {
    await page.goto('/e/no-such-event')
    await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible()
    const organiser = await createAccount(origin, 'Olga Organiser')
    const { _id, title } = await organiser.createMarathon()
    await page.goto(`/e/${_id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await organiser.call('DELETE', `/api/marathons/${_id}`)
    // A worker keeps what it read for a second. The page asks again when its reader is back.
    await expect.poll(async () => (await page.request.get(`/api/marathons/${_id}/public`)).status()).toBe(404)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible()
  })
})

signedIn('a signed-in user is led from the public page to the details, with no step of Back', async ({ page }) => {
  await page.goto('/aboutUs')
  await page.goto('/e/seed-event-18')
  await expect(page).toHaveURL('/marathons/seed-event-18')
  await expect(page.getByText('Registered Participants')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/aboutUs')
})
