import type { MarathonRow } from '../db/client.ts'
import { type Decided, ENTRY_OPS, isRaceDayOp, modifiedBy, type OpRequest } from './decide/decision.ts'
import { decideAll, type Outcome } from './decide-all.ts'
import { touchedBy } from './history.ts'
import { readState } from './read-state.ts'
import { MAX_TRIES, untilGuardsHold } from './write-guards.ts'
import { type CommittedNotice, writeStatements } from './write-ops.ts'

const HALTED: Outcome = { kind: 'halted', code: 'UNAVAILABLE' }

/**
 * What a request committed.
 * - `seq`: the highest seq that it used.
 * - `marathonIds`: the marathons whose rows or applications it changed. A marathon that it created is not among them,
 *   because nobody can show it yet.
 * - `staffMarathonIds`: the marathons of check-ins, recordings, rulings, bibs and roles that it changed. These are on
 *   screens of staff. A marathon may be in both sets.
 * - `liveMarathonIds`: those of them whose results everybody reads as they come.
 * - `notices`: the notices that it made, for everybody or for one account.
 * - `hasEntries`: it gave an account an entry.
 */
export interface Commit {
  seq: number
  marathonIds: Set<string>
  staffMarathonIds: Set<string>
  liveMarathonIds: Set<string>
  notices: CommittedNotice[]
  hasEntries: boolean
}

/** The commit of a request that has changed nothing. */
export function emptyCommit(): Commit {
  const [marathonIds, staffMarathonIds, liveMarathonIds] = [new Set<string>(), new Set<string>(), new Set<string>()]
  return { seq: 0, marathonIds, staffMarathonIds, liveMarathonIds, notices: [], hasEntries: false }
}

/** What became of requests that were applied together. */
export interface Applied {
  /** One for each request, in their order. */
  outcomes: Outcome[]
  /** The results of the caller's reads, in their order. They are empty if every request was refused. */
  trailingReads: D1Result[]
  commit: Commit
  /** How often a guard failed after a read. */
  retries: number
  /** The marathons of the ops as they were read, by id. */
  marathons: ReadonlyMap<string, MarathonRow>
}

/** How ops are applied. */
export interface ApplyOptions {
  /** Returns the server's time, ms since the epoch; it is read once for each attempt. */
  timeSource: () => number
  /** Are the accounts charged? */
  isLimited: boolean
  /** Reads for the end of the transaction. */
  trailingReads?: D1PreparedStatement[]
}

/**
 * Decides the ops of one or several requests in order and commits them. Most are one part, which is one transaction:
 *
 *     for each part:  read -> decide (pure, in memory) -> write with guards
 *                       ^---- a guard failed: 8 attempts -------'
 *
 * - An attempt costs two D1 round trips, whatever the number of ops and requests. Without ops, the trailing reads cost
 *   one.
 * - An op on an application that an earlier op may have promoted begins a part, because it is decided from what was
 *   written. A draw is a part of its own, because it changes rows that were not read.
 * - A request that is not acceptable is refused as a whole, and the others go on (`decideAll`).
 * - A request is halted if a guard fails at all attempts. Its earlier parts are committed; sent again, their ops get the
 *   recorded verdicts. So a refusal after a commit is halted too, and the commit is told.
 * - Every other error of D1 leaves this function. It is transient and never becomes a rejection.
 */
export async function applyOps(d1: D1Database, requests: OpRequest[], options: ApplyOptions): Promise<Applied> {
  const outcomes = new Map<OpRequest, Outcome>()
  for (const request of requests)
    if (request.ops.length === 0) outcomes.set(request, { kind: 'decided', opResults: [] })
  const commit = emptyCommit()
  const created = new Set<string>()
  let retries = 0
  let last: Part | undefined
  for (;;) {
    const open = requests.filter((request) => !outcomes.has(request))
    if (open.length === 0) break
    last = await applyPart(d1, open, options)
    const hasCommitted = commit.seq > 0
    for (const [request, outcome] of last.outcomes)
      outcomes.set(request, hasCommitted && outcome.kind === 'refused' ? HALTED : outcome)
    noteCommit(commit, last, created)
    retries += last.retries
  }
  return {
    outcomes: requests.map((request) => outcomes.get(request) ?? HALTED),
    trailingReads: last?.trailingReads ?? (await readAlone(d1, [...outcomes.values()], options)),
    commit,
    retries,
    marathons: last?.marathons ?? new Map(),
  }
}

