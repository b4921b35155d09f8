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

/**
 * What the next pop-up says and how long it is there, from the frame that paints it. The page itself notes it: a pop-up
 * of 1.5 s is gone before a slow test runner has asked twice. Call it before the action that shows it, and await it
 * afterwards.
 * @param busyMs how long the page does other work before it paints the pop-up, as on a slow phone
 */
export function nextPopUp(
  page: Page,
  busyMs = 0,
): Promise<{ ms: number; title: string; buttons: number; isCentred: boolean }> {
  return page.evaluate(
    (busyMs) =>
      new Promise((resolve) => {
        let seen: { since: number; title: string; buttons: number; isCentred: boolean } | undefined
        const look = () => {
          const popUp = document.querySelector('.swal2-popup.swal2-show')
          if (popUp && !seen) {
            for (const from = performance.now(); performance.now() < from + busyMs; );
            seen = {
              since: performance.now(),
              title: popUp.querySelector('h2')?.textContent ?? '',
              buttons: [...popUp.querySelectorAll('button')].filter((button) => button.checkVisibility()).length,
              isCentred: popUp.closest('.swal2-container')?.classList.contains('swal2-center') ?? false,
            }
          } else if (!popUp && seen) {
            watcher.disconnect()
            const { since, ...shown } = seen
            resolve({ ms: performance.now() - since, ...shown })
          }
        }
        const watcher = new MutationObserver(look)
        watcher.observe(document.documentElement, { subtree: true, childList: true, attributes: true })
      }),
    busyMs,
  )
}
