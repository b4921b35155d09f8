import { expect, it } from 'vitest'
import { nextRace, RACE_LASTS_MS, racePhase, racesAtHand } from './race-phase.ts'

const START = '2027-03-05T08:00:00.000Z'
const AT = Date.parse(START)
const HOUR_MS = 3_600_000

it('is ahead until its start, under way from that instant on, finished twelve hours later', () => {
  expect(racePhase(START, AT - 1)).toBe('ahead')
  expect(racePhase(START, AT)).toBe('under-way')
  expect(racePhase(START, AT + RACE_LASTS_MS - 1)).toBe('under-way')
  expect(racePhase(START, AT + RACE_LASTS_MS)).toBe('finished')
})

const at = (hours: number, cancelled: string | null = null) => ({
  startDate: new Date(AT + hours * HOUR_MS).toISOString(),
  cancelled,
})

it('takes the race whose start is nearest, under way or ahead, and none that is over', () => {
  const over = at(-20)
  const running = at(-2)
  const soon = at(3)
  expect(nextRace([at(30), soon, running, over], AT)).toBe(running)
  expect(nextRace([at(1), soon, running, over], AT)).toEqual(at(1))
  expect(nextRace([at(30), soon, over], AT)).toBe(soon)
  expect(nextRace([over], AT)).toBeUndefined()
})

it('has the races of the last day and of seven days at hand, and the next one however far away', () => {
  const hours = (races: { startDate: string }[]) =>
    racesAtHand(races, AT).map(({ startDate }) => (Date.parse(startDate) - AT) / HOUR_MS)
  expect(hours([at(169), at(167), at(3), at(-2), at(-23), at(-25)])).toEqual([-23, -2, 3, 167])
  expect(hours([at(3000), at(2000), at(-13)])).toEqual([-13, 2000])
  expect(hours([])).toEqual([])
})

it('takes a race that is on before a cancelled one of the same day', () => {
  const later = at(20)
  expect(nextRace([at(3, 'Storm'), later], AT)).toBe(later)
  expect(nextRace([at(3, 'Storm'), at(-2)], AT)).toEqual(at(-2))
})

it('takes a cancelled race until its start, and never as one under way', () => {
  const soon = at(3, 'Storm')
  const later = at(30)
  expect(nextRace([later, soon], AT)).toBe(soon)
  expect(nextRace([later, at(-2, 'Storm')], AT)).toBe(later)
})
