import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll, expectPopUpCloses } from '../support/checks.ts'
import { gateSync, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStorage } from '../support/inside-the-browser.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

test.describe.configure({ timeout: 180_000 })
test.use({ serviceWorkers: 'allow' })

const CONTACT = { email: 'secret.runner@home.example', phoneNumber: '+49 30 7654321', additionalInfo: 'asthma' }

let organiser: Account
let helper: Account
let marathon: NewMarathon

test.beforeEach(async ({ origin, quietConsole }) => {
  // These tests are offline at times, and open links that are not valid.
  quietConsole.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/)
  organiser = await createAccount(origin, 'Olga Organiser')
  helper = await createAccount(origin, 'Hana Helper')
  const club = await createAccount(origin, 'Carl Club')
  marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 30 })
  for (const firstName of ['Ada', 'Bea']) {
    const fields = { ...CONTACT, firstName, lastName: `${firstName}son` }
    await club.apply(marathon, fields)
  }
})

const helpersPath = () => `/dashboard/myMarathons/${marathon._id}/helpers`

async function invite(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Invite a helper' }).click()
  await expect(page.getByRole('img', { name: 'The invitation as a QR code' })).toBeVisible()
  const link = await page.getByText(/\/invitation\/[\w-]{22}$/).textContent()
  return new URL(link ?? '').pathname
}

async function checkIn(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Find by name or bib' }).fill(name)
  await page.getByRole('button', { name: `Check in ${name}` }).click()
}

/** None of these words is stored anywhere in this browser. */
async function expectNothingOf(page: Page, words: readonly string[]) {
  const stored = await readStorage(page)
  for (const word of words) expect(stored.includes(word), word).toBe(false)
}

test('a helper accepts, checks in offline without contact data, is removed, and late scans reach the organiser', async ({
  page,
  browser,
  origin,
}) => {
  await logIn(page, organiser, helpersPath())
  await expect(page.getByText('Nobody helps at this event yet.')).toBeVisible()
  const link = await invite(page)
  await expectAccessible(page, 'helpers')
  await expectNoSidewaysScroll(page, 'helpers')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('/invitation/')).toBeHidden()

  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: origin })
  const phone = await context.newPage()
  await logIn(phone, helper, link)
  await expect(phone.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  await expectAccessible(phone, 'helpers')
  await expectNoSidewaysScroll(phone, 'helpers')
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
  await untilInstalled(phone)
  await expect(phone.getByRole('searchbox')).toBeVisible()

  await context.setOffline(true)
  await checkIn(phone, 'Ada Adason')
  await expect(phone.getByText('1 of 2 here')).toBeVisible()
  // The names are on the phone, so the search below looks into the right places.
  expect(await readStorage(phone)).toContain('Adason')
  await expectNothingOf(phone, [...Object.values(CONTACT), link.split('/').at(-1) ?? ''])
  await context.setOffline(false)
  await wakeSync(phone)
  await expect(phone.getByText('not sent yet')).toBeHidden()
  await wakeSync(page)
  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('1 of 2 here')).toBeVisible()

  await context.setOffline(true)
  await checkIn(phone, 'Bea Beason')
  await expect(phone.getByText('2 of 2 here')).toBeVisible()
  await page.goto(helpersPath())
  await page.getByRole('button', { name: 'Remove Hana Helper' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(page.getByText('Nobody helps at this event yet.')).toBeVisible()

  await context.setOffline(false)
  await wakeSync(phone)
  await expect(phone.getByText('There is nobody to check in.')).toBeVisible()
  await expectNothingOf(phone, [...Object.values(CONTACT), 'Adason', 'Beason'])
  await phone.goto('/unsent')
  await expect(phone.getByText('The organiser has this scan')).toBeVisible()
  await phone.goto('/dashboard/myMarathons')
  await expect(phone.getByRole('heading', { name: 'My Created Marathons' })).toBeVisible()
  await expect(phone.getByRole('heading', { name: 'Helping' })).toBeHidden()
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
  await expectAccessible(page, 'helpers')
  await expectNoSidewaysScroll(page, 'helpers')
  await late.getByRole('button', { name: 'Confirm the check-in of Bea Beason' }).click()
  await expect(late).toBeHidden()
  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('2 of 2 here')).toBeVisible()
})

