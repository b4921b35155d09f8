import type { AccountDb } from '../data/account-db.ts'
import { accountLock } from '../data/account-lock.ts'
import { storedSession } from '../data/device-db.ts'
import { type PassResult, type SyncWorld, syncPass } from './sync-pass.ts'

const LIVE: SyncWorld = { fetch: (...args) => fetch(...args), now: () => Date.now() }

/**
 * One pass as the only sender of the account: tabs and the service worker take turns by the account's lock. It runs
 * only while the account is the one that is signed in.
 * @param signal ends it, also while it waits for its turn
 * @throws as syncPass does
 */
export async function runSync(db: AccountDb, signal?: AbortSignal, world: SyncWorld = LIVE): Promise<PassResult> {
  const isSignedIn = async () => (await storedSession())?.uid === db.uid
  const pass = () => syncPass(db, { ...world, isSignedIn, ...(signal ? { signal } : {}) })
  return navigator.locks.request(accountLock(db.uid), signal ? { signal } : {}, pass)
}
