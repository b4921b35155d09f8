// Errors that nobody is shown. A handler that does not pass an error on calls one of these two functions, which
// scripts/develop/errors.test.ts holds.

/**
 * Why an error is no fault.
 * - `no-code`: a part of the app could not be loaded. The screen says so, or does without it.
 * - `no-answer`: a server or another page does not answer. It is asked again.
 * - `refused`: the browser or the user does not allow it, and the app does without it.
 * - `not-ours`: what comes from outside has another form: an address, a message, a file.
 * - `told`: somebody else gets the same error.
 */
type Expected = 'no-code' | 'no-answer' | 'refused' | 'not-ours' | 'told'

/** Says why an error was expected. @returns what stands for the result that is missing */
export function expected(code: Expected): undefined
export function expected<T>(code: Expected, instead: T): T
export function expected<T>(_code: Expected, instead?: T): T | undefined {
  return instead
}

let keep: ((trace: string) => void) | undefined

/** Sets what keeps the traces of recorded errors. Without it they are lost. */
export function recordErrorsWith(keepTrace: (trace: string) => void): void {
  keep = keepTrace
}

/**
 * Records an error that was not expected. A call that was given up is none. It never throws.
 * @returns what stands for the result that is missing
 */
export function recordError<T>(error: unknown, instead: T): T
export function recordError(error: unknown): undefined
export function recordError<T>(error: unknown, instead?: T): T | undefined {
  try {
    if ((error as Error | null)?.name !== 'AbortError') keep?.(traceOf(error))
  } catch {
    expected('not-ours')
  }
  return instead
}

const NAME = /^[$\w/-]{1,60}$/
const FRAME = /([\w.-]+\.[jt]sx?)(?:\?[^:\s]*)?(:\d+:\d+)/g
const MOST_FRAMES = 6
const MOST_CAUSES = 4

/**
 * What may be said of an error: its names and codes, those of its causes, and where it was thrown. Its message may hold
 * what a user wrote, so it is left out.
 */
function traceOf(error: unknown): string {
  const names: string[] = []
  for (let cause = error; cause instanceof Error && names.length < MOST_CAUSES; ) {
    const { name, code } = cause as Error & { code?: unknown }
    names.push([name, code].filter((word) => typeof word === 'string' && NAME.test(word)).join(' '))
    // Dexie wraps an error in `inner`.
    cause = (cause as { inner?: unknown }).inner ?? cause.cause
  }
  const { message = '', stack = '' } = error instanceof Error ? error : {}
  // Chrome's stack begins with the message.
  const frames = stack.slice(stack.indexOf(message) + message.length).matchAll(FRAME)
  const places = [...frames].slice(0, MOST_FRAMES).map(([, file, place]) => `${file}${place}`)
  return [names.join(' < ') || typeof error, ...places].join(' ')
}
