/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'

// Limits at a quarter of the CPU are for the CPU time of the page's main thread, four times what it takes here, so that
// other work on the machine does not matter. The time on the clock, with Chromium's own slowdown, is printed beside it: on
// a busy machine it is several times as long.
// The CPU of a machine may itself be slower than that of the machine on which the limits were set. So a piece of work that
// never changes is measured beside the app, and a machine that takes longer for it gets as much more for the app.

export const SLOWDOWN = 4
/** After this time the page has done all that a tap or a letter causes, also what comes after it is painted. */
export const REST_MS = 300
/** What `fixedWork` takes on the machine on which the limits were set, with nothing else running; at a quarter of it. */
export const FIXED_WORK_MS = 70

/** Measures the CPU of a page. `cost`: four times the CPU time until `act` resolves, which is when its effect is painted. */
export async function measureCpu(page: Page): Promise<{
  session: CDPSession
  cpuMs: () => Promise<number>
  cost: (act: () => Promise<unknown>) => Promise<number>
}> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
  const cost = async (act: () => Promise<unknown>) => {
    await page.waitForTimeout(REST_MS)
    const from = await cpuMs()
    await act()
    return SLOWDOWN * ((await cpuMs()) - from)
  }
  return { session, cpuMs, cost }
}

/** Searches 50,000 texts and lays out 200 rows: the kinds of work that a letter causes. It does not use the app. */
export function fixedWork(): void {
  const texts = Array.from({ length: 50_000 }, (_, index) => `runner ${index} of the town`)
  for (const word of ['7', '49', '123']) texts.filter((text) => text.includes(word))
  const list = document.createElement('ul')
  list.innerHTML = texts
    .slice(0, 200)
    .map((text) => `<li><p>${text}</p><button>Check in</button></li>`)
    .join('')
  document.body.append(list)
  list.getBoundingClientRect()
  list.remove()
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
