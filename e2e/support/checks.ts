/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'
import { expect } from './fixtures.ts'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** A transition of what `content-visibility` does not paint begins only when axe reads its colours. */
const NO_TRANSITION = { content: '* { transition: none !important }' }

/** Expects that axe finds no violation on the screen, once everything that fades in is there. */
export function expectAccessible(page: Page, what: string): Promise<void> {
  return examine(page, what, { type: 'tag', values: WCAG })
}

/**
 * Changes the colour scheme of a screen that passed `expectAccessible`, and expects that axe finds no violation in it
 * either. The scheme changes colours alone, so only the rules about colours can answer otherwise.
 */
export async function expectAccessibleIn(page: Page, colorScheme: 'light' | 'dark', what: string): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await examine(page, what, { type: 'rule', values: COLOUR_RULES })
}

/** As `expectAccessible`, without the colours: another test looks at those of the same screen. */
export function expectAccessibleButColours(page: Page, what: string): Promise<void> {
  return examine(page, what, { type: 'tag', values: WCAG }, COLOUR_RULES)
}

async function examine(page: Page, what: string, runOnly: RunOnly, without: string[] = []): Promise<void> {
  const style = await page.addStyleTag(NO_TRANSITION)
  await page.evaluate(async () => {
    // After two frames, the animations of what has just appeared have begun.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // A page that was asked before has axe. The app has no frames, which would need it too.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
  const told = await page.evaluate(
    async ([runOnly, rules]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Of what passes, axe need not tell every element.
      const { violations } = await axe.run({ runOnly, rules, resultTypes: ['violations'] })
      // A bar at the edge of the screen covers a target only until somebody scrolls.
      const isSmallInTheMiddle = async (target: string) => {
        document.querySelector(target)?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const again = await axe.run(target, { runOnly: ['target-size'], resultTypes: ['violations'] })
        return again.violations.length > 0
      }
      const top = window.scrollY
      const found = []
      for (const { id, help, nodes } of violations) {
        const where = []
        for (const { target, failureSummary } of nodes) {
          if (id === 'target-size' && !(await isSmallInTheMiddle(String(target[0])))) continue
          where.push(`${target.join(' ')} | ${failureSummary}`)
        }
        if (where.length > 0) found.push({ rule: `${id}: ${help}`, where: where.slice(0, 3) })
      }
      window.scrollTo({ top, behavior: 'instant' })
      return found
    },
    [runOnly, rules] as const,
  )
  await style.evaluate((element) => (element as Element).remove())
  expect(told, what).toEqual([])
}

/** Expects that axe finds nothing and that nothing is beyond the right edge, at 390 and 1440 px, light and dark. */
export async function expectGoodLooks(page: Page, what: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await expectAccessible(page, `${what} at ${width}, light`)
    await expectNoSidewaysScroll(page, `${what} at ${width}, light`)
    await expectAccessibleIn(page, 'dark', `${what} at ${width}, dark`)
    await expectNoSidewaysScroll(page, `${what} at ${width}, dark`)
  }
}

/** Expects that nothing is beyond the right edge of the screen, once a busy page has the new size or style. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  await expect.poll(() => beyondTheEdge(page), { message: what, timeout: 5000 }).toEqual([])
}

/** The last elements that are beyond the right edge of the screen. */
function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { clientWidth, scrollWidth } = document.documentElement
    // Fixed elements cause no scrolling, and nobody could reach them beyond the edge. The navigation is fixed.
    const within = scrollWidth > clientWidth ? 'body *' : 'nav *'
    return [...document.querySelectorAll(within)]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 120))
  })
}

/**
 * Expects that the pop-up closes. Call it before you expect that something is gone: while a pop-up is open, the rest of
 * the page is `aria-hidden`, and a locator by role finds nothing of it.
 */
export async function expectPopUpCloses(page: Page): Promise<void> {
  await expect(page.locator('.swal2-container')).toHaveCount(0)
}

interface Shift {
  value: number
  what: string[]
}

/** Records the elements that move without a user action, and how far. It must be called before the page is opened. */
export async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    type ApplicationEntry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const shifts: { value: number; what: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as ApplicationEntry[]) {
        const what = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.nodeValue)
          return `${name} from ${previousRect.y} to ${currentRect.y}`
        })
        if (!hadRecentInput) shifts.push({ value, what })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: { value: number; what: string[] }[] }).shifts)
}

/** Opens each dialog, checks it in light and dark, and closes it. @param openings what opens them */
export async function expectAccessibleDialogs(page: Page, openings: readonly Locator[]): Promise<void> {
  for (const opening of openings) {
    await page.emulateMedia({ colorScheme: 'light' })
    await opening.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const what = await page.getByRole('dialog').getByRole('heading').textContent()
    await expectAccessible(page, `${what}, light`)
    await expectAccessibleIn(page, 'dark', `${what}, dark`)
    await expectNoSidewaysScroll(page, 'a dialog')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
}
