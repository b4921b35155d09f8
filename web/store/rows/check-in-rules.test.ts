import { describe, expect, it } from 'vitest'
import type { CheckIn } from '../../../contract/check-in.ts'
import { checkInRow } from '../../testing/test-account.ts'
import { byTime, counts, firstOf, flagOf, HERE, hasPlace, NO_PLACE, UNCONFIRMED } from './check-in-rules.ts'

const SEVEN = '2027-06-01T07:00:00.000Z'
const EIGHT = '2027-06-01T08:00:00.000Z'
const scan = (id: string, other: Partial<CheckIn> = {}) => checkInRow(id, 'entry-ada', 'event-0001', other)

it('a scan counts until it is taken back, if somebody vouches for it', () => {
  expect(counts(scan('scan-1'))).toBe(true)
  expect(counts(scan('scan-1', { voidedAt: EIGHT }))).toBe(false)
  expect(counts(scan('scan-1', { confirmed: false }))).toBe(false)
})

it('scans stand in the order of their times, and of their ids at the same time', () => {
  const [early, twin, late] = [
    scan('scan-2', { at: SEVEN }),
    scan('scan-3', { at: SEVEN }),
    scan('scan-1', { at: EIGHT }),
  ]
  for (const mixed of [
    [late, twin, early],
    [twin, early, late],
    [early, late, twin],
  ])
    expect(mixed.toSorted(byTime)).toEqual([early, twin, late])
})

it('the first scan is the earliest that counts', () => {
  const void7 = scan('scan-1', { at: SEVEN, voidedAt: EIGHT })
  const late = scan('scan-2', { at: SEVEN, confirmed: false })
  const good = scan('scan-3', { at: EIGHT })
  expect(firstOf([good, void7, late])).toBe(good)
  expect(firstOf([void7, late])).toBeUndefined()
})

describe('the flag of a scan', () => {
  const first = scan('scan-1')
  it.each<[string, CheckIn, boolean, number]>([
    ['the first one of an entrant', first, true, HERE],
    ['the first one of somebody without a place', first, false, NO_PLACE],
    ['a later one', scan('scan-2'), true, 0],
    ['one that waits for the organiser', scan('scan-2', { confirmed: false }), true, UNCONFIRMED],
    ['one that was taken back', scan('scan-2', { voidedAt: EIGHT }), true, 0],
    ['one that was taken back while it waited', scan('scan-2', { confirmed: false, voidedAt: EIGHT }), true, 0],
  ])('%s', (_what, row, isPlaced, flag) => expect(flagOf(row, first, isPlaced)).toBe(flag))
})

it('a registered application has a place, and so has one that the phone does not know', () => {
  expect([undefined, null, {}, { status: 'registered' as const }].map(hasPlace)).toEqual([true, true, true, true])
  expect([{ status: 'waiting' as const }, { status: 'entered' as const }].map(hasPlace)).toEqual([false, false])
})
