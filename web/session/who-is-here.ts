import { recordError } from '../../contract/errors.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { inTime } from '../store/in-time.ts'
import { firstTouch } from './first-touch.ts'
import { signInNoted, wasSignedIn } from './signed-in-bit.ts'

// What a start asks of the phone: who is signed in? Where nobody is, the first render needs no database.

/** After this time a start does not wait for the phone's storage any more. */
const STORAGE_WAIT_MS = 5000

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

/** Resolves when the code of accounts is worth loading: at once, or when a visitor touches the page or signs in. */
export async function accountsWanted(): Promise<void> {
  if ((await whoIsHere()) === null) await Promise.race([firstTouch(), signInNoted()])
}

/** Resolves when code that is missing may be there: the network is back, or somebody has signed in. */
export async function signInOrOnline(): Promise<void> {
  const online = new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await Promise.race([online, signInNoted()])
}
