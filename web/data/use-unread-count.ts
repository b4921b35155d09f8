import type { Account } from './account-context.tsx'
import { useSharedQuery } from './shared-query.ts'
import { countUnread } from './unread.ts'

/** The number of unread notices, live; 0 for visitors. */
export function useUnreadCount(): number {
  return useSharedQuery(readCount) ?? 0
}

async function readCount(account: Account | null): Promise<number> {
  return account ? countUnread(account.db) : 0
}
