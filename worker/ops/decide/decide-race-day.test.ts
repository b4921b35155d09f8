import { describe, expect, it } from 'vitest'
import { MAX_NOTICES } from '../../../contract/limits.ts'
import type { OpType } from '../../../contract/ops.ts'
import type { Fields } from '../../../contract/sync.ts'
import type { CheckInRow, MarathonRow, NoticeRow } from '../../db/client.ts'
import {
  application,
  FRESH,
  goneOf,
  helper,
  marathon,
  NOW,
  OLIVIA,
  op,
  RAVI,
  SEED,
  stateOf,
} from '../../testing/state.ts'
import { decide } from './decide.ts'
import { type Actor, accountSlot, type Precondition } from './decision.ts'

const HANA: Actor = { uid: 'hana', email: 'hana@example.com', name: 'Hana' }
const AT = '2027-06-01T11:00:00.000Z'

const scan: CheckInRow = {
  id: 'scan-0001',
  marathonId: 'event-0001',
  kind: 'check-in',
  applicationId: 'entry-0001',
  bib: null,
  at: AT,
  accuracy: null,
  gate: 'A',
  by: 'Olivia',
  byUid: 'olivia',
  voidedAt: null,
  confirmed: 1,
  how: '',
  clock: '',
  tick: null,
  of: null,
  nth: 0,
  ver: 1,
  seq: 12,
}
const written: NoticeRow = {
  id: 'notice-0001',
  marathonId: 'event-0001',
  applicationId: null,
  toUid: null,
  kind: 'written',
  text: 'Parking is full.',
  parts: '',
  urgent: 0,
  byMail: 0,
  at: AT,
  by: 'Olivia',
  byUid: 'olivia',
  ver: 1,
  seq: 13,
}
const BALLOT = { registration: 'ballot', secretSeed: SEED, commitment: 'c', enteredCount: 2 } as const

/** Olivia's marathon with a scan, scans of other states, and notices. Ravi staffHere, Hana helped until she was removed. */
function raceDay(changed: Partial<MarathonRow> = {}) {
  const state = stateOf(changed)
  state.putApplication({ ...application, id: 'entry-erased', erasedAt: AT, personKey: 'x' })
  state.putApplication({ ...application, id: 'entry-other', marathonId: 'event-0009', personKey: 'y' })
  for (const row of [
    scan,
    { ...scan, id: 'scan-late', byUid: 'hana', confirmed: 0 },
    { ...scan, id: 'scan-void', voidedAt: AT },
    { ...scan, id: 'scan-lost', marathonId: 'event-0009' },
  ])
    state.checkIns.set(row.id, row)
  for (const row of [
    written,
    { ...written, id: 'notice-ravi', kind: 'promoted' as const, toUid: 'ravi' },
    { ...written, id: 'notice-else', marathonId: 'event-0009' },
  ])
    state.notices.set(row.id, row)
  state.gone.set('notice:notice-gone', goneOf(null, 'event-0001'))
  state.gone.set('application:entry-bobs', goneOf('ravi', 'event-0009'))
  return state
}
function decideAs(actor: Actor, type: OpType, id: string, patch: Fields, state = raceDay()) {
  if (actor === RAVI) state.staff.set(accountSlot('event-0001', 'ravi'), helper)
  if (actor === HANA) state.staff.set(accountSlot('event-0001', 'hana'), { ...helper, uid: 'hana', removedAt: AT })
  return decide(state, op(type, id, patch), actor, NOW, FRESH)
}

const event: Precondition = { kind: 'marathon', id: 'event-0001' }
/** What the actor is at the marathon; the tests below put the actor's uid into it. */
const staffHere: Precondition = { kind: 'staff', marathonId: 'event-0001', uid: '' }
const ofActor = (preconditions: Precondition[], { uid }: Actor) =>
  preconditions.map((one) => (one === staffHere ? { ...staffHere, uid } : one))
