import { Problem } from '../../contract/problem.ts'

const VISIBLE_INTERVAL_MS = 60_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000

/**
 * Why a sync is asked for.
 * - `edit`: the queue changed. `user`: somebody tapped "Send now" or the like. `online`: the browser has a network
 *   again. `visible`: the page is looked at again, maybe after hours in a pocket.
 */
export type SyncReason = 'edit' | 'user' | 'online' | 'visible'

/**
 * A pass that has run for so long when it is asked for again is taken for stuck, ended, and begun anew: op ids make
 * that safe. With a new network every request of before is dead.
 */
const STUCK_AFTER_MS: Record<SyncReason, number> = {
  edit: Number.POSITIVE_INFINITY,
  user: 3000,
  online: 0,
  visible: 10_000,
}

/** What the scheduler needs of the world; tests pass their own. */
export interface SchedulerWorld {
  /** One pass. @throws where the queue was not sent; `signal` ends it */
  pass: (signal: AbortSignal) => Promise<unknown>
  /** False where only the user can help (a login, an update): then it is not tried again by itself soon. */
  isWorthRetrying: (error: unknown) => boolean
  /** Told the time of the next try, ms since the epoch, while a failure is paused; null otherwise. */
  tellNextTry: (at: number | null) => void
  isVisible: () => boolean
  random?: () => number
}

export interface SyncScheduler {
  /** Syncs now, whatever pause there is; see `SyncReason`. */
  requestSync: (reason: SyncReason) => void
  /** Ends it, with the pass that runs. */
  stop: () => void
}

/**
 * Decides when a pass runs. One at a time; a pause is ended by every reason to sync, and is for failures that go on.
 *
 *                  requestSync, timer
 *       resting ------------------------> running
 *          ^  ^                            |   |
 *          |  '----------- sent -----------'   | failed
 *          |                                   v
 *          '---- not worth retrying ------- pausing ---- requestSync, timer ---> running
 *
 * - Resting, the next pass is due after a minute, while the page is seen.
 * - Pausing, it is due after a backoff with jitter, never sooner than the server asked for.
 * - Only a server's own "too many requests" holds until its time against everything but the user's tap.
 */
export function createSyncScheduler(world: SchedulerWorld): SyncScheduler {
  let running: { startedAt: number; controller: AbortController } | null = null
  let isAskedAgain = false
  let isStopped = false
  let failures = 0
  let heldUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const runAfter = (ms: number, isDue: () => boolean = () => true) => {
    clearTimeout(timer)
    timer = setTimeout(() => (isDue() ? void run() : runAfter(ms, isDue)), ms)
  }
  const rest = () => runAfter(VISIBLE_INTERVAL_MS, world.isVisible)

  const pauseAfter = (error: unknown) => {
    failures += 1
    const pauseMs = retryDelay(failures - 1, error, world.random)
    if (error instanceof Problem && error.code === 'RATE_LIMITED') heldUntil = Date.now() + pauseMs
    world.tellNextTry(Date.now() + pauseMs)
    runAfter(pauseMs)
  }

  const run = async () => {
    clearTimeout(timer)
    if (running || isStopped) return
    const controller = new AbortController()
    running = { startedAt: Date.now(), controller }
    isAskedAgain = false
    heldUntil = 0
    world.tellNextTry(null)
    const error = await world.pass(controller.signal).then(
      () => null,
      (thrown: unknown) => thrown ?? new Error('the pass failed'),
    )
    running = null
    if (isStopped) return
    if (error === null) failures = 0
    if (error !== null && isAskedAgain) void run()
    else if (error === null || !world.isWorthRetrying(error)) rest()
    else pauseAfter(error)
  }

  return {
    requestSync(reason) {
      if (isStopped || (Date.now() < heldUntil && reason !== 'user')) return
      if (!running) return void run()
      const isStuck = Date.now() - running.startedAt >= STUCK_AFTER_MS[reason]
      // A pass sends what is queued while it runs; where it fails, it is tried again without a pause.
      if (isStuck || reason !== 'visible') isAskedAgain = true
      if (isStuck) running.controller.abort()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      running?.controller.abort()
      world.tellNextTry(null)
    },
  }
}

/** Exponential with full jitter, never sooner than the server asked for. @returns ms */
export function retryDelay(count: number, error: unknown, random = Math.random): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** count) * (0.5 + random() / 2)
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(backoff, asked)
}
