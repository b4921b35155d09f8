import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccountDb, FIRST_SYNC } from '../store/account-db.ts'
import { liveRead } from '../store/live-read.ts'
import { until } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { followPhoneClock } from './follow-phone-clock.ts'

const HOUR_MS = 3_600_000
let db: AccountDb
let stops: (() => void)[]
/** How far the phone's clock was set since the start. */
let setBy: number

beforeEach(async () => {
  db = await emptyAccount()
  stops = []
  setBy = 0
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + setBy)
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const keep = (serverOffsetMs: number) =>
  db.sync.put({ ...FIRST_SYNC, serverOffsetMs, offsetErrorMs: 20, offsetTakenAt: Date.now() })
/** A page that is open. */
const open = async () => {
  stops.push(followPhoneClock(db))
  // A read that began later is answered later, so the page has read the sample.
  await new Promise<void>((resolve) => stops.push(liveRead(() => db.sync.get('sync')).subscribe(() => resolve())))
}
const look = () => document.dispatchEvent(new Event('visibilitychange'))
const offset = async () => (await db.sync.get('sync'))?.serverOffsetMs ?? Number.NaN

it('corrects the offset where the phone’s clock is set offline, once, also in two tabs', async () => {
  await keep(-HOUR_MS)
  await open()
  await open()
  setBy = -HOUR_MS
  look()
  await until(async () => expect(Math.abs(await offset())).toBeLessThan(1000))
  look()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(Math.abs(await offset())).toBeLessThan(1000)
})

it('looks by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await keep(HOUR_MS)
  await open()
  setBy = HOUR_MS
  vi.advanceTimersByTime(1000)
  await until(async () => expect(Math.abs(await offset())).toBeLessThan(1000))
})

it('leaves the offset as it is after a sleep', async () => {
  await keep(250)
  await open()
  setBy = 8 * HOUR_MS
  look()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await offset()).toBe(250)
})

it('takes the phone’s clock for right where it was set back while no page was open', async () => {
  await keep(-HOUR_MS)
  setBy = -HOUR_MS
  await open()
  await until(async () => expect(await offset()).toBe(0))
  expect((await db.sync.get('sync'))?.offsetErrorMs).toBeGreaterThan(HOUR_MS)
})
