import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/checks.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { allow, details, prepareRunner } from '../support/push-settings.ts'

// What the app says about notifications where they cannot be switched on.

prepareRunner()

test.use({ event: { title: 'Harbour run' } })

const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('the switch on the race and on "Ready?" says what comes, and asks nothing by itself', async ({
  page,
  context,
  runner,
  marathon,
}) => {
  await allow(context, 'default')
  await context.addInitScript(() => {
    Notification.requestPermission = () => {
      document.title = 'asked'
      return Promise.resolve('denied')
    }
  })
  await logIn(page, runner, details(marathon))
  await expect(panel(page)).toContainText('Get start changes')
  await expectAccessible(page, 'the switch for notifications')
  await expect(page).not.toHaveTitle('asked')
  await panel(page).getByRole('button', { name: 'Notify me' }).click()
  await expect(page).toHaveTitle('asked')
  await page.goto('/ready')
  await expect(page.getByRole('button', { name: 'Notify me' })).toBeVisible()
})

test('where the user has blocked notifications, the settings say how to allow them', async ({
  page,
  context,
  runner,
}) => {
  await allow(context, 'denied')
  await logIn(page, runner, '/ready')
  await expect(page.getByText('Notifications of this site are blocked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notify me' })).toHaveCount(0)
})

test.describe('an iPhone whose app is not installed', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' })

  test('is told to install it first', async ({ page, context, runner, marathon }) => {
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PushManager')
    })
    await logIn(page, runner, details(marathon))
    await expect(panel(page)).toContainText('On an iPhone only installed apps can notify you')
    await expect(panel(page)).toContainText('Add to Home Screen')
  })
})
