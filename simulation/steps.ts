import fc from 'fast-check'
import { INVITED_ROLES, type InvitedRole } from '../contract/roles.ts'
import { EDITS, type EditKind } from './edits/edits.ts'

/** The faults of one request on its way. */
const FAULTS = [
  'ok',
  'drop',
  'lose answer',
  'twice',
  'twice, first answer',
  'late',
  'crash before',
  'crash after',
  'no cookie',
  'other cookie',
  'busy',
  'portal',
  'broken',
  'd1 0 before',
  'd1 0 after',
  'd1 1 before',
  'd1 1 after',
] as const
export type Fault = (typeof FAULTS)[number]

export interface PassPlan {
  device: number
  faults: Fault[]
  /** Number of writes until the phone dies in the middle of a transaction; -1 for never. */
  dieAfter: number
  /** An edit that the user makes while the first response is on its way, or null. */
  meanwhile: [EditKind, number, number] | null
  /** The user logs out while the request with this number, from 0, is on its way; -1 for never. */
  logoutAt: number
  /**
   * Normally the wipe of a logout waits for the pass to end. If true it does not wait, as after a wait for a frozen
   * tab.
   */
  isWipeEarly: boolean
}

/** A step of several edits and passes: it leads to one moment that random steps seldom meet. */
export type Story =
  /**
   * A club applies to two marathons. After they have left the 30-day window, both change. The club still pulls them.
   */
  | { do: 'old races'; device: number; a: number }
  /**
   * A new marathon has one place. Its holder leaves while another account joins, and while the organiser adds a place
   * if `grows`.
   */
  | { do: 'last place'; grows: boolean; choices: number[] }
  /**
   * Both phones of the organiser give the same bib at the same moment, to two entrants. The first phone then
   * takes the bib back, so that it is free at the end of its request.
   */
  | { do: 'same bib'; choices: number[] }
  /** Both phones of the organiser scan the same entrant, who may withdraw at the same moment. */
  | { do: 'two gates'; leaves: boolean; choices: number[] }
  /** The account of a phone accepts an invitation of the owner or an organiser to a role at a marathon. */
  | { do: 'join'; device: number; role: InvitedRole; a: number }
  /**
   * The owner of a new marathon offers it to an organiser, who takes it over, while both, and the owner's other phone,
   * have edits of a week ago. The other phone may have removed the organiser by then, or taken the offer back.
   */
  | { do: 'hand over'; other: 'nothing' | 'removes' | 'regrets' | 'offers again'; kind: EditKind; choices: number[] }
  /** A new marathon with a helper, who is also an entrant and scans. The organiser may remove the helper meanwhile. */
  | { do: 'helper at the gate'; removed: boolean; choices: number[] }
  /**
   * Runners enter a ballot. After its window both phones of the organiser draw, while one runner leaves and another
   * comes too late. With `reopens`, the window opens again after the draw.
   */
  | { do: 'ballot'; places: number; reopens: boolean; choices: number[] }
  /**
   * The organiser of a new marathon with one place writes notices, and two runners apply after that: the second one
   * waits. Then there is a second place, while the first runner leaves.
   */
  | { do: 'late runner'; deletes: boolean; choices: number[] }
  /**
   * The network or the server is half broken for one phone, while edits are made there and elsewhere. `half`: half of the
   * requests fail, before or after the commit. `crowd`: the server takes nothing about one marathon now. `firewall`:
   * something refuses the body of one edit. `slow line`: a page of more than some rows does not come in time.
   */
  | { do: 'half-broken'; device: number; how: (typeof HALF_BROKEN)[number]; a: number; choices: number[] }
  /**
   * A hostile account applies to a new marathon as often as it can, with the longest texts, while others apply. The
   * organiser may allow more meanwhile, and the account tries again.
   */
  | { do: 'flood'; b: number; raises: boolean; choices: number[] }
  /**
   * Two desks of a full marathon enter people and hand out the same bibs, without a network. One of them may be removed
   * meanwhile. Then accounts claim the entries, and the organiser confirms and withdraws.
   */
  | { do: 'desks'; removed: boolean; choices: number[] }
  /**
   * The only place of a marathon is offered and taken, perhaps by two accounts, while people wait and something else
   * happens.
   */
  | { do: 'hand on'; other: (typeof BESIDE)[number]; b: number; choices: number[] }
  /**
   * Questions change while two runners, a desk and the organiser's other phone have no network: they apply, answer,
   * correct, sign and enter people with the questions that they know.
   * @param asks what changes
   */
  | { do: 'questions'; asks: number[]; b: number; choices: number[] }
  /**
   * All phones record crossings at one finish without a network. Meanwhile one of them loses the role, or the marathon is
   * cancelled. Then recordings are taken back, and ruled about, and the marathon may be deleted.
   */
  | { do: 'finish line'; other: (typeof BESIDE_FINISH)[number]; b: number; choices: number[] }
  /** A runner defers the only place of a marathon to another one, on two phones, or leaves on one of them. */
  | { do: 'defer'; leaves: boolean; b: number; choices: number[] }

