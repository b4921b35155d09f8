import { randomUUID } from 'node:crypto'
import { expectGoodLooks, watchShifts } from '../support/checks.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stopToken } from '../support/own-mail.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

// What a change seldom breaks. own-mail.spec.ts has what each change must pass.

test.use({ allowedInConsole: /Failed to load resource/, event: { title: 'Harbour run' } })

test('a link that was cut says so, and leads to the account', async ({ page }) => {
  await page.goto('/unsubscribe/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.cut')
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await expect(page.getByText('This link does not work.')).toBeVisible()
  await expectGoodLooks(page, 'a link that was cut')
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('the form of a notice does not move where the server sends no mails', async ({ page, organiser, marathon }) => {
  let isUp = false
  await page.route('**/api/config', async (route) => {
    if (!isUp) return route.abort()
    const answer = await route.fetch({ maxRetries: 2 })
    await new Promise((done) => setTimeout(done, 1000))
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mail: false } })
  })
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/notices`)
  await untilSynced(page)
  isUp = true
  const shifted = await watchShifts(page)
  // The phone has noted nothing the first time, and what the server said the second time.
  for (const _ of ['first', 'second']) {
    const answered = page.waitForResponse('**/api/config')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Send as urgent' })).toBeVisible()
    await answered
    await page.waitForTimeout(500)
    await expect(page.getByLabel('Also by mail')).toBeHidden()
    // A line whose typeface comes late moves sideways alone.
    const isDown = (what: string) => !/ from (\S+) to \1$/.test(what)
    expect((await shifted()).filter(({ what }) => what.some(isDown))).toEqual([])
  }
})

test('a mail that would not be sent today cannot be ticked', async ({ page, organiser, marathon }) => {
  for (const text of ['One', 'Two', 'Three']) {
    const op = {
      opId: randomUUID(),
      v: 1,
      type: 'notice.create',
      id: randomUUID(),
      base: {},
      at: new Date().toISOString(),
    }
    const patch = { marathonId: marathon._id, text, urgent: false, mail: true, at: op.at }
    await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops: [{ ...op, patch }] })
  }
  const left = async () =>
    ((await organiser.call('GET', `/api/marathons/${marathon._id}/mail`)) as { left: number }).left
  await expect.poll(left).toBe(0)
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/notices`)
  await expect(page.getByText('No more mails today.')).toBeVisible()
  await expect(page.getByLabel('Also by mail')).toBeDisabled()
})

test.describe('with a service worker and no network', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the form still offers mails, and the link of a mail opens', async ({
    page,
    network,
    organiser,
    marathon,
    quietConsole,
  }) => {
    quietConsole.allow(/ERR_INTERNET_DISCONNECTED/)
    const notices = `/dashboard/myMarathons/${marathon._id}/notices`
    await logIn(page, organiser, notices)
    await expect(page.getByText(/^By mail it reaches 0/)).toBeVisible()
    await untilInstalled(page)
    await network(false)
    await page.goto(notices)
    await expect(page.getByLabel('Also by mail')).toBeEnabled()
    await expect(page.getByText('How many it reaches by mail is not known now.')).toBeVisible()
    await page.goto(`/unsubscribe/${await stopToken(organiser)}`)
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByRole('alert')).toContainText('That did not work.')
  })
})

test('without an answer the form says that it does not know whom a mail reaches', async ({
  page,
  organiser,
  marathon,
}) => {
  await page.route(`**/api/marathons/${marathon._id}/mail`, (route) => route.abort())
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/notices`)
  await expect(page.getByText('How many it reaches by mail is not known now.')).toBeVisible()
  await expect(page.getByLabel('Also by mail')).toBeEnabled()
})
