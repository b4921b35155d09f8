import { expectGoodLooks } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { CONTACTS, change, comeBack, correct, NAMES, open, prepareRoles, testRole } from '../support/forgotten-role.ts'
import { tracesOf } from '../support/inside-the-browser.ts'
import { untilInstalled } from '../support/phone.ts'

prepareRoles()

test.describe('INV-19 the whole storage of a browser', () => {
  testRole('gate')

  test('of a removed organiser has nothing of others left', async ({ page }) => {
    await open(page, 'organiser')
    await untilInstalled(page)
    await expect(page.getByText('Adason').first()).toBeVisible()
    await correct(page)
    await change('staff.delete')
    await comeBack(page)
    await expect.poll(() => tracesOf(page, [...CONTACTS, ...NAMES]), { timeout: 30_000 }).toEqual([])
    await expect(page.getByText('Adason')).toBeHidden()
    // The correction that waited is not lost in silence.
    await page.goto('/unsent')
    await expect(page.getByText('Corrected contact number')).toBeVisible()
    await expect(page.getByText('What it says has left this phone')).toBeVisible()
    await expectGoodLooks(page, 'a correction that this phone has forgotten')
  })
})
