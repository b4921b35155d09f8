import { expect, it } from 'vitest'
import { touchMessage } from './touch-note.tsx'

const NOW = new Date(2027, 5, 1, 9, 0).getTime()
const MINUTE = 60_000

it('says since when the phone is not in touch, and nothing while it is', () => {
  expect(touchMessage(NOW - MINUTE, NOW, true)).toBeNull()
  const since = 'Last online 08:10. Newer notices may be missing.'
  expect(touchMessage(NOW - 50 * MINUTE, NOW, false)).toBe(since)
  // The phone slept, and has not asked yet.
  expect(touchMessage(NOW - 50 * MINUTE, NOW, true)).toBe(since)
  expect(touchMessage(NOW - MINUTE, NOW, false)).toMatch(/online 08:59/)
  expect(touchMessage(null, NOW, true)).toBe('This phone has not been online yet. Notices may be missing.')
})
