import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import { flagged, HERE, NO_PLACE } from '../../store/rows/check-in-rules.ts'
import { readQueuedTotals } from './queued-scans.ts'

// Only the screens of check-in load this file.

/** How many entrants are here. An entrant with several scans counts once, at the gate of the first that counts. */
export interface CheckInCount {
  /** Entrants with a place. */
  here: number
  /** Entrants who were scanned and have no place: on the waiting list, or in a ballot. */
  withoutPlace: number
  /** By the gate's name, in the order of the names. */
  gates: { gate: string; here: number }[]
  /** Registered runners: as the server counts them, and those who were entered at the gate and are only in the queue. */
  registered: number
}

/** The count of a marathon, live; undefined until it is read. It reads no entrant and no check-in one by one. */
export function useCheckInCount(marathonId: string): CheckInCount | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readCheckInCount(db, marathonId), [db, marathonId])
}

/**
 * Counts the entrants who are here. The index counts the server's rows, and the queued ops come with their totals. So a
 * scan costs the same, however many scans are queued.
 */
export function readCheckInCount(db: AccountDb, marathonId: string): Promise<CheckInCount> {
  const tables = [db.checkIns, db.applications, db.outbox, db.marathons, db.sync]
  return db.transaction('r', tables, async () => {
    const [queued, marathon, keys, turnedAway] = await Promise.all([
      readQueuedTotals(db, marathonId),
      db.marathons.get(marathonId),
      flagged(db, marathonId, HERE).uniqueKeys(),
      flagged(db, marathonId, NO_PLACE).count(),
    ])
    const gates = new Map(queued.gates)
    await Promise.all(
      // Dexie's type of a key does not know the index: marathon, flag and gate.
      (keys as unknown as [string, number, string][]).map(async (key) => {
        const count = await db.checkIns.where('[marathonId+first+gate]').equals(key).count()
        gates.set(key[2], (gates.get(key[2]) ?? 0) + count)
      }),
    )
    const withoutPlace = turnedAway + queued.withoutPlace
    const list = [...gates].map(([gate, here]) => ({ gate, here })).filter(({ here }) => here > 0)
    return {
      here: list.reduce((sum, { here }) => sum + here, 0),
      withoutPlace,
      gates: list.sort((a, b) => a.gate.localeCompare(b.gate)),
      registered: (marathon?.regCount ?? 0) + queued.walkIns,
    }
  })
}

/** How many are registered, as far as this phone knows. */
export function readRegistered(db: AccountDb, marathonId: string): Promise<number> {
  return db.transaction('r', [db.checkIns, db.applications, db.outbox, db.marathons, db.sync], async () => {
    const [queued, marathon] = await Promise.all([readQueuedTotals(db, marathonId), db.marathons.get(marathonId)])
    return (marathon?.regCount ?? 0) + queued.walkIns
  })
}
