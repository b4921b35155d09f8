import { expect, test } from '../support/fixtures.ts'

test('a spinner stands by Explore Marathons while its list is empty and on its way', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/allMarathon', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const explore = page.getByRole('region', { name: 'Explore Marathons' })
  await expect(explore.getByText('Loading marathons')).toBeAttached()
  answer()
  await expect(explore.getByRole('article')).toHaveCount(4)
  await expect(explore.getByText('Loading marathons')).toHaveCount(0)
})

test('no upcoming event says No upcoming marathons found., and a failure is told from it', async ({
  page,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource/)
  await page.route('**/api/upcomingMarathon', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/allMarathon', (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Upcoming Marathons' })).toContainText('No upcoming marathons found.')
  const explore = page.getByRole('region', { name: 'Explore Marathons' })
  await expect(explore).toContainText('The events could not be loaded.')
  await page.unroute('**/api/allMarathon')
  await explore.getByRole('button', { name: 'Try again' }).click()
  await expect(explore.getByRole('article')).toHaveCount(4)
})
