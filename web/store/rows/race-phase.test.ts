import { expect, it } from 'vitest'
import { nextRace, RACE_LASTS_MS, racePhase } from './race-phase.ts'

const START = '2027-03-05T08:00:00.000Z'
const AT = Date.parse(START)
const HOUR_MS = 3_600_000

it('is ahead until its start, under way from that instant on, finished twelve hours later', () => {
  expect(racePhase(START, AT - 1)).toBe('ahead')
  expect(racePhase(START, AT)).toBe('under-way')
  expect(racePhase(START, AT + RACE_LASTS_MS - 1)).toBe('under-way')
  expect(racePhase(START, AT + RACE_LASTS_MS)).toBe('finished')
})

it('takes the race under way before the soonest ahead, and none that is over', () => {
  const at = (hours: number) => ({ startDate: new Date(AT + hours * HOUR_MS).toISOString() })
  const over = at(-20)
  const running = at(-2)
  const soon = at(3)
  expect(nextRace([at(30), soon, running, over], AT)).toBe(running)
  expect(nextRace([at(30), soon, over], AT)).toBe(soon)
  expect(nextRace([over], AT)).toBeUndefined()
})

it('takes a cancelled race until its start, and never as one under way', () => {
  const at = (hours: number, cancelled: string | null) => ({
    startDate: new Date(AT + hours * HOUR_MS).toISOString(),
    cancelled,
  })
  const soon = at(3, 'Storm')
  const later = at(30, null)
  expect(nextRace([later, soon], AT)).toBe(soon)
  expect(nextRace([later, at(-2, 'Storm')], AT)).toBe(later)
})
