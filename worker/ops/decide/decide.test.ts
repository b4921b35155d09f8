import { describe, expect, it } from 'vitest'
import type { OpType } from '../../../contract/ops.ts'
import type { Fields } from '../../../contract/sync.ts'
import type { MarathonRow } from '../../db/client.ts'
import { bo, FRESH, marathon, NOW, newMarathonFields, OLIVIA, op, RAVI, stateOf } from '../../testing/state.ts'
import { decide } from './decide.ts'

describe('the verdict on', () => {
  // name, actor, type, row id, patch, base, verdict
  it.each<[string, typeof OLIVIA, OpType, string, Fields, Fields, string]>([
    ['a new event', OLIVIA, 'marathon.create', 'event-0002', newMarathonFields, {}, 'applied'],
    ['the same creation again', OLIVIA, 'marathon.create', 'event-0001', newMarathonFields, {}, 'applied'],
    ['a creation under another’s id', RAVI, 'marathon.create', 'event-0001', newMarathonFields, {}, 'FORBIDDEN'],
    ['a creation under a deleted id', OLIVIA, 'marathon.create', 'event-gone', newMarathonFields, {}, 'GONE'],
    [
      'a marathon without a location',
      OLIVIA,
      'marathon.create',
      'event-0002',
      { ...newMarathonFields, location: ' ' },
      {},
      'INVALID',
    ],
    [
      'a marathon on an impossible day',
      OLIVIA,
      'marathon.create',
      'event-0002',
      { ...newMarathonFields, startDate: '2027-02-30' },
      {},
      'INVALID',
    ],
    [
      'an edit by the owner',
      OLIVIA,
      'marathon.update',
      'event-0001',
      { location: 'Kiel' },
      { location: 'Hamburg' },
      'applied',
    ],
    ['an edit by another', RAVI, 'marathon.update', 'event-0001', { location: 'Kiel' }, {}, 'FORBIDDEN'],
    ['an edit of a deleted event', OLIVIA, 'marathon.update', 'event-gone', { location: 'Kiel' }, {}, 'GONE'],
    ['an edit of an unknown marathon', OLIVIA, 'marathon.update', 'event-none', { location: 'Kiel' }, {}, 'NOT_FOUND'],
    ['another title', OLIVIA, 'marathon.update', 'event-0001', { title: 'Other' }, { title: 'Harbour Ten' }, 'INVALID'],
    ['a field of the server’s', OLIVIA, 'marathon.update', 'event-0001', { regCount: 0 }, {}, 'INVALID'],
    ['a deletion by the owner', OLIVIA, 'marathon.delete', 'event-0001', {}, {}, 'applied'],
    ['a deletion by another', RAVI, 'marathon.delete', 'event-0001', {}, {}, 'FORBIDDEN'],
    ['a deletion of an unknown marathon', RAVI, 'marathon.delete', 'event-none', {}, {}, 'applied'],
    ['an application in time', RAVI, 'application.create', 'entry-0002', bo, {}, 'applied'],
    ['the same application again', RAVI, 'application.create', 'entry-0001', bo, {}, 'applied'],
    ['an application under another’s id', OLIVIA, 'application.create', 'entry-0001', bo, {}, 'GONE'],
    ['an application under another’s deleted id', OLIVIA, 'application.create', 'entry-gone', bo, {}, 'GONE'],
    ['an application under a deleted id', RAVI, 'application.create', 'entry-gone', bo, {}, 'GONE'],
    [
      'the same person twice',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, firstName: ' ADA ' },
      {},
      'ALREADY_APPLIED',
    ],
    [
      'the same name by another account',
      OLIVIA,
      'application.create',
      'entry-0002',
      { ...bo, firstName: 'Ada' },
      {},
      'applied',
    ],
    [
      'an application to a deleted event',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, marathonId: 'event-gone' },
      {},
      'GONE',
    ],
    [
      'an application to an unknown marathon',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, marathonId: 'event-none' },
      {},
      'NOT_FOUND',
    ],
    [
      'a malformed phone number',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, phoneNumber: 'call' },
      {},
      'INVALID',
    ],
    [
      'an edit of one’s own application',
      RAVI,
      'application.update',
      'entry-0001',
      { location: 'Kiel' },
      { location: '' },
      'applied',
    ],
    [
      'an edit of another’s application',
      OLIVIA,
      'application.update',
      'entry-0001',
      { location: 'Kiel' },
      {},
      'NOT_FOUND',
    ],
    [
      'an edit of one’s deleted application',
      RAVI,
      'application.update',
      'entry-gone',
      { location: 'Kiel' },
      {},
      'GONE',
    ],
    ['an edit of another’s deleted application', OLIVIA, 'application.update', 'entry-gone', {}, {}, 'NOT_FOUND'],
    ['a move to another event', RAVI, 'application.update', 'entry-0001', { marathonId: 'event-0002' }, {}, 'INVALID'],
    ['a cancellation', RAVI, 'application.delete', 'entry-0001', {}, {}, 'applied'],
    ['a cancellation twice', RAVI, 'application.delete', 'entry-gone', {}, {}, 'applied'],
    ['a cancellation of another’s', OLIVIA, 'application.delete', 'entry-0001', {}, {}, 'NOT_FOUND'],
  ])('%s', (_what, actor, type, id, patch, base, expected) => {
    const { verdict } = decide(stateOf(), op(type, id, patch, base), actor, NOW, FRESH)
    expect(verdict.code ?? verdict.status).toBe(expected)
  })
})