export type Step =
  | Story
  | { do: 'edit'; device: number; kind: EditKind; a: number; b: number }
  | { do: 'settle'; device: number; a: number; b: number }
  | { do: 'sync'; pass: PassPlan }
  /** Several passes at the same time. `hot`: an edit that each phone makes before it, mostly of the same row. */
  | { do: 'race'; passes: PassPlan[]; choices: number[]; late: boolean; hot: [EditKind, number, number] | null }
  | { do: 'tick'; ms: number }
  | { do: 'skew'; device: number; ms: number }
  | { do: 'snapshot' | 'rollback' | 'evict' | 'log out' | 'log out, keep'; device: number }
  | { do: 'deliver late' | 'epoch' | 'nightly' }
  /** The operator hides a marathon, or shows it again. */
  | { do: 'hide'; a: number }

/** What happens beside a place that is handed on. */
const BESIDE = [
  'nothing',
  'leaves',
  'regrets',
  'edits',
  'withdrawn',
  'corrected',
  'moved up',
  'walk-in',
  'scanned',
  'grows',
  'closed',
] as const
const BESIDE_FINISH = ['nothing', 'removed', 'gate', 'cancelled', 'leaves', 'deleted'] as const
const HALF_BROKEN = ['half', 'crowd', 'firewall', 'slow line'] as const

export interface Plan {
  pageRows: number | undefined
  steps: Step[]
}

/** The account of each device: 0 and 4 are the organiser's, 1 and 2 belong to one runner, 3 to another. */
export const DEVICES = ['olivia', 'ravi', 'ravi', 'sara', 'olivia'] as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const small = fc.nat(23)
const device = fc.nat(DEVICES.length - 1)

const weighted = <T>(weight: number, ...of: T[]) => ({ weight, arbitrary: fc.constantFrom(...of) })
const kind = fc.oneof(
  weighted<EditKind>(12, 'apply', 'apply or wait', 'event.update', 'entry.update', 'event.create'),
  weighted<EditKind>(6, 'event.delete', 'entry.delete', 'event.update two fields', 'apply'),
  weighted<EditKind>(
    3,
    'apply as a club',
    'event.update all',
    'bib.give',
    'bib.swap',
    'scan',
    'scan twice',
    'scan.void',
    'scan.confirm',
    'notice.write',
    'notice.delete',
  ),
  weighted<EditKind>(
    3,
    'record.tap',
    'record.bib',
    'record.order',
    'record.gun',
    'record.later bib',
    'record.void',
    'record.confirm',
    'rule',
    'rule.undo',
  ),
  weighted<EditKind>(3, 'event.create ballot', 'event.draw'),
  weighted<EditKind>(5, 'staff.role', 'staff.offer', 'staff.take over', 'staff.remove'),
  weighted<EditKind>(
    8,
    'walk-in',
    'bib.hand out',
    'entry.correct',
    'entry.withdraw',
    'entry.move up',
    'entry.claim',
    'entry.offer',
    'entry.take over',
    'entry.defer',
    'event.ask',
    'entry.answer',
    'entry.correct answer',
  ),
  weighted<EditKind>(4, ...EDITS),
)
const hotKind = fc.constantFrom<EditKind>(
  'apply',
  'apply or wait',
  'entry.delete',
  'event.update',
  'event.delete',
  'entry.rename',
  'entry.update',
  'bib.give',
  'scan',
  'record.bib',
  'record.void',
  'rule',
  'event.draw',
  'staff.role',
  'staff.offer',
  'staff.take over',
  'staff.remove',
  'walk-in',
  'entry.correct',
  'entry.withdraw',
  'entry.move up',
  'event.ask',
  'entry.answer',
  'entry.correct answer',
  'newest.claim',
  'newest.offer',
  'newest.take over',
)
const fault = fc.oneof(weighted<Fault>(10, 'ok'), weighted<Fault>(10, ...FAULTS))
const pass = fc.record<PassPlan>({
  device,
  faults: fc.array(fault, { maxLength: 5 }),
  dieAfter: fc.oneof(weighted(8, -1), { weight: 1, arbitrary: fc.nat(9) }),
  meanwhile: fc.option(fc.tuple(kind, small, small), { freq: 6 }),
  logoutAt: fc.oneof(weighted(8, -1), { weight: 1, arbitrary: fc.nat(3) }),
  isWipeEarly: fc.boolean(),
})

const choices = fc.array(fc.nat(5), { maxLength: 12 })

/** Steps of one kind, or of some kinds with the same fields. */
function step<Name extends Step['do'], Fields>(
  weight: number,
  names: Name | Name[],
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) {
  const kind = fc.constantFrom(...([names].flat() as Name[]))
  return { weight, arbitrary: fc.record({ do: kind, ...fields }) as fc.Arbitrary<{ do: Name } & Fields> }
}

