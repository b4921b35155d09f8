import type { AccountDb } from '../store/account-db.ts'
import { accountLock } from '../store/account-lock.ts'
import { storedSession } from '../store/device-db.ts'
import { type PassResult, type SyncWorld, syncPass } from './sync-pass.ts'

const LIVE: SyncWorld = { now: () => Date.now() }

/**
 * Runs one pass as the only sender of the account: the tabs and the service worker share the account's lock. The pass
 * runs only while the account is signed in.
 * @param signal ends the pass, also while it waits for the lock
 * @throws the errors of `syncPass`; an AbortError if `signal` ends the wait for the lock
 */
export async function runSync(db: AccountDb, signal?: AbortSignal, world: SyncWorld = LIVE): Promise<PassResult> {
  const isSignedIn = async () => (await storedSession())?.uid === db.uid
  const pass = () => syncPass(db, { ...world, isSignedIn, ...(signal ? { signal } : {}) })
  return navigator.locks.request(accountLock(db.uid), signal ? { signal } : {}, pass)
}
