import { expect, it } from 'vitest'
import { OP_TYPES, type OpType } from '../../contract/ops.ts'
import { NO_RULING } from '../../contract/results/recording.ts'
import type { Fields } from '../../contract/sync.ts'
import type { NoticeRow } from '../db/client.ts'
import {
  application,
  bo,
  FRESH,
  helper,
  marathon,
  NOW,
  newMarathonFields,
  OLIVIA,
  op,
  RAVI,
  stateOf,
} from '../testing/state.ts'
import { decide } from './decide/decide.ts'
import { accountSlot } from './decide/decision.ts'
import { costOf, ENTRANT_COST_MS, OP_COST_MS } from './op-budget.ts'

const AT = new Date(NOW).toISOString()
const AN_OP = OP_COST_MS
const SECRET = 'A'.repeat(22)
const at = { marathonId: marathon.id, at: AT }
const crossing = {
  ...{ ...at, kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001', tick: 5 },
  ...{ bib: null, accuracy: null, of: null },
}
const ruled = { ...at, ...NO_RULING }
/** What Olivia's, or Ravi's, short op of each type costs where it changes something. */
const COSTS: Record<OpType, [cost: number, id: string, patch?: Fields]> = {
  'marathon.create': [AN_OP, 'event-0002', newMarathonFields],
  'marathon.update': [AN_OP, marathon.id, { description: 'Hilly.' }],
  // Its runners get a push.
  'marathon.delete': [2 * AN_OP, marathon.id],
  'marathon.draw': [AN_OP, 'ballot-0001'],
  'marathon.publish': [AN_OP, marathon.id, { results: 'live' }],
  'application.create': [AN_OP, 'entry-0002', bo],
  'application.update': [AN_OP, 'entry-0001', { lastName: 'Byron' }],
  'application.delete': [AN_OP, 'entry-0001'],
  'application.assignBib': [ENTRANT_COST_MS, 'entry-0001', { bib: '7' }],
  // Its runner gets a push.
  'application.correct': [2 * AN_OP, 'entry-0001', { lastName: 'Byron' }],
  'application.withdraw': [2 * AN_OP, 'entry-0001', { reason: 'Injured.' }],
  'application.moveUp': [AN_OP, 'waiting-0001'],
  'application.walkIn': [
    AN_OP / 10,
    'entry-0002',
    { marathonId: marathon.id, firstName: 'Bo', lastName: 'Lauf', bib: '7', code: 'KAAAAAA5', above: 0 },
  ],
  'application.confirm': [AN_OP, 'unconfirmed-0001'],
  'application.claim': [AN_OP, 'unclaimed-0001', { marathonId: marathon.id, secret: 'KAAAAAA5' }],
  'application.offer': [AN_OP, 'entry-0001', { secret: SECRET }],
  'application.takeOver': [2 * AN_OP, 'entry-0002', { ...bo, from: 'offered-0001', secret: SECRET }],
  'application.defer': [AN_OP, 'entry-0002', { marathonId: 'later-0001', from: 'entry-0001' }],
  'checkIn.create': [
    ENTRANT_COST_MS,
    'scan-0001',
    { marathonId: marathon.id, applicationId: 'entry-0001', at: AT, gate: '' },
  ],
  'checkIn.void': [ENTRANT_COST_MS, 'scan-0002', { at: AT }],
  'checkIn.confirm': [ENTRANT_COST_MS, 'scan-0002'],
  'recording.create': [ENTRANT_COST_MS, 'crossing-0002', crossing],
  'recording.void': [ENTRANT_COST_MS, 'crossing-0001', { at: AT }],
  'recording.confirm': [ENTRANT_COST_MS, 'crossing-0001'],
  'ruling.create': [AN_OP, 'ruling-0001', { ...ruled, kind: 'seen', doubt: 'noBib:1' }],
  'notice.create': [AN_OP, 'notice-0001', { marathonId: marathon.id, text: 'Rain.', urgent: false, at: AT }],
  'notice.delete': [AN_OP, 'notice-0002'],
  'staff.update': [AN_OP, helper.id, { role: 'desk' }],
  'staff.delete': [AN_OP, helper.id],
  'staff.takeOver': [AN_OP, 'offered-0001'],
}

it.each(OP_TYPES)(
  '%s costs its kind: what staff do for each entrant a hundredth or a tenth of any other op',
  (type) => {
    const state = stateOf()
    const ballot = {
      ...marathon,
      id: 'ballot-0001',
      registration: 'ballot' as const,
      secretSeed: FRESH.seed,
      regCount: 0,
    }
    state.marathons.set(ballot.id, { ...ballot, regEnd: marathon.regStart })
    state.staff.set(accountSlot(ballot.id, 'olivia'), {
      ...helper,
      uid: 'olivia',
      marathonId: ballot.id,
      id: ballot.id,
      role: 'owner',
    })
    const offered = { ...helper, uid: 'oscar', id: 'offered-0001', role: 'organiser' as const, offeredAt: AT }
    for (const row of [helper, offered]) state.staff.set(accountSlot(marathon.id, row.uid), row)
    const scan = {
      id: 'scan-0002',
      marathonId: marathon.id,
      kind: 'check-in' as const,
      applicationId: 'entry-0001',
      at: AT,
    }
    const ofScan = { bib: null, accuracy: null, gate: '', by: 'Hana', byUid: 'hana', voidedAt: null, confirmed: 0 }
    const row = { ...scan, ...ofScan, ver: 1, seq: 1, how: '', clock: '', tick: null, of: null, nth: 0 }
    state.checkIns.set(scan.id, row)
    state.recordings.set('crossing-0001', {
      ...row,
      id: 'crossing-0001',
      kind: 'crossing',
      applicationId: null,
      tick: 7,
    })
    state.notices.set('notice-0002', { id: 'notice-0002', marathonId: marathon.id, toUid: null } as NoticeRow)
    state.marathons.set(marathon.id, { ...marathon, handOverUntil: marathon.startDate, deferTo: 'later-0001' })
    state.marathons.set('later-0001', { ...marathon, id: 'later-0001' })
    state.staff.set(accountSlot('later-0001', 'olivia'), { ...helper, uid: 'olivia', id: 'later-0001', role: 'owner' })
    const { ownerUid: _, ...entry } = application
    state.putApplication({
      ...entry,
      ownerUid: 'ravi',
      id: 'waiting-0001',
      personKey: 'w',
      code: 'w',
      status: 'waiting',
    })
    const unclaimed = { personKey: 'u', code: 'KAAAAAA5', ownerUid: null }
    state.putApplication({ ...entry, ...unclaimed, id: 'unconfirmed-0001', status: 'unconfirmed' })
    state.putApplication({ ...entry, ...unclaimed, id: 'unclaimed-0001' })
    const byMeg = { personKey: 'o', code: 'o', ownerUid: 'meg', offer: SECRET }
    state.putApplication({ ...entry, ...byMeg, id: 'offered-0001' })
    const [cost, id, patch] = COSTS[type]
    const actor = {
      'staff.takeOver': { ...RAVI, uid: 'oscar' },
      'application.update': RAVI,
      'application.delete': RAVI,
      'application.offer': RAVI,
      'application.defer': RAVI,
    }
    const by = (actor as Partial<Record<OpType, typeof RAVI>>)[type] ?? OLIVIA
    const decision = decide(state, op(type, id, patch, null), by, NOW, FRESH)
    expect(decision.effects.length).toBeGreaterThan(0)
    expect(costOf({ uid: by.uid, op: op(type, id), decision }, state)).toBe(cost)
  },
)

it.each([
  [1, 4],
  [0, 1],
] as const)(
  'an urgent notice (%i) costs more for all whom it concerns, also those who wait: %i ops',
  (urgent, cost) => {
    const row = {
      id: 'notice-0001',
      marathonId: marathon.id,
      kind: 'written',
      text: 'Rain',
      urgent,
      toUid: null,
    } as NoticeRow
    const decision = {
      verdict: { status: 'applied' as const },
      effects: [{ kind: 'put-notice' as const, row }],
      preconditions: [],
    }
    const before = stateOf({ regCount: 200, waitingCount: 199, enteredCount: 198 })
    expect(costOf({ uid: 'olivia', op: op('notice.create', row.id), decision }, before)).toBe(cost * OP_COST_MS)
  },
)

it.each([
  ['put-marathon', 'marathon.update', 10],
  ['delete-marathon', 'marathon.delete', 1],
] as const)('a long text costs where it is stored, and not where it goes: %s', (kind, type, cost) => {
  const row = { ...marathon, description: 'x'.repeat(19_000) }
  const effects = [{ kind, row }]
  const decision = { verdict: { status: 'applied' as const }, effects, preconditions: [] }
  expect(costOf({ uid: 'olivia', op: op(type, row.id), decision }, stateOf())).toBe(cost * OP_COST_MS)
})
