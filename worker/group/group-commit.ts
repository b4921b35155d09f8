import { expected } from '../../contract/errors.ts'
import type { Env, GroupOutcome, Groups } from '../env.ts'
import type { GroupCommit } from '../ops/apply-request.ts'
import type { OpRequest } from '../ops/decide/decision.ts'
import { isCrowded, noteMarathon } from './crowds.ts'

/** Most ops of a request in a group. Many ops of one account would push others out of the batch. */
const MAX_OPS = 5
/** Longest time that a request waits for the group commit, ms. After it, its ops are applied directly. */
const PATIENCE_MS = 10_000

/**
 * The group commit for the ops of requests. Without the binding GROUPS, and away from crowds, every request is applied
 * directly.
 */
export function groupCommit({ GROUPS }: Pick<Env, 'GROUPS'>): GroupCommit {
  return {
    async submit(request) {
      if (!GROUPS || request.ops.length > MAX_OPS) return null
      const ids = appliedTo(request)
      const [id] = ids
      const isOfOne = ids.length === request.ops.length && new Set(ids).size === 1
      if (!isOfOne || id === undefined || !isCrowded(id, Date.now())) return null
      const outcome = await submitTo(GROUPS, id, request)
      return outcome.kind === 'direct' ? null : outcome
    },
    learn(request, { marathons, retries }) {
      if (!GROUPS) return
      for (const id of appliedTo(request)) {
        const marathon = marathons.get(id)
        if (marathon) noteMarathon(id, Date.parse(marathon.regStart), retries > 0, Date.now())
      }
    },
  }
}

/** The marathons of the well-formed applications of a request, one for each op. */
function appliedTo({ ops }: OpRequest): string[] {
  return ops.flatMap((op) => (op.type === 'application.create' && op.patch.success ? [op.patch.data.marathonId] : []))
}

/**
 * Hands a request to the object of a marathon. The object may be stopped in the middle. Then nobody knows whether the
 * ops are committed: the outcome is `direct`, and the op records decide that on the direct way.
 */
async function submitTo(groups: Groups, marathonId: string, request: OpRequest): Promise<GroupOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<GroupOutcome>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, { kind: 'direct' })
  })
  try {
    return await Promise.race([groups.getByName(marathonId).submit(request), patience])
  } catch {
    return expected('no-answer', { kind: 'direct' })
  } finally {
    clearTimeout(timer)
  }
}
