import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import { type Before, type Decided, type Effect, isRaceDayOp } from './decide/decision.ts'
import { verdictText } from './verdict-text.ts'

// Limits count work and not calls: one request makes 500 ops, and every phone pulls them. They are in D1, because the
// limits of Cloudflare know calls alone, over a minute at most, in each location apart.

/** One operation, also one on staff, or one write on invitations, costs its account this much time. */
export const OP_COST_MS = 10_000
/**
 * A bib, a check-in or a recording costs less: staff make them for every entrant, perhaps all at once. Bibs and check-ins of
 * 50,000 entrants are 100,000 operations, a third of the allowance. It must not be free: an account that never rests makes
 * 864,000 records of operations a day, and a night deletes 1,000,000 (docs/operations.md).
 */
export const ENTRANT_COST_MS = 100
/** An account may have this many operations that are not paid off: more than a phone collects in a weekend offline. */
const OPS_AHEAD = 3000
const AHEAD_MS = OPS_AHEAD * OP_COST_MS
/**
 * The longest Retry-After. One request may cost hours, for example 500 edits of marathons with long texts. A phone asks again
 * after an hour then.
 */
const LONGEST_WAIT_S = 3600

/**
 * Refuses a request of an account that is over its budget. The request that takes the account over its budget still
 * passes. A request with several commits may be halted between two of them.
 * @param spentUntil the stored value, ms since the epoch; null for an account that has no row
 * @param now ms since the epoch
 * @throws Problem RATE_LIMITED with Retry-After
 */
export function assertWithinBudget(spentUntil: number | null, now: number) {
  const wait = (spentUntil ?? 0) - now - AHEAD_MS
  if (wait <= 0) return
  throw new Problem('RATE_LIMITED', `Too many changes by this account. Wait ${Math.ceil(wait / 60_000)} min.`, {
    retryAfterSeconds: Math.min(LONGEST_WAIT_S, Math.ceil(wait / 1000)),
  })
}

/** The guard of the budgets: it selects NULL if another request took an account over its budget since the read. */
export function overBudget(uids: string[], now: number): SQL {
  return sql`SELECT NULL FROM op_budget
    WHERE uid IN (SELECT value FROM json_each(${JSON.stringify(uids)})) AND spent_until > ${now + AHEAD_MS}`
}

/** Bytes that cost as much as an op: of what it stores, or sends to phones. */
const OP_TEXT = 2048

/** People who cost as much as an op: those who may get the push of an urgent notice. */
const PUSHED_PEOPLE = 200

/**
 * What an op costs, in ms: OP_COST_MS for each OP_TEXT that it stores or sends to phones, and for each PUSHED_PEOPLE who may
 * get a push or a mail of it. Short ones count as one OP_TEXT.
 * - A bib, a check-in or a recording costs ENTRANT_COST_MS, whatever it stores. It is so cheap only if it was applied without
 *   a clash: the record of any other verdict is larger, and the nightly run keeps it for longer. To take back or confirm an
 *   unknown scan is not cheap: a client can do that without end. A bib that the entrant has already is cheap: two phones may
 *   give the same bibs.
 * - A bib that clashes or is taken costs a tenth, if its verdict has at most a tenth of OP_TEXT: two phones that assign all
 *   bibs offline make thousands of clashes, and the check-ins of the account must not wait for them.
 * - An entry that a desk makes costs a tenth for each OP_TEXT, also where its bib clashes. It is a row that stays, and an
 *   account may own many marathons with 20,000 of them each. So 5,000 from a file, with long answers, pass at once, and no
 *   account stores more bytes in a day than by short entries.
 * @param marathons the rows as they were read
 */
export function costOf({ op, decision: { verdict, effects } }: Decided, { marathons }: Before): number {
  const isApplied = verdict.status === 'applied'
  const hasEffect = effects.length > 0 || op.type === 'application.assignBib'
  const isWalkIn = op.type === 'application.walkIn'
  if (isApplied && !verdict.conflicts && hasEffect && isRaceDayOp(op.type) && !isWalkIn) return ENTRANT_COST_MS
  const bytes = storedBytes(verdict, effects, marathons)
  const isBibClash = op.type === 'application.assignBib' && (verdict.conflicts || verdict.code === 'BIB_TAKEN')
  const isTenth = isBibClash ? bytes <= OP_TEXT / 10 : isWalkIn && isApplied
  const pushes = Math.ceil(toldPeople(effects, marathons) / PUSHED_PEOPLE)
  return (isTenth ? OP_COST_MS / 10 : OP_COST_MS) * Math.max(1, Math.ceil(bytes / OP_TEXT)) + OP_COST_MS * pushes
}

type Marathons = Before['marathons']

/**
 * The bytes of the verdict, whose texts of a clash stay for 90 days, and of the rows that a user may make long: a
 * marathon goes to the phones of all accounts, also where a role there changes, an application to those of the
 * organiser, and a notice to one account.
 */
function storedBytes(
  verdict: Decided['decision']['verdict'],
  effects: readonly Effect[],
  marathons: Marathons,
): number {
  const rows = effects.flatMap((effect): object[] => {
    if (effect.kind === 'put-staff') return [marathons.get(effect.row.marathonId) ?? []]
    if (effect.kind === 'put-notice') return effect.row.toUid === null ? [] : [effect.row]
    if (effect.kind === 'delete-application') return [{ reason: effect.reason }]
    return effect.kind === 'put-marathon' || effect.kind === 'put-application' ? [effect.row] : []
  })
  const texts = [verdictText(verdict), ...[...new Set(rows)].map((row) => JSON.stringify(row))]
  return texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0)
}

/** How many people may get a push or a mail. */
function toldPeople(effects: readonly Effect[], marathons: Marathons): number {
  return effects.reduce((sum, effect) => {
    if (effect.kind !== 'put-notice' || (!effect.row.urgent && !effect.row.byMail)) return sum
    const row = marathons.get(effect.row.marathonId)
    const all = row ? row.regCount + row.waitingCount + row.enteredCount : 0
    return sum + (effect.row.toUid === null ? all : 1)
  }, 0)
}
