import { createAccount } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { main } from '../support/open-door.ts'
import { untilInstalled } from '../support/phone.ts'

// What a change seldom breaks. open-door.spec.ts has what each change must pass.

test.describe('with the service worker', () => {
  test.use({
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 844 },
    allowedInConsole: /Failed to load resource/,
  })

  test('a visitor opens a page again with no network; one never seen says so, with a way on', async ({
    page,
    network,
    origin,
  }) => {
    const organiser = await createAccount(origin, 'Olga Organiser')
    const { _id, title } = await organiser.createMarathon()
    await page.goto(`/e/${_id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await untilInstalled(page)
    // Files are not the app's page.
    expect(await (await page.goto('/robots.txt'))?.text()).toMatch(/^User-agent/)
    await network(false)
    await page.goto(`/e/${_id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(main(page)).toContainText('You are offline')
    await expect(main(page)).toContainText(/Saved \d/)
    await expect(page.getByRole('timer')).toBeVisible()
    await page.goto('/e/never-seen-here')
    await expect(page.getByRole('heading', { name: 'This event is not on this phone' })).toBeVisible()
    await main(page).getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})
