import type { Locator } from '@playwright/test'
import { expect, test } from '../helpers/fixtures.ts'

/** What Swiper was told, and whether it moves by itself. */
function swiperOf(carousel: Locator) {
  return carousel.locator('.swiper').evaluate((element) => {
    const { params, autoplay } = (
      element as HTMLElement & {
        swiper: {
          params: { autoplay: { delay?: number } | false; loop: boolean; effect: string }
          autoplay: { running: boolean }
        }
      }
    ).swiper
    const delay = params.autoplay ? params.autoplay.delay : undefined
    return { delay, loop: params.loop, effect: params.effect, running: autoplay.running }
  })
}

test('the hero turns by itself every 4000 ms, loops and fades, until it is paused', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await expect(dots).toHaveCount(3)
  expect(await swiperOf(hero)).toEqual({ delay: 4000, loop: true, effect: 'fade', running: true })
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  expect((await swiperOf(hero)).running).toBe(false)
  await hero.getByRole('button', { name: 'Play the slides' }).click()
  expect((await swiperOf(hero)).running).toBe(true)
})

test('the testimonials turn by themselves every 5000 ms and loop', async ({ page }) => {
  await page.goto('/')
  const runners = page.getByRole('region', { name: 'Voices of runners' })
  // Nothing of it is loaded before somebody gets there.
  await runners.scrollIntoViewIfNeeded()
  await expect(runners.getByRole('button', { name: /^Slide \d/ })).toHaveCount(3)
  expect(await swiperOf(runners)).toMatchObject({ delay: 5000, loop: true, running: true })
})

test('every press of an arrow counts, however fast they follow', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  const first = await dots.evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-current') === 'true'))
  for (const press of [1, 2, 3, 4]) {
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await expect(dots.nth((first + press) % 3)).toHaveAttribute('aria-current', 'true')
  }
  for (const press of [3, 2, 1, 0]) {
    await hero.getByRole('button', { name: 'Previous slide' }).click()
    await expect(dots.nth((first + press) % 3)).toHaveAttribute('aria-current', 'true')
  }
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('no slider moves by itself, and its arrows work at once', async ({ page }) => {
    await page.goto('/')
    const hero = page.getByRole('region', { name: 'Highlights' })
    await expect(hero.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    expect((await swiperOf(hero)).running).toBe(false)
    const runners = page.getByRole('region', { name: 'Voices of runners' })
    await runners.scrollIntoViewIfNeeded()
    await expect(runners.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    expect((await swiperOf(runners)).running).toBe(false)
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await expect(hero.getByRole('button', { name: /^Slide 2/ })).toHaveAttribute('aria-current', 'true')
  })
})
