import type { Account } from '../../store/account-context.tsx'
import { countUnread } from '../../store/rows/unread.ts'
import { useSharedQuery } from '../../store/shared-query.ts'

/** The number of unread notices, live; 0 for visitors. */
export function useUnreadCount(): number {
  return useSharedQuery(readCount) ?? 0
}

async function readCount(account: Account | null): Promise<number> {
  return account ? countUnread(account.db) : 0
}
