import { expect, test } from '@playwright/test'
import { DAY_MS } from '../contract/limits.ts'
import { createAccount } from './support/account.ts'
import { logIn } from './support/log-in.ts'
import { logOut, untilLoggedOut } from './support/log-out.ts'
import { type Phone as Browser, startPhone } from './support/phone.ts'
import {
  newPhones,
  type PushService,
  pushDelivery,
  shownNotifications,
  startPushService,
  withSubscriptions,
} from './support/push-service.ts'

// A push from the tap of an organiser to a phone: the worker, its queue and its database are real, and so are the
// service worker and what it shows. The way from a push service to the phone is the browser's debugging protocol.

let browser: Browser
let pushService: PushService | undefined

test.beforeEach(async () => {
  browser = await startPhone()
})
test.afterEach(async () => {
  await browser.close()
  await pushService?.close()
})

test('a phone is told of moved starts until its logout, and the next account hears nothing', async ({
  baseURL: origin = '',
}) => {
  test.setTimeout(300_000)
  const organiser = await createAccount(origin, 'Olga Organiser')
  const [runner, next] = [await createAccount(origin, 'Rosa Runner'), await createAccount(origin, 'Nils Next')]
  const marathon = await organiser.createMarathon({ title: 'A run that moves' })
  await runner.call('POST', '/api/marathonApplication', {
    marathonId: marathon._id,
    title: marathon.title,
    startDate: marathon.startDate,
    firstName: 'Rosa',
    lastName: 'Runner',
    phoneNumber: '+49 40 123456',
  })
  const { vapidKey } = (await organiser.call('GET', '/api/config')) as { vapidKey: string }
  const phones = await newPhones(2)
  pushService = await startPushService(new Map(phones.map((one) => [one.subscription.endpoint, one])), vapidKey)
  const { received } = pushService
  const moveTo = (days: number) =>
    organiser.call('PUT', `/api/marathons/${marathon._id}`, {
      startDate: new Date(Date.parse(marathon.startDate) + days * DAY_MS).toISOString(),
    })
  const { context, page } = browser
  await context.grantPermissions(['notifications'], { origin })
  await withSubscriptions(context, phones)

  // Nothing asks by itself: the user taps.
  await page.goto(origin)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await logIn(page, runner, `/login?redirect=/marathons/${marathon._id}`, origin)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByText('This phone shows start changes')).toBeVisible()

  await moveTo(1)
  await expect.poll(() => received.length, { timeout: 60_000 }).toBe(1)
  const [push] = received
  expect(push?.endpoint).toBe(phones[0]?.subscription.endpoint)
  expect(push?.payload).toMatchObject({ kind: 'start', marathonId: marathon._id, title: 'A run that moves' })
  expect(push?.payload.text).toContain('The start is now')

  const deliver = await pushDelivery(page, origin)
  const shown = [['A run that moves', push?.payload.text]]
  // The debugging protocol loses a push for a service worker that is just starting.
  const deliverAndLook = (other?: { text: string; parts: null }) => {
    return async () => {
      await deliver({ ...push?.payload, ...other })
      await page.waitForTimeout(500)
      return shownNotifications(page)
    }
  }
  await expect.poll(deliverAndLook()).toEqual(shown)
  // A newer one of the same race replaces it. What is not from our server is not shown.
  await expect.poll(deliverAndLook({ text: 'newer', parts: null })).toEqual([['A run that moves', 'newer']])
  await deliver({ title: 'forged' })
  await page.waitForTimeout(500)
  expect(await shownNotifications(page)).toEqual([['A run that moves', 'newer']])

  // Off and on again, with a new subscription each time.
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  await moveTo(2)
  await expect
    .poll(() => received.map(({ endpoint }) => endpoint), { timeout: 60_000 })
    .toEqual(phones.map(({ subscription }) => subscription.endpoint))

  await expect.poll(deliverAndLook()).toEqual(shown)
  await page.getByRole('button', { name: 'Menu' }).click()
  await logOut(page)
  await untilLoggedOut(page)
  await expect.poll(() => shownNotifications(page)).toEqual([])
  await moveTo(3)
  await deliver(push?.payload)
  await logIn(page, next, '/login', origin)
  await deliver(push?.payload)
  // Time for a push and for a notification that must not come.
  await page.waitForTimeout(5000)
  expect(await shownNotifications(page)).toEqual([])
  expect(received).toHaveLength(2)
})
