import { recordError } from '../../contract/errors.ts'
import { Problem } from '../../contract/problem.ts'
import { successSchema } from '../../contract/session.ts'
import { callApi } from '../calls/call-api.ts'
import { type Deletion, deletionOf, deletions, forgetDeletion, isToldUnasked, putDeletion } from './deletion-marks.ts'
import { deleteLogin, FirebaseRefusal, fetchIdToken } from './refresh-token.ts'

const LOCK = 'delete-account'

/**
 * Tells the server, and then Firebase, of the accounts that this phone deletes. Pages and the service worker call it
 * again until both have answered. A call that was told already changes nothing.
 * @returns whether nothing is left to tell without asking the user
 */
export function tellDeletions(): Promise<boolean> {
  return navigator.locks.request(LOCK, async () => {
    for (const deletion of await unasked()) await tell(deletion).catch(recordError)
    return (await unasked()).length === 0
  })
}

async function unasked(): Promise<Deletion[]> {
  return (await deletions()).filter((deletion) => isToldUnasked(deletion, Date.now()))
}

/** Tells of one deletion, because the user asked for it. @throws if server or Firebase has not answered */
export function tellDeletion(uid: string): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    const deletion = await deletionOf(uid)
    if (deletion) await tell(deletion)
  })
}

/**
 * This phone tells nothing more of a deletion. The user keeps what is not deleted yet: the account, if the server has
 * not heard of it, or the login.
 * @returns false if the deletion has gone on meanwhile
 */
export function stopTelling({ uid, state }: Deletion): Promise<boolean> {
  return navigator.locks.request(LOCK, async () => {
    const isAsShown = (await deletionOf(uid))?.state === state
    if (isAsShown) await forgetDeletion(uid)
    return isAsShown
  })
}

/** @throws NoResponse and others if there is no answer; then the deletion stays as it is */
async function tell(deletion: Deletion): Promise<void> {
  let { state } = deletion
  const note = (next: Deletion['state'], refreshToken = deletion.refreshToken) => {
    state = next
    return putDeletion({ ...deletion, refreshToken, state })
  }
  const end = (last: 'done' | 'login-left' | 'refused') => note(last, '')
  try {
    const idToken = await fetchIdToken(deletion.refreshToken)
    if (state !== 'recorded') {
      // The answer may be lost. From here on nobody is told that the server has not heard of it.
      await note('sent')
      const headers = { Authorization: `Bearer ${idToken}` }
      const call = { method: 'POST' as const, headers, body: '{}' }
      await callApi('/api/account/deletion', (body) => successSchema.parse(body), call)
      await note('recorded')
    }
    await deleteLogin(idToken)
    await end('done')
  } catch (error) {
    const isRefused = error instanceof FirebaseRefusal || (error instanceof Problem && error.code === 'UNAUTHENTICATED')
    // The server counts calls before it records anything.
    if (error instanceof Problem && error.code === 'RATE_LIMITED' && state === 'sent') await note(deletion.state)
    if (!isRefused) throw error
    if (state !== 'recorded') return end('refused')
    // The answer to an earlier call, which deleted the login, may have been lost.
    const isGone = error instanceof FirebaseRefusal && error.code === 'USER_NOT_FOUND'
    return end(isGone ? 'done' : 'login-left')
  }
}
