import { inDays, type NewMarathon } from '../support/account.ts'
import { expectAccessible } from '../support/checks.ts'
import { untilQueued, wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { ann, cem, marathon, organiser, prepareHandOn, send, walkIn } from '../support/hand-on.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// What a change seldom breaks. hand-on.spec.ts has what each change must pass.

prepareHandOn()

test.describe.configure({ timeout: 90_000 })
test.use({ allowedInConsole: /Failed to load resource/ })

/** Ann, who has applied, offers her place. @returns where the link leads */
async function offer() {
  const { insertedId } = await ann.apply(marathon, { firstName: 'Ann' })
  const secret = 'c2VjcmV0LW9mLWFuLW9mZg'
  await send(ann, 'application.offer', insertedId, { secret })
  return { id: insertedId, path: `/take/${insertedId}.${secret}` }
}

test('a login that a link led to says what it is for, and the token is in no address', async ({ page }) => {
  const { path } = await offer()
  const told: string[] = []
  page.on('framenavigated', (frame) => told.push(frame.url().replace(path, '')))
  await page.goto(path)
  await expect(page).toHaveURL('/login?redirect=%2Ftake')
  await expect(page.getByText('Somebody offers you a place.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(marathon.title)
  await expectAccessible(page, 'a login for an offered place')
  const claim = await walkIn()
  await page.goto(claim.path)
  await expect(page.getByText('The desk entered Dee Walker for this event.')).toBeVisible()
  await logInByForm(page, cem, path)
  await expect(page).toHaveURL('/take')
  await expect(page.getByText('Somebody offers you a place at this event.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Somebody offers you a place at this event.')).toBeVisible()
  expect(told.filter((url) => url.includes('.c2Vj'))).toEqual([])
})

test('with no network nothing is lost: the link, what is typed, and what is saved', async ({ page, context }) => {
  const { path } = await offer()
  let lose = () => {}
  const isLost = new Promise<void>((resolve) => {
    lose = resolve
  })
  const preview = '**/api/entries/**'
  await page.route(preview, async (route) => {
    await isLost
    await route.abort('internetdisconnected')
  })
  await logIn(page, cem, path)
  await untilSynced(page)
  await context.setOffline(true)
  lose()
  await expect(page.getByText('You need a signal to see what the link is for.')).toBeVisible()
  await expectAccessible(page, 'a link with no network')
  await page.unroute(preview)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await fillRunner(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Take over this place' }).click()
  await expect(page.getByText('You have the place only once it is sent.')).toBeVisible()
  await untilQueued(page, cem.uid, 1)
  await context.setOffline(false)
  await wakeSync(page)
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
})

test('who is too late is told, and keeps what was typed', async ({ page, browser, origin }) => {
  const { path } = await offer()
  await logIn(page, cem, path)
  await fillRunner(page)
  const other = await openSecondPhone(browser, origin, organiser, path)
  await fillRunner(other)
  await other.getByRole('button', { name: 'Take over this place' }).click()
  await expect(other.getByText('Registration Successfull!')).toBeVisible()
  await other.context().close()
  await page.getByRole('button', { name: 'Take over this place' }).click()
  await expect(page.getByText('The place is gone: somebody was faster, or it was given back.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Rosa')
})

test('the own link is known as such, and a place is deferred after a question', async ({ page }) => {
  const next = await organiser.createMarathon({
    title: 'Harbour run of next year',
    startDate: inDays(375),
    capacity: 1,
  })
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { deferTo: next._id })
  const { path } = await offer()
  await logIn(page, ann, path)
  await expect(page.getByText('This is your own place.')).toBeVisible()
  await page.getByRole('link', { name: 'My Apply List' }).click()
  await page.getByRole('button', { name: `Defer to ${next.title}` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('goes to the waiting list there')
  await expectAccessible(page, 'the question before a deferral')
  await question.getByRole('button', { name: 'Defer', exact: true }).click()
  await expect(page.getByText(`The place is at ${next.title} now.`)).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('link', { name: next.title })).toBeVisible()
  await expect(page.getByRole('link', { name: marathon.title })).toBeHidden()
})

test('the organiser says until when places are handed on, and where they may be deferred to', async ({ page }) => {
  const next = await organiser.createMarathon({ title: 'Harbour run of next year', startDate: inDays(375) })
  await organiser.createMarathon({ title: 'A run before that', startDate: inDays(2) })
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
  await untilSynced(page)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('More settings').click()
  const until = dialog.getByRole('textbox', { name: 'Handing on until' })
  const where = dialog.getByLabel('Deferring to')
  await expect(where.locator('option')).toHaveText(['Not offered', /^Harbour run of next year/])
  await expectAccessible(page, 'the form with handing on')
  await until.fill('yesterday')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Handing on until must be a date like 05 Mar 2027.')).toBeVisible()
  await dialog.getByRole('button', { name: 'No day' }).click()
  await where.selectOption(next._id)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const stored = async () => {
    const { handOverUntil, deferTo } = (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as NewMarathon
    return [handOverUntil, deferTo]
  }
  await expect.poll(stored).toEqual([null, next._id])
})
