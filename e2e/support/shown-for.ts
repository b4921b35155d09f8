/// <reference lib="dom" />
import type { Page } from '@playwright/test'

/**
 * How long something is on the screen, measured inside the page, so that a busy test runner does not count. Call it
 * before what makes the thing appear, await it afterwards.
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