test('the late scans of a removed helper are one card, which is copied and closed for good', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { url } = (await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  await logIn(page, helper, `/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('0 of 2 here')).toBeVisible()
  const letSyncGo = await gateSync(page)
  await checkIn(page, 'Ada Adason')
  await checkIn(page, 'Bea Beason')
  await expect(page.getByText('2 of 2 here')).toBeVisible()
  const [row] = (await organiser.call('GET', `/api/marathons/${marathon._id}/helpers`)) as { _id: string }[]
  await organiser.call('DELETE', `/api/marathons/${marathon._id}/helpers/${row?._id}`)
  letSyncGo()
  await expect(page.getByText('There is nobody to check in.')).toBeVisible({ timeout: 20_000 })

  await page.goto('/unsent')
  const card = page.getByRole('listitem').filter({ hasText: "2 scans at 'Harbour run'" })
  await expect(card).toContainText('are with the organiser, who decides')
  await expectAccessible(page, 'late scans')
  await expectNoSidewaysScroll(page, 'late scans')
  await card.getByRole('button', { name: 'Copy' }).click()
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n\n')).toHaveLength(2)
  expect(copied).toContain("Check-in of an entrant at 'Harbour run'")
  // A removed helper keeps no names.
  expect(copied).not.toMatch(/Adason|Beason/)
  await card.getByRole('button', { name: 'OK' }).click()
  await expect(card).toBeHidden()
  await page.reload()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
})

test('an open invitation is withdrawn, and one that is accepted meanwhile is told as such', async ({ page }) => {
  await logIn(page, organiser, helpersPath())
  const open = page.getByRole('region', { name: 'Open invitations' })
  const withdraw = async () => {
    await open.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('button', { name: 'Yes, withdraw' }).click()
  }
  const first = await invite(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(open.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'an open invitation')
  await expectNoSidewaysScroll(page, 'an open invitation')
  await withdraw()
  await expectPopUpCloses(page)
  await expect(open).toBeHidden()
  await expect(helper.call('POST', `/api/invitations/${first.split('/').at(-1)}`)).rejects.toThrow(/404/)

  const second = await invite(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(open.getByRole('listitem')).toHaveCount(1)
  await helper.call('POST', `/api/invitations/${second.split('/').at(-1)}`)
  await withdraw()
  await expect(page.getByText('Somebody has accepted this invitation, or it has ended.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expectPopUpCloses(page)
  await expect(open).toBeHidden()
  await expect(page.getByRole('list', { name: 'Helpers' })).toContainText('Hana Helper')
})

test('a helper finds the event again under My Marathons', async ({ page }) => {
  const { url } = (await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  await logIn(page, helper, '/dashboard/myMarathons')
  const helping = page.getByRole('region', { name: 'Helping' })
  await expect(helping).toContainText('Harbour run')
  await expectAccessible(page, 'helpers')
  await helping.getByRole('link', { name: 'Check in at Harbour run' }).click()
  await expect(page.getByText('0 of 2 here')).toBeVisible()
})

test('a link that is used, and a phone that is offline, each have a clear text', async ({ page, context }) => {
  const { url } = (await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'gate' })) as {
    url: string
  }
  const { pathname } = new URL(url)
  await logIn(page, organiser, pathname)
  await expect(page.getByRole('heading', { name: 'Harbour run' })).toBeVisible()
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  await page.getByRole('button', { name: 'Accept as Olga Organiser' }).click()
  await expect(page.getByText('This invitation is no longer valid.')).toBeVisible()
  await expectAccessible(page, 'helpers')
  await page.goto(helpersPath())
  await expect(page.getByText('Hana Helper')).toBeVisible()
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto(pathname)
  await expect(page.getByText('The link stays valid')).toBeVisible()
  await page.goto(helpersPath())
  await expect(page.getByText('You need to be online to invite, see and remove helpers.')).toBeVisible()
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
