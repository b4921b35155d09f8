import { INVITED_ROLES } from '../../contract/roles.ts'
import { expect, test } from '../support/fixtures.ts'
import { CONTACT, CORRECTED, correct, open, prepareRoles, testRole } from '../support/forgotten-role.ts'
import { tracesOf } from '../support/inside-the-browser.ts'
import { logOut, untilLoggedOut } from '../support/log-out.ts'
import { untilInstalled } from '../support/phone.ts'

// The roles that forgotten-role.spec.ts does not look at in each run, and a logout.

prepareRoles()

test.describe('INV-19 the whole storage of a browser', () => {
  for (const role of INVITED_ROLES) if (role !== 'organiser' && role !== 'gate') testRole(role)

  test('after a logout that keeps the queue has what was written, and nothing that was only seen', async ({ page }) => {
    await open(page, 'organiser')
    await untilInstalled(page)
    await correct(page)
    await logOut(page, 'Keep on this phone for this account')
    await untilLoggedOut(page)
    await expect.poll(() => tracesOf(page, [...Object.values(CONTACT), CORRECTED.sent])).toEqual([])
    for (const kept of [CORRECTED.queued, CORRECTED.typed]) expect(await tracesOf(page, [kept])).not.toEqual([])
  })
})
