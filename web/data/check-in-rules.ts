import type { CheckIn } from '../../contract/check-in.ts'

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

/** What a stored scan has as `first`. @param first the first scan of its application that counts */
export function flagOf(row: CheckIn, first: CheckIn | undefined): 1 | 0 | typeof UNCONFIRMED {
  if (row === first) return 1
  return row.confirmed || row.voidedAt !== null ? 0 : UNCONFIRMED
}

/** The order in which entries were scanned. */
export function byTime(a: CheckIn, b: CheckIn): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a._id < b._id ? -1 : 1
}
