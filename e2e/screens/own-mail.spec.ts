import type { Page } from '@playwright/test'
import { type Account, createAccount, sentMails } from '../support/account.ts'
import { expectAccessible, expectGoodLooks } from '../support/checks.ts'
import { fillApplication } from '../support/fill-application.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stopToken } from '../support/own-mail.ts'
import { untilSynced } from '../support/phone.ts'

// Mails as people see them in the app: the address, what they want, how they stop them, and a notice by mail. Where the
// server sends them: worker/jobs/mail.

test.use({ allowedInConsole: /Failed to load resource/, event: { title: 'Harbour run' } })

const panel = (page: Page) => page.getByRole('region', { name: 'Mails' })

/** Opens the link of the mail that Firebase would have sent to the account. */
async function openVerification(origin: string, { email }: Account): Promise<void> {
  const mail = async () => (await sentMails(origin)).findLast((one) => one.email === email)
  await expect.poll(mail).toMatchObject({ requestType: 'VERIFY_EMAIL' })
  await fetch((await mail())?.oobLink ?? '')
}

test('after applying a runner verifies the address, gets mails, and stops most of them', async ({
  page,
  origin,
  runner,
  marathon,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, runner, '/dashboard/account')
  await fillApplication(page, origin, marathon._id)
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(panel(page)).toContainText(`First verify your address, ${runner.email}.`)
  await panel(page).getByRole('button', { name: 'Verify my address' }).click()
  await openVerification(origin, runner)
  await panel(page).getByRole('button', { name: 'I have opened the link' }).click()
  await expect(panel(page)).toContainText(`Mails about your events go to ${runner.email}.`)
  await expect(panel(page).getByRole('button')).toHaveCount(0)

  await page.goto('/dashboard/account')
  await expect(page.getByRole('heading', { name: 'What reaches you' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Only what I must know' }).click()
  await expect(panel(page)).toContainText('You stopped mails.')
  await page.reload()
  await expect(panel(page)).toContainText('You stopped mails.')
  await expectGoodLooks(page, 'your account with mails')
  // A choice that does not arrive changes nothing.
  await page.route('**/api/mail', (route) => route.abort())
  await panel(page).getByRole('button', { name: 'Get all mails' }).click()
  await expect(panel(page)).toContainText('That was not saved.')
  await page.unroute('**/api/mail')
  await panel(page).getByRole('button', { name: 'Get all mails' }).click()
  await expect(panel(page)).toContainText('Mails about your events go to')
})

test('the link of a mail stops mails by a tap, not when it is opened, and may be used twice', async ({
  page,
  runner,
}) => {
  const address = `/unsubscribe/${await stopToken(runner)}`
  const wants = async () => ((await runner.call('GET', '/api/mail')) as { wants: string }).wants
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Stop mails about your events?' })).toBeVisible()
  await expectGoodLooks(page, 'stop mails')
  expect(await wants()).toBe('all')
  await page.route('**/unsubscribe/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByRole('alert')).toContainText('That did not work.')
  await page.unroute('**/unsubscribe/*')
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByRole('heading', { name: 'You get no more of these mails.' })).toBeVisible()
  await expectAccessible(page, 'mails are stopped')
  expect(await wants()).toBe('needed')
  await page.goto(address)
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByRole('heading', { name: 'You get no more of these mails.' })).toBeVisible()
})

test('a notice goes by mail too where the organiser ticks it, and says whom it reaches', async ({
  page,
  origin,
  organiser,
  marathon,
}) => {
  const [first, second] = [await createAccount(origin, 'Rosa Runner'), await createAccount(origin, 'Rita Runner')]
  await first.apply(marathon)
  await second.apply(marathon)
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/notices`)
  await untilSynced(page)
  await expect(page.getByText(/^By mail it reaches 0 of 2 runners\. \d mails left today\.$/)).toBeVisible()
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/api/sync') && /notice\.create/.test(request.postData() ?? ''),
  )
  await page.getByLabel('Notice', { exact: true }).fill('Take the ferry.')
  await page.getByLabel('Also by mail').check()
  await expectGoodLooks(page, 'a notice by mail')
  await page.getByRole('button', { name: 'Send the notice' }).click()
  const question = page.getByRole('dialog', { name: 'Send this notice by mail too?' })
  await expect(question).toContainText('By mail it reaches 0 of 2 runners.')
  await question.getByRole('button', { name: 'Yes, send it' }).click()
  expect(JSON.parse((await sent).postData() ?? '').ops[0].patch).toMatchObject({ text: 'Take the ferry.', mail: true })
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Also by mail')).not.toBeChecked()
  await expect(page.getByText('2 mails left today.')).toBeVisible()
})
