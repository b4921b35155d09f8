import { resultEntries, resultInput } from '../../contract/results/result-rows.ts'
import { resultsOf } from '../../contract/results/results.ts'
import type { AccountDb } from '../store/account-db.ts'
import { type ApplicationView, type Author, opsByTarget, overlayApplication } from '../store/overlay.ts'
import { byAge } from '../store/rows/entrants.ts'
import { readHere } from '../store/rows/here.ts'
import { readRecorded } from '../store/rows/recordings.ts'

// What tests do with the store in the plainest way.

/** Reads all entrants of a marathon with the queued edits over them, oldest first. */
export function readEntrants(db: AccountDb, marathonId: string): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const [rows, outbox] = await Promise.all([
      db.applications.where('marathonId').equals(marathonId).toArray(),
      db.outbox.where('target').startsWith('application:').sortBy('n'),
    ])
    const edits = opsByTarget(outbox)
    const known = new Map(rows.map((row) => [row._id, row]))
    const walkIns = outbox.filter(({ op }) => op.type === 'application.walkIn' && op.patch.marathonId === marathonId)
    return [...new Set([...known.keys(), ...walkIns.map(({ op }) => op.id)])]
      .map((id) => overlayApplication(known.get(id), edits.get(`application:${id}`) ?? []))
      .filter((view) => view !== null)
      .sort(byAge)
  })
}

/** The list of results as this phone makes it of what it has, and the entrants of it. */
export async function readResults(db: AccountDb, author: Author, marathonId: string) {
  const entrants = await readEntrants(db, marathonId)
  const entries = resultEntries(entrants, await readHere(db, author, marathonId))
  const input = resultInput({ splits: [], ...(await readRecorded(db, author, marathonId)), entries })
  return { input, list: resultsOf(input), entrants }
}

/** Deletes a waiting or parked edit, and not the edits that rest on it. */
export async function discardOp(db: AccountDb, opId: string): Promise<void> {
  await db.outbox
    .where('opId')
    .equals(opId)
    .and(({ state }) => state !== 'settled')
    .delete()
}
