import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import type { AccountDb } from './account-db.ts'
import type { Author } from './overlay.ts'

/** The signed-in account's data. */
export interface Account {
  db: AccountDb
  author: Author
}

const AccountContext = createContext<Account | null>(null)

let ready = Promise.withResolvers<void>()

/** Resolves once the signed-in account's data is there for `useAccount`. @throws what `accountFailed` was told */
export function accountReady(): Promise<void> {
  return ready.promise
}

/** Says that the account cannot be shown, for example because its code is not on this phone. */
export function accountFailed(error: unknown) {
  // Nobody may be waiting.
  ready.promise.catch(() => undefined)
  ready.reject(error)
}

/** Gives the signed-in account's data, or null, to all below. */
export function AccountProvider({ account, children }: { account: Account | null; children: ReactNode }) {
  useLayoutEffect(() => {
    if (!account) return
    ready.resolve()
    // It may have failed before.
    ready = Promise.withResolvers()
    ready.resolve()
    return () => {
      ready = Promise.withResolvers()
    }
  }, [account])
  return <AccountContext value={account}>{children}</AccountContext>
}

/** The signed-in account, or null. */
export function useAccountOrNull(): Account | null {
  return use(AccountContext)
}

/** The signed-in account. For screens behind the guard. */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('no account: this screen must be behind the sign-in guard')
  return account
}
