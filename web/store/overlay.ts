import type { CheckIn } from '../../contract/check-in.ts'
import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import { type TypedOp, typedOp } from '../../contract/ops.ts'
import type { SyncApplication, SyncMarathon } from '../../contract/sync.ts'
import type { OutboxRecord } from './account-db.ts'

/** Whether a row has an edit that has not arrived: none, one that waits, or one that is parked. */
export type Pending = null | 'waiting' | 'parked'
/** A marathon as the user sees it: the server's row with the queued edits over it. */
export type MarathonView = SyncMarathon & { pending: Pending }
/** An application as the user sees it: the server's row with the queued edits over it. */
export type ApplicationView = EntryRow & { pending: Pending }
/** `isTaken`: a queued op brings the entry a place that somebody has already, from a link or another event. */
type EntryRow = SyncApplication & { isTaken?: true }

/** A check-in as the user sees it: the server's row with the queued ops over it. */
export type CheckInView = CheckIn & { pending: Pending }

/** The user who owns the rows that this phone creates. */
export interface Author {
  name: string
  email: string
}

/** The marathon with the queued edits over it; null if there is no row, or if a queued edit deletes it. */
export function overlayMarathon(
  row: SyncMarathon | undefined,
  ops: OutboxRecord[],
  author: Author,
): MarathonView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'marathon.create':
        return (
          current ?? {
            ...op.patch,
            ...author,
            _id: op.id,
            createdAt: op.at,
            regCount: 0,
            waitingCount: 0,
            enteredCount: 0,
            cancelled: null,
            commitment: null,
            seed: null,
            results: '',
            previousStart: null,
            hiddenAt: null,
            ver: 0,
            role: 'owner',
          }
        )
      case 'marathon.update':
        return current && { ...current, ...definedFields(op.patch) }
      case 'marathon.publish':
        return current && { ...current, results: op.patch.results }
      case 'marathon.delete':
        return undefined
      default:
        return current
    }
  })
}

/** The application with the queued edits over it; null if there is no row, or if a queued edit deletes it. */
export function overlayApplication(row: EntryRow | undefined, ops: OutboxRecord[]): ApplicationView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'application.create': {
        const { waitingList, namesake: _, hidesName = false, ...fields } = op.patch
        return current ?? { ...newEntry(op), ...fields, hidesName, status: waitingList ? 'waiting' : 'registered' }
      }
      case 'application.takeOver': {
        const { from: _from, secret: _secret, namesake: _, hidesName = false, ...fields } = op.patch
        return current ?? { ...newEntry(op), ...fields, hidesName, isTaken: true }
      }
      case 'application.walkIn': {
        const nothing = { ...EMPTY_APPLICATION, title: '', startDate: '', hidesName: false }
        const ofDesk = { ...nothing, mine: false, isClaimed: false }
        return current ?? { ...newEntry(op), ...ofDesk, ...knownFields(op.patch) }
      }
      case 'application.claim':
        return current && { ...current, mine: true, isClaimed: true }
      case 'application.offer':
        return current && { ...current, offer: op.patch.secret }
      case 'application.confirm':
        return current && { ...current, status: 'registered' }
      case 'application.correct':
      case 'application.update': {
        const { namesake: _, ...fields } = op.patch
        return current && { ...current, ...knownFields(fields) }
      }
      case 'application.moveUp':
        // Before all that the server numbered, and before who was moved up earlier on this phone.
        return current && { ...current, waitingOrder: -Date.parse(op.at) }
      case 'application.assignBib':
        return current && { ...current, bib: op.patch.bib, wantedBib: null }
      case 'application.withdraw':
      case 'application.delete':
        return undefined
      default:
        return current
    }
  })
}

/**
 * The entry at another event that a queued op makes of the entry `from`, as a row.
 * @param target the event, where this phone has it
 */
export function deferredEntry(from: ApplicationView, op: TypedOp, target: SyncMarathon | undefined): EntryRow {
  const { pending: _, ...row } = from
  const { _id: marathonId = from.marathonId, title, startDate, location } = target ?? from
  return { ...row, ...newEntry(op), marathonId, title, startDate, location, isTaken: true }
}

/** What an entry has that an op makes, beside its fields. */
function newEntry({ id, at }: TypedOp) {
  return {
    _id: id,
    createdAt: at,
    status: 'registered',
    promotedAt: null,
    bib: null,
    wantedBib: null,
    above: 0,
    waitingOrder: null,
    drawOrder: null,
    code: '',
    offer: null,
    ver: 0,
    mine: true,
    isClaimed: true,
  } as const
}

/** The check-in with the queued ops over it; null if there is no row. */
export function overlayCheckIn(row: CheckIn | undefined, ops: OutboxRecord[], author: Author): CheckInView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'checkIn.create':
        return current ?? { ...op.patch, _id: op.id, by: author.name, voidedAt: null, confirmed: true, ver: 0 }
      case 'checkIn.void':
        return current && { ...current, voidedAt: current.voidedAt ?? op.patch.at }
      case 'checkIn.confirm':
        return current && { ...current, confirmed: true }
      default:
        return current
    }
  })
}

/**
 * Applies ops to a row, in their order.
 * @param apply returns the row after one op; undefined means that there is no row
 */
export function overlay<Row extends object>(
  row: Row | undefined,
  ops: OutboxRecord[],
  apply: (current: Row | undefined, op: TypedOp) => Row | undefined,
): (Row & { pending: Pending }) | null {
  let current = row
  let pending: Pending = null
  for (const { op, state } of ops) {
    // The server has applied a settled edit, so the row is not pending. The edit only stands in until the pull brings
    // the new row.
    if (state !== 'settled') pending = pending === 'parked' ? 'parked' : state
    const typed = typedOp(op)
    if (typed) current = apply(current, typed)
  }
  return current ? { ...current, pending } : null
}

/**
 * A row that was just read, as what the user sees of it where nothing is queued: it becomes that itself, because a copy
 * of each of 20,000 takes time. Null without a row, or with edits.
 */
export function unedited<Row extends object>(
  row: Row | undefined,
  ops: OutboxRecord[],
): (Row & { pending: Pending }) | null {
  if (!row || ops.length > 0) return null
  const view: Row & { pending?: Pending } = row
  view.pending = null
  return view as Row & { pending: Pending }
}

/** The patch, typed without undefined values. A patch comes from JSON, which has no undefined. */
function definedFields<T extends object>(patch: T): { [F in keyof T]?: Exclude<T[F], undefined> } {
  return patch as { [F in keyof T]?: Exclude<T[F], undefined> }
}

/** The patch without what this phone has forgotten, and sends as null. */
function knownFields<T extends object>(patch: T): { [F in keyof T]: Exclude<T[F], null | undefined> } {
  const known = Object.entries(patch).filter(([, value]) => value !== null)
  return Object.fromEntries(known) as { [F in keyof T]: Exclude<T[F], null | undefined> }
}

/** Groups the outbox by target and keeps its order. */
export function opsByTarget(outbox: OutboxRecord[]): Map<string, OutboxRecord[]> {
  return Map.groupBy(outbox, (record) => record.target)
}
