import { expected } from '../../contract/errors.ts'
import { SIGNED_IN } from '../page.ts'

/**
 * Notes on the phone whether somebody is signed in. A page reads it before its first paint, when no database can be
 * read yet: the page of a visitor is not shown to a signed-in user. It is a hint, and nothing else rests on it.
 */
export function noteSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN, '1')
    else localStorage.removeItem(SIGNED_IN)
  } catch {
    // localStorage is forbidden. The page of a visitor is shown for a moment.
    expected('refused')
  }
}