/** Ops that are decided and committed together, and what became of them. */
interface Part extends Pick<Applied, 'retries' | 'marathons'> {
  /** Requests without an outcome here have ops for the next part. */
  outcomes: ReadonlyMap<OpRequest, Outcome>
  /** The ops that were committed, the commit's highest seq, and the notices that it made. */
  decided: Decided[]
  seq: number
  notices: CommittedNotice[]
  /** Undefined if the caller's reads were not a part of the transaction. */
  trailingReads?: D1Result[]
}

/** Applies the ops of requests up to the one that needs a commit of those before it. */
async function applyPart(d1: D1Database, open: OpRequest[], options: ApplyOptions): Promise<Part> {
  const { timeSource, isLimited, trailingReads = [] } = options
  let marathons: Part['marathons'] = new Map()
  const part = await untilGuardsHold(async (retries): Promise<Part> => {
    const now = timeSource()
    const read = await readState(
      d1,
      open.flatMap(({ actor, ops }) => ops.map((op) => ({ uid: actor.uid, op }))),
    )
    const before = read.state.copy()
    marathons = before.marathons
    const { outcomes, decided, isCut } = decideAll(open, read, now, isLimited)
    if (decided.length === 0) return { outcomes, decided, seq: 0, notices: [], retries, marathons }
    const accepted = open.filter((request) => outcomes.get(request)?.kind !== 'refused')
    const actors = accepted.map(({ actor }) => actor)
    const { writes, noticesOf } = writeStatements(d1, { decided, before, now, isLimited, actors })
    const results = await d1.batch<{ seq: number }>(isCut ? writes : [...writes, ...trailingReads])
    // The last statement of a write batch moves the clock and returns it.
    const seq = results[writes.length - 1]?.results[0]?.seq ?? 0
    const reads = isCut ? {} : { trailingReads: results.slice(writes.length) }
    return { outcomes, decided, seq, notices: noticesOf(results), retries, marathons, ...reads }
  })
  if (part) return part
  const outcomes = new Map(open.map((request) => [request, HALTED]))
  return { outcomes, decided: [], seq: 0, notices: [], retries: MAX_TRIES, marathons }
}

/** Adds what a part committed. @param created the marathons that an op of the requests created */
function noteCommit(commit: Commit, { decided, seq, notices, marathons }: Part, created: Set<string>) {
  commit.seq = Math.max(commit.seq, seq)
  commit.notices.push(...notices)
  for (const one of decided) {
    const { type } = one.op
    commit.hasEntries ||= ENTRY_OPS.includes(type) && modifiedBy(one.op, one.decision) === 1
    // It may change the list of results.
    const isOnList = isRaceDayOp(type) || type === 'ruling.create'
    const isOfStaff = isOnList || ['staff.update', 'staff.delete'].includes(type)
    const touched = isOfStaff ? commit.staffMarathonIds : commit.marathonIds
    for (const id of touchedBy(one.decision)) {
      if (isOnList && marathons.get(id)?.results === 'live') commit.liveMarathonIds.add(id)
      if (one.op.type === 'marathon.create') created.add(id)
      else if (!created.has(id)) touched.add(id)
    }
  }
}

/** Runs the caller's reads where nothing was written. Requests that are all refused are not worth a round trip. */
async function readAlone(d1: D1Database, outcomes: Outcome[], { trailingReads = [] }: ApplyOptions) {
  const isRefused = outcomes.every(({ kind }) => kind === 'refused')
  return isRefused || trailingReads.length === 0 ? [] : d1.batch(trailingReads)
}
