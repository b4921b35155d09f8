import { sha256 } from './sha-256.ts'

// The id of a row that a phone makes is a random part and a tag: a hash of the account and the random part. After a
// restore the server has forgotten who had an id. From the tag it sees that nobody else may have it, and it needs no
// secret for that, which a phone without a network would not have.

/** A UUID, a dash, and 66 bits of the hash in base64url. */
const OWNED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([A-Za-z0-9_-]{11})$/
const TAG_LENGTH = 11

/** The id of an account's row. @param random a new UUID */
export function ownedId(random: string, uid: string): string {
  return `${random}-${tagOf(random, uid)}`
}

/**
 * May the account make a row with this id? An id without a tag is bound to nobody: other clients make ids of other
 * forms.
 */
export function mayMake(id: string, uid: string): boolean {
  const [, random = '', tag] = OWNED.exec(id) ?? []
  return tag === undefined || tag === tagOf(random, uid)
}

/** Did the account make this id? Nobody knows of an id without a tag. */
export function isMadeBy(id: string, uid: string): boolean {
  return OWNED.test(id) && mayMake(id, uid)
}

function tagOf(random: string, uid: string): string {
  const hash = String.fromCharCode(...sha256(`${random}\n${uid}`))
  return btoa(hash).replaceAll('+', '-').replaceAll('/', '_').slice(0, TAG_LENGTH)
}
