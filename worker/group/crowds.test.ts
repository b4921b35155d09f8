import { expect, it } from 'vitest'
import { newId } from '../testing/rows.ts'
import { isCrowded, noteMarathon } from './crowds.ts'

const OPENS = Date.parse('2027-05-01T00:00:00Z')
const MINUTE = 60_000

it('a marathon is crowded from 5 minutes before its opening until 30 minutes after', () => {
  const id = newId('marathon')
  expect(isCrowded(id, OPENS)).toBe(false)
  noteMarathon(id, OPENS, false, OPENS - 60 * MINUTE)
  const at = (minutes: number) => isCrowded(id, OPENS + minutes * MINUTE)
  expect([-6, -5, 0, 29, 30].map(at)).toEqual([false, true, true, true, false])
  expect(isCrowded(newId('marathon'), OPENS)).toBe(false)
})

it('and for a minute after applicants were in each other’s way', () => {
  const id = newId('marathon')
  const now = OPENS + 10_000 * MINUTE
  noteMarathon(id, OPENS, true, now)
  // An application without trouble does not end the minute.
  noteMarathon(id, OPENS, false, now + 1000)
  expect([0, 59_999, 60_000].map((ms) => isCrowded(id, now + ms))).toEqual([true, true, false])
})

it('a thousand marathons are known at most', () => {
  const id = newId('marathon')
  noteMarathon(id, OPENS, false, OPENS)
  expect(isCrowded(id, OPENS)).toBe(true)
  for (let n = 0; n < 1000; n++) noteMarathon(newId('other'), OPENS, false, OPENS)
  expect(isCrowded(id, OPENS)).toBe(false)
})
