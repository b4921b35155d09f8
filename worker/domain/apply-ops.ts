import { actionOf } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import type { HaltCode, Verdict } from '../../contract/sync.ts'
import { decide } from './decide.ts'
import type { Actor, Decided, KnownOp } from './decision.ts'
import { assertWithinBudget } from './op-budget.ts'
import { type Recorded, readState } from './read-state.ts'
import { writeStatements } from './write-ops.ts'

const MAX_TRIES = 8
const JITTER_MS = 20

/** What became of one op: its verdict, the row it was about, how many rows it changed. */
export interface OpResult {
  verdict: Verdict
  targetId: string
  modified: number
}

/**
 * Decides ops in order and commits them with `tail` (statements that read in the same transaction) at the end.
 *
 *     read batch -> decide (pure, in memory) -> write batch with guards
 *          ^------------ a guard failed -------------'   (8 tries with jitter, then halted)
 *
 * - Two D1 round trips whatever the number of ops (one where there are none).
 * - An op already recorded for this account answers its recorded verdict; for another account, WRONG_ACCOUNT. One whose
 *   id was used for something else is INVALID.
 * - What is decided for the first time is charged to the account.
 * - Whatever else D1 throws leaves this function: it is transient, never a rejection.
 * @param isLimited whether the account is charged (RATE_LIMITED)
 */
export async function applyOps(
  d1: D1Database,
  actor: Actor,
  ops: KnownOp[],
  clock: () => number,
  trailingReads: D1PreparedStatement[],
  isLimited = true,
): Promise<{ opResults: OpResult[]; halted: { code: HaltCode } | null; trailingReads: D1Result[] }> {
  for (let attempt = 1; ops.length > 0 && attempt <= MAX_TRIES; attempt++) {
    const now = clock()
    const { state, recorded, spentUntil } = await readState(d1, ops, actor.uid)
    const before = {
      marathons: new Map(state.marathons),
      applications: new Map(state.applications),
      people: new Map(state.people),
      gone: new Map(state.gone),
    }
    const opResults: OpResult[] = []
    const decided: Decided[] = []
    const done = new Map<string, { outcome: OpResult; content: string }>()
    for (const [index, op] of ops.entries()) {
      const record = recorded.get(op.opId)
      if (record && record.uid !== actor.uid) {
        throw new Problem('WRONG_ACCOUNT', 'This operation belongs to another account.', {
          fields: { [`ops.${index}.opId`]: 'is recorded for another account' },
        })
      }
      const earlier = done.get(op.opId)
      if ((record && !isOf(op, record)) || (earlier && earlier.content !== op.content)) {
        throw new Problem('INVALID', 'This operation id was used for something else.', {
          fields: { [`ops.${index}.opId`]: 'was used for something else' },
        })
      }
      let outcome = earlier?.outcome
      if (!outcome && record) {
        outcome = {
          verdict: { opId: op.opId, ...record.verdict },
          targetId: record.targetId,
          modified: record.modified,
        }
      }
      if (!outcome) {
        const decision = decide(state, op, actor, now)
        state.apply(decision.effects)
        decided.push({ op, decision })
        const modified = decision.effects.some((effect) => effect.kind !== 'count') ? 1 : 0
        outcome = { verdict: { opId: op.opId, ...decision.verdict }, targetId: op.id, modified }
      }
      done.set(op.opId, { outcome, content: op.content })
      opResults.push(outcome)
    }
    if (decided.length === 0) return { opResults, halted: null, trailingReads: await runTail(d1, trailingReads) }
    if (isLimited) assertWithinBudget(spentUntil, now)
    const writes = writeStatements(d1, { actor, decided, before, now, isLimited })
    try {
      const results = await d1.batch([...writes, ...trailingReads])
      return { opResults, halted: null, trailingReads: results.slice(writes.length) }
    } catch (error) {
      if (!isGuardFailure(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER_MS * attempt))
    }
  }
  return {
    opResults: [],
    halted: ops.length > 0 ? { code: 'UNAVAILABLE' } : null,
    trailingReads: await runTail(d1, trailingReads),
  }
}

/** Is this the op that was recorded under its id? A create without an id of its own gets a new one each time. */
function isOf(op: KnownOp, record: Recorded): boolean {
  if (record.type !== op.type) return false
  if (record.targetId !== op.id && actionOf(op) !== 'create') return false
  return record.content === null || record.content === op.content
}

async function runTail(d1: D1Database, trailingReads: D1PreparedStatement[]): Promise<D1Result[]> {
  return trailingReads.length > 0 ? await d1.batch(trailingReads) : []
}

/**
 * Did a guard abort the batch? A guard inserts NULL where NULL is forbidden, and a unique index guards absence.
 * D1 gives an error no code, so here, and only here, its text has to decide.
 */
function isGuardFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (/constraint failed/i.test(cause.message)) return true
  }
  return false
}
