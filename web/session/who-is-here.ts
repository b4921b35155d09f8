import type { SessionRecord } from '../store/device-store.ts'
import { DEVICE_DB, isRefused, readMarks, readSession } from '../store/device-store.ts'
import { inTime } from '../store/in-time.ts'
import { firstTouch } from './first-touch.ts'

// What a start asks of the phone, before Dexie is there: is somebody signed in, and is anything of an account left to
// finish? A phone on which nobody was ever signed in needs Dexie only when its user begins to do something.

/** A start waits so long for the phone's storage. */
const STORAGE_WAIT_MS = 5000
/** Tells the other tabs that somebody has signed in. */
const CHANNEL = 'signed-in'
/** Marks that need no work at a start. */
const AT_REST = ['language', 'install-dismissed', 'logged-out-everywhere']

/** The keys of the marks of accounts that this phone deletes (deletion-marks.ts) begin with it. */
export const DELETION_PREFIX = 'delete-account:'

/** Tells whether this phone deletes an account, or has deleted one and not told the user yet. */
export async function hasDeletions(): Promise<boolean> {
  return (await readMarks()).some(({ key }) => key.startsWith(DELETION_PREFIX))
}

/** Who is signed in, and whether something of an account waits on this phone. */
export interface Start {
  session: SessionRecord | null
  /** True if nobody was ever signed in here, or a logout has left nothing. */
  isAtRest: boolean
}

/**
 * Reads the phone. It never rejects: where the browser refuses to store anything, nobody is signed in. Null if the phone
 * could not be read now.
 */
async function readStart(): Promise<Start | null> {
  try {
    const session = await readSession()
    return { session, isAtRest: !session && (await isAtRest()) }
  } catch (error) {
    return isRefused(error) ? { session: null, isAtRest: false } : null
  }
}

async function isAtRest(): Promise<boolean> {
  const [marks, databases] = await Promise.all([readMarks(), indexedDB.databases()])
  const isOurs = (name = '') => name === DEVICE_DB || name.startsWith('workbox-')
  return marks.every(({ key }) => AT_REST.includes(key)) && databases.every(({ name }) => isOurs(name))
}

let start: Promise<Start | null> | undefined
let known: Start | null = null

/** What the phone says at the start of this page, read once; null if its storage does not answer in time or is broken. */
export function whoIsHere(): Promise<Start | null> {
  start ??= inTime(readStart(), STORAGE_WAIT_MS, null).then((read) => {
    known = read
    return read
  })
  return start
}

/** What `whoIsHere` has read; null until then. For a caller that cannot wait. */
export function knownStart(): Start | null {
  return known
}

/**
 * Resolves when the code of accounts is worth loading: somebody is signed in, something of an account is left, the user
 * touches the page, or somebody signs in in another tab.
 */
export async function accountsWanted(): Promise<void> {
  if (!(await whoIsHere())?.isAtRest) return
  await signInOr(firstTouch())
}

/** Resolves when code that could not be loaded is worth another try: the network is back, or somebody has signed in. */
export async function signInOrOnline(): Promise<void> {
  await signInOr(new Promise((resolve) => addEventListener('online', resolve, { once: true })))
}

async function signInOr(other: Promise<unknown>) {
  const channel = new BroadcastChannel(CHANNEL)
  const signedIn = new Promise((resolve) => channel.addEventListener('message', resolve))
  await Promise.race([other, signedIn])
  channel.close()
}

/** Tells this tab and the others, which may have no live session yet, that somebody has signed in. */
export function announceSignIn() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(null)
  channel.close()
}