const entry = (id = 'entry-0001'): Precondition => ({ kind: 'application', id })
const check = (id: string): Precondition => ({ kind: 'checkIn', id })
const note = (id: string): Precondition => ({ kind: 'notice', id })
const scanOf = (applicationId = 'entry-0001', marathonId = 'event-0001') => ({
  marathonId,
  applicationId,
  gate: 'A',
  at: AT,
})
const saying = (marathonId = 'event-0001') => ({ marathonId, text: 'Rain', urgent: false, at: AT })

// What does not stand here is not checked again when it is written: another phone may have changed it by then.
describe('the verdict on race day, and what it rests on', () => {
  it.each<[string, Actor, OpType, string, Fields, string, number, Precondition[]]>([
    [
      'a scan',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf(),
      'applied',
      1,
      [event, staffHere, entry(), check('scan-0002')],
    ],
    [
      'a scan by a helper',
      RAVI,
      'checkIn.create',
      'scan-0002',
      scanOf(),
      'applied',
      1,
      [event, staffHere, entry(), check('scan-0002')],
    ],
    [
      'a scan by a removed helper',
      HANA,
      'checkIn.create',
      'scan-0002',
      scanOf(),
      'FORBIDDEN',
      1,
      [event, staffHere, entry(), check('scan-0002')],
    ],
    [
      'a scan by a removed helper of nobody',
      HANA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-0007'),
      'FORBIDDEN',
      0,
      [event, staffHere, entry('entry-0007'), check('scan-0002')],
    ],
    [
      'a scan by a removed helper of an erased entry',
      HANA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-erased'),
      'FORBIDDEN',
      0,
      [event, staffHere, entry('entry-erased'), check('scan-0002')],
    ],
    [
      'a scan by a removed helper that is there',
      HANA,
      'checkIn.create',
      'scan-late',
      scanOf(),
      'FORBIDDEN',
      0,
      [event, staffHere, entry(), check('scan-late')],
    ],
    ['a scan without a gate', OLIVIA, 'checkIn.create', 'scan-0002', { ...scanOf(), gate: 7 }, 'INVALID', 0, []],
    [
      'a scan at no event',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-0001', 'event-0002'),
      'NOT_FOUND',
      0,
      [{ kind: 'marathon', id: 'event-0002' }],
    ],
    [
      'a scan at a deleted event',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-0001', 'event-gone'),
      'GONE',
      0,
      [{ kind: 'marathon', id: 'event-gone' }],
    ],
    [
      'a scan of nobody',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-0007'),
      'NOT_FOUND',
      0,
      [event, staffHere, entry('entry-0007'), check('scan-0002')],
    ],
    [
      'a scan of a withdrawn entry',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-gone'),
      'GONE',
      0,
      [event, staffHere, entry('entry-gone'), check('scan-0002')],
    ],
    [
      'a scan of another’s withdrawn entry',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-bobs'),
      'NOT_FOUND',
      0,
      [event, staffHere, entry('entry-bobs'), check('scan-0002')],
    ],
    [
      'a scan of an entry of another event',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-other'),
      'NOT_FOUND',
      0,
      [event, staffHere, entry('entry-other'), check('scan-0002')],
    ],
    [
      'a scan of an erased entry',
      OLIVIA,
      'checkIn.create',
      'scan-0002',
      scanOf('entry-erased'),
      'GONE',
      0,
      [event, staffHere, entry('entry-erased'), check('scan-0002')],
    ],
    [
      'a scan that is there',
      OLIVIA,
      'checkIn.create',
      'scan-0001',
      scanOf(),
      'applied',
      0,
      [event, staffHere, entry(), check('scan-0001')],
    ],
    [
      'a scan under another’s id',
      OLIVIA,
      'checkIn.create',
      'scan-late',
      scanOf(),
      'FORBIDDEN',
      0,
      [event, staffHere, entry(), check('scan-late')],
    ],
    [
      'taking back',
      OLIVIA,
      'checkIn.void',
      'scan-0001',
      { at: AT },
      'applied',
      1,
      [check('scan-0001'), event, staffHere],
    ],
    [
      'taking back by a helper',
      RAVI,
      'checkIn.void',
      'scan-0001',
      { at: AT },
      'applied',
      1,
      [check('scan-0001'), event, staffHere],
    ],
    [
      'taking back twice',
      OLIVIA,
      'checkIn.void',
      'scan-void',
      { at: AT },
      'applied',
      0,
      [check('scan-void'), event, staffHere],
    ],
    ['taking back nothing', OLIVIA, 'checkIn.void', 'scan-0009', { at: AT }, 'applied', 0, [check('scan-0009')]],
    ['taking back without a time', OLIVIA, 'checkIn.void', 'scan-0001', {}, 'INVALID', 0, []],
    [
      'taking back where the event left',
      OLIVIA,
      'checkIn.void',
      'scan-lost',
      { at: AT },
      'applied',
      0,
      [check('scan-lost')],
    ],
    [
      'a removed helper takes back an own scan',
      HANA,
      'checkIn.void',
      'scan-late',
      { at: AT },
      'FORBIDDEN',
      1,
      [check('scan-late'), event, staffHere],
    ],
    [
      'a removed helper takes back another’s',
      HANA,
      'checkIn.void',
      'scan-0001',
      { at: AT },
      'FORBIDDEN',
      0,
      [check('scan-0001'), event, staffHere],
    ],
    ['confirming', OLIVIA, 'checkIn.confirm', 'scan-late', {}, 'applied', 1, [check('scan-late'), event, staffHere]],
    [
      'confirming twice',
      OLIVIA,
      'checkIn.confirm',
      'scan-0001',
      {},
      'applied',
      0,
      [check('scan-0001'), event, staffHere],
    ],
    ['confirming nothing', OLIVIA, 'checkIn.confirm', 'scan-0009', {}, 'applied', 0, [check('scan-0009')]],
    [
      'confirming by a helper',
      RAVI,
      'checkIn.confirm',
      'scan-late',
      {},
      'FORBIDDEN',
      0,
      [check('scan-late'), event, staffHere],
    ],
    ['confirming where the event left', OLIVIA, 'checkIn.confirm', 'scan-lost', {}, 'applied', 0, [check('scan-lost')]],
    ['confirming with a field', OLIVIA, 'checkIn.confirm', 'scan-late', { gate: 'A' }, 'INVALID', 0, []],
    [
      'a notice',
      OLIVIA,
      'notice.create',
      'notice-0002',
      saying(),
      'applied',
      1,
      [
        event,
        staffHere,
        note('notice-0002'),
        { kind: 'written-at-most', marathonId: 'event-0001', count: MAX_NOTICES - 1 },
      ],
    ],
    [
      'a notice that is there',
      OLIVIA,
      'notice.create',
      'notice-0001',
      saying(),
      'applied',
      0,
      [event, staffHere, note('notice-0001')],
    ],
    [
      'a notice under a promotion’s id',
      OLIVIA,
      'notice.create',
      'notice-ravi',
      saying(),
      'GONE',
      0,
      [event, staffHere, note('notice-ravi')],
    ],
    [
      'a notice that was deleted',
      OLIVIA,
      'notice.create',
      'notice-gone',
      saying(),
      'GONE',
      0,
      [event, staffHere, note('notice-gone')],
    ],
    ['a notice by a helper', RAVI, 'notice.create', 'notice-0002', saying(), 'FORBIDDEN', 0, [event, staffHere]],
    [
      'a notice of no event',
      OLIVIA,
      'notice.create',
      'notice-0002',
      saying('event-0002'),
      'NOT_FOUND',
      0,
      [{ kind: 'marathon', id: 'event-0002' }],
    ],
    [
      'a notice of a deleted event',
      OLIVIA,
      'notice.create',
      'notice-0002',
      saying('event-gone'),
      'GONE',
      0,
      [{ kind: 'marathon', id: 'event-gone' }],
    ],
    ['a notice without a text', OLIVIA, 'notice.create', 'notice-0002', { ...saying(), text: ' ' }, 'INVALID', 0, []],
    ['deleting a notice', OLIVIA, 'notice.delete', 'notice-0001', {}, 'applied', 1, [note('notice-0001'), staffHere]],
    ['deleting no notice', OLIVIA, 'notice.delete', 'notice-0009', {}, 'applied', 0, [note('notice-0009')]],
    [
      'deleting what one account was told',
      OLIVIA,
      'notice.delete',
      'notice-ravi',
      {},
      'FORBIDDEN',
      0,
      [note('notice-ravi'), staffHere],
    ],
    [
      'deleting another’s notice',
      OLIVIA,
      'notice.delete',
      'notice-else',
      {},
      'FORBIDDEN',
      0,
      [note('notice-else'), { ...staffHere, marathonId: 'event-0009', uid: 'olivia' }],
    ],
    ['deleting with a field', OLIVIA, 'notice.delete', 'notice-0001', { text: 'x' }, 'INVALID', 0, []],
    ['a draw where there is no ballot', OLIVIA, 'marathon.draw', 'event-0001', {}, 'INVALID', 0, [event, staffHere]],
    ['a draw with a field', OLIVIA, 'marathon.draw', 'event-0001', { seed: 'x' }, 'INVALID', 0, [event, staffHere]],
    ['a draw by a helper', RAVI, 'marathon.draw', 'event-0001', {}, 'FORBIDDEN', 0, [event, staffHere]],
    [
      'a draw of nothing',
      OLIVIA,
      'marathon.draw',
      'event-0002',
      {},
      'NOT_FOUND',
      0,
      [{ kind: 'marathon', id: 'event-0002' }],
    ],
    [
      'a draw of a deleted event',
      OLIVIA,
      'marathon.draw',
      'event-gone',
      {},
      'GONE',
      0,
      [{ kind: 'marathon', id: 'event-gone' }],
    ],
  ])('%s', (_what, actor, type, id, patch, expected, changes, preconditions) => {
    const { verdict, effects, preconditions: got } = decideAs(actor, type, id, patch)
    expect(verdict.code ?? verdict.status).toBe(expected)
    expect(effects).toHaveLength(changes)
    expect(got).toEqual(ofActor(preconditions, actor))
  })

  it.each<[string, Partial<MarathonRow>, number | null]>([
    ['is told urgently before the start', {}, 1],
    ['is told to a waiting list alone', { regCount: 0, waitingCount: 1 }, 1],
    ['is told to a ballot', { regCount: 0, enteredCount: 1 }, 1],
    ['is not urgent where the event was cancelled', { cancelled: 'Storm' }, 0],
    ['is not told after the start', { startDate: new Date(NOW).toISOString() }, null],
    ['is not told where nobody applied', { regCount: 0 }, null],
  ])('the deletion of an event %s', (_, changed, urgent) => {
    const { effects, preconditions } = decide(stateOf(changed), op('marathon.delete', 'event-0001'), OLIVIA, NOW, FRESH)
    const told = effects.flatMap((effect) => (effect.kind === 'put-notice' ? [effect.row] : []))
    expect(told).toEqual(
      urgent === null
        ? []
        : [
            expect.objectContaining({
              kind: 'deleted',
              marathonId: 'event-0001',
              toUid: null,
              urgent,
              byUid: 'olivia',
              parts: JSON.stringify([{ kind: 'deleted', title: 'Harbour Ten' }]),
            }),
          ],
    )
    // Somebody may apply, or withdraw, before the commit.
    const isStarted = 'startDate' in changed
    expect(preconditions.filter(({ kind }) => kind.startsWith('count-')).length > 0).toBe(!isStarted)
  })

  const drawn = (changed: Partial<MarathonRow>, ids = ['entry-a', 'entry-b', 'entry-c']) => {
    const state = raceDay({ ...BALLOT, regEnd: '2027-05-20T00:00:00.000Z', ...changed })
    state.entered.set('event-0001', ids)
    return decide(state, op('marathon.draw', 'event-0001'), OLIVIA, NOW, { ...FRESH, seed: 'another seed' })
  }

  it('a draw rests on the number of those who entered', () => {
    const { verdict, effects, preconditions } = drawn({})
    expect(verdict).toEqual({ status: 'applied' })
    expect(preconditions).toEqual([
      event,
      ...ofActor([staffHere], OLIVIA),
      { kind: 'count-at-least', marathonId: 'event-0001', of: 'enteredCount', count: 3 },
      { kind: 'count-at-most', marathonId: 'event-0001', of: 'enteredCount', count: 3 },
    ])
    expect(effects).toEqual([
      { kind: 'put-marathon', row: expect.objectContaining({ seed: SEED, ver: marathon.ver + 1 }) },
      { kind: 'put-notice', row: expect.objectContaining({ kind: 'drawn', toUid: null }) },
      { kind: 'draw', marathonId: 'event-0001', order: expect.any(Array), places: 2 },
      { kind: 'count', marathonId: 'event-0001', registered: 2, waiting: 1, entered: -3, unclaimed: 0, promoted: 0 },
    ])
  })

  it('a draw of fewer than there are places registers all of them', () => {
    const { effects } = drawn({}, ['entry-a'])
    expect(effects).toContainEqual({ kind: 'draw', marathonId: 'event-0001', order: ['entry-a'], places: 1 })
    const count = {
      kind: 'count',
      marathonId: 'event-0001',
      registered: 1,
      waiting: 0,
      entered: -1,
      unclaimed: 0,
      promoted: 0,
    }
    expect(effects).toContainEqual(count)
  })

  it.each<[string, Partial<MarathonRow>, object]>([
    ['while the window is open', { regEnd: '2027-06-02T00:00:00.000Z' }, { code: 'REG_OPEN' }],
    [
      'at a cancelled event',
      { cancelled: 'Storm' },
      { code: 'INVALID', fields: { cancelled: { code: 'STILL_CANCELLED' } } },
    ],
    ['a second time', { seed: SEED }, { status: 'applied' }],
    ['without a capacity', { capacity: null }, { code: 'INVALID', fields: { registration: { code: 'NOT_A_BALLOT' } } }],
  ])('a draw %s changes nothing', (_what, changed, verdict) => {
    const decision = drawn(changed)
    expect(decision.verdict).toMatchObject(verdict)
    expect(decision.effects).toEqual([])
    expect(decision.preconditions).toEqual([event, ...ofActor([staffHere], OLIVIA)])
  })
})

