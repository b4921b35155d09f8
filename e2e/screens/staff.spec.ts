import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { gateSync, loseNetwork, regainNetwork, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStorage } from '../support/inside-the-browser.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import {
  CONTACT,
  checkIn,
  helper,
  invite,
  join,
  marathon,
  organiser,
  prepareStaff,
  staffPath,
} from '../support/staff.ts'

prepareStaff()

test.describe.configure({ timeout: 180_000 })

/** None of these words is stored anywhere in this browser. */
async function expectNothingOf(page: Page, words: readonly string[]) {
  const stored = await readStorage(page)
  for (const word of words) expect(stored.includes(word), word).toBe(false)
}

test('a helper checks in offline without contact data, and scans sent after a removal arrive', async ({
  page,
  browser,
  origin,
}) => {
  await logIn(page, organiser, staffPath())
  await expect(page.getByText('You are alone so far.')).toBeVisible()
  const link = await invite(page)
  await expectAccessible(page, 'staff')
  await expectNoSidewaysScroll(page, 'staff')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('/invitation/')).toBeHidden()

  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: origin })
  const phone = await context.newPage()
  await logIn(phone, helper, link)
  await expect(phone.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  await expectAccessible(phone, 'staff')
  await expectNoSidewaysScroll(phone, 'staff')
  // The network hangs after the acceptance.
  const letSyncGo = await gateSync(phone)
  await phone.getByRole('button', { name: 'Accept as Hana Helper' }).click()
  await expect(phone).toHaveURL(new RegExp(`/dashboard/myMarathons/${marathon._id}/checkIn$`))
  for (const again of [() => phone.reload(), () => undefined]) {
    await expect(phone.getByText('Loading the entrants…')).toBeVisible()
    await expect(phone.getByText('There is nobody to check in.')).toBeHidden()
    await again()
  }
  letSyncGo()
  await untilSynced(phone)
  await expect(phone.getByRole('searchbox')).toBeVisible()

  await loseNetwork(phone)
  await checkIn(phone, 'Ada Adason')
  await expect(phone.getByText('1 of 2 here')).toBeVisible()
  // The names are on the phone, so the search below looks into the right places.
  expect(await readStorage(phone)).toContain('Adason')
  await expectNothingOf(phone, [...Object.values(CONTACT), link.split('/').at(-1) ?? ''])
  await regainNetwork(phone)
  await expect(phone.getByText('not sent yet')).toBeHidden()
  await wakeSync(page)
  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('1 of 2 here')).toBeVisible()

  await loseNetwork(phone)
  await checkIn(phone, 'Bea Beason')
  await expect(phone.getByText('2 of 2 here')).toBeVisible()
  await page.goto(staffPath())
  await page.getByRole('button', { name: /^Hana Helper/ }).click()
  await page.getByRole('button', { name: 'Remove Hana Helper' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(page.getByText('You are alone so far.')).toBeVisible()
  // The screen shows the removal before the server has it.
  await untilQueued(page, organiser.uid, 0)

  await regainNetwork(phone)
  await expect(phone.getByText('There is nobody to check in.')).toBeVisible()
  await expectNothingOf(phone, [...Object.values(CONTACT), 'Adason', 'Beason'])
  await phone.goto('/unsent')
  await expect(phone.getByText('The organiser has this scan')).toBeVisible()
  await phone.goto('/dashboard/myMarathons')
  await expect(phone.getByRole('heading', { name: 'My Created Marathons' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'Working at' })).toBeHidden()
  await context.close()

  await page.goto('/dashboard/myMarathons')
  await wakeSync(page)
  await expect(page.getByText('1 scan waits for your decision at Harbour run.')).toBeVisible()
  await expectAccessible(page, 'a scan that waits')
  for (const screen of ['entrants', 'checkIn']) {
    await page.goto(`/dashboard/myMarathons/${marathon._id}/${screen}`)
    await expect(page.getByText('1 scan waits for your decision.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Decide' }).click()
  const late = page.getByRole('region', { name: 'Unconfirmed check-ins: 1' })
  await expect(late).toContainText('Bea Beason')
  await expect(late).toContainText('by Hana Helper')
  await expectAccessible(page, 'staff')
  await expectNoSidewaysScroll(page, 'staff')
  await late.getByRole('button', { name: 'Confirm the check-in of Bea Beason' }).click()
  await expect(late).toBeHidden()
  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('2 of 2 here')).toBeVisible()
})

