import { AuthFailure } from './auth-failure.ts'

let loading: Promise<typeof import('./firebase.ts')> | undefined

/** Firebase's code, which is loaded when somebody signs in. @throws AuthFailure offline */
export async function loadFirebase(): Promise<typeof import('./firebase.ts')> {
  loading ??= import('./firebase.ts').catch((cause: unknown) => {
    loading = undefined
    throw new AuthFailure('offline', cause)
  })
  return loading
}

/** Has somebody signed in or out in this page, or is about to? */
export function isFirebaseLoaded(): boolean {
  return loading !== undefined
}

/** Signs out of a Firebase that this page has loaded: it holds its user in memory. Without one there is nothing to do. */
export async function signOutOfFirebase(): Promise<void> {
  await loading?.then((firebase) => firebase.logOut()).catch(() => undefined)
}
