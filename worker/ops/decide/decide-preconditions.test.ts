import { describe, expect, it } from 'vitest'
import { MAX_APPLICATIONS, MAX_MARATHONS } from '../../../contract/limits.ts'
import type { OpType } from '../../../contract/ops.ts'
import type { Fields } from '../../../contract/sync.ts'
import {
  application,
  bo,
  FRESH,
  goneOf,
  marathon,
  NOW,
  newMarathonFields,
  OLIVIA,
  op,
  owner,
  RAVI,
  stateOf,
} from '../../testing/state.ts'
import { RunningState } from '../running-state.ts'
import { decide } from './decide.ts'
import type { Actor, Precondition } from './decision.ts'
import type { KnownOp } from './known-op.ts'

const theEvent: Precondition = { kind: 'marathon', id: 'event-0001' }
const newMarathon: Precondition = { kind: 'marathon', id: 'event-0002' }
/** What the actor is at the event; the test below puts the actor's uid into it. */
const staffHere: Precondition = { kind: 'staff', marathonId: 'event-0001', uid: '' }
const ravis: Precondition = { kind: 'application', id: 'entry-0001' }
const newEntry: Precondition = { kind: 'application', id: 'entry-0002' }
const noneWaits: Precondition = { kind: 'count-at-most', marathonId: 'event-0001', of: 'waitingCount', count: 0 }
const few: Precondition = { kind: 'applied-at-most', marathonId: 'event-0001', uid: 'ravi', count: 9 }
const nobody: Precondition = { kind: 'no-person', marathonId: 'event-0001', uid: 'ravi', person: 'bolauf' }
const bib7: Precondition = { kind: 'no-bib', marathonId: 'event-0001', key: '7' }
const room: Precondition = { kind: 'count-at-most', marathonId: 'event-0001', of: 'regCount', count: 1 }

