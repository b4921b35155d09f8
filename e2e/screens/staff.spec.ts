import type { Page } from '@playwright/test'
import { parseSyncResponse } from '../../contract/sync.ts'
import { type Account, createAccount, type NewMarathon } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll, expectPopUpCloses } from '../support/checks.ts'
import { gateSync, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { readStorage } from '../support/inside-the-browser.ts'
import { logIn, logInByForm } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

test.describe.configure({ timeout: 180_000 })

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

const staffPath = () => `/dashboard/myMarathons/${marathon._id}/staff`

async function invite(page: Page, role = 'Gate'): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByRole('button', { name: role }).click()
  await expect(page.getByRole('img', { name: 'The invitation as a QR code' })).toBeVisible()
  const link = await page.getByText(/\/invitation\/[\w-]{22}$/).textContent()
  return new URL(link ?? '').pathname
}

async function checkIn(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Find by name or bib' }).fill(name)
  await page.getByRole('button', { name: `Check in ${name}` }).click()
}

/** The owner removes everybody else, with another phone. */
async function removeAll() {
  const sync = (ops: unknown[]) => organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops })
  const { staff } = parseSyncResponse(await sync([]))
  const others = staff.filter(({ marathonId, role }) => marathonId === marathon._id && role !== 'owner')
  const at = new Date().toISOString()
  await sync(
    others.map(({ _id: id }) => ({
      opId: crypto.randomUUID(),
      v: 1,
      type: 'staff.delete',
      id,
      base: {},
      patch: {},
      at,
    })),
  )
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
  await logIn(page, organiser, staffPath())
  await expect(page.getByText('You are alone so far.')).toBeVisible()
  const link = await invite(page)
  await expectAccessible(page, 'staff')
  await expectNoSidewaysScroll(page, 'staff')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('/invitation/')).toBeHidden()

  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: origin })
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
  await page.goto(staffPath())
  await page.getByRole('button', { name: /^Hana Helper/ }).click()
  await page.getByRole('button', { name: 'Remove Hana Helper' }).click()
  await page.getByRole('button', { name: 'Yes, remove' }).click()
  await expect(page.getByText('You are alone so far.')).toBeVisible()
  // The screen shows the removal before the server has it.
  await untilQueued(page, organiser.uid, 0)

  await context.setOffline(false)
  await wakeSync(phone)
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
  await removeAll()
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
  await logIn(page, organiser, staffPath())
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
  await expect(page.getByRole('list', { name: 'Staff' })).toContainText('Hana Helper')
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

/** Makes an account staff of the marathon. */
async function join(account: Account, role: string) {
  const path = `/api/marathons/${marathon._id}/invitations`
  const { url } = (await organiser.call('POST', path, { role })) as { url: string }
  await account.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}

test.describe('with the installed app', () => {
  test.use({ serviceWorkers: 'allow' })

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
    await expectAccessible(page, 'staff')
    await page.goto(staffPath())
    await expect(page.getByText('Hana Helper')).toBeVisible()
    await untilInstalled(page)
    await context.setOffline(true)
    await page.goto(pathname)
    await expect(page.getByText('The link stays valid')).toBeVisible()
    await page.goto(staffPath())
    await expect(page.getByText('Open invitations are shown once you are online.')).toBeVisible()
  })

  test('an invitation is four taps from the event’s place, another role three, also offline', async ({
    page,
    context,
  }) => {
    await join(helper, 'gate')
    await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}`)
    let taps = 0
    const tap = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
      await page
        .getByRole(role, { name, exact: typeof name === 'string' })
        .first()
        .click()
      taps += 1
    }
    await tap('Staff', 'link')
    await tap('Invite somebody')
    await tap(/^Gate/)
    await expect(page.getByRole('img', { name: 'The invitation as a QR code' })).toBeVisible()
    await tap('Copy the link')
    expect(taps).toBe(4)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('list', { name: 'Staff' })).toContainText('Hana Helper')
    await untilInstalled(page)

    await context.setOffline(true)
    await page.goto(`/dashboard/myMarathons/${marathon._id}`)
    taps = 0
    await tap('Staff', 'link')
    await tap(/^Hana Helper/)
    await expectAccessible(page, 'a role')
    await tap(/^Desk/)
    expect(taps).toBe(3)
    const row = page.getByRole('button', { name: /^Hana Helper/ })
    await expect(row).toContainText('Desk')
    await expectAccessible(page, 'staff offline')
    await tap('Invite somebody')
    await tap(/^Timer/)
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('You need to be online for invitations.')
    await page.keyboard.press('Escape')
    await context.setOffline(false)
    await wakeSync(page)
    await expect.poll(async () => (await helper.call('GET', `/api/marathons/${marathon._id}`)) as unknown).toBeTruthy()
    await expect(row).not.toContainText('Not sent yet')
  })
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
  await page.getByRole('button', { name: 'Withdraw the offer' }).click()
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

test('a timer finds role and way out at the event’s place, and nothing to check in', async ({ page }) => {
  await join(helper, 'timer')
  await logIn(page, helper, '/dashboard/myMarathons')
  const working = page.getByRole('region', { name: 'Working at' })
  await expect(working).toContainText('Timer')
  await expect(working.getByRole('link', { name: /Check in/ })).toBeHidden()
  await working.getByRole('link', { name: 'Harbour run', exact: true }).click()
  await expect(page.getByText('Your role: Timer')).toBeVisible()
  await expectAccessible(page, 'the place of a timer')
  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(page.getByText('There is nobody to check in.')).toBeVisible()
  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  await page.getByRole('button', { name: 'Leave this event' }).click()
  await page.getByRole('button', { name: 'Yes, leave' }).click()
  await expect(page.getByText('This phone has deleted the entrants.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(working).toBeHidden()
})
