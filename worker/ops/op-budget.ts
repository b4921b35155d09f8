import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import { type Before, type Decided, isRaceDayOp } from './decide/decision.ts'
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
 * What an op costs, in ms.
 * - A bib, a check-in or a recording is cheap only if it was applied without a clash: the record of any other verdict is
 *   larger, and the nightly run keeps it for longer. To take back or confirm an unknown scan is not cheap: a client can do that
 *   without end. A bib that the entrant has already is cheap: two phones may give the same bibs.
 * - Two phones that assign all bibs offline make thousands of clashes, and the check-ins of the account must not wait
 *   for them. So a bib that clashes or is taken costs a tenth of OP_COST_MS, if its verdict has at most a tenth of
 *   OP_TEXT.
 * - An entry that a desk makes costs a tenth for each OP_TEXT, also where its bib clashes: it is a row that stays, and an
 *   account may own many marathons with 20,000 of them each. So 5,000 from a file, with long answers, pass at once, and no
 *   account stores more bytes in a day than by short entries.
 * - Any other op costs more if it stores much: a verdict with the texts of a clash stays for 90 days, a marathon is sent
 *   to the phones of all accounts, also where a role there changes, and an application to those of the organiser. So does what one account is told. A short one costs no more.
 * - An urgent notice, and one by mail, costs more where it concerns people, because each of them may get a push or a mail.
 * @param marathons the rows as they were read
 */
export function costOf({ op, decision: { verdict, effects } }: Decided, { marathons: read }: Before): number {
  const isPlain = verdict.status === 'applied' && !verdict.conflicts
  const hasEffect = effects.length > 0 || op.type === 'application.assignBib'
  const isWalkIn = op.type === 'application.walkIn'
  if (isPlain && hasEffect && isRaceDayOp(op.type) && !isWalkIn) return ENTRANT_COST_MS
  // These store what a user wrote at length.
  const rows = effects.flatMap((effect): object[] => {
    if (effect.kind === 'put-staff') return [read.get(effect.row.marathonId) ?? []]
    if (effect.kind === 'put-notice') return effect.row.toUid === null ? [] : [effect.row]
    if (effect.kind === 'delete-application') return [{ reason: effect.reason }]
    return effect.kind === 'put-marathon' || effect.kind === 'put-application' ? [effect.row] : []
  })
  const text = [verdictText(verdict), ...[...new Set(rows)].map((row) => JSON.stringify(row))]
    .map((stored) => new TextEncoder().encode(stored).length)
    .reduce((sum, length) => sum + length, 0)
  const people = effects.map((effect) => {
    if (effect.kind !== 'put-notice' || (!effect.row.urgent && !effect.row.byMail)) return 0
    if (effect.row.toUid !== null) return 1
    const row = read.get(effect.row.marathonId)
    return row ? row.regCount + row.waitingCount + row.enteredCount : 0
  })
  const isBibClash = op.type === 'application.assignBib' && (verdict.conflicts || verdict.code === 'BIB_TAKEN')
  if (isBibClash && text <= OP_TEXT / 10) return OP_COST_MS / 10
  if (isWalkIn && verdict.status === 'applied') return (OP_COST_MS / 10) * Math.max(1, Math.ceil(text / OP_TEXT))
  const pushes = Math.ceil(people.reduce((sum, count) => sum + count, 0) / PUSHED_PEOPLE)
  return OP_COST_MS * (Math.max(1, Math.ceil(text / OP_TEXT)) + pushes)
}
