import type { CheckIn } from '../../contract/check-in.ts'

/** Does a check-in count? A scan that was taken back, or that nobody vouches for, does not. */
export function counts({ voidedAt, confirmed }: CheckIn): boolean {
  return voidedAt === null && confirmed
}

/** The earliest check-in that counts; undefined if none does. Of two at the same time the id decides. */
export function firstOf<T extends CheckIn>(checkIns: readonly T[]): T | undefined {
  return checkIns.filter(counts).sort(byTime)[0]
}

/** The order in which entries were scanned. */
export function byTime(a: CheckIn, b: CheckIn): number {
  if (a.at !== b.at) return a.at < b.at ? -1 : 1
  return a._id < b._id ? -1 : 1
}
