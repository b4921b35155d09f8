import type { Application } from '../../../contract/application.ts'
import type { CheckIn } from '../../../contract/check-in.ts'
import type { AccountDb, CheckInRecord } from '../account-db.ts'

/** Does a check-in count? A scan that was taken back, or that nobody vouches for, does not. */
export function counts({ voidedAt, confirmed }: CheckIn): boolean {
  return voidedAt === null && confirmed
}

/** The earliest check-in that counts; undefined if none does. Of two at the same time the id decides. */
export function firstOf<T extends CheckIn>(checkIns: readonly T[]): T | undefined {
  return checkIns.filter(counts).sort(byTime)[0]
}

/** `first` of a scan that waits for the organiser's decision, see `CheckInRecord`. */
export const UNCONFIRMED = -1
/** `first` of the first scan that counts, where its application has a place: the entrant is here. */
export const HERE = 1
/** `first` of the first scan that counts, where its application has no place: the entrant was turned away. */
export const NO_PLACE = 2

/**
 * What a stored scan has as `first`.
 * @param first the first scan of its application that counts
 * @param isPlaced whether the application has a place, see `hasPlace`
 */
export function flagOf(row: CheckIn, first: CheckIn | undefined, isPlaced: boolean): CheckInRecord['first'] {
  if (row === first) return isPlaced ? HERE : NO_PLACE
  return row.confirmed || row.voidedAt !== null ? 0 : UNCONFIRMED
}

/** The scans of a marathon with this `first`, by gate. */
export function flagged(db: AccountDb, marathonId: string, first: CheckInRecord['first']) {
  return db.checkIns.where('[marathonId+first+gate]').between([marathonId, first, ''], [marathonId, first, '\uffff'])
}

/** The entries of a marathon that wait for the organiser's decision. */
export function unconfirmed(db: AccountDb, marathonId: string) {
  return db.applications.where('toDecide').equals(marathonId)
}

/**
 * Does the application have a place? An application that is not on this phone yet counts as one with a place. Its flag
 * is set again when it arrives.
 */
export function hasPlace(application: Partial<Pick<Application, 'status'>> | null | undefined): boolean {
  return (application?.status ?? 'registered') === 'registered'
}

/** The order in which entries were scanned. */
export function byTime(a: CheckIn, b: CheckIn): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a._id < b._id ? -1 : 1
}
