import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import { type Account, AccountProvider } from '../data/account-context.tsx'

/** A hook on a page of its own. */
export interface Rendered<T> {
  /** What it returned last. */
  value: () => T
  /** Draws it anew, maybe for somebody else. */
  as: (account: Account | null) => void
  /** Leaves the page. */
  leave: () => void
}

function Probe({ useValue, tell }: { useValue: () => unknown; tell: (value: unknown) => void }): ReactNode {
  tell(useValue())
  return null
}

/** Renders a hook for an account, or for a visitor; wait for its value with `until`. */
export function renderHook<T>(useValue: () => T, first: Account | null = null): Rendered<T> {
  let last: { value: T } | undefined
  const root = createRoot(document.createElement('div'))
  const tell = (value: unknown) => {
    last = { value: value as T }
  }
  // A new function each time: React would not ask a component again that was given the same.
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

/** Waits for what a busy machine does in its own time. */
export function until<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, 10_000)
}
