import { createAccount } from '../support/account.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { PHONE, WITH_KEYBOARD } from '../support/frame.ts'
import { logIn } from '../support/log-in.ts'

// What a change seldom breaks. frame.spec.ts has what each change must pass.

signedIn(
  'the greeting is one line on the three screens of its menu, and an inner screen leads back',
  async ({ page }) => {
    await page.setViewportSize(PHONE)
    for (const path of ['/dashboard/addMarathon', '/dashboard/myMarathons', '/dashboard/myApply']) {
      await page.goto(path)
      const greeting = page.getByRole('heading', { level: 1, name: /^Marathon Dashboard - Hi, / })
      const [line, toggle] = [
        await greeting.boundingBox(),
        await page.locator('[aria-controls=dashboard-menu]').boundingBox(),
      ]
      expect(line?.height).toBeLessThan(30)
      expect(toggle && line && Math.abs(toggle.y + toggle.height / 2 - line.y - line.height / 2)).toBeLessThan(4)
    }
    await page.goto('/dashboard/account')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL('/')
  },
)

test('with a keyboard, a search shows a whole result below it', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Odo Organiser')
  const marathon = await organiser.createMarathon()
  for (const firstName of ['Ada', 'Berta', 'Cora', 'Dora', 'Emil', 'Frida']) {
    await organiser.apply(marathon, { firstName, lastName: 'Runner' })
  }
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/entrants`)
  await page.setViewportSize(WITH_KEYBOARD)
  for (const [path, text, role] of [
    [`/dashboard/myMarathons/${marathon._id}/entrants`, 'Runner', 'listitem'],
    ['/marathons', marathon.title, 'article'],
    ['/dashboard/myMarathons', marathon.title, 'row'],
    ['/dashboard/myApply', marathon.title, 'row'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('searchbox').click()
    await page.getByRole('searchbox').pressSequentially(text.split(' ').at(-1) ?? '')
    const first = page.getByRole(role).filter({ hasText: text }).first()
    await expect(first).toBeInViewport({ ratio: 1 })
    const end = await page.getByRole('search').evaluate((one) => one.getBoundingClientRect().bottom)
    await expect.poll(async () => (await first.boundingBox())?.y ?? 0, { message: path }).toBeGreaterThanOrEqual(end)
  }
})
