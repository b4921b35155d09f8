import type { OpType } from '../../contract/ops.ts'
import type { InvitedRole } from '../../contract/roles.ts'
import { parseSyncResponse } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Account, createAccount } from '../support/account.ts'
import { expectGoodLooks, expectPopUpCloses } from '../support/checks.ts'
import { loseNetwork, wakeSync } from '../support/edits.ts'
import {
  bothEdited,
  entrants,
  expectClash,
  expectNotice,
  marathon,
  nameOnServer,
  ok,
  organiser,
  phoneOf,
  prepareEntries,
  runner,
  send,
} from '../support/entrant-edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

// What a change seldom breaks. entrant-edits.spec.ts has what each change must pass.

prepareEntries()

test.describe.configure({ timeout: 90_000 })

const checkIn = () => `/dashboard/myMarathons/${marathon._id}/checkIn`

test('edits of one field, both offline, clash on both phones: the runner first', async ({ browser, origin }) => {
  const { desk, own } = await bothEdited(browser, origin)
  await send(own)
  await send(desk)
  await expectClash(desk, 'Adah', 'Adele')
  await expectNotice(own, 'The organiser wanted to correct first name to Adah. What you wrote is kept for now.')
  await expectGoodLooks(own.page, 'the notice of a clash')
  expect(await nameOnServer()).toBe('Adele')

  await desk.page.goto('/unsent')
  await desk.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(nameOnServer).toBe('Adah')
  await expectNotice(own, 'The organiser corrected first name: Adele is now Adah.')
  await desk.context.close()
  await own.context.close()
})

async function helperOf(origin: string, role: InvitedRole): Promise<Account> {
  const helper = await createAccount(origin, 'Hana Helper')
  const invitations = `/api/marathons/${marathon._id}/invitations`
  const { url } = (await organiser.call('POST', invitations, { role })) as { url: string }
  await helper.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
  return helper
}

/** Another phone of the account sends an op, or none. */
async function sync(account: Account, type?: OpType, id = '', patch = {}) {
  const op = { opId: crypto.randomUUID(), v: 1, type, id, base: {}, patch, at: new Date().toISOString() }
  const body = { uid: account.uid, cursor: null, ops: type ? [op] : [] }
  return parseSyncResponse(await account.call('POST', '/api/sync', body))
}

test('a desk corrects and withdraws an entry without account with no network; a gate may not', async ({
  browser,
  origin,
}) => {
  const entry = { marathonId: marathon._id, firstName: 'Wim', lastName: 'Wimsen', bib: '12', above: 1 }
  await sync(organiser, 'application.walkIn', crypto.randomUUID(), { ...entry, code: newEntryCode() })
  const desk = await phoneOf(browser, origin, await helperOf(origin, 'desk'), checkIn())
  const { page } = desk
  const find = (text: string) => page.getByRole('searchbox', { name: 'Find by name or bib' }).fill(text)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await loseNetwork(page)
  await find('Ada Adason')
  await expect(page.getByRole('button', { name: 'Check in Ada Adason' })).toBeVisible()
  await expect(button('Correct')).toBeHidden()
  await find('Wim')
  await expectGoodLooks(page, 'an entry without account at check-in')
  await button('Correct').click()
  const form = page.getByRole('dialog', { name: 'Correct the entry of Wim Wimsen' })
  await expect(form.getByLabel('Email')).toBeHidden()
  await form.getByLabel('Last Name').fill('Wimson')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Wim Wimson' })).toBeVisible()
  await send(desk)
  await expect
    .poll(async () => (await sync(organiser)).applications.map(({ lastName }) => lastName))
    .toContain('Wimson')

  await loseNetwork(page)
  await button('Withdraw').click()
  await expect(page.getByText('This entry has no account, so nobody is told.')).toBeVisible()
  await page.getByRole('dialog').getByLabel('Reason').fill('Entered twice.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByText('Nobody has this name or bib.')).toBeVisible()
  await send(desk)
  await expect.poll(async () => (await sync(organiser)).applications.length).toBe(1)
  await desk.context.close()

  await sync(organiser, 'application.walkIn', crypto.randomUUID(), { ...entry, code: newEntryCode() })
  const gate = await phoneOf(browser, origin, await helperOf(origin, 'gate'), checkIn())
  await gate.page.getByRole('searchbox', { name: 'Find by name or bib' }).fill('Wim')
  await expect(gate.page.getByRole('button', { name: 'Check in Wim Wimsen' })).toBeVisible()
  await expect(gate.page.getByRole('button', { name: 'Correct' })).toBeHidden()
  await gate.context.close()
})

test('an entry of a removed desk waits for the organiser, who confirms it with no network', async ({
  browser,
  origin,
}) => {
  const helper = await helperOf(origin, 'desk')
  const { staff } = await sync(organiser)
  await sync(organiser, 'staff.delete', staff.find(({ role }) => role === 'desk')?._id)
  const entry = { marathonId: marathon._id, bib: '12', code: newEntryCode(), above: 1 }
  for (const firstName of ['Wim', 'Zoe']) {
    const id = crypto.randomUUID()
    const names = { firstName, lastName: `${firstName}son` }
    const { results } = await sync(helper, 'application.walkIn', id, { ...entry, code: newEntryCode(), ...names })
    expect(results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
  }

  const desk = await phoneOf(browser, origin, organiser, entrants())
  const { page } = desk
  await expect(page.getByText('2 entries wait for your decision.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'To decide 2' })).toBeAttached()
  await page.getByRole('link', { name: 'Decide' }).click()
  await loseNetwork(page)
  const waiting = page.getByRole('region', { name: 'Unconfirmed entries: 2' })
  await expect(waiting).toContainText('wants bib 12')
  await expectGoodLooks(page, 'entries that wait for a decision')
  await waiting.getByRole('button', { name: 'Confirm the entry of Wim Wimson' }).click()
  await page.getByRole('button', { name: 'Withdraw the entry of Zoe Zoeson' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Entered twice.')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByRole('region', { name: /Unconfirmed entries/ })).toBeHidden()
  await send(desk)
  await expect
    .poll(async () => (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { regCount: number })
    .toMatchObject({ regCount: 2 })
  await desk.context.close()
})

test.describe('with the installed app', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the notice of a withdrawal outlives the last entry, also with no network', async ({ page, network }) => {
    const [{ _id: id } = { _id: '' }] = (await sync(organiser)).applications
    await logIn(page, runner, '/dashboard/notices')
    await untilSynced(page)
    await untilInstalled(page)
    await sync(organiser, 'application.withdraw', id, { reason: 'Broken leg, get well soon.' })
    await wakeSync(page)
    const told = page
      .getByRole('list', { name: 'Notices' })
      .getByText('The organiser withdrew the entry of Ada Adason. Reason: Broken leg, get well soon.')
    await expect(told).toBeVisible()
    await expectGoodLooks(page, 'the notice of a withdrawal')
    await network(false)
    await page.reload()
    await expect(told).toBeVisible()
  })
})
