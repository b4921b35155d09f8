import { describe, expect, it } from 'vitest'
import { clockAfter, clockAfterJump, type ServerClock } from './server-clock.ts'

const NONE: ServerClock = { serverOffsetMs: 0 }
const NOW = Date.parse('2027-03-01T10:00:00.000Z')
/** A sample of a phone that is `behind` the server, whose request and response took so long. */
const sample = (before: ServerClock, at: number, { behind = 0, there = 0, back = 0 }) =>
  clockAfter(before, at + there + behind, { askedAt: at, answeredAt: at + there + back })

describe('the offset to the server’s clock', () => {
  it('is right within half of the round trip, however the time is spread over both ways', () => {
    for (const behind of [0, 3_600_000, -250])
      for (const [there, back] of [
        [0, 0],
        [100, 0],
        [0, 25_000],
        [9000, 500],
      ] as const) {
        const { serverOffsetMs, offsetErrorMs = Number.NaN } = sample(NONE, NOW, { behind, there, back })
        expect(Math.abs(serverOffsetMs - behind)).toBeLessThanOrEqual(offsetErrorMs)
        expect(offsetErrorMs).toBeLessThanOrEqual((there + back) / 2 + 1)
      }
  })

  it('is not moved by a slow answer after a fast one, however often', () => {
    let clock = sample(NONE, NOW, { there: 40, back: 60 })
    // Both arrive in the same millisecond.
    expect(sample(clock, NOW - 24_900, { back: 25_000 })).toEqual(clock)
    for (let n = 1; n <= 60; n += 1) clock = sample(clock, NOW + n * 60_000, { there: 10, back: 25_000 })
    expect(Math.abs(clock.serverOffsetMs)).toBeLessThanOrEqual(10)
  })

  it('comes from a faster answer after a slow one', () => {
    const slow = sample(NONE, NOW, { back: 25_000 })
    const fast = sample(slow, NOW + 60_000, { back: 100 })
    expect(fast).toEqual({ serverOffsetMs: -50, offsetErrorMs: 51, offsetTakenAt: NOW + 60_100 })
  })

  it('is taken anew when the best sample is old: clocks drift', () => {
    const best = sample(NONE, NOW, { back: 100 })
    const middling = { back: 400 }
    expect(sample(best, NOW + 60_000, middling)).toEqual(best)
    expect(sample(best, NOW + 2 * 3_600_000, middling).offsetTakenAt).toBeGreaterThan(NOW + 3_600_000)
  })

  it('is taken anew, also from a slow answer, where the kept one cannot be true any more', () => {
    const best = sample(NONE, NOW, { behind: 3_600_000, back: 100 })
    // The phone's clock was set right.
    const after = sample(best, NOW + 3_600_000, { back: 10_000 })
    expect(Math.abs(after.serverOffsetMs)).toBeLessThanOrEqual(after.offsetErrorMs ?? 0)
    // It was set back, before the sample was taken.
    expect(sample(best, NOW - 60_000, { behind: 3_600_000, back: 10_000 }).offsetTakenAt).toBe(NOW - 50_000)
  })

  it('takes nothing from a request during which the phone’s clock was set back', () => {
    const best = sample(NONE, NOW, { back: 100 })
    expect(clockAfter(best, NOW + 1000, { askedAt: NOW + 1000, answeredAt: NOW - 1000 })).toEqual(best)
  })
})

describe('a jump of the phone’s clock', () => {
  const known = (serverOffsetMs: number): ServerClock => ({ serverOffsetMs, offsetErrorMs: 50, offsetTakenAt: NOW })

  it('back moves the offset by as much: clocks never go back by themselves', () => {
    for (const [offset, jump] of [
      [-3_600_000, -3_600_000],
      [0, -1500],
      [500, -86_400_000],
    ] as const) {
      const after = clockAfterJump(known(offset), jump, NOW + 10_000 + jump)
      expect(after?.serverOffsetMs).toBe(offset - jump)
      expect(after?.offsetTakenAt).toBe(NOW + 10_000 + jump)
      expect(after?.offsetErrorMs).toBeGreaterThan(1000)
    }
  })

  it('forward to the server’s time moves it too: a network has set the clock right', () => {
    expect(clockAfterJump(known(3_600_000), 3_600_300, NOW + 3_600_000)?.serverOffsetMs).toBe(-300)
  })

  it('forward by another time is sleep, and a small one is nothing', () => {
    for (const [offset, jump] of [
      [0, 3_600_000],
      [3_600_000, 60_000],
      [-5000, 8000],
      [1500, 1500],
      [0, -900],
    ] as const)
      expect(clockAfterJump(known(offset), jump, NOW + 7_200_000)).toBeNull()
  })
})