describe('what a verdict rests on', () => {
  // What does not stand here is not checked again when it is written: another phone may have changed it by then.
  it.each<[string, Actor, OpType, string, Fields, string, Precondition[]]>([
    [
      'a new event',
      OLIVIA,
      'marathon.create',
      'event-0002',
      newMarathonFields,
      'applied',
      [newMarathon, { kind: 'owned-at-most', type: 'marathon', uid: 'olivia', count: MAX_MARATHONS - 1 }],
    ],
    [
      'a marathon that is there',
      OLIVIA,
      'marathon.create',
      'event-0001',
      newMarathonFields,
      'applied',
      [theEvent, staffHere],
    ],
    [
      'a marathon of another',
      RAVI,
      'marathon.create',
      'event-0001',
      newMarathonFields,
      'FORBIDDEN',
      [theEvent, staffHere],
    ],
    ['a creation that says nothing', OLIVIA, 'marathon.create', 'event-0001', {}, 'INVALID', []],
    ['an edit', OLIVIA, 'marathon.update', 'event-0001', { location: 'Kiel' }, 'applied', [theEvent, staffHere]],
    ['an edit of nothing', OLIVIA, 'marathon.update', 'event-0002', { location: 'Kiel' }, 'NOT_FOUND', [newMarathon]],
    [
      'an edit by another',
      RAVI,
      'marathon.update',
      'event-0001',
      { location: 'Kiel' },
      'FORBIDDEN',
      [theEvent, staffHere],
    ],
    [
      'an edit of the title',
      OLIVIA,
      'marathon.update',
      'event-0001',
      { title: 'Other' },
      'INVALID',
      [theEvent, staffHere],
    ],
    [
      'an edit to no day',
      OLIVIA,
      'marathon.update',
      'event-0001',
      { startDate: '2027-02-30' },
      'INVALID',
      [theEvent, staffHere],
    ],
    [
      'another capacity',
      OLIVIA,
      'marathon.update',
      'event-0001',
      { capacity: 5 },
      'applied',
      [theEvent, staffHere, { kind: 'count-at-most', marathonId: 'event-0001', of: 'regCount', count: 5 }, noneWaits],
    ],
    [
      'a capacity below those who are in',
      OLIVIA,
      'marathon.update',
      'event-0001',
      { capacity: 1 },
      'INVALID',
      [theEvent, staffHere, { kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 2 }],
    ],
    [
      'a deletion that is told',
      OLIVIA,
      'marathon.delete',
      'event-0001',
      {},
      'applied',
      [theEvent, staffHere, { kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 1 }],
    ],
    ['a deletion of nothing', OLIVIA, 'marathon.delete', 'event-0002', {}, 'applied', [newMarathon]],
    ['a deletion by another', RAVI, 'marathon.delete', 'event-0001', {}, 'FORBIDDEN', [theEvent, staffHere]],
    ['an application that is there', RAVI, 'application.create', 'entry-0001', bo, 'applied', [ravis]],
    [
      'an application to nothing',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, marathonId: 'event-0002' },
      'NOT_FOUND',
      [newEntry, newMarathon],
    ],
    [
      'the same person',
      RAVI,
      'application.create',
      'entry-0002',
      { ...bo, firstName: 'Ada' },
      'ALREADY_APPLIED',
      [newEntry, theEvent, ravis],
    ],
    [
      'an application under another’s id',
      OLIVIA,
      'application.create',
      'entry-0001',
      bo,
      'FULL',
      [
        ravis,
        theEvent,
        { ...nobody, uid: 'olivia' },
        { ...few, uid: 'olivia' },
        { kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 2 },
      ],
    ],
    [
      'a change of one’s application',
      RAVI,
      'application.update',
      'entry-0001',
      { location: 'Kiel' },
      'applied',
      [ravis],
    ],
    [
      'a change of one’s name',
      RAVI,
      'application.update',
      'entry-0001',
      { firstName: 'Bo' },
      'applied',
      [ravis, nobody],
    ],
    [
      'a change of no application',
      RAVI,
      'application.update',
      'entry-0002',
      { location: 'Kiel' },
      'NOT_FOUND',
      [newEntry],
    ],
    ['a cancellation', RAVI, 'application.delete', 'entry-0001', {}, 'applied', [ravis, theEvent, noneWaits]],
    ['a cancellation of nothing', RAVI, 'application.delete', 'entry-0002', {}, 'NOT_FOUND', [newEntry]],
    ['a bib', OLIVIA, 'application.assignBib', 'entry-0001', { bib: ' 7 ' }, 'applied', [ravis, staffHere, bib7]],
    [
      'no bib where there is none',
      OLIVIA,
      'application.assignBib',
      'entry-0001',
      { bib: null },
      'applied',
      [ravis, staffHere],
    ],
    ['an empty bib', OLIVIA, 'application.assignBib', 'entry-0001', { bib: ' ' }, 'INVALID', [ravis, staffHere]],
    ['a bib by the runner', RAVI, 'application.assignBib', 'entry-0001', { bib: '7' }, 'FORBIDDEN', [ravis, staffHere]],
    ['a bib for nobody', OLIVIA, 'application.assignBib', 'entry-0002', { bib: '7' }, 'NOT_FOUND', [newEntry]],
  ])('%s', (_what, actor, type, id, patch, expected, preconditions) => {
    // Both places are taken.
    const decision = decide(stateOf({ regCount: 2 }), op(type, id, patch, null), actor, NOW, FRESH)
    expect(decision.verdict.code ?? decision.verdict.status).toBe(expected)
    expect(decision.preconditions).toEqual(
      preconditions.map((one) => (one === staffHere ? { ...staffHere, uid: actor.uid } : one)),
    )
  })

  it('an application: there is room, nobody of this name came, and one may have one more', () => {
    const { preconditions } = decide(stateOf(), op('application.create', 'entry-0002', bo), RAVI, NOW, FRESH)
    const most = MAX_APPLICATIONS - 1
    const mayHave: Precondition = { kind: 'owned-at-most', type: 'application', uid: 'ravi', count: most }
    expect(preconditions).toEqual([newEntry, theEvent, nobody, few, room, mayHave])
    const unlimited = decide(stateOf({ capacity: null }), op('application.create', 'entry-0002', bo), RAVI, NOW, FRESH)
    expect(unlimited.preconditions).toEqual([newEntry, theEvent, nobody, few, mayHave])
  })

  it.each<[string, number, Precondition[]]>([
    [
      'to one of two who wait: how many are in, and that somebody waits',
      2,
      [
        { kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 2 },
        { kind: 'count-at-most', marathonId: 'event-0001', of: 'regCount', count: 2 },
        { kind: 'count-at-least', marathonId: 'event-0001', of: 'waitingCount', count: 1 },
      ],
    ],
    [
      'to the only one, where places are left: also that nobody has joined the list',
      1,
      [
        { kind: 'count-at-least', marathonId: 'event-0001', of: 'regCount', count: 1 },
        { kind: 'count-at-most', marathonId: 'event-0001', of: 'regCount', count: 1 },
        { kind: 'count-at-least', marathonId: 'event-0001', of: 'waitingCount', count: 1 },
        { kind: 'count-at-most', marathonId: 'event-0001', of: 'waitingCount', count: 1 },
      ],
    ],
  ])('a place that a cancellation frees goes %s', (_what, regCount, preconditions) => {
    const state = stateOf({ regCount, waitingCount: regCount === 2 ? 2 : 1 })
    const decision = decide(state, op('application.delete', 'entry-0001', {}), RAVI, NOW, FRESH)
    expect(decision.preconditions.slice(2)).toEqual(preconditions)
  })

  it('a name that is taken: who has it', () => {
    const state = stateOf()
    state.putApplication({ ...application, id: 'entry-0002', personKey: 'bolauf', firstName: 'Bo' })
    const { verdict, preconditions } = decide(
      state,
      op('application.update', 'entry-0002', { firstName: 'Ada' }, null),
      RAVI,
      NOW,
      FRESH,
    )
    expect(verdict.code).toBe('ALREADY_APPLIED')
    expect(preconditions).toEqual([newEntry, ravis])
  })
})

