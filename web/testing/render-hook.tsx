import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { type Account, AccountProvider } from '../store/account-context.tsx'

/** A rendered hook. */
export interface Rendered<T> {
  /** The last value that the hook returned. */
  value: () => T
  /** Renders the hook again, optionally for another account. */
  as: (account: Account | null) => void
  /** Unmounts the hook. */
  leave: () => void
}

function Probe({ useValue, tell }: { useValue: () => unknown; tell: (value: unknown) => void }): ReactNode {
  tell(useValue())
  return null
}

/** Renders a hook for an account or for a visitor. `until` waits for its value. */
export function renderHook<T>(useValue: () => T, first: Account | null = null): Rendered<T> {
  let last: { value: T } | undefined
  const root = createRoot(document.createElement('div'))
  const tell = (value: unknown) => {
    last = { value: value as T }
  }
  // A new function each time makes React render the component again.
  const as = (account: Account | null) =>
    root.render(
      <AccountProvider account={account}>
        <Probe useValue={useValue} tell={(value) => tell(value)} />
      </AccountProvider>,
    )
  as(first)
  return {
    value() {
      if (!last) throw new Error('not rendered yet')
      return last.value
    },
    as,
    leave: () => root.unmount(),
  }
}

/**
 * Skips the pauses of the code that runs from now on: `untilSkipped` moves its clock on at each look. A test that calls
 * this ends with `vi.useRealTimers()`.
 */
export function skipPauses() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
}

/** `until` where pauses are skipped. */
export function untilSkipped<T>(check: () => T): Promise<T> {
  return until(async () => {
    await vi.advanceTimersByTimeAsync(100)
    return check()
  })
}

/** Waits until a condition holds, because a busy machine needs more time. It looks often: Vitest's own 50 ms add up. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 10_000, interval: 5 })
}
