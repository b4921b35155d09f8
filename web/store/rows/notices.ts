import type { Notice, NoticeFields, NoticePart } from '../../../contract/notice.ts'
import { isOfOneEntry } from '../../../contract/push-subject.ts'
import { organises } from '../../../contract/roles.ts'
import { type Account, useAccount } from '../account-context.tsx'
import { type AccountDb, FIRST_SYNC, type MarathonRecord, type NoticeRecord, type OutboxRecord } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps, saved } from '../outbox.ts'
import { type Author, opsByTarget, overlay, type Pending } from '../overlay.ts'
import { readInTime } from '../read-in-time.ts'
import { useSharedQuery } from '../shared-query.ts'
import { compareBy } from './compare-by.ts'
import { countUnread } from './unread.ts'

// Only screens with notices load this file, and the bar a moment after the first paint.

/**
 * A notice as the user sees it: the server's row with the queued ops over it.
 * - `isUnread`: the user has not seen it on this phone. One's own marathon has no unread notices to everybody.
 * - `title`: the marathon's title; '' where this phone does not know it.
 * - `runner`: whose application it is about; '' for a notice to everybody.
 * - `asked`: what the marathon asks, where this phone knows it.
 * - `arrivedAt`: when this phone got it; see `NoticeRecord`.
 */
export type NoticeView = Notice & {
  isUnread: boolean
  title: string
  runner: string
  asked?: Pick<MarathonRecord, 'questions' | 'staffFields'> | undefined
  pending: Pending
  arrivedAt?: string
}

/** Most notices that the list shows, beside the unread ones. */
const MOST_SHOWN = 500

/** Everything that the user was told, newest first, live; undefined until it is read. */
export function useNotices(): NoticeView[] | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readNotices(db, author), [db])
}

/** The notices of one marathon, newest first, live; undefined until they are read. */
export function useNoticesOf(marathonId: string): NoticeView[] | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readNotices(db, author, marathonId), [db, marathonId])
}

/** The unread notices, newest first, live; empty for visitors, undefined until they are read. */
export function useUnreadNotices(): NoticeView[] | undefined {
  return useSharedQuery(readUnread)
}

/**
 * The notices for a screen with room for a few: the newest that says whether an event takes place, the newest urgent
 * one, then the newest others. A later notice must hide neither a cancellation nor that the start was moved.
 * @param notices newest first
 */
export function urgentFirst<T extends Pick<Notice, 'kind' | 'urgent'>>(notices: readonly T[], most: number): T[] {
  const cancelled = notices.find(({ kind }) => kind === 'cancelled' || kind === 'restored')
  const urgent = notices.find((notice) => notice.urgent)
  return [...new Set([cancelled, urgent, ...notices])].filter((notice) => notice !== undefined).slice(0, most)
}

async function readUnread(account: Account | null): Promise<NoticeView[]> {
  if (!account || (await countUnread(account.db)) === 0) return []
  const all = await readNotices(account.db, account.author)
  return all.filter(({ isUnread }) => isUnread)
}

/** Reads notices with the queued ops over them, newest first, in one transaction (INV-14). */
export function readNotices(db: AccountDb, author: Author, marathonId?: string): Promise<NoticeView[]> {
  return db.transaction('r', db.notices, db.marathons, db.applications, db.outbox, async () => {
    const rows =
      marathonId === undefined
        ? await newestAndUnread(db)
        : await db.notices.where('marathonId').equals(marathonId).toArray()
    const queued = opsByTarget(await db.outbox.where('target').startsWith('notice:').sortBy('n'))
    const known = new Map(rows.map((row) => [`notice:${row._id}`, row]))
    const shown = [...new Set([...known.keys(), ...queued.keys()])]
      .map((target) => overlayNotice(known.get(target), queued.get(target) ?? [], author))
      .filter((view) => view !== null)
      .filter((view) => marathonId === undefined || view.marathonId === marathonId)
    const ids = [...new Set(shown.map((view) => view.marathonId))]
    const marathons = new Map((await db.marathons.bulkGet(ids)).flatMap((row) => (row ? [[row._id, row]] : [])))
    const runners = await db.applications.bulkGet(shown.map(({ applicationId }) => applicationId ?? ''))
    return shown
      .map(({ unread, gen: _gen, ...view }, index): NoticeView => {
        const marathon = marathons.get(view.marathonId)
        const { firstName = '', lastName = '' } = runners[index] ?? {}
        const runner = `${firstName} ${lastName}`.trim()
        return {
          ...view,
          isUnread: unread === 1 && (isOfOneEntry(view.kind) || !organises(marathon)),
          title: marathon?.title ?? titleInNotice(view),
          runner,
          asked: marathon,
        }
      })
      .sort(compareBy('at', 'desc'))
  })
}

/** The title in a notice that outlives its event or entry; '' in every other one. */
function titleInNotice({ parts }: { parts?: NoticePart[] | undefined }): string {
  return parts?.find((part) => 'title' in part)?.title ?? ''
}

/** The unread ones too, however old: otherwise the number on the icon would count some that nobody can open. */
async function newestAndUnread(db: AccountDb): Promise<NoticeRecord[]> {
  const newest = await db.notices.orderBy('at').reverse().limit(MOST_SHOWN).toArray()
  const unread = await db.notices.where('unread').equals(1).toArray()
  return [...new Map([...newest, ...unread].map((row) => [row._id, row])).values()]
}

function overlayNotice(row: NoticeRecord | undefined, ops: OutboxRecord[], author: Author) {
  return overlay<NoticeRecord>(row, ops, (current, op) => {
    switch (op.type) {
      case 'notice.create':
        return (
          current ?? {
            ...op.patch,
            _id: op.id,
            applicationId: null,
            kind: 'written',
            by: author.name,
            unread: 0,
            gen: 0,
          }
        )
      case 'notice.delete':
        return undefined
      default:
        return current
    }
  })
}

/** Queues a notice to everybody at one's own marathon. @returns the op ids */
export async function writeNotice(
  db: AccountDb,
  fields: Omit<NoticeFields, 'at'>,
  now = Date.now(),
): Promise<string[]> {
  const { serverOffsetMs } = (await readInTime(() => db.sync.get('sync'))) ?? FIRST_SYNC
  const patch: NoticeFields = { ...fields, at: new Date(now + serverOffsetMs).toISOString() }
  return enqueueOps(db, [{ type: 'notice.create', id: newRowId(db), patch }])
}

/** Queues the deletion of a notice. @returns the op ids */
export function deleteNotice(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'notice.delete', id }])
}

/** Notes that the user has seen notices. Only this phone knows it. @returns how many were unread */
export function markRead(db: AccountDb, ids: readonly string[]): Promise<number> {
  return saved(db, [db.notices], () =>
    db.notices
      .where('_id')
      .anyOf(ids)
      .and(({ unread }) => unread === 1)
      .modify({ unread: 0 }),
  )
}
