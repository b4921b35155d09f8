import { useEffect } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { organises } from '../../../contract/roles.ts'
import { useAccountOrNull } from '../../store/account-context.tsx'
import type { AccountDb, PackRecord } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import type { MarathonView } from '../../store/overlay.ts'

type Seen = PackRecord['seen']

/** A field that changed since the user last saw the marathon, and its old value. */
export type SeenChange = { [F in keyof Seen]: { field: F; was: Seen[F] } }[keyof Seen]

/** The fields that differ between what the user saw and the marathon as it is now. A cancellation comes first. */
export function changesSince(seen: Seen, marathon: Seen): SeenChange[] {
  const now = seenOf(marathon)
  const fields = Object.keys(now) as (keyof Seen)[]
  return fields
    .filter((field) => seen[field] !== now[field])
    .map((field) => ({ field, was: seen[field] }) as SeenChange)
}

function seenOf({ cancelled, startDate, timeZone, location, distance, regStart, regEnd, name, email }: Seen): Seen {
  return { cancelled, startDate, timeZone, location, distance, regStart, regEnd, name, email }
}

/** Stores the marathon's current fields as seen by the user. */
export async function markSeen(db: AccountDb, marathon: MarathonView, now = Date.now()): Promise<void> {
  await db.packs.put({ marathonId: marathon._id, seen: seenOf(marathon), at: now })
}

/** The changes since the user last saw a marathon. */
export interface ChangedSince {
  changes: SeenChange[]
  /** The time zone of the start that the user saw. */
  seenZone: string
  /** When the user saw it, ms by the phone's clock. */
  at: number
  /** The user taps "Got it": stores the current fields as seen. */
  dismiss: () => void
}

/**
 * What changed in a marathon since the user last saw it; null if nothing changed. The first time that the user sees a
 * marathon, its fields are only stored. For the user's own marathons the result is always null, because the user made
 * the changes.
 */
export function useChangedSince(marathon: MarathonView | null | undefined): ChangedSince | null {
  const db = useAccountOrNull()?.db
  const watched = marathon && !organises(marathon) && marathon.pending === null ? marathon : null
  const record = useLiveRead(
    async () => (db && watched ? ((await db.packs.get(watched._id)) ?? null) : undefined),
    [db, watched?._id],
  )
  useEffect(() => {
    if (db && watched && record === null) void markSeen(db, watched).catch(recordError)
  }, [db, watched, record])
  if (!db || !watched || !record || record.marathonId !== watched._id) return null
  const changes = changesSince(record.seen, watched)
  if (changes.length === 0) return null
  return { changes, seenZone: record.seen.timeZone, at: record.at, dismiss: () => void markSeen(db, watched) }
}
