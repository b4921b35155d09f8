import { expected } from '../../contract/errors.ts'
import { SIGNED_IN } from '../page.ts'

// One bit in localStorage says whether somebody is signed in. A page reads it before its first paint, when no database
// can be read yet: the page of a visitor is not shown to a signed-in user, and a visitor waits for no database. It is a
// hint, and nothing else rests on it.

/** Was somebody signed in when the bit was noted? */
export function wasSignedIn(): boolean {
  try {
    // The build renders pages too, and has no localStorage.
    return Boolean(globalThis.localStorage?.getItem(SIGNED_IN))
  } catch {
    // localStorage is forbidden. The database says more.
    return expected('refused', true)
  }
}

/** Notes whether somebody is signed in. The other tabs hear it from the browser, and this one from here. */
export function noteSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN, '1')
    else localStorage.removeItem(SIGNED_IN)
  } catch {
    // The page of a visitor is shown for a moment.
    expected('refused')
  }
  if (isSignedIn) dispatchEvent(new StorageEvent('storage', { key: SIGNED_IN, newValue: '1' }))
}

/** Resolves when somebody signs in, in this tab or in another one. */
export function signInNoted(): Promise<void> {
  return new Promise((resolve) => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== SIGNED_IN || newValue === null) return
      removeEventListener('storage', onStorage)
      resolve()
    }
    addEventListener('storage', onStorage)
  })
}