describe('what an op does', () => {
  const effects = (type: OpType, id: string, patch: Fields, actor = OLIVIA) =>
    decide(stateOf(), op(type, id, patch, null), actor, NOW, FRESH).effects

  it('a creation is a row of its own, whose dates are instants', () => {
    expect(effects('marathon.create', 'event-0002', newMarathonFields)).toEqual([
      {
        kind: 'put-marathon',
        row: {
          ...newMarathonFields,
          id: 'event-0002',
          ownerUid: 'olivia',
          name: 'Olivia',
          email: 'olivia@example.com',
          regStart: '2027-04-30T22:00:00.000Z',
          regEnd: '2027-06-30T21:59:59.999Z',
          startDate: '2027-07-31T22:00:00.000Z',
          shownUntil: '2027-07-31T22:00:00.000Z',
          createdAt: '2027-06-01T12:00:00.000Z',
          regCount: 0,
          waitingCount: 0,
          enteredCount: 0,
          cancelled: null,
          registration: 'first-come',
          perAccount: 10,
          commitment: null,
          secretSeed: null,
          seed: null,
          questions: '',
          staffFields: '',
          categories: '',
          splits: '',
          results: '',
          organisedBy: '',
          handOverUntil: null,
          deferTo: null,
          unclaimedCount: 0,
          imageSize: '',
          previousStart: null,
          hiddenAt: null,
          ver: 1,
          seq: 0,
          past: 0,
        },
      },
      {
        kind: 'put-staff',
        row: {
          ...owner,
          ...{ marathonId: 'event-0002', id: 'event-0002', since: '2027-06-01T12:00:00.000Z', seq: 0, viewSeq: 0 },
        },
      },
    ])
  })

  it('an application is a row, and one more runner', () => {
    expect(effects('application.create', 'entry-0002', bo, RAVI)).toEqual([
      {
        kind: 'put-application',
        row: expect.objectContaining({
          id: 'entry-0002',
          ownerUid: 'ravi',
          personKey: 'bolauf',
          title: 'Harbour Ten',
          startDate: '2027-07-01T00:00:00.000Z',
          createdAt: '2027-06-01T12:00:00.000Z',
          ver: 1,
          erasedAt: null,
        }),
      },
      { kind: 'count', marathonId: 'event-0001', registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ])
  })

  it('a cancellation is one runner less, and a deletion leaves the runners be', () => {
    expect(effects('application.delete', 'entry-0001', {}, RAVI)).toEqual([
      { kind: 'delete-application', row: application },
      { kind: 'count', marathonId: 'event-0001', registered: -1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ])
    expect(effects('marathon.delete', 'event-0001', {})[0]).toEqual({ kind: 'delete-marathon', row: marathon })
  })

  it('a change of the name moves the person, and no other change does', () => {
    const personAfter = (patch: Fields) =>
      effects('application.update', 'entry-0001', patch, RAVI).map(
        (effect) => 'row' in effect && 'personKey' in effect.row && [effect.row.personKey, effect.row.ver],
      )
    expect(personAfter({ firstName: 'Cy' })).toEqual([['cylauf', 2]])
    expect(personAfter({ lastName: 'Run' })).toEqual([['adarun', 2]])
    expect(personAfter({ location: 'Kiel' })).toEqual([['adalauf', 2]])
    expect(personAfter({ location: '' })).toEqual([])
  })

  it('a marathon that is moved to a later day is told for as long', () => {
    const [moved] = effects('marathon.update', 'event-0001', { startDate: '2027-09-01T08:00:00.000Z' })
    expect(moved).toMatchObject({
      row: { startDate: '2027-09-01T08:00:00.000Z', shownUntil: '2027-09-01T08:00:00.000Z' },
    })
  })
})

it('a date that does not exist is named, and the others are not', () => {
  const wrong = (type: OpType, patch: Fields) => {
    const id = type === 'marathon.create' ? 'event-0002' : 'event-0001'
    return Object.keys(decide(stateOf(), op(type, id, patch, null), OLIVIA, NOW, FRESH).verdict.fields ?? {}).sort()
  }
  const dates = { startDate: '2027-02-30', regEnd: '2027-02-31' }
  expect(wrong('marathon.create', { ...newMarathonFields, ...dates })).toEqual(['regEnd', 'startDate'])
  expect(wrong('marathon.update', { startDate: '2027-02-30' })).toEqual(['startDate'])
  expect(wrong('marathon.update', { title: 'Other' })).toEqual(['title'])
})

it('the title may be sent as it is', () => {
  expect(
    decide(
      stateOf(),
      op('marathon.update', 'event-0001', { title: 'Harbour Ten', distance: '5k' }, null),
      OLIVIA,
      NOW,
      FRESH,
    ).effects,
  ).toHaveLength(1)
})

describe('the version that a REST write insists on', () => {
  const at = (type: OpType, id: string, ifVer: number, actor: Actor): string | undefined => {
    const insisting: KnownOp = { ...op(type, id, type.endsWith('.update') ? { location: 'Kiel' } : {}, null), ifVer }
    return decide(stateOf(), insisting, actor, NOW, FRESH).verdict.code
  }
  it.each<[OpType, string, number, Actor]>([
    ['marathon.update', 'event-0001', 3, OLIVIA],
    ['marathon.delete', 'event-0001', 3, OLIVIA],
    ['application.update', 'entry-0001', 1, RAVI],
    ['application.delete', 'entry-0001', 1, RAVI],
  ])('%s', (type, id, ver, actor) => {
    expect([at(type, id, ver, actor), at(type, id, ver + 1, actor), at(type, id, ver - 1, actor)]).toEqual([
      undefined,
      'STALE',
      'STALE',
    ])
  })
})

it('an application whose owner retention forgot is gone for everybody', () => {
  const state = stateOf()
  state.gone.set('application:entry-old', { ...goneOf(null), isStripped: true })
  const verdict = (type: OpType) => decide(state, op(type, 'entry-old', {}, null), RAVI, NOW, FRESH).verdict
  expect([verdict('application.update').code, verdict('application.delete').status]).toEqual(['GONE', 'applied'])
})

it('an application without account that is gone is gone for nobody but its organiser', () => {
  const state = stateOf()
  state.gone.set('application:entry-walk', goneOf(null, 'event-0001'))
  const codeFor = (actor: Actor, type: OpType) =>
    decide(state, op(type, 'entry-walk', {}, null), actor, NOW, FRESH).verdict.code
  for (const type of ['application.update', 'application.delete', 'application.assignBib'] as const)
    expect(codeFor(RAVI, type)).toBe('NOT_FOUND')
  expect(codeFor(OLIVIA, 'application.assignBib')).toBe('GONE')
})

describe('the most that an account may have', () => {
  const having = (type: 'marathon' | 'application', count: number) => {
    const state = stateOf()
    const actor = type === 'marathon' ? OLIVIA : RAVI
    state.owned.set(actor.uid, { marathon: 0, application: 0, [type]: count })
    // The rows of another account do not count.
    state.owned.set('sara', { marathon: MAX_MARATHONS, application: MAX_APPLICATIONS })
    const create =
      type === 'marathon'
        ? op('marathon.create', 'event-0002', newMarathonFields)
        : op('application.create', 'entry-0002', bo)
    return decide(state, create, actor, NOW, FRESH)
  }
  it.each([
    ['marathon', MAX_MARATHONS, 'MOST_EVENTS'],
    ['application', MAX_APPLICATIONS, 'MOST_APPLICATIONS'],
  ] as const)('%s', (type, max, code) => {
    expect(having(type, max - 1).verdict.status).toBe('applied')
    const { verdict, preconditions } = having(type, max)
    expect(verdict).toEqual({
      status: 'rejected',
      code: 'INVALID',
      fields: { account: { code, values: { max } } },
    })
    expect(preconditions.at(-1)).toEqual({
      kind: 'owned-at-least',
      type,
      uid: type === 'marathon' ? 'olivia' : 'ravi',
      count: max,
    })
  })
})

describe('the state that a request runs on', () => {
  it('counts what is made and deleted, once each', () => {
    const state = stateOf()
    state.owned.set('olivia', { marathon: 1, application: 0 })
    state.owned.set('ravi', { marathon: 0, application: 1 })
    const owned = () => [state.owned.get('olivia')?.marathon, state.owned.get('ravi')?.application]
    state.apply([
      { kind: 'put-marathon', row: { ...marathon, ver: 4 } },
      { kind: 'put-application', row: { ...application, ver: 2 } },
    ])
    expect(owned()).toEqual([1, 1])
    state.apply([
      { kind: 'put-marathon', row: { ...marathon, id: 'event-0002' } },
      { kind: 'put-application', row: { ...application, id: 'entry-0002', personKey: 'bolauf' } },
    ])
    expect(owned()).toEqual([2, 2])
    state.apply([
      { kind: 'delete-marathon', row: marathon },
      { kind: 'delete-application', row: application },
      { kind: 'count', marathonId: 'event-0002', registered: -1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
      { kind: 'count', marathonId: 'event-none', registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ])
    expect(owned()).toEqual([1, 1])
    expect([...state.marathons.values()].map(({ id, regCount }) => [id, regCount])).toEqual([['event-0002', 0]])
    expect([...state.gone]).toEqual([
      ['marathon:event-gone', goneOf('olivia')],
      ['application:entry-gone', goneOf('ravi', 'event-0001')],
      ['marathon:event-0001', goneOf('olivia')],
      ['application:entry-0001', goneOf('ravi', 'event-0001')],
    ])
    expect([...state.applications.keys()]).toEqual(['entry-0002'])
    expect([...state.people.values()]).toEqual(['entry-0002'])
  })

  it('keeps one slot a person, account and marathon, and frees it with a new name', () => {
    const state = new RunningState()
    for (const row of [
      application,
      { ...application, id: 'entry-0002', ownerUid: 'olivia' },
      { ...application, id: 'entry-0003', marathonId: 'event-0002' },
    ])
      state.putApplication(row)
    expect([...state.people.values()].sort()).toEqual(['entry-0001', 'entry-0002', 'entry-0003'])
    state.putApplication({ ...application, personKey: 'cylauf' })
    expect(state.people.size).toBe(3)
    state.removeApplication('entry-none')
    expect(state.people.size).toBe(3)
  })
})

describe('what the user saw', () => {
  const update = (patch: Fields, base: Fields) =>
    decide(stateOf(), op('marathon.update', 'event-0001', patch, base), OLIVIA, NOW, FRESH)

  it('is told in a clash as null where the phone left it out', () => {
    expect(update({ location: 'Kiel' }, {}).verdict.conflicts).toEqual({
      location: { base: null, yours: 'Kiel', theirs: 'Hamburg' },
    })
  })

  it('is tidied like what is stored, where it is a text, and left as it is where it is none', () => {
    const conflicts = update(
      { location: 'Kiel', capacity: 3, distance: '5k' },
      { location: ' Bremen  Ost ', capacity: 7, distance: 42, colour: ' red  one ' },
    ).verdict.conflicts
    expect(conflicts).toEqual({
      location: { base: 'Bremen  Ost', yours: 'Kiel', theirs: 'Hamburg' },
      capacity: { base: 7, yours: 3, theirs: 2 },
      distance: { base: 42, yours: '5k', theirs: '10k' },
    })
  })

  it('of an application that retention emptied is no clash', () => {
    const state = stateOf()
    const erased = { ...application, erasedAt: '2027-05-30T00:00:00.000Z', phoneNumber: '' }
    state.putApplication(erased)
    const late = op('application.update', 'entry-0001', { phoneNumber: '999 999' }, { phoneNumber: '12345 678' })
    expect(decide(state, late, RAVI, NOW, FRESH).verdict).toEqual({ status: 'applied' })
  })
})
