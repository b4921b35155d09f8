import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { Row } from '../sim-d1.ts'

/** Reads everything on a phone in one transaction. */
export async function readDisk({ db }: Device) {
  return db.transaction('r', db.tables, async () => ({
    marathons: await db.marathons.toArray(),
    applications: await db.applications.toArray(),
    checkIns: await db.checkIns.toArray(),
    recordings: await db.recordings.toArray(),
    rulings: await db.rulings.toArray(),
    ownResults: await db.ownResults.toArray(),
    staff: await db.staff.toArray(),
    notices: await db.notices.toArray(),
    withdrawn: await db.withdrawn.toArray(),
    outbox: await db.outbox.orderBy('n').toArray(),
    inbox: await db.inbox.toArray(),
    sync: await db.sync.get('sync'),
  }))
}
export type Disk = Awaited<ReturnType<typeof readDisk>>

/** The parts of a cursor: `<epoch>.<seq>`, or `<epoch>-<began>.<seq>` in the middle of a pull from nothing. */
export function parse(cursor: string | null | undefined) {
  const [history = '', seq = '-1'] = (cursor ?? '').split('.')
  const [epoch, began = '0'] = history.split('-')
  return { epoch, seq: Number(seq), began: Number(began), isPartial: history.includes('-') }
}

export const idsOf = (rows: Row[]) => new Set(rows.map((row) => row.marathon_id))

/**
 * Every notice that an account may see, with the seq from which on a cursor promises it. What became of an own entry that
 * is gone is told as long as the phone has the marathon.
 */
export function visibleNotices(
  { tables }: Oracle,
  uid: string,
  staffed: ReadonlySet<unknown>,
  { marathons }: Disk,
): Map<string, number> {
  const held = new Set<unknown>(marathons.map(({ _id }) => _id))
  const found = new Map<string, number>()
  for (const notice of tables.notices) {
    const seqs = tables.applications
      .filter((row) => row.owner_uid === uid && row.marathon_id === notice.marathon_id)
      .map((row) => Number(row.seq))
    const isConcerned = staffed.has(notice.marathon_id) || seqs.length > 0
    const isMine = notice.to_uid === uid
    const isOfGone = isMine && notice.application_id === null
    const outlives = isOfGone && held.has(notice.marathon_id)
    if (!(isConcerned && (isMine || notice.to_uid === null)) && !outlives) continue
    // An account that applied gets the older notices with its application, and those about its gone entry with the marathon.
    const least = () => {
      if (isOfGone) return Number(tables.marathons.find(({ id }) => id === notice.marathon_id)?.seq ?? 0)
      return isMine || staffed.has(notice.marathon_id) ? 0 : Math.min(...seqs)
    }
    found.set(String(notice.id), Math.max(Number(notice.seq), least()))
  }
  return found
}
