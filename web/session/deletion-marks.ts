import { DAY_MS } from '../../contract/limits.ts'
import { deviceDb } from '../store/device-db.ts'

/**
 * After this many days the phone does not send the request by itself any more, because the account may have been used
 * since. The user can send it again. A deletion that the server has recorded goes on.
 */
const WISH_DAYS = 7

/**
 * An account that this phone deletes.
 * - `due`: the server has not heard of it.
 * - `sent`: the server may have heard of it.
 * - `recorded`: the server deletes the account. Its login at Firebase is to be deleted.
 * - `done`: the login is deleted, and the server deletes the data.
 * - `login-left`: Firebase deletes a login only soon after the user has logged in. The server deletes the data.
 * - `refused`: Firebase or the server does not accept the login that this phone had.
 * The last three are kept until the user has read them.
 */
export interface Deletion {
  uid: string
  email: string
  /** Good for ID tokens of the account; '' when it is not needed any more. */
  refreshToken: string
  /** When the user deleted the account, ms by the phone's clock. */
  askedAt: number
  state: 'due' | 'sent' | 'recorded' | 'done' | 'login-left' | 'refused'
}

/** The keys of these marks begin with it. */
const DELETION_PREFIX = 'delete-account:'

/** The deletions that this phone has begun. */
export async function deletions(): Promise<Deletion[]> {
  const marks = await deviceDb.marks.where('key').startsWith(DELETION_PREFIX).toArray()
  return marks.map(parseDeletion)
}

/** The deletion of an account; null if there is none. */
export async function deletionOf(uid: string): Promise<Deletion | null> {
  const mark = await deviceDb.marks.get(DELETION_PREFIX + uid)
  return mark ? parseDeletion(mark) : null
}

/** Only `putDeletion` writes these marks, with this type. */
function parseDeletion({ value }: { value: string }): Deletion {
  return JSON.parse(value) as Deletion
}

/** Stores a deletion. It may run inside of another transaction on the marks. */
export async function putDeletion(deletion: Deletion): Promise<void> {
  await deviceDb.marks.put({ key: DELETION_PREFIX + deletion.uid, value: JSON.stringify(deletion) })
}

/** Forgets a deletion: the user has read what became of it, or keeps the account. */
export async function forgetDeletion(uid: string): Promise<void> {
  await deviceDb.marks.delete(DELETION_PREFIX + uid)
}

/** Is something of a deletion still to be told? */
export function isUntold({ state }: Deletion): boolean {
  return state === 'due' || state === 'sent' || state === 'recorded'
}

/** Is a deletion still to be told, and told without asking the user again? @param now ms since the epoch */
export function isToldUnasked(deletion: Deletion, now: number): boolean {
  return deletion.state === 'recorded' || (isUntold(deletion) && now - deletion.askedAt < WISH_DAYS * DAY_MS)
}