describe('a date alone that means a time in UTC and none in the zone of the marathon', () => {
  // The years that a date may have are 1970 to 9999, by UTC.
  it.each<[string, OpType, string, Fields, string]>([
    [
      'too early, in a new event',
      'marathon.create',
      'event-0002',
      { ...newMarathonFields, regStart: '1970-01-01' },
      'regStart',
    ],
    [
      'too late, in a new event',
      'marathon.create',
      'event-0002',
      { ...newMarathonFields, regEnd: '9999-12-30' },
      'regEnd',
    ],
    ['too early, in an edit', 'marathon.update', 'event-0001', { startDate: '1970-01-01' }, 'startDate'],
    ['too late, in an edit', 'marathon.update', 'event-0001', { regEnd: '9999-12-30' }, 'regEnd'],
  ])('is refused and named: %s', (what, type, id, patch, field) => {
    const timeZone = what.startsWith('too early') ? 'Europe/Berlin' : 'America/New_York'
    const { verdict } = decide(stateOf(), op(type, id, { ...patch, timeZone }, {}), OLIVIA, NOW, FRESH)
    expect(verdict).toMatchObject({ code: 'INVALID', fields: { [field]: { code: 'NO_SUCH_DATE' } } })
  })
})

it('an edit of the title is refused and named', () => {
  const edit = op('marathon.update', 'event-0001', { title: 'Other' }, { title: 'Harbour Ten' })
  expect(decide(stateOf(), edit, OLIVIA, NOW, FRESH).verdict.fields).toEqual({ title: { code: 'FIXED' } })
})

describe('registration', () => {
  const apply = (marathon: Partial<MarathonRow>, now: number) =>
    decide(stateOf(marathon), op('application.create', 'entry-0002', bo), RAVI, now, FRESH).verdict.code

  it('INV-8 is open from its first to its last millisecond', () => {
    const start = Date.parse(marathon.regStart)
    expect([apply({}, start - 1), apply({}, start), apply({}, NOW), apply({}, NOW + 1)]).toEqual([
      'REG_CLOSED',
      undefined,
      undefined,
      'REG_CLOSED',
    ])
  })

  it('is told before the window that it is still to come, by the server’s clock', () => {
    const start = Date.parse(marathon.regStart)
    const fields = (now: number) =>
      decide(stateOf(), op('application.create', 'entry-0002', bo), RAVI, now, FRESH).verdict.fields
    expect([fields(start - 1), fields(NOW + 1)]).toEqual([{ regStart: { code: 'NOT_YET' } }, undefined])
  })

  it('INV-8 is closed while the marathon is cancelled, and open again once that is taken back', () => {
    const cancel = (cancelled: string | null, base: string | null) =>
      op('marathon.update', 'event-0001', { cancelled }, { cancelled: base })
    const state = stateOf()
    const apply = () => decide(state, op('application.create', 'entry-0002', bo), RAVI, NOW, FRESH)
    state.apply(decide(state, cancel(' Storm ', null), OLIVIA, NOW, FRESH).effects)
    expect(state.marathons.get('event-0001')).toMatchObject({ cancelled: 'Storm', ver: 4, regCount: 1 })
    expect(apply()).toMatchObject({ verdict: { code: 'REG_CLOSED' }, effects: [] })
    expect(apply().preconditions).toContainEqual({ kind: 'marathon', id: 'event-0001' })
    state.apply(decide(state, cancel(null, 'Storm'), OLIVIA, NOW, FRESH).effects)
    expect(apply().verdict.status).toBe('applied')
  })

  it('keeps two reasons of a cancellation apart, and takes none that is empty or too long', () => {
    const cancel = (cancelled: string, base: string | null) =>
      decide(
        stateOf({ cancelled: 'Storm' }),
        op('marathon.update', 'event-0001', { cancelled }, { cancelled: base }),
        OLIVIA,
        NOW,
        FRESH,
      ).verdict
    expect(cancel('Flood', null).conflicts).toEqual({ cancelled: { base: null, yours: 'Flood', theirs: 'Storm' } })
    expect(cancel('Storm', null)).toEqual({ status: 'applied' })
    expect(cancel('x'.repeat(301), 'Storm').fields).toEqual({ cancelled: { code: 'TOO_LONG', values: { max: 300 } } })
    expect(cancel(' ', 'Storm').fields).toEqual({ cancelled: { code: 'REQUIRED' } })
  })

  it('INV-8 is full at capacity, and rests on the count it saw', () => {
    expect([apply({ regCount: 1 }, NOW), apply({ regCount: 2 }, NOW)]).toEqual([undefined, 'FULL'])
    const { preconditions } = decide(
      stateOf({ regCount: 2 }),
      op('application.create', 'entry-0002', bo),
      RAVI,
      NOW,
      FRESH,
    )
    expect(preconditions).toContainEqual({ kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 2 })
  })

  it('never lets the capacity be less than the number of registered runners', () => {
    const lower = (capacity: number, regCount: number) =>
      decide(
        stateOf({ regCount }),
        op('marathon.update', 'event-0001', { capacity }, { capacity: 2 }),
        OLIVIA,
        NOW,
        FRESH,
      ).verdict
    expect(lower(1, 1).status).toBe('applied')
    expect(lower(1, 2)).toMatchObject({ code: 'INVALID', fields: { capacity: { code: 'BELOW_REGISTERED' } } })
  })
})

it('does not change its arguments', () => {
  const state = stateOf()
  const before = structuredClone([...state.marathons, ...state.applications, ...state.people, ...state.gone])
  decide(state, op('application.delete', 'entry-0001'), RAVI, NOW, FRESH)
  decide(state, op('marathon.update', 'event-0001', { location: 'Kiel' }, { location: 'Hamburg' }), OLIVIA, NOW, FRESH)
  expect([...state.marathons, ...state.applications, ...state.people, ...state.gone]).toEqual(before)
})