describe('the rows that are written on race day', () => {
  const rowOf = (actor: Actor, type: OpType, id: string, patch: Fields) => {
    const [effect] = decideAs(actor, type, id, patch).effects
    return effect && 'row' in effect ? effect.row : undefined
  }

  it('a scan has the time and the gate of the phone, and who made it', () => {
    const created = { ...scan, id: 'scan-0002', ver: 1, seq: 0 }
    expect(rowOf(OLIVIA, 'checkIn.create', 'scan-0002', scanOf())).toEqual(created)
    const byRavi = { ...created, by: 'Ravi', byUid: 'ravi', confirmed: 1 }
    expect(rowOf(RAVI, 'checkIn.create', 'scan-0002', scanOf())).toEqual(byRavi)
    const byHana = { ...created, by: 'Hana', byUid: 'hana', confirmed: 0 }
    expect(rowOf(HANA, 'checkIn.create', 'scan-0002', scanOf())).toEqual(byHana)
  })

  it('a scan that is taken back keeps everything else, and so does one that is confirmed', () => {
    expect(rowOf(OLIVIA, 'checkIn.void', 'scan-0001', { at: AT })).toEqual({ ...scan, voidedAt: AT, ver: 2 })
    const late = { ...scan, id: 'scan-late', byUid: 'hana', ver: 2 }
    expect(rowOf(OLIVIA, 'checkIn.confirm', 'scan-late', {})).toEqual({ ...late, confirmed: 1 })
  })

  it.each([
    ['of this very moment', '2027-06-01T12:00:00Z', '2027-06-01T12:00:00.000Z'],
    ['that is 90 days late', '2027-03-03T12:00:00.000Z', '2027-03-03T12:00:00.000Z'],
    ['that is later than 90 days', '2027-03-03T11:59:59.999Z', '2027-06-01T12:00:00.000Z'],
    ['by a clock that began anew', '1970-01-01T00:05:00.000Z', '2027-06-01T12:00:00.000Z'],
    ['from the future', '2027-06-01T12:00:00.001Z', '2027-06-01T12:00:00.000Z'],
  ])('the time of a scan, of taking one back, and of a notice is one that can be true: one %s', (_what, at, stored) => {
    expect(rowOf(OLIVIA, 'notice.create', 'notice-0002', { ...saying(), at })).toMatchObject({ at: stored })
    expect(rowOf(OLIVIA, 'checkIn.create', 'scan-0002', { ...scanOf(), at })).toMatchObject({ at: stored })
    expect(rowOf(OLIVIA, 'checkIn.void', 'scan-0001', { at })).toMatchObject({ voidedAt: stored })
  })

  it('a notice is never from the future', () => {
    const now = new Date(NOW).toISOString()
    const row = { ...written, id: 'notice-0002', text: 'Rain', seq: 0 }
    expect(rowOf(OLIVIA, 'notice.create', 'notice-0002', saying())).toEqual(row)
    const later = { ...saying(), urgent: true, at: '2027-06-02T00:00:00.000Z' }
    expect(rowOf(OLIVIA, 'notice.create', 'notice-0002', later)).toEqual({ ...row, urgent: 1, at: now })
  })

  it('a deleted application takes its check-ins with it, and no others', () => {
    const state = raceDay()
    state.checkIns.set('scan-other', { ...scan, id: 'scan-other', applicationId: 'entry-other' })
    state.apply([{ kind: 'delete-application', row: application }])
    expect([...state.checkIns.keys()]).toEqual(['scan-other'])
  })

  it('an event has at most so many written notices', () => {
    const state = raceDay()
    state.written.set('event-0001', MAX_NOTICES)
    const decision = decideAs(OLIVIA, 'notice.create', 'notice-0002', saying(), state)
    expect(decision.verdict).toMatchObject({ code: 'INVALID', fields: { notices: { code: 'MOST_NOTICES' } } })
    const full: Precondition = { kind: 'written-at-least', marathonId: 'event-0001', count: MAX_NOTICES }
    expect(decision.preconditions).toEqual([event, ...ofActor([staffHere], OLIVIA), note('notice-0002'), full])
    state.written.set('event-0001', MAX_NOTICES - 1)
    expect(decideAs(OLIVIA, 'notice.create', 'notice-0002', saying(), state).verdict.status).toBe('applied')
  })
})

it('INV-17 the scan of who may not check in by then is stored as unconfirmed', () => {
  const state = raceDay()
  state.staff.set(accountSlot('event-0001', 'tim'), { ...helper, uid: 'tim', role: 'timer' })
  const tim = { uid: 'tim', email: 'tim@example.com', name: 'Tim' }
  const by = (one: ReturnType<typeof op>) => decide(state, one, tim, NOW, FRESH)
  const late = by(op('checkIn.create', 'scan-0002', scanOf()))
  expect(late.verdict).toEqual({
    status: 'rejected',
    code: 'FORBIDDEN',
    fields: { checkIn: { code: 'WITH_ORGANISER' } },
  })
  expect(late.effects).toMatchObject([{ row: { id: 'scan-0002', byUid: 'tim', confirmed: 0 } }])
  state.apply(late.effects)
  const taken = by(op('checkIn.void', 'scan-0002', { at: AT }))
  expect([taken.verdict.code, taken.effects.length]).toEqual(['FORBIDDEN', 1])
  // Nobody else's.
  expect(by(op('checkIn.void', 'scan-late', { at: AT })).effects).toEqual([])
})
