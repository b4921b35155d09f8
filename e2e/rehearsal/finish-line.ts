/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, expect, type Locator, type Page } from '@playwright/test'

// What three people do at the finish, and what they do wrong; with the rates of simulation/races.

/** A runner as one of them sees it: when it is tapped, in ms since the first one may come, and what is typed. */
export interface Seen {
  at: number
  /** The bib that is typed; '' for none. */
  typed: string
  /** Whose crossing it is; '' for a tap too many. */
  whose: string
}

/** What really happened, and whose each recording is. */
export interface Truth {
  gun: number
  /** The true times of the finish, ms since the epoch, by bib. */
  times: Map<string, number>
  /** Whose crossing a recording is; '' for nobody. */
  whose: Map<string, string>
}

const MISSED = 0.02
const WRONG_BIB = 0.01
const DOUBLE = 0.005
/** A hand is so unsure, in ms: a standard deviation, and the most. */
const SPREAD_MS = 80
const MOST_MS = 190
/** Two thumbs at two places: a third touch may come after so long. */
const NEXT_TOUCH_MS = 160
/** How long after the line somebody is in the funnel. */
const FUNNEL_MS = 3000

/** The true times of a finish, in ms since its begin: about four runners a second. */
export function truthOf(bibs: readonly string[], random: () => number): Map<string, number> {
  let at = 1000
  return new Map(
    bibs.map((bib) => {
      at += 100 + 300 * random()
      return [bib, at]
    }),
  )
}

/** What somebody at the line sees of it. @param types whether bibs are typed too */
export function seenAtLine(truth: ReadonlyMap<string, number>, random: () => number, types: boolean): Seen[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const taps: Seen[] = []
  for (const [whose, at] of truth) {
    if (random() < MISSED) continue
    const due = at + Math.max(-MOST_MS, Math.min(MOST_MS, SPREAD_MS * normal()))
    taps.push({ at: due, whose, typed: types ? mistyped(whose, random) : '' })
    // Who types would see that nobody is there for the second tap.
    if (!types && random() < DOUBLE) taps.push({ at: due + 300 + 300 * random(), whose: '', typed: '' })
  }
  taps.sort((a, b) => a.at - b.at)
  for (const [n, tap] of taps.entries())
    tap.at = Math.max(tap.at, (taps[n - 1]?.at ?? 0) + 1, (taps[n - 2]?.at ?? -1000) + NEXT_TOUCH_MS)
  return taps
}

/** What somebody in the funnel writes down: the bibs one after the other. */
export function seenInFunnel(truth: ReadonlyMap<string, number>, random: () => number): Seen[] {
  return [...truth].flatMap(([whose, at]) =>
    random() < MISSED ? [] : [{ at: at + FUNNEL_MS, whose, typed: mistyped(whose, random) }],
  )
}

/** A bib as it is typed: now and then with a wrong digit. */
function mistyped(bib: string, random: () => number): string {
  if (random() >= WRONG_BIB) return bib
  const at = Math.floor(random() * bib.length)
  const digit = (Number(bib[at]) + 1 + Math.floor(random() * 9)) % 10
  return `${bib.slice(0, at)}${digit}${bib.slice(at + 1)}`
}

const line = (page: Page) => page.getByRole('button', { name: /^Tap for each runner/ })

/** How many crossings the phone says that it has. */
export async function shownCount(page: Page): Promise<number> {
  return Number(/\d+/.exec((await line(page).textContent()) ?? '')?.[0])
}

/** Chooses where the phone is, and how it records. */
export async function takePlace(page: Page, point: string, how: 'tap' | 'bib' | 'order'): Promise<void> {
  await page.getByRole('combobox', { name: 'Point' }).selectOption(point)
  await page.getByRole('combobox', { name: 'How' }).selectOption(how)
}

/** Touches a button at a moment. The touch has the time at which it was due, however busy the machine is. */
export async function touchAt(session: CDPSession, { x, y }: { x: number; y: number }, due: number): Promise<void> {
  await sleep(Math.max(0, due - Date.now()))
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: due / 1000 }).catch(() => undefined)
  void touch('touchStart', [{ x, y }])
  void touch('touchEnd', [])
}

/** The places of two thumbs on a button. */
export async function thumbsOn(button: Locator): Promise<[{ x: number; y: number }, { x: number; y: number }]> {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = y + height / 2
  return [
    { x: x + width * 0.2, y: middle },
    { x: x + width * 0.8, y: middle },
  ]
}

/**
 * Somebody taps for each runner, and types the bibs.
 * @param begin when the finish begins
 * @param types whether there is time to type
 */
export async function tapsFor(page: Page, seen: readonly Seen[], begin: number, types = true): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const thumbs = await thumbsOn(line(page))
  const taps = async () => {
    for (const [n, { at }] of seen.entries()) await touchAt(session, thumbs[n % 2 ? 1 : 0], begin + at)
  }
  const typeAll = async () => {
    for (const { at, typed } of seen) {
      if (typed === '' || !types) continue
      await sleep(Math.max(0, begin + at + 400 - Date.now()))
      // Nobody types before the phone asks for the bib.
      await expect(page.getByText(/^Bib of /).first()).toBeAttached()
      await typeBib(page, session, typed)
    }
  }
  await Promise.all([taps(), typeAll()])
}

/** Somebody in the funnel writes the bibs down. */
export async function writesDown(page: Page, seen: readonly Seen[], begin: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const { at, typed } of seen) {
    await sleep(Math.max(0, begin + at - Date.now()))
    await typeBib(page, session, typed)
  }
}

/** Types a bib on a keyboard that is connected. */
export async function typeBib(page: Page, session: CDPSession, bib: string): Promise<void> {
  const input = page.locator('input[name=bib]')
  await input.focus()
  await session.send('Input.insertText', { text: bib })
  await page.keyboard.press('Enter')
  await expect(input).toHaveValue('')
}
