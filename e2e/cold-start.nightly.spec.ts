import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import { RACE } from './support/screens.ts'

// Starts of the app without a network, after the browser was killed, on phones of several speeds.
// COLD_START_SLOWDOWNS=1,2,4,8 COLD_START_ROUNDS=5 COLD_START_BUSY=2 makes the table in docs/performance.md;
// COLD_START_BUSY is the number of busy loops that run at the same time.

const SLOWDOWNS = (process.env.COLD_START_SLOWDOWNS ?? '1,4').split(',').map(Number)
const ROUNDS = Number(process.env.COLD_START_ROUNDS ?? 3)
const BUSY = Number(process.env.COLD_START_BUSY ?? 0)
/**
 * The time may grow 1.5 times as much as the processor is slower: to slow it down, Chromium keeps one core busy, and
 * the rest of the browser has only the other cores.
 */
const MAX_GROWTH = 1.5
/** Frames are counted during this time. A screen at rest needs a frame only when a second or a slide changes. */
const REST_MS = 3000
const MAX_FRAMES = 30

interface Start {
  firstPaint: number
  /** ms until the title was visible, in the kept markup or in the app. */
  readable: number
  /** ms until the app had rendered the whole screen and had reacted to a tap. */
  usable: number
}

test('on a slower phone, a cold start with no network takes little more than in proportion', async ({ baseURL }) => {
  test.setTimeout(60_000 + SLOWDOWNS.length * ROUNDS * 45_000)
  const edge = await startPhoneEdge(baseURL as string)
  const phone = await startInstalledPhone(edge)
  const loops: ChildProcess[] = []
  try {
    await logInAndSync(phone.page, edge.origin, 'runner@example.com')
    await untilInstalled(phone.page)
    const address = `/marathons/${RACE.id}`
    await phone.page.goto(edge.origin + address)
    await phone.page.getByRole('timer').waitFor()
    edge.weather = 'down'
    for (let n = 0; n < BUSY; n += 1) loops.push(spawn(process.execPath, ['-e', 'while (process.ppid !== 1);']))
    const starts = new Map<number, Start[]>(SLOWDOWNS.map((slowdown) => [slowdown, []]))
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const slowdown of SLOWDOWNS) {
        await phone.kill()
        await phone.restart()
        const session = await phone.context.newCDPSession(phone.page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        starts.get(slowdown)?.push(await measure(phone.page, edge.origin + address))
      }
    }
    writeFileSync('test-results/cold-start.json', JSON.stringify({ busy: BUSY, starts: Object.fromEntries(starts) }))
    console.log(table(starts))
    const usable = (slowdown: number) => median((starts.get(slowdown) ?? []).map((start) => start.usable))
    const [first = 1, ...slower] = SLOWDOWNS
    for (const slowdown of slower) {
      expect(usable(slowdown) / usable(first), `${slowdown}x`).toBeLessThan((slowdown / first) * MAX_GROWTH)
    }
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
    await phone.close()
    await edge.close()
  }
})

// A screen that requests every animation frame uses the whole processor of a slow phone, and everything else waits.
for (const [name, path, there] of [
  ['the home page', '/', '[aria-roledescription=slide]'],
  ['the details of an event', `/marathons/${RACE.id}`, 'main [role=timer] svg'],
] as const) {
  test(`${name} requests few animation frames while nobody touches it`, async ({ baseURL }) => {
    const edge = await startPhoneEdge(baseURL as string)
    const phone = await startInstalledPhone(edge)
    try {
      await logInAndSync(phone.page, edge.origin, 'runner@example.com')
      await phone.page.addInitScript(() => {
        const counted = window as { framesAsked?: number }
        counted.framesAsked = 0
        const ask = requestAnimationFrame
        window.requestAnimationFrame = (run) => {
          counted.framesAsked = (counted.framesAsked ?? 0) + 1
          return ask(run)
        }
      })
      await phone.page.goto(edge.origin + path)
      await phone.page.locator(there).first().waitFor()
      const asked = () => phone.page.evaluate(() => (window as { framesAsked?: number }).framesAsked ?? 0)
      // The count starts after late content has arrived.
      const atRest = async () => {
        const before = await asked()
        await phone.page.waitForTimeout(REST_MS)
        return (await asked()) - before
      }
      await expect.poll(atRest, { timeout: 30_000, intervals: [0] }).toBeLessThan(MAX_FRAMES)
    } finally {
      await phone.close()
      await edge.close()
    }
  })
}

/** Opens the marathon, taps the menu as soon as the whole screen is there, and measures until the app reacts. */
async function measure(page: Page, url: string): Promise<Start> {
  await page.addInitScript((title) => {
    const times = Object.assign(window, { times: {} as Partial<Record<'readable' | 'usable', number>> }).times
    const seen = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent?.includes(title)) times.readable ??= Date.now()
      const menu = document.querySelector('button[aria-controls=nav-links]')
      if (menu?.getAttribute('aria-expanded') === 'true') times.usable ??= Date.now()
    })
    seen.observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['aria-expanded'],
    })
    const tapping = setInterval(() => {
      if (!document.querySelector('main h1')?.textContent?.includes(title)) return
      if (!document.querySelector('main [role=timer]')) return
      const menu = document.querySelector('button[aria-controls=nav-links]')
      const box = menu?.getBoundingClientRect()
      const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      // Under the kept markup a script could click the menu, but a finger could not.
      if (!menu || !hit || !menu.contains(hit)) return
      clearInterval(tapping)
      ;(menu as HTMLElement).click()
    }, 20)
  }, RACE.title)
  // This uses the machine's time, because a page that reloads would start its own time at 0 again.
  const begun = Date.now()
  await page.goto(url, { waitUntil: 'commit' })
  const read = () => page.evaluate(() => (window as { times?: Partial<Start> }).times).catch(() => undefined)
  await expect.poll(async () => (await read())?.usable ?? 0, { timeout: 60_000 }).toBeGreaterThan(0)
  const times = (await read()) as Start
  const painted = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return performance.timeOrigin + (paint?.startTime ?? 0)
  })
  return {
    firstPaint: Math.round(painted - begun),
    // Text that is in the page before the first paint becomes readable with that paint.
    readable: Math.round(Math.max(times.readable, painted) - begun),
    usable: times.usable - begun,
  }
}

function table(starts: Map<number, Start[]>): string {
  const rows = [...starts].map(([slowdown, all]) => {
    const cells = (['firstPaint', 'readable', 'usable'] as const).map((field) => {
      const values = all.map((start) => start[field])
      return `${median(values)} (${Math.min(...values)} to ${Math.max(...values)})`
    })
    return `| ${slowdown}x | ${cells.join(' | ')} |`
  })
  return ['| slowdown | first paint | readable | usable |', '|---|---|---|---|', ...rows].join('\n')
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
