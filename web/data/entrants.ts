import { useLiveQuery } from 'dexie-react-hooks'
import { useAccount } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'
import { compareBy } from './compare-by.ts'
import { type Edit, enqueueOps } from './outbox.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from './overlay.ts'

// Only the organiser's screens load this file.

/**
 * The entrants of one of the user's own marathons, oldest first, live. Undefined until they are read. The user's own
 * applications are among them once the server has them.
 */
export function useEntrants(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useLiveQuery(() => readEntrants(db, marathonId), [db, marathonId])
}

/** Reads the entrants of a marathon with the queued edits over them, oldest first, in one transaction (INV-14). */
export function readEntrants(db: AccountDb, marathonId: string): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const [rows, outbox] = await Promise.all([
      db.applications.where('marathonId').equals(marathonId).toArray(),
      // Only the edits of applications: with the whole outbox, each check-in would read all entrants again.
      db.outbox.where('target').startsWith('application:').sortBy('n'),
    ])
    const edits = opsByTarget(outbox)
    return rows
      .sort(compareBy('createdAt'))
      .map((row) => overlayApplication(row, edits.get(`application:${row._id}`) ?? []))
      .filter((view) => view !== null)
  })
}

/** A bib for an entrant, as the organiser wants it; null takes it away. */
export interface WantedBib {
  application: ApplicationView
  bib: string | null
}

/**
 * Queues the bibs of entrants of one marathon, all or none. The server decides op after op, so a bib that moves from
 * one of these entrants to another is taken away first.
 * @returns the op ids; empty if every entrant has the wanted bib already
 */
export async function assignBibs(db: AccountDb, wanted: readonly WantedBib[]): Promise<string[]> {
  const changed = wanted.filter(({ application, bib }) => bib !== bibOf(application))
  if (changed.length === 0) return []
  const given = new Set(changed.map(({ bib }) => bib))
  const isFreed = ({ application }: WantedBib) => given.has(bibOf(application) ?? '')
  const assign = (id: string, bib: string | null, seen: string | null): Edit => {
    return { type: 'application.assignBib', id, patch: { bib }, base: { bib: seen } }
  }
  const freed = changed.filter(isFreed)
  return enqueueOps(db, [
    ...freed.map(({ application }) => assign(application._id, null, bibOf(application))),
    ...changed
      .filter((one) => one.bib !== null || !isFreed(one))
      .map((one) => assign(one.application._id, one.bib, isFreed(one) ? null : bibOf(one.application))),
  ])
}

/** The bib of an entrant. A row from an older version of the app has none. */
export function bibOf({ bib }: { bib?: string | null }): string | null {
  return bib ?? null
}
