import type { OpType } from '../../../contract/ops.ts'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import type { AccountDb, OutboxRecord, WithdrawnRecord } from '../../store/account-db.ts'
import {
  type ApplicationView,
  type Author,
  type CheckInView,
  type MarathonView,
  overlayApplication,
} from '../../store/overlay.ts'
import { readInTime } from '../../store/read-in-time.ts'
import { counting, readCheckInsOf } from '../../store/rows/check-ins.ts'
import { readMarathon } from '../../store/rows/marathons.ts'
import { codeOfLink } from './claim-link.ts'

// Only the screens of check-in load this file.

/** What names an entry at a gate: a text that was scanned or typed, or the entrant that was picked from a list. */
export type Named = { text: string } | { id: string }

/** What this phone knows about a named entry. */
export interface ScanState {
  /** The marathon at which the code is scanned; null if this phone does not have it. */
  marathon: MarathonView | null
  /** The application; null if this phone does not have it. */
  application: ApplicationView | null
  /** The title of its event, if that is another one; '' if this phone does not have it. */
  otherTitle: string
  /** All its scans, oldest first. */
  checkIns: CheckInView[]
  /**
   * How the application ended; null if this phone does not know that it did. It says nothing about an application that is
   * there.
   */
  withdrawn: Ending | null
}

/** When an entry was withdrawn or handed on, ISO 8601, and why, as far as this phone knows. */
type Ending = Pick<WithdrawnRecord, 'at' | 'isHandedOn' | 'reason'>

/** What a scan shows. For the last variant, which has five kinds, the screen queues a check-in, unless `isRepeat`. */
export type ScanAnswer =
  /** `isEntryCode`: it may be an application that this phone does not know. */
  | { kind: 'unknown'; isEntryCode: boolean }
  /** `title`: of the other event; '' if this phone does not have it. */
  | { kind: 'other-event'; application: ApplicationView; title: string }
  | ({ kind: 'withdrawn' } & Ending)
  | { kind: 'cancelled'; application: ApplicationView; reason: string }
  | {
      kind: 'first' | 'already' | 'waiting-list' | 'in-ballot' | 'unconfirmed'
      application: ApplicationView
      /** The scans before this one that count, oldest first: who, when, and at which gate. */
      earlier: CheckInView[]
      /** This screen scanned it only a moment ago: the camera still sees the same code. */
      isRepeat: boolean
    }

/** A camera sees the same code again for about this long. */
const REPEAT_MS = 3000

/**
 * The answer to a named entry.
 * @param now the server's time, ms since the epoch
 * @param madeHere the ids of the check-ins that this screen made
 */
export function answerScan(named: Named, state: ScanState, now: number, madeHere: ReadonlySet<string>): ScanAnswer {
  const { marathon, application, otherTitle, checkIns, withdrawn } = state
  // After a restore of the server's database, an entry may be there again whose withdrawal this phone remembers.
  if (!application && withdrawn) return { kind: 'withdrawn', ...withdrawn }
  if (!application || !marathon) return { kind: 'unknown', isEntryCode: codeOf(named) !== null }
  if (application.marathonId !== marathon._id) {
    return { kind: 'other-event', application, title: otherTitle }
  }
  if (marathon.cancelled) return { kind: 'cancelled', application, reason: marathon.cancelled }
  const earlier = counting(checkIns)
  // The scan of another phone is a double, however short the time between them is.
  const own = earlier.findLast(({ _id }) => madeHere.has(_id))
  const isRepeat = own !== undefined && Math.abs(now - Date.parse(own.at)) < REPEAT_MS
  if (application.status === 'waiting') return { kind: 'waiting-list', application, earlier, isRepeat }
  if (application.status === 'entered') return { kind: 'in-ballot', application, earlier, isRepeat }
  if (application.status === 'unconfirmed') return { kind: 'unconfirmed', application, earlier, isRepeat }
  return { kind: earlier.length > 0 ? 'already' : 'first', application, earlier, isRepeat }
}

/**
 * Reads what this phone knows about a named entry, in one transaction: a few rows, however many entrants there are. A
 * text is an entry code, or the link to claim a walk-in, which ends with its code. It is never an id: ids are public
 * after a draw.
 * @throws StorageFailure if the storage does not answer: another tab may hold it without end
 */
export function readScan(db: AccountDb, author: Author, marathonId: string, named: Named): Promise<ScanState> {
  const code = codeOf(named)
  const tables = [db.marathons, db.applications, db.checkIns, db.withdrawn, db.outbox]
  const read = async () => {
    const rows = code === null ? [] : await db.applications.where('code').equals(code).toArray()
    // Entries of two events may have the same code.
    const found = rows.find((one) => one.marathonId === marathonId) ?? rows[0]
    const walkIn = found || code === null ? undefined : await queuedWalkIn(db, code)
    const id = 'id' in named ? named.id : (found?._id ?? walkIn?.op.id ?? '')
    const [marathon, row, gone, ops, checkIns] = await Promise.all([
      readMarathon(db, author, marathonId),
      found ?? db.applications.get(id),
      code === null ? undefined : db.withdrawn.where('code').equals(code).last(),
      db.outbox.where('target').equals(`application:${id}`).sortBy('n'),
      readCheckInsOf(db, author, [id]),
    ])
    const deletion = ops.findLast(({ op }) => op.type === 'application.delete' || op.type === 'application.withdraw')
    const { reason } = deletion?.op.patch ?? {}
    const queued = deletion && { at: deletion.op.at, ...(typeof reason === 'string' ? { reason } : {}) }
    const application = overlayApplication(row, ops)
    // A helper's entrants have no title.
    const isOther = application !== null && application.marathonId !== marathonId
    const other = isOther ? await db.marathons.get(application.marathonId) : undefined
    return {
      marathon,
      application,
      otherTitle: other?.title ?? application?.title ?? '',
      checkIns: checkIns.get(id) ?? [],
      withdrawn: queued ?? (gone ? endingOf(gone) : null),
    }
  }
  return readInTime(() => db.transaction('r', tables, read))
}

/** The walk-in with this code that is only in the queue. */
function queuedWalkIn(db: AccountDb, code: string): PromiseLike<OutboxRecord | undefined> {
  const walkIns = db.outbox.where('op.type').equals('application.walkIn' satisfies OpType)
  return walkIns.and(({ op }) => op.patch.code === code).first()
}

function endingOf({ at, isHandedOn, reason }: WithdrawnRecord): Ending {
  return { at, ...(isHandedOn ? { isHandedOn } : {}), ...(reason ? { reason } : {}) }
}

function codeOf(named: Named): string | null {
  return 'text' in named ? (entryCodeOf(named.text) ?? codeOfLink(named.text)) : null
}
