import { recordError } from '../../contract/errors.ts'
import { AuthFailure } from './auth-failure.ts'

let loading: Promise<typeof import('./firebase.ts')> | undefined

/**
 * Loads Firebase's code, once.
 * @throws AuthFailure offline
 */
export async function loadFirebase(): Promise<typeof import('./firebase.ts')> {
  loading ??= import('./firebase.ts').catch((cause: unknown) => {
    loading = undefined
    throw new AuthFailure('offline', cause)
  })
  return loading
}

/** Tells whether this page has loaded Firebase, or is loading it: somebody signs in or out here. */
export function isFirebaseLoaded(): boolean {
  return loading !== undefined
}

/** Signs out of Firebase if this page has loaded it. Firebase keeps its user in memory. */
export async function signOutOfFirebase(): Promise<void> {
  await loading?.then((firebase) => firebase.logOut()).catch(recordError)
}
