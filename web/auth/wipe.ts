import Dexie from 'dexie'
import { AccountDb, accountDbName } from '../data/account-db.ts'
import { accountLock } from '../data/account-lock.ts'
import { deviceDb, storedSession } from '../data/device-db.ts'
import { forgetAccount, type WipeChoice } from '../data/forget-account.ts'
import { BROWSED_PICTURES, PACK_PICTURES } from '../data/race-pictures.ts'

// What a logout deletes on the phone. The page and the service worker both finish a wipe that was cut off; what a page
// alone can reach (localStorage) is deleted by session-store.ts.

const WIPE_MARK = 'wipe:'
const FIREBASE_MARK = 'forget-firebase'
/** A pass or a frozen tab that does not let go of the account's lock is waited for no longer than this. */
const LOCK_TIMEOUT_MS = 5000
const DELETE_TIMEOUT_MS = 5000

/** The mark that an account's wipe is due. It is written in the transaction that ends its session. */
export function wipeMark(uid: string, choice: WipeChoice): { key: string; value: string } {
  return { key: WIPE_MARK + uid, value: choice }
}

/** The mark that Firebase's own record is to go. A new login takes it back: the record is the new user's then. */
export const firebaseMark = { key: FIREBASE_MARK, value: '' }

/**
 * Carries out the wipes that are due, and forgets each mark after nothing of its account is left. It may run several
 * times at once: an account is wiped under its lock.
 * @returns whether all of them are finished; false where another tab holds on to a database
 */
export async function finishWipes(): Promise<boolean> {
  if (await deviceDb.marks.get(FIREBASE_MARK)) {
    await forgetFirebaseUser()
    await deviceDb.marks.delete(FIREBASE_MARK)
  }
  const due = await deviceDb.marks.where('key').startsWith(WIPE_MARK).toArray()
  if (due.length === 0) return true
  await forgetPictures()
  const finished = await Promise.all(
    due.map(async ({ key, value }) => {
      const isWiped = await wipeAccount(key.slice(WIPE_MARK.length), value as WipeChoice)
      if (isWiped) await deviceDb.marks.delete(key)
      return isWiped
    }),
  )
  return finished.every(Boolean)
}

/**
 * Wipes what belongs to no session and is marked by nobody: what a pass wrote after a logout, or an older version of
 * the app left behind. A queue that waits for its account stays.
 * @param isSigningIn Firebase's record may be that of somebody who is just signing in
 */
export async function wipeOrphans(isSigningIn: boolean): Promise<void> {
  if (!isSigningIn && !(await storedSession())) await forgetFirebaseUser()
  const prefix = accountDbName('')
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(prefix))
  for (const name of names) await wipeAccount(name.slice(prefix.length), 'clean')
}

/** @returns whether nothing but what is kept is left */
function wipeAccount(uid: string, choice: WipeChoice): Promise<boolean> {
  return withAccountLock(uid, async () => {
    if ((await storedSession())?.uid === uid || !(await Dexie.exists(accountDbName(uid)))) return true
    const db = new AccountDb(uid)
    const isKept = await forgetAccount(db, choice).finally(() => db.close())
    return isKept || deleteDatabase(accountDbName(uid))
  })
}

/** Runs with the account's lock, or without it where nobody gives it: a pass writes only for who is signed in. */
export async function withAccountLock<T>(uid: string, run: () => Promise<T>): Promise<T> {
  const patience = AbortSignal.timeout(LOCK_TIMEOUT_MS)
  let isRunning = false
  const runOnce = () => {
    isRunning = true
    return run()
  }
  return navigator.locks.request(accountLock(uid), { signal: patience }, runOnce).catch((error: unknown) => {
    if (isRunning || !patience.aborted) throw error
    return run()
  })
}

/** The rows are gone already. A tab that holds on to the database itself makes this take until its end. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), DELETE_TIMEOUT_MS)
    // Not through Dexie, which warns on the console of a page that is only about to close.
    const deleted = indexedDB.deleteDatabase(name)
    deleted.onsuccess = () => resolve(true)
    deleted.onerror = () => resolve(false)
  })
}

/** The pictures that are kept tell which events somebody looked at. */
async function forgetPictures() {
  const names = [PACK_PICTURES, BROWSED_PICTURES]
  await Promise.all(names.map((name) => globalThis.caches?.delete(name))).catch(() => undefined)
  // Workbox keeps their addresses, to drop the oldest.
  await clearStore('workbox-expiration', 'cache-entries')
}

/**
 * Firebase keeps its user in a database of its own, with a token that is good for a new session. Its own signing out
 * needs our settings, and so a network, before it begins; its record is deleted here without one.
 */
function forgetFirebaseUser() {
  return clearStore('firebaseLocalStorageDb', 'firebaseLocalStorage')
}

/** Empties a store of a library's own database. It is not deleted: the library may hold it open. */
async function clearStore(name: string, store: string) {
  if (!(await Dexie.exists(name))) return
  const db = new Dexie(name)
  try {
    await db.open()
    if (db.tables.some((table) => table.name === store)) await db.table(store).clear()
  } finally {
    db.close()
  }
}
