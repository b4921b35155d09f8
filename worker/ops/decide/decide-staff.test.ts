import { describe, expect, it } from 'vitest'
import { MAX_MARATHONS } from '../../../contract/limits.ts'
import type { OpType } from '../../../contract/ops.ts'
import type { Role } from '../../../contract/roles.ts'
import type { Fields } from '../../../contract/sync.ts'
import type { StaffRow } from '../../db/client.ts'
import { FRESH, goneOf, helper, marathon, NOW, OLIVIA, op, owner, stateOf } from '../../testing/state.ts'
import { decide } from './decide.ts'
import { accountSlot, type Precondition } from './decision.ts'

const BEFORE = '2027-05-20T00:00:00.000Z'
const AT = new Date(NOW).toISOString()
const EVENT: Precondition = { kind: 'marathon', id: 'event-0001' }
const at = (uid: string): Precondition => ({ kind: 'staff', marathonId: 'event-0001', uid })

/** One account for each role, and its row: `oscar` is an organiser, and so on. */
const row = (uid: string, role: Role, changed: Partial<StaffRow> = {}): StaffRow => ({
  ...helper,
  uid,
  role,
  id: `row-of-${uid}`,
  name: uid,
  ...changed,
})
const ROWS = [
  row('oscar', 'organiser'),
  row('nora', 'organiser'),
  row('offa', 'organiser', { offeredAt: BEFORE }),
  row('dora', 'desk'),
  row('gus', 'gate'),
  row('tim', 'timer'),
  row('rita', 'organiser', { removedAt: BEFORE }),
  row('rolf', 'gate', { removedAt: BEFORE }),
]

function decideAs(uid: string, type: OpType, id: string, patch: Fields = {}, base: Fields | null = null) {
  const state = stateOf()
  for (const one of ROWS) state.staff.set(accountSlot(one.marathonId, one.uid), one)
  return { state, decision: decide(state, op(type, id, patch, base), actorOf(uid), NOW, FRESH) }
}
const actorOf = (uid: string) => (uid === 'olivia' ? OLIVIA : { uid, email: `${uid}@example.com`, name: `${uid}!` })
/** The code of the rejection, or by account what the decision changes of its row. */
function outcome(...[uid, type, id, patch, base]: Parameters<typeof decideAs>) {
  const { state, decision } = decideAs(uid, type, id, patch, base)
  if (decision.verdict.code) return decision.verdict.code
  const changed = decision.effects.flatMap((effect) => {
    if (effect.kind !== 'put-staff') return []
    const was = state.staff.get(accountSlot('event-0001', effect.row.uid))
    const fields = Object.entries(effect.row).filter(([name, value]) => was?.[name as keyof StaffRow] !== value)
    return [[effect.row.uid, Object.fromEntries(fields)]]
  })
  return Object.fromEntries(changed)
}
const NOTHING = {}
const became = (role: Role) => ({ role, since: AT })

describe('a role is changed', () => {
  it.each<[string, string, string, Role, unknown]>([
    ['the owner names an organiser', 'olivia', 'row-of-gus', 'organiser', { gus: became('organiser') }],
    ['the owner changes an organiser', 'olivia', 'row-of-oscar', 'desk', { oscar: became('desk') }],
    ['the owner does not change their own', 'olivia', 'event-0001', 'organiser', 'FORBIDDEN'],
    ['an organiser changes a helper', 'oscar', 'row-of-gus', 'timer', { gus: became('timer') }],
    ['an organiser names no organiser', 'oscar', 'row-of-gus', 'organiser', 'FORBIDDEN'],
    ['an organiser does not change one', 'oscar', 'row-of-nora', 'desk', 'FORBIDDEN'],
    ['an organiser does not change their own', 'oscar', 'row-of-oscar', 'desk', 'FORBIDDEN'],
    ['an organiser does not change the owner', 'oscar', 'event-0001', 'desk', 'FORBIDDEN'],
    ['the desk changes nobody', 'dora', 'row-of-gus', 'timer', 'FORBIDDEN'],
    ['the gate does not change its own', 'gus', 'row-of-gus', 'desk', 'FORBIDDEN'],
    ['the timer changes nobody', 'tim', 'row-of-gus', 'desk', 'FORBIDDEN'],
    ['who was removed changes nobody', 'rita', 'row-of-gus', 'desk', 'FORBIDDEN'],
    ['for a stranger there is nobody', 'sam', 'row-of-gus', 'desk', 'NOT_FOUND'],
    ['nobody is there', 'olivia', 'row-of-nobody', 'desk', 'NOT_FOUND'],
    ['the row was removed', 'olivia', 'row-of-rolf', 'desk', 'GONE'],
    ['nobody becomes the owner', 'olivia', 'row-of-gus', 'owner', 'INVALID'],
    ['the role is that already', 'olivia', 'row-of-gus', 'gate', NOTHING],
    ['an offer ends with the role', 'olivia', 'row-of-offa', 'gate', { offa: { ...became('gate'), offeredAt: null } }],
  ])('%s', (_name, uid, id, role, expected) => {
    expect(outcome(uid, 'staff.update', id, { role })).toEqual(expected)
  })

  it('merges by field: two organisers offline clash, and who came first is kept', () => {
    expect(outcome('oscar', 'staff.update', 'row-of-gus', { role: 'desk' }, { role: 'gate' })).toEqual({
      gus: became('desk'),
    })
    const { decision } = decideAs('oscar', 'staff.update', 'row-of-gus', { role: 'desk' }, { role: 'timer' })
    expect(decision.effects).toEqual([])
    expect(decision.verdict.conflicts).toEqual({ role: { base: 'timer', yours: 'desk', theirs: 'gate' } })
  })
})

