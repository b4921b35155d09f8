import { Problem } from '../../contract/problem.ts'
import { SLOW_SEND_MS } from '../store/sync-status.ts'

const VISIBLE_INTERVAL_MS = 60_000
const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 60_000
/** An edit ends no pause so soon after a pass began. Ten taps a second at a finish line would be as many passes that fail. */
const EDIT_RETRY_MS = 10_000

/**
 * Why a sync is requested.
 * - `edit`: the outbox changed.
 * - `user`: the user tapped "Send now" or the like.
 * - `online`: the browser has a network again.
 * - `visible`: the page is visible again, maybe after hours.
 * - `live`: the server said that something changed. A pass that already runs may have pulled before the change. After a
 *   failure it ends no pause: the next try pulls the change, and a server in trouble is not asked more often.
 */
export type SyncReason = 'edit' | 'user' | 'online' | 'visible' | 'live'

/**
 * If a pass has run for this long when a new sync is requested, it counts as stuck. The scheduler ends it and starts
 * another one, which is safe because of the op ids. After `online` every older request is dead.
 */
const STUCK_AFTER_MS: Record<SyncReason, number> = {
  edit: Number.POSITIVE_INFINITY,
  user: SLOW_SEND_MS,
  online: 0,
  visible: 10_000,
  live: Number.POSITIVE_INFINITY,
}

/** The environment of the scheduler. Tests pass their own. */
export interface SchedulerWorld {
  /** Runs one pass; `signal` ends it. @throws if the outbox was not sent */
  pass: (signal: AbortSignal) => Promise<unknown>
  /**
   * False if only the user can help (a login, an update). The scheduler then does not retry before the next interval.
   */
  isWorthRetrying: (error: unknown) => boolean
  /** Gets the time of the next try, ms since the epoch, during a pause after a failure; null otherwise. */
  tellNextTry: (at: number | null) => void
  isVisible: () => boolean
  random?: () => number
}

/**
 * Makes a scheduler. One pass runs at a time. After a failure the scheduler pauses. Every request for a sync ends the
 * pause, with exceptions (the last points below).
 *
 *                  requestSync, timer
 *       resting ------------------------> running
 *          ^  ^                            |   |
 *          |  '----------- sent -----------'   | failed
 *          |                                   v
 *          '---- not worth retrying ------- pausing ---- requestSync, timer ---> running
 *
 * - Resting: the next pass is due within a minute, if the page is visible then.
 * - Pausing: the next pass is due after a backoff with jitter, and not before the time that the server asked for. After
 *   the user's tap, and when the network is back, the backoff begins anew.
 * - A change that the server tells ends no pause, nor does an edit within ten seconds of the last pass.
 * - After "too many requests" from the server, only the user's tap ends the pause early.
 */
export function createSyncScheduler(world: SchedulerWorld) {
  let running: { startedAt: number; controller: AbortController } | null = null
  let isRequestedAgain = false
  let isChangedMeanwhile = false
  let isStopped = false
  let failures = 0
  let hasFailed = false
  let triedAt = 0
  let rateLimitedUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const runAfter = (ms: number, isDue: () => boolean = () => true) => {
    clearTimeout(timer)
    timer = setTimeout(() => (isDue() ? void run() : runAfter(ms, isDue)), ms)
  }
  // The random fifth keeps phones that were disconnected together from pulling together every minute.
  const rest = () => runAfter(VISIBLE_INTERVAL_MS * (0.8 + 0.2 * (world.random ?? Math.random)()), world.isVisible)

  const pauseAfter = (error: unknown) => {
    failures += 1
    const pauseMs = retryDelay(failures - 1, error, world.random)
    if (isRateLimit(error)) rateLimitedUntil = Date.now() + pauseMs
    world.tellNextTry(Date.now() + pauseMs)
    runAfter(pauseMs)
  }

  // Only called while no pass runs and the scheduler is not stopped.
  const run = async () => {
    clearTimeout(timer)
    const controller = new AbortController()
    triedAt = Date.now()
    running = { startedAt: triedAt, controller }
    isRequestedAgain = false
    isChangedMeanwhile = false
    rateLimitedUntil = 0
    world.tellNextTry(null)
    const error = await world.pass(controller.signal).then(
      () => null,
      (thrown: unknown) => thrown ?? new Error('the pass failed'),
    )
    running = null
    if (isStopped) return
    hasFailed = error !== null
    if (error === null) failures = 0
    if (error === null) isChangedMeanwhile ? void run() : rest()
    else if (isRequestedAgain && !isRateLimit(error)) void run()
    else if (world.isWorthRetrying(error)) pauseAfter(error)
    else rest()
  }

  return {
    /** Requests a sync. It ends a pause, with the exceptions above. @returns whether a pass was stuck, and was ended */
    requestSync(reason: SyncReason): boolean {
      if (isStopped || (Date.now() < rateLimitedUntil && reason !== 'user')) return false
      // The edits of the next try are more than this one. A clock that was set back delays it no longer than that.
      if (reason === 'edit' && hasFailed && Math.abs(Date.now() - triedAt) < EDIT_RETRY_MS) return false
      // The backoff is for failures that go on. The first requests of a network that is back often fail.
      if (reason === 'user' || reason === 'online') failures = 0
      if (!running) {
        if (reason !== 'live' || !hasFailed) void run()
        return false
      }
      // After a clock that was set back nobody knows how long it runs.
      const isStuck = Math.abs(Date.now() - running.startedAt) >= STUCK_AFTER_MS[reason]
      // A running pass also sends what is queued meanwhile. If it fails, the next pass starts at once, unless the
      // reason was a live room, or a screen that was looked at.
      if (reason === 'live') isChangedMeanwhile = true
      else if (isStuck || reason !== 'visible') isRequestedAgain = true
      if (isStuck) running.controller.abort()
      return isStuck
    },
    /** Stops the scheduler and ends the pass that runs. */
    stop() {
      isStopped = true
      clearTimeout(timer)
      running?.controller.abort()
      world.tellNextTry(null)
    },
  }
}

const isRateLimit = (error: unknown) => error instanceof Problem && error.code === 'RATE_LIMITED'

/**
 * The pause after a failure: exponential backoff with jitter, and not shorter than the server asked for. @returns ms
 */
export function retryDelay(count: number, error: unknown, random = Math.random): number {
  const backoff = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** count) * (0.5 + random() / 2)
  const asked = error instanceof Problem ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(backoff, asked)
}
