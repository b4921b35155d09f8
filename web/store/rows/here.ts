import { useAccount } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import type { Author, CheckInView } from '../overlay.ts'
import { firstOf, flagged, HERE, hasPlace } from './check-in-rules.ts'
import { readCheckInsOf } from './check-ins.ts'

// Only the organiser's screens load this file.

/** Who is here: of each entrant with a place, the first check-in that counts, by the application's id. */
export type Here = ReadonlyMap<string, CheckInView>

/**
 * Who is here at a marathon, live; undefined until it is read. It reads a check-in of each entrant who is here.
 * @param marathonId null reads nothing, for a screen that does not need it now
 */
export function useHere(marathonId: string | null): Here | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => (marathonId === null ? undefined : readHere(db, author, marathonId)), [db, marathonId])
}

/**
 * Reads who is here, with the queued ops over it, in one transaction (INV-14). The index names the first check-ins of
 * the server's rows. Only the entrants that a queued op is about are looked at one by one.
 */
export function readHere(db: AccountDb, author: Author, marathonId: string): Promise<Here> {
  return db.transaction('r', db.checkIns, db.applications, db.outbox, async () => {
    const [rows, queued] = await Promise.all([
      flagged(db, marathonId, HERE).toArray(),
      db.outbox.where('target').startsWith('checkIn:').toArray(),
    ])
    const here = new Map(rows.map((row): [string, CheckInView] => [row.applicationId, { ...row, pending: null }]))
    const scans = await db.checkIns.bulkGet(queued.map(({ op }) => op.id))
    const touched = queued.map(({ op }, index) => scans[index]?.applicationId ?? op.patch.applicationId)
    const ids = new Set(touched.filter((id) => typeof id === 'string'))
    const checkIns = await readCheckInsOf(db, author, [...ids])
    const entrants = await db.applications.bulkGet([...checkIns.keys()])
    for (const [index, [id, views]] of [...checkIns].entries()) {
      const first = firstOf(views)
      const entrant = entrants[index]
      if (first?.marathonId === marathonId && hasPlace(entrant)) here.set(id, first)
      else here.delete(id)
    }
    return here
  })
}
