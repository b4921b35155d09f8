import type { RegisteredRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccountOrNull } from '../store/account-context.tsx'
import type { AccountDb } from '../store/account-db.ts'

type ListSearch = RegisteredRouter['routesById']['/marathons/']['types']['fullSearchSchema']

/** By the account's database, so that nobody gets what somebody else has searched for on this phone. */
const left = new WeakMap<AccountDb, ListSearch>()

/** Notes how the list of marathons is shown now. */
export function useLeaveList(search: ListSearch): void {
  const db = useAccountOrNull()?.db
  useEffect(() => {
    if (db) left.set(db, search)
  }, [db, search])
}

/** The `search` of a link to the list of marathons: the list as the user left it. */
export function useListLeft(): () => ListSearch {
  const db = useAccountOrNull()?.db
  return () => (db && left.get(db)) ?? {}
}
