import { useLiveQuery } from 'dexie-react-hooks'
import type { ApplicationFields, ApplicationPatch } from '../../contract/application.ts'
import { useAccount } from './account-context.tsx'
import type { AccountDb, OutboxRecord } from './account-db.ts'
import { compareBy } from './compare-by.ts'
import { readMarathon } from './marathons.ts'
import { newId } from './new-id.ts'
import { changedFields, type Edit, enqueueOps } from './outbox.ts'
import { type ApplicationView, type Author, type MarathonView, opsByTarget, overlayApplication } from './overlay.ts'

/**
 * One of the user's own applications, and its marathon as this phone knows it now. `marathon` is null if the marathon
 * was deleted or is not on this phone.
 */
export interface MyApplication {
  application: ApplicationView
  marathon: MarathonView | null
}

/** The user's own applications, newest first, live. Undefined until they are read. */
export function useMyApplications(): MyApplication[] | undefined {
  const { db, author } = useAccount()
  return useLiveQuery(() => readMyApplications(db, author), [db])
}

/** The user's own applications to one marathon, live. Undefined until they are read. */
export function useMyApplicationsFor(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useLiveQuery(async () => {
    const rows = await readOwn(db)
    return rows.filter((row) => row.marathonId === marathonId)
  }, [db, marathonId])
}

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
      readQueuedApplications(db),
    ])
    const edits = opsByTarget(outbox)
    return rows
      .sort(compareBy('createdAt'))
      .map((row) => overlayApplication(row, edits.get(`application:${row._id}`) ?? []))
      .filter((view) => view !== null)
  })
}

/** The queued edits of applications, in the order of the queue. */
function readQueuedApplications(db: AccountDb): Promise<OutboxRecord[]> {
  return db.outbox
    .orderBy('n')
    .filter((record) => record.target.startsWith('application:'))
    .toArray()
}

/** Reads the user's own applications and their marathons in one transaction, newest first. */
export function readMyApplications(db: AccountDb, author: Author): Promise<MyApplication[]> {
  return db.transaction('r', db.applications, db.marathons, db.outbox, async () => {
    const applications = await readOwn(db)
    return Promise.all(
      applications.map(async (application) => ({
        application,
        marathon: await readMarathon(db, author, application.marathonId),
      })),
    )
  })
}

/**
 * Reads rows and outbox in one transaction. If a response arrived between two separate reads, an edit would be in
 * neither (INV-14).
 */
function readOwn(db: AccountDb): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, () => readOwnRows(db))
}

async function readOwnRows(db: AccountDb): Promise<ApplicationView[]> {
  const [rows, outbox] = await Promise.all([
    db.applications.where('[own+createdAt]').between([1, ''], [1, '\uffff']).toArray(),
    readQueuedApplications(db),
  ])
  const known = new Map(rows.map((row) => [row._id, row]))
  const edits = opsByTarget(outbox)
  const createdIds = outbox.filter((record) => record.op.type === 'application.create').map((record) => record.op.id)
  const ids = new Set([...known.keys(), ...createdIds])
  return [...ids]
    .map((id) => overlayApplication(known.get(id), edits.get(`application:${id}`) ?? []))
    .filter((view) => view !== null)
    .sort(compareBy('createdAt', 'desc'))
}

/**
 * Stores a new application on this phone and queues it. The runner is registered only when the server has accepted it.
 * @returns the op ids
 */
export function createApplication(db: AccountDb, fields: ApplicationFields): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.create', id: newId(), patch: fields }])
}

/**
 * Queues the fields that differ between what the user saw and what the user wants. @returns the op ids; empty if no
 * field differs
 */
export async function updateApplication(
  db: AccountDb,
  seen: ApplicationView,
  next: ApplicationPatch,
): Promise<string[]> {
  const change = changedFields(seen, next as Partial<ApplicationView>)
  return change ? enqueueOps(db, [{ type: 'application.update', id: seen._id, ...change }]) : []
}

/** Queues the deletion of an application. @returns the op ids */
export function deleteApplication(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.delete', id }])
}

/** A bib for an entrant, as the organiser wants it; null takes it away. */
export interface WantedBib {
  application: ApplicationView
  bib: string | null
}

/**
 * Queues the bibs of entrants of one marathon, all or none. The server decides op after op, so a bib that moves from one
 * of these entrants to another is taken away first.
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
