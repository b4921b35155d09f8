import type { MarathonRow } from '../db/client.ts'
import { parseCursor } from '../pull/pull-sources.ts'
import type { OpRequest } from './decide/decision.ts'
import type { KnownOp } from './decide/known-op.ts'
import type { ReadState } from './read-state.ts'
import { RunningState } from './running-state.ts'

/** Most marathons that an isolate remembers. A full map is cleared. */
const MAX_REMEMBERED = 2000
/** Most ops of a request whose state is assumed. A read of many ops costs little an op. */
const MAX_OPS = 5

/** The marathons that were applied to, as this isolate last saw them, and the epoch of that database. */
const remembered = new Map<string, { row: MarathonRow; epoch: string }>()

/** The marathons that ops apply to; null if one of the ops is another one, or not well-formed. */
export function appliedTo(ops: KnownOp[]): string[] | null {
  const ids = ops.flatMap((op) =>
    op.type === 'application.create' && op.patch.success ? [op.patch.data.marathonId] : [],
  )
  return ids.length === ops.length ? ids : null
}

/**
 * The state that the applications of a request most probably depend on, without a read: the marathon is as this isolate
 * saw it last, and nothing else is there. The op is new, the person has not applied, the session was not ended, the
 * account is within its budget and has few applications.
 *
 * All of this may be wrong. So the guards of the batch check it, as they check every precondition of a verdict, and
 * `applyOps` reads and decides again where one fails.
 * @returns null where the state must be read
 */
export function assumeState({ actor, ops, cursor }: OpRequest): ReadState | null {
  const ids = appliedTo(ops)
  if (!ids || ids.length > MAX_OPS) return null
  const state = new RunningState()
  let epoch = cursor ? parseCursor(cursor).epoch : undefined
  for (const id of ids) {
    const known = remembered.get(id)
    epoch ??= known?.epoch
    if (!known || known.epoch !== epoch) return null
    state.marathons.set(id, known.row)
  }
  const accounts = new Map([[actor.uid, { spentUntil: null, sessionsEnd: null }]])
  return epoch === undefined ? null : { state, recorded: new Map(), accounts, epoch }
}

/** Remembers the marathons that ops applied to, after a commit. @param state the state after these ops */
export function rememberMarathons(ops: KnownOp[], { state, epoch }: ReadState): void {
  for (const id of appliedTo(ops) ?? []) {
    const row = state.marathons.get(id)
    if (remembered.size >= MAX_REMEMBERED && !remembered.has(id)) remembered.clear()
    if (row) remembered.set(id, { row, epoch })
    else remembered.delete(id)
  }
}
