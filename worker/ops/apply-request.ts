import { Problem } from '../../contract/problem.ts'
import type { HaltCode } from '../../contract/sync.ts'
import { type Applied, type ApplyOptions, applyOps, emptyCommit } from './apply-ops.ts'
import type { OpRequest } from './decide/decision.ts'
import type { OpResult, Outcome } from './decide-all.ts'

/** The group commit of a marathon, as a request reaches it (worker/group). */
export interface GroupCommit {
  /**
   * Has the ops decided and committed together with those of other accounts.
   * @returns null if they must be applied directly: they are no applications to a marathon with a crowd, or the group
   *   commit did not answer. Their op ids keep them from being applied twice.
   */
  submit(request: OpRequest): Promise<Outcome | null>
  /** Learns from a request that was applied directly where a crowd is. */
  learn(request: OpRequest, applied: Applied): void
}

/** What became of one request that was accepted. */
export type AppliedRequest = Omit<Applied, 'outcomes' | 'marathons'> & {
  /** The result of each op; empty if they were not decided. */
  opResults: OpResult[]
  halted: { code: HaltCode } | null
}

/**
 * Applies the ops of one request: by the group commit if that takes them, otherwise directly (`applyOps`). After a group
 * commit the trailing reads are a round trip of their own, and `commit` is empty: the group commit tells of it.
 * @throws Problem of a request that is refused
 */
export async function applyRequest(
  d1: D1Database,
  request: OpRequest,
  options: ApplyOptions,
  group?: GroupCommit,
): Promise<AppliedRequest> {
  const { trailingReads = [] } = options
  const grouped = await group?.submit(request)
  if (grouped) {
    const results = resultsOf(grouped)
    const reads = trailingReads.length > 0 ? await d1.batch(trailingReads) : []
    return { ...results, trailingReads: reads, commit: emptyCommit(), retries: 0 }
  }
  const applied = await applyOps(d1, [request], options)
  group?.learn(request, applied)
  const { outcomes, marathons: _, ...rest } = applied
  return { ...resultsOf(outcomes[0]), ...rest }
}

/** @throws Problem of a request that was refused */
function resultsOf(outcome: Outcome | undefined): Pick<AppliedRequest, 'opResults' | 'halted'> {
  if (!outcome) throw new Error('the request has no outcome')
  if (outcome.kind === 'refused') throw new Problem(outcome.code, outcome.detail, outcome)
  return outcome.kind === 'decided'
    ? { opResults: outcome.opResults, halted: null }
    : { opResults: [], halted: { code: outcome.code } }
}
