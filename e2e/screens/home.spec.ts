import type { PublicMarathon } from '../../contract/marathon.ts'
import { newMarathonFields } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { openHome } from '../support/home.ts'

openHome()

test('home has its title, and Tips & Resources on plans, gear, nutrition and marathon day', async ({ page }) => {
  await expect(page).toHaveTitle('Home - Startline')
  const tips = page.getByRole('region', { name: 'Tips & Resources' })
  for (const about of ['Training plans', 'Gear', 'Nutrition', 'Marathon-day tips']) {
    await expect(tips.getByRole('heading', { name: about })).toBeVisible()
  }
})

test('the hero has three slides with image, text and Explore More, which arrows and dots turn', async ({ page }) => {
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await expect(dots).toHaveCount(3)
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  for (const index of [0, 1, 2, 0]) {
    await expect(dots.nth(index)).toHaveAttribute('aria-current', 'true')
    const slide = hero.locator('.swiper-slide:not([inert])')
    await expect(slide).toHaveRole('group')
    await expect(slide).toHaveAccessibleName(RegExp(`^Slide ${index + 1} of 3: .`))
    await expect(slide.getByRole('heading')).not.toBeEmpty()
    await expect(slide.locator('img')).toHaveAttribute('src', /^\/hero-\d\.svg$/)
    await expect(slide.getByRole('link', { name: 'Explore More' })).toBeVisible()
    await hero.getByRole('button', { name: 'Next slide' }).click()
  }
  await dots.nth(2).click()
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
})

test('What Our Runners Say has three voices with photo, name, marathon and quote', async ({ page }) => {
  const runners = page.getByRole('region', { name: 'What Our Runners Say' })
  await runners.scrollIntoViewIfNeeded()
  await expect(runners.getByText('Samples, written by us.')).toBeVisible()
  const dots = runners.getByRole('button', { name: /^Slide \d/ })
  await expect(dots).toHaveCount(3)
  for (const index of [0, 1, 2]) {
    await dots.nth(index).click()
    const voice = runners.locator('.swiper-slide:not([inert]) figure')
    await expect(voice.locator('blockquote')).not.toBeEmpty()
    await expect(voice.locator('figcaption > span')).toHaveCount(2)
    await expect(voice.locator('img')).toHaveAttribute('src', `/runners/runner-${index + 1}.svg`)
  }
})

test('Explore Marathons shows the newest 4 with place, window, distance and See Details', async ({ page, request }) => {
  const all: PublicMarathon[] = await (await request.get('/api/allMarathon')).json()
  const explore = page.getByRole('region', { name: 'Explore Marathons' })
  await expect(explore.getByRole('article')).toHaveCount(4)
  expect(all.length).toBeGreaterThan(4)
  const first = explore.getByRole('article').first()
  for (const label of ['Location:', 'Registration:', 'Event Date:', 'Distance:']) {
    await expect(first.getByText(label)).toBeVisible()
  }
  await expect(first.getByText(/^\w{3} \d{1,2}, \d{4} - \w{3} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(first.getByRole('link', { name: /See Details/ })).toHaveAttribute('href', /^\/marathons\/.+/)
  await expect(first.locator('img')).toBeVisible()
})

test('Upcoming Marathons shows at most 7, soonest first, with their start and the days left', async ({
  page,
  request,
}) => {
  const answer: PublicMarathon[] = await (await request.get('/api/upcomingMarathon')).json()
  const upcoming = page.getByRole('region', { name: 'Upcoming Marathons' })
  expect(answer.length).toBeGreaterThan(7)
  await expect(upcoming.getByRole('article')).toHaveCount(7)
  const first = upcoming.getByRole('article').first()
  await expect(first.getByText('Starts on:')).toBeVisible()
  await expect(first.getByText(/^\d{2} \w{3,4} \d{4}$/)).toBeVisible()
  await expect(first.getByText(/^\d+ Days Left$/)).toBeVisible()
  for (const label of ['Location:', 'Distance:']) await expect(first.getByText(label)).toBeVisible()
})

test('an upcoming event without a description says so, and one that has started is not shown', async ({ page }) => {
  const later = newMarathonFields({ title: 'Comes later', description: '', image: '/samples/sample-1.svg' })
  const started = newMarathonFields({ title: 'Started', startDate: new Date(Date.now() - 1000).toISOString() })
  await page.route('**/api/upcomingMarathon', (route) => route.fulfill({ json: [started, later] }))
  await page.reload()
  const upcoming = page.getByRole('region', { name: 'Upcoming Marathons' })
  await expect(upcoming.getByRole('article')).toHaveCount(1)
  await expect(upcoming.getByText('No description available')).toBeVisible()
})

test('what is far below the first screen is not laid out before somebody comes near', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const tip = page.getByRole('heading', { name: 'Nutrition' })
  const isLaidOut = () => tip.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  await expect(tip).toBeAttached()
  expect(await isLaidOut()).toBe(false)
  await tip.scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
})

test('a reload on a phone keeps the place on the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const place = page.getByRole('heading', { name: 'Nutrition' })
  await place.scrollIntoViewIfNeeded()
  await expect(place).toBeInViewport()
  await page.reload()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(place).toBeInViewport()
})

test('a reload at the foot of a page stays there', async ({ page }) => {
  await page.goto('/privacy')
  const foot = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })
  await expect(foot).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  const before = await page.evaluate(() => scrollY)
  await page.reload()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(foot).toBeInViewport()
  expect(before - (await page.evaluate(() => scrollY))).toBeLessThan(150)
})
