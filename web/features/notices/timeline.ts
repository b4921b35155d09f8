import type { InboxRecord } from '../../store/account-db.ts'
import { compareBy } from '../../store/rows/compare-by.ts'
import type { NoticeView } from '../../store/rows/notices.ts'

/** One thing that the user was told: a notice, or a change that the server did not accept. */
type TimelineItem = { at: string; id: string } & ({ notice: NoticeView } | { rejected: InboxRecord })

/** All that the user was told, newest first. */
export function toTimeline(notices: readonly NoticeView[], rejected: readonly InboxRecord[]): TimelineItem[] {
  return [
    ...notices.map((notice) => ({ at: notice.at, id: notice._id, notice })),
    ...rejected.map((item) => ({ at: item.at, id: item.opId, rejected: item })),
  ].sort(compareBy('at', 'desc'))
}
