import type { InboxRecord } from '../../data/account-db.ts'
import { compareBy } from '../../data/compare-by.ts'
import type { NoticeView } from '../../data/notices.ts'

/** One thing that the user was told: a notice, or a change that the server did not accept. */
type Entry = { at: string; id: string } & ({ notice: NoticeView } | { refused: InboxRecord })

/** All that the user was told, newest first. */
export function toEntries(notices: readonly NoticeView[], refused: readonly InboxRecord[]): Entry[] {
  return [
    ...notices.map((notice) => ({ at: notice.at, id: notice._id, notice })),
    ...refused.map((item) => ({ at: item.at, id: item.opId, refused: item })),
  ].sort(compareBy('at', 'desc'))
}
