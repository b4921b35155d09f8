import { DISTANCES, ID_PATTERN } from './limits.ts'
import type { PublicMarathon, UpcomingMarathon } from './marathon.ts'

// The lists of the home page, read without zod: a visitor's first screen needs nothing else of it. A test holds that
// this says the same as the schemas.

/** The rows of the two public lists. */
export interface PublicLists {
  explore: PublicMarathon
  upcoming: UpcomingMarathon
}

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
