import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

/** The settings of Swiper. */
function swiperOf(carousel: Locator) {
  return carousel.locator('.swiper').evaluate((element) => {
    const { swiper } = element as HTMLElement & { swiper?: { params: { loop: boolean; effect: string } } }
    return { loop: swiper?.params.loop, effect: swiper?.params.effect }
  })
}

const STEP_MS = 250

/** Opens the home page, whose time can be stopped. */
async function openHome(page: Page) {
  await page.clock.install()
  await page.goto('/')
  // The app has taken the place of the page that the build has rendered.
  await expect(page.locator('#prerendered')).toHaveCount(0)
}

/** Lets the page's time pass only in `pass` from now on. */
async function stopTime(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** Lets time pass on the page. A transition runs in real time, so the page's time waits for it. */
async function pass(page: Page, ms: number) {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.evaluate(transitionsEnded)
    await page.clock.runFor(STEP_MS)
  }
}

async function transitionsEnded() {
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
}

/** The times of the turns while `ms` pass, in ms. */
async function turnsOf(carousel: Locator, ms: number): Promise<number[]> {
  const watched = await carousel.evaluateHandle((element) => {
    const turns: number[] = []
    const watch = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => (target as Element).getAttribute('aria-current') === 'true')) return
      turns.push(performance.now())
    })
    watch.observe(element, { subtree: true, attributeFilter: ['aria-current'] })
    return { turns, watch }
  })
  await pass(carousel.page(), ms)
  return watched.evaluate(({ turns, watch }) => {
    watch.disconnect()
    return turns
  })
}

/** Expects so many turns, one every `ms`. On a busy machine it may be late, but it is never early. */
function expectEvery(ms: number, turns: number[], count: number) {
  expect(turns).toHaveLength(count)
  for (const [n, at] of turns.slice(1).entries()) expect(at - (turns[n] ?? 0)).toBeGreaterThan(ms - 100)
  expect((turns.at(-1) ?? 0) - (turns[0] ?? 0)).toBeLessThan(ms * turns.length)
}

test('the hero turns by itself every 4000 ms, loops and fades, until it is paused', async ({ page }) => {
  await openHome(page)
  const hero = page.getByRole('region', { name: 'Highlights' })
  const dots = hero.getByRole('button', { name: /^Slide \d/ })
  await expect(dots).toHaveCount(3)
  expect(await swiperOf(hero)).toEqual({ loop: true, effect: 'fade' })
  await stopTime(page)
  // One of these turns is from the last slide to the first.
  expectEvery(4000, await turnsOf(hero, 4.5 * 4000), 4)
  await hero.getByRole('button', { name: 'Pause the slides' }).click()
  await page.mouse.move(0, 0)
  expect(await turnsOf(hero, 6000)).toEqual([])
  await hero.getByRole('button', { name: 'Play the slides' }).click()
  await page.mouse.move(0, 0)
  expect(await turnsOf(hero, 6000)).toHaveLength(1)
})

test('the hero stands still under the mouse', async ({ page }) => {
  await openHome(page)
  const hero = page.getByRole('region', { name: 'Highlights' })
  await expect(hero.getByRole('button', { name: 'Next slide' })).toBeVisible()
  await hero.hover({ position: { x: 20, y: 60 } })
  await stopTime(page)
  expect(await turnsOf(hero, 6000)).toEqual([])
})

test('the testimonials turn by themselves every 5000 ms and loop', async ({ page }) => {
  await openHome(page)
  const runners = page.getByRole('region', { name: 'Voices of runners' })
  // The testimonials are loaded only when the user scrolls there.
  await runners.scrollIntoViewIfNeeded()
  await expect(runners.getByRole('button', { name: /^Slide \d/ })).toHaveCount(3)
  expect(await swiperOf(runners)).toMatchObject({ loop: true })
  await stopTime(page)
  expectEvery(5000, await turnsOf(runners, 2.5 * 5000), 2)
})

test('a finger moves the slides', async ({ page }) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Highlights' })
  await hero.getByRole('button', { name: /^Slide 3/ }).click()
  await expect.poll(() => swiperOf(hero)).toMatchObject({ loop: true })
  const shown = hero.locator('.swiper-slide:not([inert])')
  await expect(shown.getByRole('heading')).toBeVisible()
  await expect(hero.getByRole('button', { name: /^Slide 3/ })).toHaveAttribute('aria-current', 'true')
  const box = await hero.boundingBox()
  if (!box) throw new Error('no box')
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.2, box.y + 60, { steps: 8 })
  await page.mouse.up()
  await expect(hero.getByRole('button', { name: /^Slide 1/ })).toHaveAttribute('aria-current', 'true')
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
    await openHome(page)
    const hero = page.getByRole('region', { name: 'Highlights' })
    await expect(hero.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await stopTime(page)
    expect(await turnsOf(hero, 6000)).toEqual([])
    await page.clock.resume()
    const runners = page.getByRole('region', { name: 'Voices of runners' })
    await runners.scrollIntoViewIfNeeded()
    await expect(runners.getByRole('button', { name: 'Play the slides' })).toBeVisible()
    await stopTime(page)
    expect(await turnsOf(runners, 7000)).toEqual([])
    await page.clock.resume()
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await expect(hero.getByRole('button', { name: /^Slide 2/ })).toHaveAttribute('aria-current', 'true')
  })
})
