import { describe, expect, it } from 'vitest'
import { applicationCreateSchema } from '../../contract/application.ts'
import { DAY_MS, DISTANCES } from '../../contract/limits.ts'
import { marathonCreateSchema } from '../../contract/marathon.ts'
import { windowState } from '../../contract/time/dates.ts'
import { sampleApplications, sampleMarathons } from './sample-marathons.ts'

const now = Date.parse('2027-03-05T12:34:56.000Z')
const marathons = sampleMarathons(now, 'http://localhost:8787')

describe('sample marathons', () => {
  it('match the contract', () => {
    for (const { _id, ...marathon } of marathons)
      expect(marathonCreateSchema.safeParse(marathon).error, _id).toBeUndefined()
    for (const { _id, ...application } of sampleApplications(marathons)) {
      expect(applicationCreateSchema.safeParse(application).error, _id).toBeUndefined()
    }
  })

  it('show every state, distance and many time zones', () => {
    const startsIn = (from: number, to: number) =>
      marathons.filter(({ startDate }) => Date.parse(startDate) >= now + from && Date.parse(startDate) <= now + to)
    const states = marathons.map((marathon) => windowState(marathon, now))
    const closing = marathons.filter(({ regEnd }) => Date.parse(regEnd) > now && Date.parse(regEnd) <= now + DAY_MS)
    expect(marathons.length).toBeGreaterThanOrEqual(14)
    expect(new Set(states)).toEqual(new Set(['before', 'open', 'after']))
    expect(closing.length).toBeGreaterThanOrEqual(3)
    expect(startsIn(-DAY_MS / 4, DAY_MS / 4).length).toBeGreaterThanOrEqual(3)
    expect(startsIn(-60 * DAY_MS, -DAY_MS).length).toBeGreaterThanOrEqual(3)
    expect(new Set(marathons.map(({ distance }) => distance))).toEqual(new Set(DISTANCES))
    expect(new Set(marathons.map(({ timeZone }) => timeZone)).size).toBeGreaterThanOrEqual(8)
  })

  it('have applications to open marathons only', () => {
    const applied = sampleApplications(marathons).map(({ marathonId }) =>
      marathons.find(({ _id }) => _id === marathonId),
    )
    expect(applied).toHaveLength(3)
    for (const marathon of applied) expect(marathon && windowState(marathon, now)).toBe('open')
  })
})
