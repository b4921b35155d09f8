import { createContext, type ReactNode, use, useLayoutEffect } from 'react'
import { expected } from '../../contract/errors.ts'
import type { AccountDb } from './account-db.ts'
import type { Author } from './overlay.ts'

/** The signed-in account's data. */
export interface Account {
  db: AccountDb
  author: Author
}

const AccountContext = createContext<Account | null>(null)

let ready = Promise.withResolvers<void>()

/** Resolves when `useAccount` can return the signed-in account. @throws the error that `accountFailed` got */
export function accountReady(): Promise<void> {
  return ready.promise
}

/** Reports that the first render of the app has the account. So the first screen need not wait for one. */
export function accountReadyAtStart() {
  ready.resolve()
}

/** Reports that the account cannot be shown, for example because its code is not on this phone. */
export function accountFailed(error: unknown) {
  // If nobody waits, the rejection is still handled.
  ready.promise.catch(() => expected('told'))
  ready.reject(error)
}

/** Provides the signed-in account, or null, to all components below. */
export function AccountProvider({ account, children }: { account: Account | null; children: ReactNode }) {
  useLayoutEffect(() => {
    if (!account) return
    ready.resolve()
    // The promise may already be rejected, so a new one replaces it.
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

/** The signed-in account, for screens that require a login. @throws Error if nobody is signed in */
export function useAccount(): Account {
  const account = use(AccountContext)
  if (!account) throw new Error('no account: this screen must be behind the login guard')
  return account
}