test('a helper finds the event again under My Marathons', async ({ page }) => {
  const { url } = (await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  await logIn(page, helper, '/dashboard/myMarathons')
  const helping = page.getByRole('region', { name: 'Working at' })
  await expect(helping).toContainText('Harbour run')
  await expectAccessible(page, 'staff')
  await helping.getByRole('link', { name: 'Check in at Harbour run' }).click()
  await expect(page.getByText('0 of 2 here')).toBeVisible()
})

test('the token of an invitation is in no address, through the login and a reload', async ({ page }) => {
  const { url } = (await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  const token = url.split('/').at(-1) ?? ''
  const told: string[] = []
  page.on('request', (request) => {
    const isOurs = request.isNavigationRequest() || request.url().includes('/api/invitations/')
    if (!isOurs) told.push(`${request.url()} ${request.postData()}`)
  })
  page.on('framenavigated', (frame) => told.push(frame.url().replace(url, '')))
  await logInByForm(page, helper, new URL(url).pathname)
  await expect(page).toHaveURL('/invitation')
  await expect(page.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  expect(told.join('\n')).toContain('/login')
  expect(told.filter((one) => one.includes(token))).toEqual([])
  await page.getByRole('button', { name: 'Accept as Hana Helper' }).click()
  await expect(page).toHaveURL(/checkIn$/)
  await page.goto('/invitation')
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible()
})

test('an event is offered, declined, offered again and taken over; the old owner stays', async ({
  page,
  browser,
  origin,
}) => {
  await join(helper, 'organiser')
  await logIn(page, organiser, staffPath())
  const offer = async () => {
    await page.getByRole('button', { name: /^Hana Helper/ }).click()
    await page.getByRole('button', { name: 'Offer the event to Hana Helper' }).click()
    await expect(page.getByText('If Hana Helper accepts, the event is theirs')).toBeVisible()
    await page.getByRole('button', { name: 'Yes, offer it' }).click()
    await expect(page.getByText('You offered this event to Hana Helper.')).toBeVisible()
  }
  await offer()
  await untilSynced(page)
  await expectAccessible(page, 'an offer')
  await page.getByRole('button', { name: /^Hana Helper/ }).click()
  await page.getByRole('button', { name: 'Take back the offer' }).click()
  await expect(page.getByText('You offered this event')).toBeHidden()
  await offer()

  const context = await browser.newContext({ serviceWorkers: 'block', baseURL: origin })
  const phone = await context.newPage()
  await logIn(phone, helper, `/dashboard/myMarathons/${marathon._id}`)
  const offered = phone.getByRole('region', { name: 'Olga Organiser offers you this event' })
  await expect(offered).toBeVisible()
  await expectAccessible(phone, 'an offer to an organiser')
  await expectNoSidewaysScroll(phone, 'an offer to an organiser')
  await expect(phone.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
  await offered.getByRole('button', { name: 'Decline' }).click()
  await phone.getByRole('button', { name: 'Yes, decline' }).click()
  await phone.getByRole('button', { name: 'OK' }).click()
  await expect(offered).toBeHidden()
  await wakeSync(page)
  await expect(page.getByText('You offered this event')).toBeHidden()
  await offer()
  await untilSynced(page)
  await wakeSync(phone)
  await offered.getByRole('button', { name: 'Accept' }).click()
  await phone.getByRole('button', { name: 'Yes, take over' }).click()
  await expect(phone.getByText('You own this event now.')).toBeVisible()
  await phone.getByRole('button', { name: 'OK' }).click()
  await expect(phone.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await wakeSync(page)
  await expect(page.getByRole('list', { name: 'Staff' })).toContainText(/Hana HelperOwner/)
  await page.getByRole('button', { name: 'Leave this event' }).click()
  await page.getByRole('button', { name: 'Yes, leave' }).click()
  await expect(page.getByText('This phone has deleted the entrants.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/dashboard\/myMarathons$/)
  await expect(page.getByText('Harbour run')).toHaveCount(0)
  await context.close()
})