describe('a marathon is offered', () => {
  const isOffered = true
  it.each<[string, string, string, Fields, unknown]>([
    [
      'an offer ends the one before',
      'olivia',
      'row-of-oscar',
      { isOffered },
      { offa: { offeredAt: null }, oscar: { offeredAt: AT } },
    ],
    ['a second offer changes nothing', 'olivia', 'row-of-offa', { isOffered }, NOTHING],
    ['the owner takes it back', 'olivia', 'row-of-offa', { isOffered: false }, { offa: { offeredAt: null } }],
    ['who is offered it declines', 'offa', 'row-of-offa', { isOffered: false }, { offa: { offeredAt: null } }],
    ['by nobody to oneself', 'offa', 'row-of-offa', { isOffered }, 'FORBIDDEN'],
    ['declined with a role', 'offa', 'row-of-offa', { isOffered: false, role: 'desk' }, 'FORBIDDEN'],
    ['declined by no helper', 'dora', 'row-of-dora', { isOffered: false }, 'FORBIDDEN'],
    ['to no helper', 'olivia', 'row-of-dora', { isOffered }, 'INVALID'],
    ['to nobody who was removed', 'olivia', 'row-of-rita', { isOffered }, 'GONE'],
    ['not to the owner', 'olivia', 'event-0001', { isOffered }, 'FORBIDDEN'],
    ['by no organiser', 'oscar', 'row-of-nora', { isOffered }, 'FORBIDDEN'],
    ['by no organiser to a helper', 'oscar', 'row-of-dora', { isOffered: false }, 'FORBIDDEN'],
  ])('%s', (_name, uid, id, patch, expected) => {
    expect(outcome(uid, 'staff.update', id, patch)).toEqual(expected)
  })

  it('says that only an organiser can get it', () => {
    const { decision } = decideAs('olivia', 'staff.update', 'row-of-dora', { isOffered })
    expect(decision.verdict.fields).toEqual({ isOffered: { code: 'NOT_AN_ORGANISER' } })
  })
})

describe('a role ends', () => {
  const removed = { removedAt: AT }
  it.each<[string, string, string, unknown]>([
    ['the owner removes an organiser', 'olivia', 'row-of-oscar', { oscar: removed }],
    ['an offer ends with it', 'olivia', 'row-of-offa', { offa: { ...removed, offeredAt: null } }],
    ['an organiser removes a helper', 'oscar', 'row-of-tim', { tim: removed }],
    ['an organiser does not remove another one', 'oscar', 'row-of-nora', 'FORBIDDEN'],
    ['nobody removes the owner', 'oscar', 'event-0001', 'FORBIDDEN'],
    ['the owner does not leave', 'olivia', 'event-0001', 'FORBIDDEN'],
    ['an organiser leaves', 'oscar', 'row-of-oscar', { oscar: removed }],
    ['a helper leaves', 'gus', 'row-of-gus', { gus: removed }],
    ['a helper removes nobody else', 'gus', 'row-of-tim', 'FORBIDDEN'],
    ['who was removed leaves', 'rolf', 'row-of-rolf', NOTHING],
    ['who was removed removes nobody', 'rita', 'row-of-gus', 'FORBIDDEN'],
    ['a second removal', 'olivia', 'row-of-rolf', NOTHING],
    ['nobody is there', 'olivia', 'row-of-nobody', NOTHING],
    ['for a stranger there is nobody', 'sam', 'row-of-gus', NOTHING],
  ])('%s', (_name, uid, id, expected) => {
    expect(outcome(uid, 'staff.delete', id)).toEqual(expected)
  })
})