const handOver = fc.record({
  do: fc.constant('hand over' as const),
  other: fc.constantFrom('nothing', 'nothing', 'removes', 'regrets', 'offers again'),
  kind,
  choices,
})

const handOn = fc.record({ do: fc.constant('hand on' as const), other: fc.constantFrom(...BESIDE), b: small, choices })
const desks = fc.record({ do: fc.constant('desks' as const), removed: fc.boolean(), choices })

const finishLine = fc.record({
  do: fc.constant('finish line' as const),
  other: fc.constantFrom(...BESIDE_FINISH),
  b: small,
  choices,
})

const questions = fc.record({
  do: fc.constant('questions' as const),
  asks: fc.array(small, { minLength: 2, maxLength: 6 }),
  b: small,
  choices,
})

const steps: fc.Arbitrary<Step> = fc.oneof(
  step(30, 'edit', { device, kind, a: small, b: small }),
  step(14, 'sync', { pass }),
  step(10, 'race', {
    passes: fc.uniqueArray(pass, { minLength: 2, maxLength: 4, selector: (one) => one.device }),
    choices,
    late: fc.boolean(),
    hot: fc.option(fc.tuple(hotKind, small, small), { freq: 4 }),
  }),
  step(1, 'old races', { device: fc.constantFrom(1, 2, 3), a: small }),
  step(1, 'last place', { grows: fc.boolean(), choices }),
  step(1, 'same bib', { choices }),
  step(1, 'two gates', { leaves: fc.boolean(), choices }),
  step(6, 'join', { device, role: fc.constantFrom(...INVITED_ROLES, 'organiser' as const), a: small }),
  { weight: 3, arbitrary: handOver },
  step(2, 'helper at the gate', { removed: fc.boolean(), choices }),
  step(3, 'ballot', { places: fc.nat(1), reopens: fc.boolean(), choices }),
  step(2, 'late runner', { deletes: fc.boolean(), choices }),
  step(2, 'half-broken', {
    device,
    how: fc.constantFrom(...HALF_BROKEN),
    a: small,
    choices: fc.array(fc.nat(5), { minLength: 3, maxLength: 12 }),
  }),
  step(1, 'flood', { b: fc.nat(11), raises: fc.boolean(), choices }),
  { weight: 1, arbitrary: desks },
  { weight: 2, arbitrary: handOn },
  { weight: 2, arbitrary: questions },
  { weight: 2, arbitrary: finishLine },
  step(1, 'defer', { leaves: fc.boolean(), b: small, choices }),
  step(5, 'settle', { device, a: small, b: small }),
  step(5, 'tick', { ms: fc.constantFrom(-5 * MINUTE, 1000, 2 * HOUR, DAY, 15 * DAY, 35 * DAY, 95 * DAY) }),
  step(1, 'skew', { device, ms: fc.constantFrom(-DAY, 0, HOUR, 400 * DAY) }),
  step(5, ['snapshot', 'rollback', 'evict', 'log out', 'log out, keep'], { device }),
  step(4, ['deliver late', 'epoch', 'nightly'], {}),
  step(2, 'hide', { a: small }),
)

const pageRows = fc.constantFrom(2, 4, 5, 20, undefined)

/** A random run: edits, passes and faults, in their order. */
export const planArbitrary: fc.Arbitrary<Plan> = fc.record({
  pageRows,
  steps: fc.array(steps, { minLength: 12, maxLength: 40, size: 'max' }),
})

/** A run in which marathons are handed over again and again. */
export const handOverArbitrary: fc.Arbitrary<Plan> = fc.record({
  pageRows,
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: handOver }, { weight: 1, arbitrary: steps }), {
    minLength: 5,
    maxLength: 9,
    size: 'max',
  }),
})

/** A run in which places are handed on again and again, beside desks and whatever else may happen. */
export const handOnArbitrary: fc.Arbitrary<Plan> = fc.record({
  pageRows,
  steps: fc.array(
    fc.oneof({ weight: 4, arbitrary: handOn }, { weight: 1, arbitrary: desks }, { weight: 1, arbitrary: steps }),
    { minLength: 6, maxLength: 10, size: 'max' },
  ),
})

/** A run in which what marathons ask changes again and again. */
export const questionsArbitrary: fc.Arbitrary<Plan> = fc.record({
  pageRows,
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: questions }, { weight: 1, arbitrary: steps }), {
    minLength: 4,
    maxLength: 8,
    size: 'max',
  }),
})

/** A run in which phones record at finishes again and again. */
export const finishArbitrary: fc.Arbitrary<Plan> = fc.record({
  pageRows,
  steps: fc.array(fc.oneof({ weight: 3, arbitrary: finishLine }, { weight: 2, arbitrary: steps }), {
    minLength: 4,
    maxLength: 8,
    size: 'max',
  }),
})

/** A pass without faults. */
export function calm(device: number): PassPlan {
  return { device, faults: [], dieAfter: -1, meanwhile: null, logoutAt: -1, isWipeEarly: false }
}
