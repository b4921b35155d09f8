import Dexie, { liveQuery } from 'dexie'
import { useObservable } from 'dexie-react-hooks'
import { recordError } from '../../contract/errors.ts'
import { isRefused } from './device-db.ts'

/** After a failure the read runs again after this pause. */
export const RETRY_MS = 1000
/** A failure is told when the reads have failed for this long. Shorter trouble passes by itself. */
export const PATIENCE_MS = 5000
/** A read that takes longer may never end: WebKit may stop answering. It runs again, and then gets twice the time. */
const FIRST_TIMEOUT_MS = 10_000
const LONGEST_TIMEOUT_MS = 60_000
/** How long reads of the queue rest (`restMs`). */
export const QUEUE_REST_MS = 500

/** What one run of a read has brought. */
type Outcome<T> = { value: T } | { problem: unknown }

/** A read as `useObservable` takes it. */
export interface LiveRead<T> {
  hasValue: () => boolean
  getValue: () => T
  subscribe: (next: (value: T) => void, fail?: (error: unknown) => void) => () => void
}

/**
 * A live query that goes on after a failure. One failed read must not end what a screen follows: WebKit loses the
 * connection to IndexedDB of a page in the background, and Dexie then ends the query, or waits for the next write
 * without a word. All live queries of the app are made here, which a test asks for.
 *
 * `fail` is told of a failure that lasts, or at once where the browser refuses all storage. The read goes on also then.
 * @param restMs the next read waits for so long after one: taps at a finish line come ten times a second, and each read
 *   of the queue keeps the next tap waiting
 */
export function liveRead<T>(read: () => T | PromiseLike<T>, restMs = 0): LiveRead<T> {
  return {
    hasValue: () => false,
    getValue: () => undefined as T,
    subscribe(next, fail = () => undefined) {
      let watched: { unsubscribe: () => void } | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let timeoutMs = FIRST_TIMEOUT_MS
      let failingSince: number | undefined
      let runs = 0
      let readAt = Number.NEGATIVE_INFINITY
      let hasLeft = false

      const watch = () => {
        watched?.unsubscribe()
        // Dexie follows the awaits of a function that is declared async, also those within `read`.
        watched = liveQuery(async (): Promise<Outcome<T> & { run: number }> => {
          runs += 1
          const run = runs
          clearTimeout(timer)
          timer = setTimeout(isLate, timeoutMs)
          try {
            const rest = readAt + restMs - performance.now()
            // With a promise of its own, Dexie follows what is read behind it.
            if (rest > 0) await new Dexie.Promise<void>((resolve) => setTimeout(resolve, rest))
            // A write meanwhile began another run, which reads.
            if (run !== runs) return { problem: null, run }
            const value = await read()
            if (run === runs) readAt = performance.now()
            return { value, run }
          } catch (problem) {
            return { problem, run }
          }
        }).subscribe(tell)
      }
      const isLate = () => {
        timeoutMs = Math.min(2 * timeoutMs, LONGEST_TIMEOUT_MS)
        failed(new Error('the storage does not answer'))
        watch()
      }
      const tell = (outcome: Outcome<T> & { run: number }) => {
        if (hasLeft || outcome.run !== runs) return
        clearTimeout(timer)
        if ('value' in outcome) {
          failingSince = undefined
          timeoutMs = FIRST_TIMEOUT_MS
          return next(outcome.value)
        }
        failed(outcome.problem)
        timer = setTimeout(watch, RETRY_MS)
      }
      const failed = (problem: unknown) => {
        failingSince ??= performance.now()
        if (isRefused(problem) || performance.now() - failingSince >= PATIENCE_MS) fail(problem)
      }
      watch()
      return () => {
        hasLeft = true
        clearTimeout(timer)
        watched?.unsubscribe()
      }
    },
  }
}

/**
 * The result of a read, live; undefined until it is read. A failure that lasts is thrown, but not once there is a result:
 * what is on the screen stays there, such as the button for the times, or a form that somebody fills in.
 */
export function useLiveRead<T>(read: () => T | PromiseLike<T>, deps: readonly unknown[] = []): T | undefined {
  return useObservable(() => keepsLast(liveRead(read)), [...deps])
}

/** The same, whose failures after its first value are recorded and not told. */
export function keepsLast<T>(live: LiveRead<T>): LiveRead<T> {
  return {
    ...live,
    subscribe(next, fail = () => undefined) {
      let hasValue = false
      return live.subscribe(
        (value) => {
          hasValue = true
          next(value)
        },
        (error) => (hasValue ? recordError(error) : fail(error)),
      )
    },
  }
}
