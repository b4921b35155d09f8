import { readFile } from 'node:fs/promises'
import { newMarathonFields } from '../support/account.ts'
import {
  cutOff,
  deleteAccount,
  location,
  logOutEverywhere,
  marathon,
  organiser,
  prepareAccount,
} from '../support/account-screen.ts'
import { changeMarathon, holdSync, letSync, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logInByForm } from '../support/log-in.ts'
import { useOldSession } from '../support/old-session.ts'
import { untilSynced } from '../support/phone.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// The user's own account: its data, the end of all its sessions, the renewal of an old one, and its deletion.

prepareAccount()

test.describe.configure({ timeout: 120_000 })

// These tests cause responses with 401, and abort requests.
test.use({ allowedInConsole: /Failed to load resource/ })

test('logging out everywhere logs out the other phone, which keeps what it has not sent', async ({
  page,
  browser,
  origin,
}) => {
  const lost = await openSecondPhone(browser, origin, organiser, '/dashboard/myMarathons')
  await holdSync(lost)
  await changeMarathon(lost, marathon.title, { Location: 'Kiel' })
  await untilQueued(lost, organiser.uid, 1)

  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  await logOutEverywhere(page)
  await page.getByRole('dialog', { name: 'Logged out everywhere.' }).getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await dumpAccounts(page))[organiser.uid]).toBeUndefined()
  // This phone was logged out by its user, who needs no explanation.
  await expect(page.getByText('Your account was logged out everywhere')).toBeHidden()

  await letSync(lost)
  await expect(lost.getByText('You were logged out everywhere, here too.')).toBeVisible()
  await expect.poll(async () => (await dumpAccounts(lost))[organiser.uid]?.marathons).toEqual([])
  await untilQueued(lost, organiser.uid, 1)

  await logInByForm(lost, organiser, '/dashboard/myMarathons')
  await untilQueued(lost, organiser.uid, 0)
  await expect(lost.getByRole('row').filter({ hasText: 'River run' })).toContainText('Kiel')
  await lost.goto('/login?again=true')
  await expect(lost.getByText('Your account was logged out everywhere')).toBeHidden()
  await lost.context().close()
})

test('a session of a week ago is renewed before it writes, without a word', async ({ page, origin }) => {
  await logInByForm(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await useOldSession(page.context(), origin, organiser, 7)
  await changeMarathon(page, marathon.title, { Location: 'Kiel' })
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\/api\/(sync|jwt)$/.test(pathname)) answers.push(`${pathname} ${response.status()}`)
  })
  await letSync(page)
  await untilQueued(page, organiser.uid, 0)
  // What cannot be sent does not stop reading: the phone reads before its session is renewed.
  expect(answers.slice(0, 4)).toEqual(['/api/sync 401', '/api/sync 200', '/api/jwt 200', '/api/sync 200'])
  expect(await location()).toBe('Kiel')
  await wakeSync(page)
  await expect(page.getByText('Log in again')).toBeHidden()
})

test('everybody downloads what the server keeps, as JSON and as CSV', async ({ page, context }) => {
  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  const reach = await cutOff(context)
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Try again once you are online.' })).toBeVisible()
  await reach()
  const download = async (format: string) => {
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: `Download as ${format}` }).click()
    const saved = await file
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') }
  }
  const json = await download('JSON')
  expect(json.name).toMatch(/^startline-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(json.text)).toMatchObject({
    profile: { name: organiser.displayName, email: organiser.email },
    marathons: [{ id: marathon._id, title: 'River run', email: organiser.email }],
    changes: [{ type: 'marathon.create', targetId: marathon._id }],
    applications: [],
  })
  const csv = await download('CSV')
  expect(csv.text).toContain('\r\nYour events\r\nid,ownerUid,title,')
  expect(csv.text).toContain('River run')
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
})

test('an account is deleted, with what another phone has and has not sent', async ({ page, browser, origin }) => {
  const other = await openSecondPhone(browser, origin, organiser, '/dashboard/myMarathons')
  await holdSync(other)
  await changeMarathon(other, marathon.title, { Location: 'Kiel' })
  await untilQueued(other, organiser.uid, 1)
  await logInByForm(page, organiser, '/dashboard/account')
  await untilSynced(page)
  await deleteAccount(page)
  await expect(page.getByText(`The login of ${organiser.email} is deleted.`)).toBeVisible()
  await letSync(other)
  await expect(other.getByText('Your account is deleted, and all its data on this device.')).toBeVisible()
  await expect.poll(async () => (await dumpAccounts(other))[organiser.uid]).toBeUndefined()
  await other.context().close()
})

test('name and photo are set on the account’s screen, and later events carry them', async ({
  page,
  origin,
  network,
}) => {
  await logInByForm(page, organiser, '/dashboard/account')
  const form = page.getByRole('form', { name: 'Name and photo' })
  const save = form.getByRole('button', { name: 'Save Changes' })
  await form.getByLabel('Name').fill(' ')
  await save.click()
  await expect(form.getByText('Name is required.')).toBeVisible()
  await form.getByLabel('Name').fill('Olga Newname')
  await form.getByLabel('Photo URL').fill(`${origin}/marathons`)
  await expect(form.getByText('No picture loads from this address.')).toBeVisible()
  await form.getByLabel('Photo URL').fill(`${origin}/runners/runner-2.svg`)
  await expect(form.getByRole('img', { name: 'The picture from this address' })).toBeVisible()
  await network(false)
  await save.click()
  await expect(form.getByText('You are offline. Try again once you are online.')).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Olga Newname')
  await network(true)
  await save.click()
  await page.getByRole('dialog', { name: 'Your name and photo are saved.' }).getByRole('button', { name: 'OK' }).click()
  const avatar = page.getByRole('navigation', { name: 'Main' }).locator('img')
  await expect(avatar).toHaveAttribute('src', `${origin}/runners/runner-2.svg`)
  await page.goto('/dashboard/myApply')
  await expect(page.getByText('Hi, Olga Newname!')).toBeVisible()
  await page.goto('/dashboard/account')
  const created = await page.evaluate(async (fields) => {
    const headers = { 'Content-Type': 'application/json' }
    await fetch('/api/marathons', { method: 'POST', headers, body: JSON.stringify(fields) })
    return (await fetch(`/api/marathons/${fields._id}`)).json()
  }, newMarathonFields())
  expect(created).toMatchObject({ name: 'Olga Newname' })
  // No photo again.
  await form.getByLabel('Photo URL').fill('')
  await save.click()
  await expect(avatar).toHaveCount(0)
})
