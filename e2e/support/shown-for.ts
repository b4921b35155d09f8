/// <reference lib="dom" />
import type { Page } from '@playwright/test'

/**
 * Measures how long an element is on the screen. It measures inside the page, so that a slow test runner does not
 * matter. Call it before the action that shows the element, and await it afterwards.
 * @returns ms
 */
export function shownForMs(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let since: number | undefined
        const look = () => {
          const there = document.querySelector(wanted) !== null
          if (there) since ??= performance.now()
          else if (since !== undefined) {
            watcher.disconnect()
            resolve(performance.now() - since)
          }
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
        look()
      }),
    selector,
  )
}
