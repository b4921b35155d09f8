import Dexie from 'dexie'
import { AccountDb, accountDbName } from '../store/account-db.ts'
import { accountLock } from '../store/account-lock.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { forgetErrors } from '../store/error-log.ts'
import { forgetAccount, type WipeChoice } from '../store/forget-account.ts'
import { inTime } from '../store/in-time.ts'
import { BROWSED_PICTURES, PACK_PICTURES } from '../store/rows/race-pictures.ts'
import { endOnPhone, phoneRegistration } from './push/end-push.ts'
import { endedPush } from './push/push-mark.ts'

// This module deletes what a logout leaves on the phone. The page and the service worker both finish an interrupted
// wipe.

const WIPE_MARK = 'wipe:'
const FIREBASE_MARK = 'forget-firebase'
/** The Web Lock that each login shares while it runs. */
export const SIGN_IN_LOCK = 'sign-in'
/** The longest time that a wipe waits for the account's lock. A sync pass or a frozen tab may hold it. */
const LOCK_TIMEOUT_MS = 5000
const DELETE_TIMEOUT_MS = 5000
/** The longest time for each of the other steps. */
const STEP_TIMEOUT_MS = 5000
/** The longest time for an account: the two waits above, and a transaction of a frozen tab that holds the tables. */
const ACCOUNT_TIMEOUT_MS = LOCK_TIMEOUT_MS + DELETE_TIMEOUT_MS + STEP_TIMEOUT_MS

/** The mark for a wipe that is due. `endSession` writes it in the transaction that ends the session. */
export function wipeMark(uid: string, choice: WipeChoice): { key: string; value: string } {
  return { key: WIPE_MARK + uid, value: choice }
}

/**
 * The mark for Firebase's own record, which is to be deleted. A new login removes the mark, because the record then
 * belongs to the new user.
 */
export const firebaseMark = { key: FIREBASE_MARK, value: '' }

/**
 * Carries out the wipes that are due. It deletes each mark after the account's data is gone. It may run several times
 * at once, because each wipe holds the lock of its account. The steps run side by side, so that one that fails or hangs
 * does not stop the others; its mark stays for the next start.
 * @returns whether the data of all these accounts is gone; false if another tab blocks a database, or the storage does
 *   not answer
 * @throws Error of a step that failed, after the others have ended
 */
export async function finishWipes(): Promise<boolean> {
  const due = await inTime(deviceDb.marks.where('key').startsWith(WIPE_MARK).toArray(), STEP_TIMEOUT_MS, null)
  if (!due) return false
  const isPushOver = due.length > 0 || (await endedPush()) !== null
  const steps = await Promise.allSettled([
    // Only `wipeMark` writes these marks, so the value is a choice.
    ...due.map(({ key, value }) =>
      inTime(wipeAccount(key.slice(WIPE_MARK.length), value as WipeChoice), ACCOUNT_TIMEOUT_MS, false),
    ),
    isDoneInTime(due.length > 0 ? forgetPictures() : null),
    isDoneInTime(finishFirebase()),
    isDoneInTime(due.length > 0 ? forgetErrors() : null),
    isDoneInTime(isPushOver ? phoneRegistration().then(endOnPhone) : null),
  ])
  const arePicturesGone = isDone(steps[due.length])
  const done = due.filter((_mark, index) => isDone(steps[index]) && arePicturesGone)
  await deviceDb.marks.bulkDelete(done.map(({ key }) => key))
  // If a cache of pictures cannot be deleted, the mark stays, and the next start tries again. The result does not depend
  // on the pictures, so no login waits for them.
  const asked = steps.filter((_step, index) => index !== due.length)
  const failed = asked.find((step) => step.status === 'rejected')
  if (failed) throw failed.reason
  return asked.every(isDone)
}

function isDone(step: PromiseSettledResult<boolean> | undefined): boolean {
  return step?.status === 'fulfilled' && step.value
}

