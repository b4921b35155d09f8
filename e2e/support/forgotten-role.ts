import type { Page } from '@playwright/test'
import type { InvitedRole } from '../../contract/roles.ts'
import { parseSyncResponse } from '../../contract/sync.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { untilQueued, wakeSync } from './edits.ts'
import { expect, test } from './fixtures.ts'
import { tracesOf } from './inside-the-browser.ts'
import { logIn } from './log-in.ts'
import { untilSynced } from './phone.ts'

/** What an entrant tells the organisers alone. */
export const CONTACT = { email: 'secret.runner@home.example', phoneNumber: '+49 30 7654321', additionalInfo: 'asthma' }
/** What an organiser writes in the place of it: one correction is sent, one waits, and one is not finished. */
export const CORRECTED = { sent: 'corrected.runner@home.example', queued: '+49 30 1112223', typed: 'hay fever' }
export const CONTACTS = [...Object.values(CONTACT), ...Object.values(CORRECTED)]
/** What everybody of the staff knows of others. */
export const NAMES = ['Adason', 'Gus Gate']

let organiser: Account
let helper: Account
let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareRoles(): void {
  test.describe.configure({ timeout: 180_000 })
  test.use({ serviceWorkers: 'allow' })
  test.beforeEach(async ({ origin, quietConsole }) => {
    // Some of these tests are offline at times.
    quietConsole.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/)
    organiser = await createAccount(origin, 'Olga Organiser')
    helper = await createAccount(origin, 'Hana Helper')
    const club = await createAccount(origin, 'Carl Club')
    const gus = await createAccount(origin, 'Gus Gate')
    marathon = await organiser.createMarathon({ title: 'Harbour run' })
    await club.apply(marathon, { ...CONTACT, firstName: 'Ada', lastName: 'Adason' })
    await join(gus, 'gate')
  })
}

async function join(account: Account, role: InvitedRole) {
  const invitations = `/api/marathons/${marathon._id}/invitations`
  const { url } = (await organiser.call('POST', invitations, { role })) as { url: string }
  await account.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}

/** The owner makes an op on the helper's row, with another phone. */
export async function change(type: 'staff.update' | 'staff.delete', base = {}, patch = {}) {
  const sync = async (ops: unknown[]) =>
    parseSyncResponse(await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops }))
  const { staff } = await sync([])
  const id = staff.find(({ name, marathonId }) => name === 'Hana Helper' && marathonId === marathon._id)?._id
  const at = new Date().toISOString()
  const { results } = await sync([{ opId: crypto.randomUUID(), v: 1, type, id, base, patch, at }])
  expect(results).toMatchObject([{ status: 'applied' }])
}

/** Opens the start list, so that everything is on this phone. */
export async function open(page: Page, role: InvitedRole) {
  await join(helper, role)
  await logIn(page, helper, `/dashboard/myMarathons/${marathon._id}${role === 'organiser' ? '/entrants' : ''}`)
  await untilSynced(page)
}

/** Corrects the contact data of the entrant: with the network, without it, and not to the end. */
export async function correct(page: Page) {
  const form = page.getByRole('dialog', { name: 'Correct the entry of Ada Adason' })
  const open = () => page.getByRole('button', { name: 'Correct', exact: true }).click()
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'More about Ada Adason' }).click()
  await open()
  await form.getByLabel('Email').fill(CORRECTED.sent)
  await save()
  await expect(page.getByText(CORRECTED.sent)).toBeVisible()
  await untilQueued(page, helper.uid, 0)
  await page.context().setOffline(true)
  await open()
  await form.getByLabel('Contact Number').fill(CORRECTED.queued)
  await save()
  await untilQueued(page, helper.uid, 1)
  await open()
  await form.getByLabel('Additional Info').fill(CORRECTED.typed)
  await expect.poll(() => tracesOf(page, [CORRECTED.typed])).not.toEqual([])
  await page.keyboard.press('Escape')
}

/** The network is back. */
export async function comeBack(page: Page) {
  await page.context().setOffline(false)
  await wakeSync(page)
}

/** Tests of what a phone with this role stores. */
export function testRole(role: Exclude<InvitedRole, 'organiser'>): void {
  test.describe(`with the role ${role}`, () => {
    // What a service worker stores does not depend on the role, and installing one takes as long as the rest.
    test.use({ serviceWorkers: 'block' })

    test(`of ${role} has no contact value, and no name after the removal`, async ({ page }) => {
      await open(page, role)
      await expect.poll(() => tracesOf(page, NAMES)).not.toEqual([])
      expect(await tracesOf(page, CONTACTS)).toEqual([])
      await change('staff.delete')
      await wakeSync(page)
      await expect.poll(() => tracesOf(page, [...CONTACTS, ...NAMES]), { timeout: 30_000 }).toEqual([])
    })

    test(`of an organiser who becomes ${role} has no contact value left`, async ({ page }) => {
      await open(page, 'organiser')
      await expect(page.getByText('Adason').first()).toBeVisible()
      await correct(page)
      for (const value of CONTACTS) expect(await tracesOf(page, [value]), value).not.toEqual([])
      await change('staff.update', { role: 'organiser' }, { role })
      await comeBack(page)
      await expect.poll(() => tracesOf(page, [...CONTACTS, 'Gus Gate']), { timeout: 30_000 }).toEqual([])
      expect(await tracesOf(page, ['Adason'])).not.toEqual([])
    })
  })
}
