import type { Locator } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

/** The settings of Swiper. */
function swiperOf(carousel: Locator) {
  return carousel.locator('.swiper').evaluate((element) => {
    const { params } = (element as HTMLElement & { swiper: { params: { loop: boolean; effect: string } } }).swiper
    return { loop: params.loop, effect: params.effect }
  })
}

/** The times of the next turns, in ms. */
function turnsOf(carousel: Locator, count: number): Promise<number[]> {
  return carousel.evaluate(
    (element, wanted) =>
      new Promise<number[]>((resolve) => {
        const turns: number[] = []
        new MutationObserver((changes, watch) => {
          if (!changes.some(({ target }) => (target as Element).getAttribute('aria-current') === 'true')) return
          turns.push(performance.now())
          if (turns.length < wanted) return
          watch.disconnect()
          resolve(turns)
        }).observe(element, { subtree: true, attributeFilter: ['aria-current'] })
      }),
    count,
  )
}

/** Expects a turn every `ms`. On a busy machine it may be late, but it is never early. */
function expectEvery(ms: number, turns: number[]) {
  for (const [n, at] of turns.slice(1).entries()) expect(at - (turns[n] ?? 0)).toBeGreaterThan(ms - 100)
  expect((turns.at(-1) ?? 0) - (turns[0] ?? 0)).toBeLessThan(ms * turns.length)
}

test('the hero turns by itself every 4000 ms, loops and fades, until it is paused', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await expect(dots).toHaveCount(3)
  expect(await swiperOf(hero)).toEqual({ loop: true, effect: 'fade' })
  // One of these turns is from the last slide to the first.
  expectEvery(4000, await turnsOf(hero, 4))
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  await page.mouse.move(0, 0)
  const turned = await Promise.race([turnsOf(hero, 1), page.waitForTimeout(6000)])
  expect(turned).toBeUndefined()
  await hero.getByRole('button', { name: 'Play the slides' }).click()
  await page.mouse.move(0, 0)
  await turnsOf(hero, 1)
})

test('the hero stands still under the mouse', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Highlights' })
  await hero.locator('.swiper').hover({ position: { x: 20, y: 60 } })
  expect(await Promise.race([turnsOf(hero, 1), page.waitForTimeout(6000)])).toBeUndefined()
})

test('the testimonials turn by themselves every 5000 ms and loop', async ({ page }) => {
  await page.goto('/')
  const runners = page.getByRole('region', { name: 'Voices of runners' })
  // The testimonials are loaded only when the user scrolls there.
  await runners.scrollIntoViewIfNeeded()
  await expect(runners.getByRole('button', { name: /^Slide \d/ })).toHaveCount(3)
  expect(await swiperOf(runners)).toMatchObject({ loop: true })
  expectEvery(5000, await turnsOf(runners, 2))
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
    expect(await Promise.race([turnsOf(hero, 1), page.waitForTimeout(6000)])).toBeUndefined()
    const runners = page.getByRole('region', { name: 'Voices of runners' })
    await runners.scrollIntoViewIfNeeded()
    await expect(runners.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    expect(await Promise.race([turnsOf(runners, 1), page.waitForTimeout(7000)])).toBeUndefined()
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await expect(hero.getByRole('button', { name: /^Slide 2/ })).toHaveAttribute('aria-current', 'true')
  })
})