async function finishFirebase() {
  if (!(await deviceDb.marks.get(FIREBASE_MARK))) return
  await forgetFirebaseUser()
  await deviceDb.marks.delete(FIREBASE_MARK)
}

/** Waits for a step. @returns whether it ended in time */
function isDoneInTime(step: Promise<unknown> | null): Promise<boolean> {
  return inTime(
    Promise.resolve(step).then(() => true),
    STEP_TIMEOUT_MS,
    false,
  )
}

/**
 * Wipes account databases that belong to no session and have no mark, for example what a pass wrote after a logout. An
 * outbox that is not empty, and forms that a logout has kept, stay for their account.
 * @param isSigningIn true if Firebase's record may belong to somebody who signs in in this tab
 */
export async function wipeOrphans(isSigningIn: boolean): Promise<void> {
  const forget = async () => {
    if (!isSigningIn && !(await storedSession())) await forgetFirebaseUser()
  }
  // Another tab may be signing somebody in: Firebase has its record before this phone has a session.
  await navigator.locks.request(
    SIGN_IN_LOCK,
    { ifAvailable: true },
    (lock) => lock && inTime(forget(), STEP_TIMEOUT_MS, undefined),
  )
  const prefix = accountDbName('')
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(prefix))
  for (const name of names) await wipeAccount(name.slice(prefix.length), 'orphan')
}

/** Wipes one account. @returns whether the wipe is finished: only what the choice keeps is left */
function wipeAccount(uid: string, choice: WipeChoice | 'orphan'): Promise<boolean> {
  return withAccountLock(uid, async () => {
    if ((await storedSession())?.uid === uid || !(await Dexie.exists(accountDbName(uid)))) return true
    const db = new AccountDb(uid)
    const isKept = await forgetAccount(db, choice).finally(() => db.close())
    return isKept || deleteDatabase(accountDbName(uid))
  })
}

/**
 * Runs a function with the account's lock. If the lock is not free in time, it runs without it. That is safe, because a
 * pass writes only for the account that is signed in.
 */
export function withAccountLock<T>(uid: string, run: () => Promise<T>): Promise<T> {
  return inLockOrLate(accountLock(uid), 'exclusive', run)
}

/** Runs a function with a lock, or without it if the lock is not free in time: a frozen tab may hold it. */
export function inLockOrLate<T>(name: string, mode: LockMode, run: () => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(LOCK_TIMEOUT_MS)
  let isRunning = false
  const runOnce = () => {
    isRunning = true
    return run()
  }
  return navigator.locks.request(name, { mode, signal: timeout }, runOnce).catch((error: unknown) => {
    if (isRunning || !timeout.aborted) throw error
    return run()
  })
}

/**
 * Deletes a database whose rows are already deleted. If a tab keeps the database open, the deletion finishes when the
 * tab closes. @returns whether the database is deleted
 */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), DELETE_TIMEOUT_MS)
    // Dexie's own `delete` would log a warning in a page that has the database open and closes it in a moment.
    const deleted = indexedDB.deleteDatabase(name)
    deleted.onsuccess = () => resolve(true)
    deleted.onerror = () => resolve(false)
  })
}

/**
 * Deletes the stored pictures, because they tell which marathons somebody looked at.
 * @throws Error if the browser cannot delete one of the caches
 */
export async function forgetPictures() {
  const names = [PACK_PICTURES, BROWSED_PICTURES]
  await Promise.all(names.map((name) => globalThis.caches?.delete(name)))
  // Workbox stores the addresses of the pictures, to find the oldest.
  await clearStore('workbox-expiration', 'cache-entries')
}

/**
 * Deletes the user that Firebase stores, with a token that can start a new session. Firebase's own sign-out needs our
 * settings and so a network. This deletion works offline.
 */
function forgetFirebaseUser() {
  return clearStore('firebaseLocalStorageDb', 'firebaseLocalStorage')
}

/**
 * Empties an object store in a library's database. It does not delete the database, because the library may have it
 * open.
 */
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
