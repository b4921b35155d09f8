import { waitUntil } from 'cloudflare:workers'
import type { Groups } from '../env.ts'
import type { OpRequest } from '../ops/decide/decision.ts'
import { type GroupOutcome, MAX_WAITING } from './messages.ts'

// An object takes about 1,000 calls a second, and a call costs more than the decision that it asks for. So the requests
// of an isolate share their calls: while one call is on its way, the next one gathers.

/** Most requests of a call. */
const MAX_REQUESTS = 200
/** Longest time that a request, or a call, waits for the group commit, ms. After it, the ops are applied directly. */
const PATIENCE_MS = 10_000
/** A request makes the calls of others for this long, ms. Cloudflare stops it 30 seconds after its own response. */
const LEAD_MS = 5_000

interface Waiting {
  request: OpRequest
  /** ms since the epoch */
  since: number
  resolve: (outcome: GroupOutcome) => void
}

/** The requests that wait for the next call, and when the last call was made, ms since the epoch. */
interface Line {
  waiting: Waiting[]
  calledAt: number
}

/** The lines of this isolate whose calls are on their way, by marathon id. */
const lines = new Map<string, Line>()

/**
 * Hands a request to the group commit of a marathon, in a call that other requests of this isolate may share. The first
 * request leads: it makes the calls, also for those that come while its calls are on their way.
 *
 * The object may be stopped in the middle, and so may the request that leads. Then nobody knows whether the ops are
 * committed: the outcome is `direct`, and the op records decide that on the direct way.
 */
export function submitTo(groups: Groups, marathonId: string, request: OpRequest): Promise<GroupOutcome> {
  const since = Date.now()
  const line = lines.get(marathonId)
  // A call ends within its patience. After that, the request that led was stopped, and this one leads.
  const isLed = line !== undefined && since < line.calledAt + PATIENCE_MS
  if (isLed && line.waiting.length >= MAX_WAITING) return Promise.resolve({ kind: 'halted', code: 'UNAVAILABLE' })
  return inTime(
    new Promise((resolve) => {
      const waiting = { request, since, resolve }
      if (isLed) line.waiting.push(waiting)
      else waitUntil(lead(groups, marathonId, [...(line?.waiting.splice(0) ?? []), waiting]))
    }),
    { kind: 'direct' },
  )
}

/** Makes calls until nobody waits. After LEAD_MS it makes the last calls at the same time, and the next request leads. */
async function lead(groups: Groups, marathonId: string, waiting: Waiting[]) {
  const line: Line = { waiting, calledAt: 0 }
  lines.set(marathonId, line)
  const leave = () => lines.get(marathonId) === line && lines.delete(marathonId)
  const leavesAt = Date.now() + LEAD_MS
  while (waiting.length > 0) {
    line.calledAt = Date.now()
    const isLast = line.calledAt >= leavesAt
    if (isLast) leave()
    const calls: Promise<void>[] = []
    do calls.push(call(groups, marathonId, waiting.splice(0, MAX_REQUESTS)))
    while (isLast && waiting.length > 0)
    await Promise.all(calls)
  }
  leave()
}

async function call(groups: Groups, marathonId: string, waiting: Waiting[]) {
  // The ten seconds of the others are over. They are applied directly.
  const patient = waiting.filter(({ since }) => Date.now() < since + PATIENCE_MS)
  let outcomes: GroupOutcome[] = []
  try {
    const requests = patient.map(({ request }) => request)
    if (requests.length > 0) outcomes = await inTime(groups.getByName(marathonId).submitAll(requests), [])
  } catch {
    // The object was stopped, or it is of another version and does not know the call.
  }
  for (const [index, { resolve }] of patient.entries()) resolve(outcomes[index] ?? { kind: 'direct' })
}

/** What `promise` resolves to, or `late` after PATIENCE_MS. */
async function inTime<T>(promise: Promise<T>, late: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, late)
  })
  try {
    return await Promise.race([promise, patience])
  } finally {
    clearTimeout(timer)
  }
}
