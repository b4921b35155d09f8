import { parseSyncResponse } from '../../contract/sync.ts'
import { expectAccessible, expectNoSidewaysScroll, expectPopUpCloses } from '../support/checks.ts'
import { gateSync, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled } from '../support/phone.ts'
import { checkIn, helper, invite, join, marathon, organiser, prepareStaff, staffPath } from '../support/staff.ts'

// What a change seldom breaks. staff.spec.ts has what each change must pass.

prepareStaff()

test.describe.configure({ timeout: 180_000 })

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
