import { useLiveQuery } from 'dexie-react-hooks'
import type { Fields, Op } from '../../contract/sync.ts'
import { useAccountOrNull } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'

type TitledEdit = { target: string; op: Op; was?: Fields }

/** The event titles that edits are about, by the edit's target; live, empty until read. */
export function useOpTitles(edits: readonly TitledEdit[]): ReadonlyMap<string, string> {
  const account = useAccountOrNull()
  const key = edits.map(({ op }) => op.opId).join()
  return useLiveQuery(() => (account ? readOpTitles(account.db, edits) : NONE), [account?.db, key]) ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()

export async function readOpTitles(db: AccountDb, edits: readonly TitledEdit[]): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>()
  for (const { target, op, was } of edits) {
    const own = op.patch.title ?? titles.get(target) ?? was?.title
    const row = target.startsWith('marathon:') ? db.marathons.get(op.id) : db.applications.get(op.id)
    const title = own ?? (await row)?.title ?? (await createdTitle(db, target))
    if (typeof title === 'string') titles.set(target, title)
  }
  return titles
}

/** The title of a row that is itself still in the queue. */
async function createdTitle(db: AccountDb, target: string): Promise<unknown> {
  const records = await db.outbox.where('target').equals(target).toArray()
  return records.find(({ op }) => op.type.endsWith('.create'))?.op.patch.title
}
