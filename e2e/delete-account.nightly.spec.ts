import { expect, test } from '@playwright/test'
import { type Account, applicationFields, createAccount, type NewMarathon, PASSWORD } from './support/account.ts'
import { expectPopUpCloses } from './support/checks.ts'
import type { Edge } from './support/edge.ts'
import { tracesOf } from './support/inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInByForm } from './support/log-in.ts'
import { type Phone, untilInstalled, untilSynced } from './support/phone.ts'

// An account is deleted without a network, on a phone that is killed meanwhile.

const PHONE_OF_AN_ENTRANT = '+49 30 777123'

let edge: Edge
let phone: Phone
let organiser: Account
let runner: Account
let marathon: NewMarathon

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
  phone = await startInstalledPhone(edge)
  organiser = await createAccount(baseURL as string, 'Olga Organiser')
  runner = await createAccount(baseURL as string, 'Rosa Runner')
  marathon = await organiser.createMarathon({ title: 'River run' })
  const application = applicationFields(marathon, { phoneNumber: PHONE_OF_AN_ENTRANT })
  await runner.call('POST', '/api/marathonApplication', application)
})
test.afterEach(async () => {
  await phone.close()
  await edge.close()
})

/** Where the account's data is left on the phone. The lists of the home page are public, and may have its event. */
const privateTraces = async () =>
  (await tracesOf(phone.page, [PHONE_OF_AN_ENTRANT, 'River run'])).filter((place) => place !== 'startline-device/lists')

const isGone = () =>
  runner.call('GET', `/api/marathons/${marathon._id}`).then(
    () => false,
    () => true,
  )

test('an account deleted with no network is deleted on the server later, even after a kill', async () => {
  await logInByForm(phone.page, organiser, '/login', edge.origin)
  await untilSynced(phone.page)
  await untilInstalled(phone.page)
  await phone.page.goto(`${edge.origin}/dashboard/account`)
  edge.weather = 'down'
  await phone.setOffline(true)

  await phone.page.getByRole('button', { name: 'Delete my account…' }).click()
  const dialog = phone.page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText('1 event of yours is deleted')).toBeVisible()
  await expect(dialog.getByText('1 runner who applied there keeps a copy')).toBeVisible()
  await dialog.getByLabel('Your email, to confirm').fill('rosa@example.com')
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog.getByText(`Type your email, ${organiser.email}.`)).toBeVisible()
  await dialog.getByLabel('Your email, to confirm').fill(organiser.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()

  const due = `${organiser.email} is deleted on this device, but not on the server`
  await expect(phone.page).toHaveURL(/\/login/)
  await expect(phone.page.getByText(due)).toBeVisible()
  await expect.poll(privateTraces).toEqual([])
  expect(await isGone()).toBe(false)

  await phone.kill()
  await phone.restart()
  await phone.setOffline(true)
  await phone.page.goto(`${edge.origin}/login`, { waitUntil: 'commit' })
  await expect(phone.page.getByText(due)).toBeVisible({ timeout: 20_000 })
  expect(await isGone()).toBe(false)

  edge.weather = 'up'
  await phone.setOffline(false)
  await expect(phone.page.getByText(`The login of ${organiser.email} is deleted.`)).toBeVisible({
    timeout: 30_000,
  })
  await expect.poll(isGone, { timeout: 20_000 }).toBe(true)
  await phone.page.getByRole('button', { name: 'OK' }).click()
  await expectPopUpCloses(phone.page)
  await expect(phone.page.getByRole('region', { name: 'Account deletion' })).toBeHidden()
  expect(await tracesOf(phone.page, [organiser.email, organiser.uid])).toEqual([])
  await phone.page.getByLabel('Email').fill(organiser.email)
  await phone.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await phone.page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(phone.page.getByText('User Not Found! Email or Password Invalid.')).toBeVisible()
})
