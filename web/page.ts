// What the app shares with the inline script of its pages (web/build/page-script.js).

/** The id of the element with which the inline script says that the app could not be loaded. */
export const NO_APP = 'no-app'
/** The id of the markup that the build puts into a page (web/build/prerender.ts). */
export const PRERENDERED = 'prerendered'
/** The key of localStorage that says that somebody is signed in. */
export const SIGNED_IN = 'signed-in'
/** Where an invitation is accepted. */
export const INVITATION_PATH = '/invitation'
/** Where somebody takes a place over, or claims an entry (contract/text/entry-link.ts). */
export const TAKE_PATH = '/take'
/** Where a link leads whose last part is a secret. */
export const LINK_PATHS = [INVITATION_PATH, TAKE_PATH] as const
export type LinkPath = (typeof LINK_PATHS)[number]
