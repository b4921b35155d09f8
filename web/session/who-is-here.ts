import { recordError } from '../../contract/errors.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { inTime } from '../store/in-time.ts'
import { firstTouch } from './first-touch.ts'
import { noteSignedIn, signInNoted, wasSignedIn } from './signed-in-bit.ts'

// What a start asks of the phone: who is signed in? Where nobody is, the first render needs no database.

/** After this time a start does not wait for the phone's storage any more. */
const STORAGE_WAIT_MS = 5000
const AFTER_PAINT_MS = 200

/** The session; null for a visitor, and undefined if the phone could not be read. */
export type Start = SessionRecord | null | undefined

async function readStart(): Promise<Start> {
  if (!wasSignedIn()) return null
  const { storedSession } = await import('../store/device-db.ts')
  return storedSession()
}

let start: Promise<Start> | undefined
let known: Start

/** Who is signed in at the start of this page. It is read once, and never rejects. */
export function whoIsHere(): Promise<Start> {
  start ??= inTime(readStart().catch(recordError), STORAGE_WAIT_MS, undefined).then((read) => {
    known = read
    return read
  })
  return start
}

/** The same for who cannot wait; undefined until it is read. */
export function knownStart(): Start {
  return known
}

/**
 * Resolves when the code of accounts is worth loading: at once, or when a visitor touches the page or signs in, or when
 * the database turns out to have a session.
 */
export async function accountsWanted(): Promise<void> {
  if ((await whoIsHere()) !== null || wasSignedIn()) return
  const wanted = Promise.race([firstTouch(), signInNoted()])
  void findSession().catch(recordError)
  await wanted
}

/**
 * Notes a session that has no bit. A browser that is killed soon after a login loses the bit, and not the database. It is
 * read after the first paint, so that a visitor waits for no database.
 */
async function findSession(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, AFTER_PAINT_MS))
  const { storedSession } = await import('../store/device-db.ts')
  if ((await storedSession()) && !wasSignedIn()) noteSignedIn(true)
}

/** Resolves when code that is missing may be there: the network is back, or somebody has signed in. */
export async function signInOrOnline(): Promise<void> {
  const online = new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await Promise.race([online, signInNoted()])
}
