import { expect, test } from '../support/fixtures.ts'
import { openHome } from '../support/home.ts'

// What a change seldom breaks. home.spec.ts has what each change must pass.

openHome()

test('each slide leads where it says, and so does a card, wherever they are tapped', async ({ page }) => {
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  const slide = hero.locator('.swiper-slide:not([inert])')
  for (const [index, path] of ['/marathons', '/dashboard/addMarathon', '/aboutUs'].entries()) {
    await dots.nth([0, 2, 1][index] ?? 0).click()
    await expect(slide.getByRole('link', { name: 'Explore More' })).toHaveAttribute('href', path)
  }
  await slide.click({ position: { x: 12, y: 12 } })
  await expect(page).toHaveURL('/aboutUs')
  for (const list of ['Explore Marathons', 'Upcoming Marathons']) {
    await page.goto('/')
    await expect(page.locator('#prerendered')).toHaveCount(0)
    const card = page.getByRole('region', { name: list }).getByRole('article').first()
    await card.click({ position: { x: 12, y: 12 } })
    await expect(page).toHaveURL(/\/login\?redirect=%2Fmarathons%2F/)
  }
})
