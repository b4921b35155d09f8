import type { AccountDb } from '../data/account-db.ts'
import { type PassResult, type SyncWorld, syncPass } from './sync-pass.ts'

const LIVE: SyncWorld = { fetch: (...args) => fetch(...args), now: () => Date.now() }

/**
 * One pass as the only sender of the account: tabs and the service worker take turns by the Web Lock `sync:<uid>`.
 * @throws as syncPass does
 */
export function runSync(db: AccountDb, world: SyncWorld = LIVE): Promise<PassResult> {
  return navigator.locks.request(`sync:${db.uid}`, () => syncPass(db, world))
}
