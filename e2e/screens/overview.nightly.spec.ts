import type { Locator } from '@playwright/test'
import { inDays, sentMails } from '../support/account.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { heading, overview } from '../support/overview.ts'
import { untilSynced } from '../support/phone.ts'
import { goInside } from '../support/phone-screens.ts'

// What a change seldom breaks. overview.spec.ts has what each change must pass.

test.describe.configure({ timeout: 120_000 })

test.use({
  viewport: { width: 390, height: 844 },
  // Under way: of today, also shortly before midnight.
  event: { title: 'Pier run', startDate: new Date(Date.now() - 60_000).toISOString() },
})

test('from the opened app: who is coming is two taps away, a moved start four, a notice four', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  await logIn(page, organiser, '/aboutUs')
  await untilSynced(page)
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  const openApp = async () => {
    await page.goto('/')
    taps = 0
    await tap(page.getByRole('region', { name: 'Your next race' }).getByRole('link', { name: 'Pier run' }))
  }
  const main = page.getByRole('main')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const close = async (name: string, says = '') => {
    await expect(page.getByRole('dialog', { name })).toContainText(says)
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'OK' }).click()
  }

  await openApp()
  await tap(main.getByRole('link', { name: 'Entrants', exact: true }))
  await expect(main.getByText('Ada Runner', { exact: true })).toBeVisible()
  expect(taps).toBe(2)

  await openApp()
  await tap(button('Edit'))
  await tap(page.getByLabel('Start Time'))
  await page.getByLabel('Start Time').fill('23:45')
  await tap(button('Save Changes'))
  await close('Marathon Updated!', 'Runners see it once they connect.')
  await expect(main).toContainText('23:45')
  expect(taps).toBe(4)

  await openApp()
  await tap(main.getByRole('link', { name: 'Notices', exact: true }))
  await tap(page.getByLabel('Notice', { exact: true }))
  await page.keyboard.type('Parking is at Pier 7.')
  await tap(button('Send the notice'))
  await close('Notice sent')
  await expect(page.getByRole('list', { name: 'Notices' })).toContainText('Parking is at Pier 7.')
  expect(taps).toBe(4)
})

test('the checklist knows with no network how many work at the event', async ({
  page,
  organiser,
  marathon,
  network,
}) => {
  const other = await organiser.createMarathon({ title: 'Lake run' })
  await logIn(page, organiser, overview(marathon))
  const item = page.getByRole('listitem').filter({ hasText: 'Invite staff' })
  await expect(item).toContainText('You are alone so far')
  await network(false)
  await goInside(page, overview(other))
  await expect(heading(page, 'Lake run')).toBeVisible()
  await expect(item).toContainText('You are alone so far')
})

test('a finished event is not to be cancelled any more', async ({ page, organiser, marathon }) => {
  const part = { regStart: inDays(-90), regEnd: inDays(-60) }
  const old = await organiser.createMarathon({ title: 'Old run', ...part, startDate: inDays(-50) })
  await logIn(page, organiser, overview(old))
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel this event' })).toBeHidden()
  await goInside(page, overview(marathon))
  await expect(page.getByRole('button', { name: 'Cancel this event' })).toBeVisible()
})

test('the list has a search and chips with numbers, which stay in the address', async ({ page, organiser }) => {
  const part = { regStart: inDays(-90), regEnd: inDays(-60) }
  await organiser.createMarathon({ title: 'Old run', ...part, startDate: inDays(-50) })
  await organiser.createMarathon({ title: 'Older run', ...part, startDate: inDays(-51) })
  await organiser.createMarathon({ title: 'Next run', startDate: inDays(20) })
  await logIn(page, organiser, '/dashboard/myMarathons')
  const titles = page.getByRole('row').getByRole('link')
  await expect(titles).toHaveText(['Next run', 'Older run', 'Old run', 'Pier run'])
  const chip = (name: string) => page.getByRole('radio', { name })
  await page.getByText('Past', { exact: true }).click()
  await expect(chip('Past 2')).toBeChecked()
  await expect(titles).toHaveText(['Old run', 'Older run'])
  await page.reload()
  await expect(titles).toHaveText(['Old run', 'Older run'])
  await page.getByRole('searchbox', { name: 'Search by title or place' }).fill('OLDER')
  await expect(titles).toHaveText(['Older run'])
  await page.getByText('Today', { exact: true }).first().click()
  await expect(page.getByText('No event fits.')).toBeVisible()
})

test('an organiser whose address is not verified is told so, verifies it, and is told no more', async ({
  page,
  organiser,
  origin,
}) => {
  const later = await organiser.createMarathon({ title: 'Later run' })
  await logIn(page, organiser, overview(later))
  const note = page.getByText('Search engines and calendars do not list your events until your address is verified.')
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Verify my address' }).click()
  await expect(page.getByText(`We have sent a mail to ${organiser.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'I have opened the link' }).click()
  await expect(page.getByText('Your address is not verified yet.')).toBeVisible()
  const [mail] = (await sentMails(origin)).filter(({ email }) => email === organiser.email)
  expect(mail?.requestType).toBe('VERIFY_EMAIL')
  expect((await fetch(mail?.oobLink ?? '')).ok).toBe(true)
  await page.getByRole('button', { name: 'I have opened the link' }).click()
  await expect(note).toBeHidden()
  // The server's public answers may be a second old.
  await expect.poll(() => organiser.call('GET', `/api/marathons/${later._id}/public`)).toMatchObject({ isListed: true })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Later run' })).toBeVisible()
  await untilSynced(page)
  await expect(note).toBeHidden()
  expect(await (await fetch(`${origin}/upcoming.ics`)).text()).toContain(`UID:${later._id}@startline`)
})
