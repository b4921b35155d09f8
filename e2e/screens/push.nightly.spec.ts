import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { allow, details, prepareRunner } from '../support/push-settings.ts'

// What a change seldom breaks. push.spec.ts has what each change must pass.

prepareRunner()

test.use({ event: { title: 'Harbour run' } })

test('where the server has no push, nothing of it is offered', async ({ page, context, runner, marathon }) => {
  await allow(context, 'default')
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, json: { ...(await response.json()), vapidKey: null } })
  })
  await logIn(page, runner, details(marathon))
  const config = page.waitForResponse('**/api/config')
  await page.goto(details(marathon))
  await config
  await expect(page.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  await page.goto('/ready')
  await expect(page.getByRole('heading', { name: 'Ready for race day?' })).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(page.getByText(/Notifications|Notify me/)).toHaveCount(0)
})
