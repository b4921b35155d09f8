import { expectGoodLooks } from '../support/checks.ts'
import { expect, signedIn as test } from '../support/fixtures.ts'

// What a change seldom breaks. marathons.spec.ts has what each change must pass.

test('the list is as it was left, by the way back and by the bar', async ({ page, account }) => {
  const { _id } = await account.createMarathon({ title: `Left ${Date.now()}` })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/marathons?sort=soonest&compact=true&q=left')
  await expect(page.locator(`main a[href='/marathons/${_id}']`).first()).toBeVisible()
  await expectGoodLooks(page, 'the compact list')
  await page.setViewportSize({ width: 390, height: 844 })
  const open = () => page.locator(`main a[href='/marathons/${_id}']`).first().click()
  const bar = page.getByRole('navigation', { name: 'Quick links' })
  for (const back of [
    page.getByRole('link', { name: 'Back to Marathons' }),
    bar.getByRole('link', { name: 'Marathons' }),
  ]) {
    await open()
    await expect(page).toHaveURL(`/marathons/${_id}`)
    await back.click()
    await expect(page).toHaveURL(/\/marathons\?sort=soonest&compact=true&q=left$/)
  }
  await page.getByRole('button', { name: 'Compact' }).click()
  await expect(page).toHaveURL(/\/marathons\?sort=soonest&q=left$/)
  await expect(bar.getByRole('link', { name: 'Marathons' })).toHaveAttribute('aria-current', 'page')
})
