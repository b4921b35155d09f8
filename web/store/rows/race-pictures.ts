import { DAY_MS } from '../../../contract/limits.ts'
import { marathonIdOf } from '../../../contract/ops.ts'
import type { AccountDb } from '../account-db.ts'
import { compareBy } from './compare-by.ts'
import { ownRows } from './own-rows.ts'

/** The cache in which the service worker stores the pictures of the user's races. */
export const PACK_PICTURES = 'pack-pictures'
/** The cache of pictures that the user has only looked at. */
export const BROWSED_PICTURES = 'pictures'
/** An opaque response (from a host without CORS) counts as about 7 MB of the phone's quota. */
export const MAX_PACK_PICTURES = 30

/**
 * The pictures of the user's races, soonest first: marathons that the user organises or has applied to (queued
 * applications included), unless they started more than a day ago. This module does not import React, because the
 * service worker uses it too.
 */
export async function racePictures(db: AccountDb, now: number): Promise<string[]> {
  const [applied, owned, queued] = await Promise.all([
    ownRows(db.applications).toArray(),
    ownRows(db.marathons).primaryKeys(),
    db.outbox.where('target').startsWith('application:').toArray(),
  ])
  const ids = [...owned, ...applied.map((row) => row.marathonId), ...queued.flatMap(({ op }) => marathonIdOf(op) ?? [])]
  const marathons = await db.marathons.bulkGet([...new Set(ids)])
  const since = new Date(now - DAY_MS).toISOString()
  const ahead = marathons
    .filter((marathon) => marathon !== undefined)
    .filter((marathon) => marathon.image !== '' && marathon.startDate > since)
    .sort(compareBy('startDate'))
  return [...new Set(ahead.map((marathon) => marathon.image))].slice(0, MAX_PACK_PICTURES)
}
