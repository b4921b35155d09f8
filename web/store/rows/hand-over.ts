import type { TakeOverFields } from '../../../contract/application.ts'
import type { AccountDb } from '../account-db.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps } from '../outbox.ts'

// How a place comes to another account, or to another event. Each function queues an op, and returns its op id.

const SECRET_BYTES = 16

/** 128 random bits, in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Offers the own place to who gets the link. An offer of before ends. */
export function offerPlace(db: AccountDb, { _id: id }: { _id: string }): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.offer', id, patch: { secret: newSecret() } }])
}

/** Takes the offer of the own place back. */
export function takeOfferBack(db: AccountDb, { _id: id }: { _id: string }): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.offer', id, patch: { secret: null } }])
}

/** Takes an offered place over. */
export function takeOver(db: AccountDb, patch: TakeOverFields): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.takeOver', id: newRowId(db), patch }])
}

/** Takes an entry that a desk made into the account. @param secret its entry code */
export function claimEntry(db: AccountDb, id: string, patch: { marathonId: string; secret: string }) {
  return enqueueOps(db, [{ type: 'application.claim', id, patch }])
}

/** Gives the own place to the waiting list of its event, for one at another event. */
export function deferEntry(db: AccountDb, from: string, marathonId: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.defer', id: newRowId(db), patch: { from, marathonId } }])
}
