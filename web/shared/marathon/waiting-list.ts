import type { SyncApplication } from '../../../contract/sync.ts'

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

/** '1st', '22nd', '4th'. */
export function ordinal(n: number): string {
  return `${n.toLocaleString('en-US')}${ENDINGS[ORDINALS.select(n)] ?? 'th'}`
}

/**
 * 'All 300 places are taken. You would be 4th on the waiting list.', as far as this phone knows. A row from an older
 * version of the app has no waitingCount.
 */
export function waitingListOffer(marathon: { capacity: number | null; waitingCount?: number }): string {
  const { capacity, waitingCount = 0 } = marathon
  return `${takenPlaces(capacity)} You would be ${ordinal(waitingCount + 1)} on the waiting list.`
}

function takenPlaces(capacity: number | null): string {
  if (capacity === 1) return 'The only place is taken.'
  return capacity === null ? 'All places are taken.' : `All ${capacity.toLocaleString('en-US')} places are taken.`
}

/** Tells whether an application is in a ballot that is not drawn. */
export function isInBallot({ status }: { status?: SyncApplication['status'] }): boolean {
  return status === 'entered'
}

/**
 * The place on the waiting list that the draw gave; null for an application that was not drawn. With each withdrawal
 * ahead of it the real place gets better, which a phone does not know.
 */
export function drawnPlace(
  { drawOrder }: { drawOrder?: number | null },
  { capacity }: { capacity: number | null },
): number | null {
  return drawOrder && capacity !== null && drawOrder > capacity ? drawOrder - capacity : null
}

/** 'By the draw, 20th or better on the waiting list. …': what is still true after withdrawals. */
export function drawnPlaceMessage(place: number): string {
  if (place === 1) return 'By the draw, 1st on the waiting list.'
  return `By the draw, ${ordinal(place)} or better on the waiting list. Each withdrawal ahead of you moves you up.`
}

/** Tells whether an application is on the waiting list. A row from an older version of the app has no status. */
export function isOnWaitingList({ status }: { status?: SyncApplication['status'] }): boolean {
  return status === 'waiting'
}
