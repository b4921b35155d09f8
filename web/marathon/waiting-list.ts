import type { SyncApplication } from '../../contract/sync.ts'
import * as texts from '../texts/compiled/marathon.js'

/**
 * 'All 300 places are taken. You would be 4th on the waiting list.', as far as this phone knows.
 */
export function waitingListOffer(marathon: { capacity: number | null; waitingCount: number }): string {
  const { capacity, waitingCount } = marathon
  const place = waitingCount + 1
  return capacity === null ? texts.allTakenUncounted({ place }) : texts.allTaken({ places: capacity, place })
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
  if (place === 1) return texts.drawnFirst()
  return texts.drawnPlace({ place })
}

/** Tells whether an application is on the waiting list. */
export function isOnWaitingList({ status }: { status?: SyncApplication['status'] }): boolean {
  return status === 'waiting'
}

/** Was an entry made at the gate by who had lost the role? Owner and organisers decide whether it counts. */
export function isUnconfirmed({ status }: { status?: SyncApplication['status'] }): boolean {
  return status === 'unconfirmed'
}
