import { describe, expect, it } from 'vitest'
import { newCodes } from './repeated-codes.ts'

describe('a code before the camera', () => {
  it('counts once while it stays, however long', () => {
    const { isNew } = newCodes()
    const seen = Array.from({ length: 100 }, (_, index) => isNew('ana', index * 1000))
    expect(seen.filter(Boolean)).toHaveLength(1)
    expect(seen[0]).toBe(true)
  })

  it('counts again after it was away for more than three seconds, and not before', () => {
    const { isNew } = newCodes()
    expect(isNew('ana', 0)).toBe(true)
    expect(isNew('ana', 3000)).toBe(false)
    expect(isNew('ana', 6001)).toBe(true)
  })

  it('does not hide another one, and two in view count once each', () => {
    const { isNew } = newCodes()
    const seen = [0, 100, 200, 300].flatMap((now) => [isNew('ana', now), isNew('ben', now + 50)])
    expect(seen).toEqual([true, true, false, false, false, false, false, false])
  })

  it('counts once while the camera pauses, however long, and not as away', () => {
    const { isNew, pause } = newCodes()
    expect(isNew('ana', 0)).toBe(true)
    for (let now = 100; now <= 60_000; now += 100) pause(now)
    expect(isNew('ana', 60_100)).toBe(false)
    expect(isNew('ben', 60_100)).toBe(true)
    // A code that was away before the pause stays away.
    expect(isNew('ana', 70_000)).toBe(true)
    pause(74_000)
    expect(isNew('ana', 74_100)).toBe(true)
  })
})
