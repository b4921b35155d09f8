import { DISTANCES, ID_PATTERN } from './limits.ts'
import type { PublicMarathon, PublicPage, UpcomingMarathon } from './marathon.ts'

// The lists of the home page and the public pages, read without zod: a visitor's first screen needs nothing else of it.
// A test holds that this says the same as the schemas.

/** The rows of the two public lists. */
export interface PublicLists {
  explore: PublicMarathon
  upcoming: UpcomingMarathon
}

/**
 * The attribute of what the worker fills in where the build has rendered a public page without its event: `title` and
 * `location` are texts, `image` is a picture.
 */
export const FILLED_IN = 'data-filled-in'

const TEXTS = ['image', 'title', 'location', 'regStart', 'regEnd', 'startDate', 'timeZone'] as const

/**
 * Reads a public list. It takes the fields that it knows, so that a newer server may send more.
 * @throws TypeError if the body is not such a list
 */
export function readPublicList<K extends keyof PublicLists>(key: K, body: unknown): PublicLists[K][] {
  if (!Array.isArray(body)) throw new TypeError('no list of marathons')
  return body.map((row: unknown) => readRow(key, row) as PublicLists[K])
}

function readRow(key: keyof PublicLists, row: unknown): Record<string, string> {
  if (typeof row !== 'object' || row === null) throw new TypeError('no marathon')
  const { _id, distance, ...rest } = row as Record<string, unknown>
  if (typeof _id !== 'string' || !ID_PATTERN.test(_id)) throw new TypeError('_id')
  if (typeof distance !== 'string' || !(DISTANCES as readonly string[]).includes(distance)) {
    throw new TypeError('distance')
  }
  const read: Record<string, string> = { _id, distance }
  for (const name of key === 'upcoming' ? [...TEXTS, 'description'] : TEXTS) {
    const value = rest[name]
    if (typeof value !== 'string') throw new TypeError(name)
    read[name] = value
  }
  return read
}

/**
 * Reads a public page. It takes the fields that it knows.
 * @throws TypeError if the body is none
 */
export function readPublicPage(body: unknown): PublicPage {
  const row = readRow('upcoming', body)
  const { cancelled, registration, organisedBy, imageSize, previousStart, results, isFull, isListed, ver } =
    body as PublicPage
  const isRight: Record<string, boolean> = {
    cancelled: cancelled === null || typeof cancelled === 'string',
    registration: registration === 'first-come' || registration === 'ballot',
    organisedBy: typeof organisedBy === 'string',
    imageSize: typeof imageSize === 'string',
    previousStart: previousStart === null || typeof previousStart === 'string',
    results: results === '' || results === 'live' || results === 'official',
    isFull: typeof isFull === 'boolean',
    isListed: typeof isListed === 'boolean',
    ver: Number.isSafeInteger(ver),
  }
  for (const name of Object.keys(isRight)) if (!isRight[name]) throw new TypeError(name)
  const rest = { cancelled, registration, organisedBy, imageSize, previousStart, results, isFull, isListed, ver }
  return { ...(row as unknown as UpcomingMarathon), ...rest }
}
