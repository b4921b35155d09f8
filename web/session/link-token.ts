import { redirect } from '@tanstack/react-router'
import { expected } from '../../contract/errors.ts'
import type { LinkPath } from '../page.ts'

// The token of an invitation, or of a link to an entry, is a secret in an address. It leaves the address before anything
// is loaded, so that no other host and no history gets it (web/build/page-script.js), and stays with the tab: through a
// login, a reload and a restored tab. Its key in sessionStorage is the path where it is used.

/** The tokens where the browser refuses to store them. */
const inMemory = new Map<LinkPath, string>()

/** Keeps the token of the link that this tab has opened. A null forgets it. */
export function keepToken(path: LinkPath, token: string | null): void {
  if (token === null) inMemory.delete(path)
  else inMemory.set(path, token)
  try {
    if (token === null) sessionStorage.removeItem(path)
    else sessionStorage.setItem(path, token)
  } catch {
    // A browser may forbid storage. The token is lost with the page then, and the link opens it again.
    expected('refused')
  }
}

/** The token of the link to this path that this tab has opened; null if it has opened none. */
export function openedToken(path: LinkPath): string | null {
  const kept = inMemory.get(path) ?? null
  try {
    return sessionStorage.getItem(path) ?? kept
  } catch {
    return expected('refused', kept)
  }
}

/**
 * Takes the token out of the address. The inline script has done so before, unless the browser stores nothing.
 * @throws a redirect to the path without its token
 */
export function openLink(path: LinkPath, token: string): never {
  keepToken(path, token)
  throw redirect({ to: path, replace: true })
}
