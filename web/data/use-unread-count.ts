import { useLiveQuery } from 'dexie-react-hooks'
import { useAccountOrNull } from './account-context.tsx'
import { countUnread } from './unread.ts'

/** The number of unread notices, live; 0 for visitors. */
export function useUnreadCount(): number {
  const account = useAccountOrNull()
  return useLiveQuery(async () => (account ? countUnread(account.db) : 0), [account?.db]) ?? 0
}
