import { deviceDb } from '../store/device-db.ts'
import { PROFILE_MARK } from './server-session.ts'

/** What a user has typed of the account: the name, and the address of a photo or ''. */
export interface Profile {
  displayName: string
  photoURL: string
}

/**
 * A profile that Firebase may not have yet. A registration is three calls, and the phone may lose its signal between
 * them. The password is never kept.
 */
interface KeptProfile extends Profile {
  email: string
  /** The account that was registered with it; undefined while that is not known. */
  uid?: string
}

interface Owner {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
}

/** Only `keepProfile` writes this mark, with this type. */
async function readKept(): Promise<KeptProfile | null> {
  const mark = await deviceDb.marks.get(PROFILE_MARK)
  return mark ? (JSON.parse(mark.value) as KeptProfile) : null
}

/** Does this phone keep a profile? */
export async function hasProfile(): Promise<boolean> {
  return (await readKept()) !== null
}

/** Keeps a profile on this phone until Firebase has it. @returns a function that puts back what was kept before */
export async function keepProfile(email: string, profile: Profile, uid?: string): Promise<() => Promise<void>> {
  const before = await readKept()
  const isSame = before !== null && before.email === normalised(email)
  await put({ email: normalised(email), ...profile, ...(isSame ? { uid: before.uid } : {}), ...(uid ? { uid } : {}) })
  return () => (before ? put(before) : forgetProfile())
}

/**
 * The profile that is kept for this account; null if there is none. An account that somebody else registered has a name
 * already, and gets no other one from this phone.
 */
export async function profileOf(user: Owner): Promise<Profile | null> {
  const kept = await readKept()
  if (kept?.email !== normalised(user.email)) return null
  return kept.uid === user.uid || !user.displayName ? kept : null
}

/** Forgets the kept profile if Firebase has it, or if it is another account's. It may run inside of a transaction. */
export async function settleProfile(user: Owner): Promise<void> {
  const kept = await profileOf(user)
  const isSet = kept?.displayName === user.displayName && (!kept?.photoURL || kept.photoURL === user.photoURL)
  if (!kept || isSet) await forgetProfile()
}

async function forgetProfile(): Promise<void> {
  await deviceDb.marks.delete(PROFILE_MARK)
}

async function put(kept: KeptProfile): Promise<void> {
  await deviceDb.marks.put({ key: PROFILE_MARK, value: JSON.stringify(kept) })
}

function normalised(email: string | null): string {
  return (email ?? '').trim().toLowerCase()
}
