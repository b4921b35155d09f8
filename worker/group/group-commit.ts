import type { GroupCommit } from '../domain/apply-ops.ts'
import { appliedTo } from '../domain/assumed-state.ts'
import type { OpRequest } from '../domain/decision.ts'
import type { Env, Groups } from '../env.ts'
import { isCrowded, noteMarathon } from './crowds.ts'
import { fromGroupOutcome, type GroupOutcome } from './messages.ts'

/** Longest time that a request waits for the group commit, ms. After it, its ops are applied directly. */
const PATIENCE_MS = 10_000

/**
 * The group commit for the ops of requests. Without the binding GROUPS, and away from crowds, every request is applied
 * directly.
 */
export function groupCommit({ GROUPS }: Pick<Env, 'GROUPS'>): GroupCommit {
  return {
    async submit(request) {
      if (!GROUPS) return null
      const marathonId = soleMarathon(request)
      if (marathonId === null || !isCrowded(marathonId, Date.now())) return null
      return fromGroupOutcome(await submitTo(GROUPS, marathonId, request))
    },
    learn({ opensAt, retries }) {
      if (!GROUPS) return
      for (const [marathonId, opening] of opensAt) noteMarathon(marathonId, opening, retries > 0, Date.now())
    },
  }
}

/** The marathon of a request whose ops are all well-formed applications to it; null for any other request. */
function soleMarathon({ ops }: OpRequest): string | null {
  const ids = new Set(appliedTo(ops))
  const [id = null] = ids
  return ids.size === 1 ? id : null
}

/**
 * Hands a request to the group commit of a marathon, and waits for PATIENCE_MS at most. The object may be stopped in the
 * middle: then nobody knows whether it has committed the ops, and the op records decide that on the direct way.
 */
async function submitTo(groups: Groups, marathonId: string, request: OpRequest): Promise<GroupOutcome> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<GroupOutcome>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, { kind: 'direct' })
  })
  try {
    return await Promise.race([groups.getByName(marathonId).submit(request), patience])
  } catch {
    return { kind: 'direct' }
  } finally {
    clearTimeout(timer)
  }
}
