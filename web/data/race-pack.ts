import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect } from 'react'
import { useAccountOrNull } from './account-context.tsx'
import type { AccountDb, PackRecord } from './account-db.ts'
import type { MarathonView } from './overlay.ts'

type Seen = PackRecord['seen']

/** What moved since the user last looked: the field and what it was. */
export type SeenChange = { [F in keyof Seen]: { field: F; was: Seen[F] } }[keyof Seen]

/** The differences between what was seen and what the event says now. */
export function changesSince(seen: Seen, marathon: Seen): SeenChange[] {
  const fields = Object.keys(seen) as (keyof Seen)[]
  return fields
    .filter((field) => seen[field] !== marathon[field])
    .map((field) => ({ field, was: seen[field] }) as SeenChange)
}

function seenOf({ startDate, timeZone, location, distance, name, email }: Seen): Seen {
  return { startDate, timeZone, location, distance, name, email }
}

/** Remembers that the user knows what the event says now. */
export async function markSeen(db: AccountDb, marathon: MarathonView, now = Date.now()): Promise<void> {
  await db.packs.put({ marathonId: marathon._id, seen: seenOf(marathon), at: now })
}

/** What moved since the user last looked at `event`, and when that was. */
export interface ChangedSince {
  changes: SeenChange[]
  /** The zone that the seen start was told in. */
  seenZone: string
  at: number
  /** "Got it". */
  dismiss: () => void
}

/**
 * What changed in an event since the user last looked; null where nothing did. The first look is remembered
 * quietly. One's own edits are no news, so one's own events never say so.
 */
export function useChangedSince(marathon: MarathonView | null | undefined): ChangedSince | null {
  const db = useAccountOrNull()?.db
  const watched = marathon && !marathon.mine && marathon.pending === null ? marathon : null
  const record = useLiveQuery(
    async () => (db && watched ? ((await db.packs.get(watched._id)) ?? null) : undefined),
    [db, watched?._id],
  )
  useEffect(() => {
    if (db && watched && record === null) void markSeen(db, watched).catch(() => undefined)
  }, [db, watched, record])
  if (!db || !watched || !record || record.marathonId !== watched._id) return null
  const changes = changesSince(record.seen, watched)
  if (changes.length === 0) return null
  return { changes, seenZone: record.seen.timeZone, at: record.at, dismiss: () => void markSeen(db, watched) }
}
