import { expected } from '../../contract/errors.ts'
import { INVITATION } from '../page.ts'

// The token of an invitation is a secret in an address. It leaves the address before anything is loaded, so that no
// other host and no history gets it (web/build/page-script.js), and stays with the tab: through a login, a reload and a restored tab.

/** The token where the browser refuses to store it. */
let inMemory: string | null = null

/** Keeps the token of the invitation that this tab has opened. A null forgets it. */
export function keepInvitation(token: string | null): void {
  inMemory = token
  try {
    if (token === null) sessionStorage.removeItem(INVITATION)
    else sessionStorage.setItem(INVITATION, token)
  } catch {
    // A browser may forbid storage. The token is lost with the page then, and the link opens it again.
    expected('refused')
  }
}

/** The token of the invitation that this tab has opened; null if it has opened none. */
export function openedInvitation(): string | null {
  try {
    return sessionStorage.getItem(INVITATION) ?? inMemory
  } catch {
    return expected('refused', inMemory)
  }
}