describe('a marathon is taken over', () => {
  it('by the organiser to whom it is offered: both rows and the marathon change at one commit', () => {
    const { decision } = decideAs('offa', 'staff.takeOver', 'row-of-offa')
    expect(decision.effects).toEqual([
      {
        kind: 'put-marathon',
        row: { ...marathon, ownerUid: 'offa', name: 'offa!', email: 'offa@example.com', ver: marathon.ver + 1 },
      },
      { kind: 'put-staff', row: { ...owner, ...became('organiser') } },
      { kind: 'put-staff', row: { ...ROWS[2], ...became('owner'), name: 'offa!', offeredAt: null } },
    ])
  })

  it.each<[string, string, string, unknown]>([
    ['without an offer', 'oscar', 'row-of-oscar', 'STALE'],
    ['by a helper', 'gus', 'row-of-gus', 'STALE'],
    ['by who was removed', 'rita', 'row-of-rita', 'STALE'],
    ['by another organiser', 'oscar', 'row-of-offa', 'FORBIDDEN'],
    ['by the owner in their name', 'olivia', 'row-of-offa', 'FORBIDDEN'],
    ['by who owns it already', 'olivia', 'event-0001', NOTHING],
    ['by a stranger', 'sam', 'row-of-offa', 'NOT_FOUND'],
    ['of nobody', 'offa', 'row-of-nobody', 'NOT_FOUND'],
  ])('not %s', (_name, uid, id, expected) => {
    expect(outcome(uid, 'staff.takeOver', id)).toEqual(expected)
  })

  it('counts to the limit of the new owner, and no more to that of the old one', () => {
    const { state, decision } = decideAs('offa', 'staff.takeOver', 'row-of-offa')
    state.owned.set('offa', { marathon: MAX_MARATHONS - 1, application: 0 })
    state.owned.set('olivia', { marathon: 3, application: 0 })
    state.apply(decision.effects)
    expect([state.owned.get('offa')?.marathon, state.owned.get('olivia')?.marathon]).toEqual([MAX_MARATHONS, 2])

    const full = decideAs('offa', 'staff.update', 'row-of-nobody').state
    full.owned.set('offa', { marathon: MAX_MARATHONS, application: 0 })
    const { verdict, preconditions } = decide(full, op('staff.takeOver', 'row-of-offa'), actorOf('offa'), NOW, FRESH)
    expect(verdict.fields).toEqual({ account: { code: 'MOST_EVENTS', values: { max: MAX_MARATHONS } } })
    expect(preconditions).toContainEqual({
      kind: 'owned-at-least',
      type: 'marathon',
      uid: 'offa',
      count: MAX_MARATHONS,
    })
  })
})

// What does not stand here is not checked again when it is written: another phone may have changed it by then.
it.each<[string, string, OpType, string, Fields, Precondition[]]>([
  ['a role', 'oscar', 'staff.update', 'row-of-gus', { role: 'desk' }, [EVENT, at('gus'), at('oscar')]],
  ['a refusal', 'gus', 'staff.update', 'row-of-dora', { role: 'timer' }, [EVENT, at('dora'), at('gus')]],
  [
    'an offer',
    'olivia',
    'staff.update',
    'row-of-nora',
    { isOffered: true },
    [EVENT, at('nora'), at('olivia'), at('offa')],
  ],
  ['a removal', 'olivia', 'staff.delete', 'row-of-gus', {}, [EVENT, at('gus'), at('olivia')]],
  ['a stranger', 'sam', 'staff.delete', 'row-of-gus', {}, [EVENT, at('gus'), at('sam')]],
  ['STALE', 'oscar', 'staff.takeOver', 'row-of-oscar', {}, [EVENT, at('oscar'), at('oscar')]],
  [
    'a taking over',
    'offa',
    'staff.takeOver',
    'row-of-offa',
    {},
    [EVENT, at('offa'), at('offa'), at('olivia'), { kind: 'owned-at-most', type: 'marathon', uid: 'offa', count: 199 }],
  ],
])('%s rests on the rows of the target, the actor, the owner and the other offer', (...args) => {
  const [, uid, type, id, patch, expected] = args
  expect(decideAs(uid, type, id, patch).decision.preconditions).toEqual(expected)
})

it.each<[OpType, unknown]>([
  ['staff.update', 'GONE'],
  ['staff.delete', undefined],
  ['staff.takeOver', 'GONE'],
])('%s at a deleted marathon changes nothing', (type, code) => {
  const { state } = decideAs('offa', 'staff.update', 'row-of-nobody')
  state.marathons.delete('event-0001')
  state.gone.set('marathon:event-0001', goneOf('olivia'))
  const { verdict, effects } = decide(state, op(type, 'row-of-offa'), actorOf('offa'), NOW, FRESH)
  expect([verdict.code, effects]).toEqual([code, []])
})

it.each<[OpType, Fields]>([
  ['staff.update', { role: 'boss' }],
  ['staff.update', { isOffered: 'yes' }],
  ['staff.update', { name: 'Bo' }],
  ['staff.delete', { role: 'gate' }],
])('%s with the patch %j is INVALID', (type, patch) => {
  expect(outcome('olivia', type, 'row-of-gus', patch)).toBe('INVALID')
})
