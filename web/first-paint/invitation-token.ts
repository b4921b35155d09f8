// The token of an invitation is a secret in an address. It leaves the address before anything is loaded, so that no
// other host and no history gets it, and stays with the tab: through a login, a reload and a restored tab.

const KEY = 'invitation'

/** Where an invitation is accepted. */
export const INVITATION_PATH = '/invitation'

/** The part of the inline script that takes the token out of the address. Without storage the app does it. */
export const TAKE_TOKEN = `{const token=location.pathname.match(/^\\/invitation\\/([^/]+)$/)?.[1]
if(token)try{sessionStorage.setItem('${KEY}',token);history.replaceState(null,'','${INVITATION_PATH}')}catch{}}`

/** The token where the browser refuses to store it. */
let inMemory: string | null = null

/** Keeps the token of the invitation that this tab has opened. A null forgets it. */
export function keepInvitation(token: string | null): void {
  inMemory = token
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch {
    // A browser may forbid storage. The token is lost with the page then, and the link opens it again.
  }
}

/** The token of the invitation that this tab has opened; null if it has opened none. */
export function openedInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory
  } catch {
    return inMemory
  }
}
