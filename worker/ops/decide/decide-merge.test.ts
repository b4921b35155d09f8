import { describe, expect, it } from 'vitest'
import type { Fields } from '../../../contract/sync.ts'
import type { MarathonRow } from '../../db/client.ts'
import { application, FRESH, marathon, NOW, OLIVIA, op, RAVI, stateOf } from '../../testing/state.ts'
import { decide } from './decide.ts'

describe('merging', () => {
  const update = (patch: Fields, base: Fields | null, marathon: Partial<MarathonRow> = {}) =>
    decide(stateOf(marathon), op('marathon.update', 'event-0001', patch, base), OLIVIA, NOW, FRESH)
  const rowAfter = (decision: ReturnType<typeof update>) =>
    decision.effects.flatMap((effect) => (effect.kind === 'put-marathon' ? [effect.row] : []))[0]

  it('takes the field that nobody else moved, and tells the clash on the one that somebody did', () => {
    const decision = update({ location: 'Kiel', distance: '5k' }, { location: 'Bremen', distance: '10k' })
    expect(decision.verdict).toEqual({
      status: 'applied',
      conflicts: { location: { base: 'Bremen', yours: 'Kiel', theirs: 'Hamburg' } },
    })
    expect(rowAfter(decision)).toMatchObject({ location: 'Hamburg', distance: '5k', ver: 4 })
  })

  it('returns no clash if both changes have the same value', () => {
    expect(update({ location: 'Hamburg' }, { location: 'Bremen' })).toMatchObject({
      verdict: { status: 'applied' },
      effects: [],
    })
  })

  it('returns no clash if the base is the own edit unnormalised, or a date without its time', () => {
    expect(update({ location: 'Kiel' }, { location: ' Hamburg ' }).verdict).toEqual({ status: 'applied' })
    expect(update({ startDate: '2027-07-02' }, { startDate: '2027-07-01' }).verdict).toEqual({ status: 'applied' })
  })

  it('takes the size of a picture with the picture alone, and sizes never clash', () => {
    const size = { imageSize: '1200x630' }
    const image = 'https://example.com/b.jpg'
    const before = { image: marathon.image, imageSize: '' }
    expect(rowAfter(update({ image, ...size }, before))).toMatchObject({ image, ...size })
    const other = { image: 'https://example.com/c.jpg', imageSize: '10x10' }
    const clash = update({ image, ...size }, before, other)
    expect([Object.keys(clash.verdict.conflicts ?? {}), clash.effects]).toEqual([['image'], []])
    expect(update(size, before).effects).toEqual([])
  })

  it('overwrites any value for a REST write, which has no base', () => {
    expect(rowAfter(update({ location: 'Kiel' }, null))).toMatchObject({ location: 'Kiel' })
  })

  it('keeps shownUntil when a marathon is moved to an earlier day', () => {
    const moved = rowAfter(update({ startDate: '2027-06-15T08:00:00.000Z' }, { startDate: marathon.startDate }))
    expect(moved).toMatchObject({ startDate: '2027-06-15T08:00:00.000Z', shownUntil: marathon.startDate })
  })

  it('refuses a name that would register the same person twice', () => {
    const state = stateOf()
    state.putApplication({ ...application, id: 'entry-0002', personKey: 'bolauf', firstName: 'Bo' })
    const rename = op('application.update', 'entry-0002', { firstName: 'Ada' }, { firstName: 'Bo' })
    expect(decide(state, rename, RAVI, NOW, FRESH).verdict.code).toBe('ALREADY_APPLIED')
  })
})
