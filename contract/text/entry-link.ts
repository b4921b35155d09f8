// The link to an entry: who opens it takes the place over, or claims the entry that a desk made.

/**
 * The id of an entry, and what proves that one may take it: the secret of an offer, or the entry code of an entry without
 * account.
 */
export interface LinkedSecret {
  id: string
  secret: string
}

/** The token of a link to an entry. */
export function entryToken({ id, secret }: LinkedSecret): string {
  return `${id}.${secret}`
}

/** What a token consists of; null for a text that is none. */
export function readEntryToken(token: string): LinkedSecret | null {
  const [, id, secret] = /^([\w-]{8,64})\.([\w-]{8,22})$/.exec(token) ?? []
  return id !== undefined && secret !== undefined ? { id, secret } : null
}

/** The link. @param origin of the app */
export function entryLink(origin: string, entry: LinkedSecret): string {
  return `${origin}/take/${entryToken(entry)}`
}
