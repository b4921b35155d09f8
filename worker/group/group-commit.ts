import type { Env } from '../env.ts'
import type { GroupCommit } from '../ops/apply-ops.ts'
import { appliedTo } from '../ops/assumed-state.ts'
import type { OpRequest } from '../ops/decide/decision.ts'
import { isCrowded, noteMarathon } from './crowds.ts'
import { fromGroupOutcome } from './messages.ts'
import { submitTo } from './shared-calls.ts'

/**
 * The group commit for the ops of requests. Without the binding GROUPS, and away from crowds, every request is applied
 * directly.
 */
export function groupCommit({ GROUPS }: Pick<Env, 'GROUPS'>): GroupCommit {
  return {
    async submit(request) {
      if (!GROUPS) return null
      const marathonId = soleMarathon(request)
      if (marathonId === null || !isCrowded(marathonId, Date.now()) || isLarge(request)) return null
      return fromGroupOutcome(await submitTo(GROUPS, marathonId, request))
    },
    learn({ opensAt, retries }) {
      if (!GROUPS) return
      for (const [marathonId, opening] of opensAt) noteMarathon(marathonId, opening, retries > 0, Date.now())
    },
  }
}

/**
 * Most characters of a request in a group: an application with every text at its limit has 12,000. A call of 200 requests
 * stays below the 32 MiB that it may have, and large ones of one account push nobody else out of it.
 */
const MAX_CHARACTERS = 32_000

function isLarge({ ops }: OpRequest): boolean {
  let characters = 0
  return ops.some(({ base, patch }) => {
    characters += JSON.stringify([base, patch.data]).length
    return characters > MAX_CHARACTERS
  })
}

/** The marathon of a request whose ops are all well-formed applications to it; null for any other request. */
function soleMarathon({ ops }: OpRequest): string | null {
  const ids = new Set(appliedTo(ops))
  const [id = null] = ids
  return ids.size === 1 ? id : null
}
