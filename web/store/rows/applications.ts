import type { ApplicationFields, ApplicationPatch } from '../../../contract/application.ts'
import { isOfOthers, makesRow, typedOp } from '../../../contract/ops.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import type { Op, SyncApplication } from '../../../contract/sync.ts'
import { useAccount, useAccountOrNull } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { newRowId } from '../new-id.ts'
import { changedFields, enqueueOps } from '../outbox.ts'
import {
  type ApplicationView,
  type Author,
  deferredEntry,
  type MarathonView,
  opsByTarget,
  overlayApplication,
} from '../overlay.ts'
import { compareBy } from './compare-by.ts'
import { readMarathon } from './marathons.ts'
import { ownRows } from './own-rows.ts'

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
  return useLiveRead(() => readMyApplications(db, author), [db])
}

/** The user's own applications to one marathon, live. Undefined until they are read. */
export function useMyApplicationsFor(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useLiveRead(async () => {
    const rows = await readOwn(db)
    return rows.filter((row) => row.marathonId === marathonId)
  }, [db, marathonId])
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
  return db.transaction('r', db.applications, db.marathons, db.outbox, async () => {
    const [rows, outbox] = await Promise.all([
      ownRows(db.applications).toArray(),
      // Only the edits of applications: with the whole outbox, each check-in would read the rows again.
      db.outbox.where('target').startsWith('application:').sortBy('n'),
    ])
    const known = new Map(rows.map((row) => [row._id, row]))
    const edits = opsByTarget(outbox)
    const made = outbox.filter(({ op }) => makesRow(op) && !isOfOthers(op))
    const view = (id: string, row?: SyncApplication) =>
      overlayApplication(row ?? known.get(id), edits.get(`application:${id}`) ?? [])
    const views = new Map([...known.keys(), ...made.map(({ op }) => op.id)].map((id) => [id, view(id)]))
    for (const { op } of made) await showDeferred(db, op, views, view)
    return [...views.values()].filter((one) => one !== null).sort(compareBy('createdAt', 'desc'))
  })
}

/** Shows the entry that an op defers as one at the other event. @param views what is shown, by id */
async function showDeferred(
  db: AccountDb,
  op: Op,
  views: Map<string, ApplicationView | null>,
  view: (id: string, row: SyncApplication) => ApplicationView | null,
) {
  const typed = typedOp(op)
  if (typed?.type !== 'application.defer') return
  const from = views.get(typed.patch.from)
  views.delete(typed.patch.from)
  if (!from || views.get(op.id)) return
  views.set(op.id, view(op.id, deferredEntry(from, typed, await db.marathons.get(typed.patch.marathonId))))
}

/**
 * Stores a new application on this phone and queues it. The runner is registered only when the server has accepted it.
 * @returns the op ids
 */
export function createApplication(db: AccountDb, fields: ApplicationFields): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.create', id: newRowId(db), patch: fields }])
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
  const change = changedFields(seen, next)
  return change ? enqueueOps(db, [{ type: 'application.update', id: seen._id, ...change }]) : []
}

/** Queues the deletion of an application. @returns the op ids */
export function deleteApplication(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.delete', id }])
}

/**
 * Leaves the waiting list. If the application has got a place meanwhile, the server rejects this. An application that the
 * server has not decided yet is withdrawn in any case.
 * @returns the op ids
 */
export function leaveWaitingList(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, async () => {
    // The server has taken a settled create, though its row is not here before the last page.
    const queued = await db.outbox.where('target').equals(`application:${id}`).toArray()
    const isAtServer = queued.some(({ state }) => state === 'settled') || (await db.applications.get(id))
    return [{ type: 'application.delete', id, base: isAtServer ? { status: 'waiting' } : {} }]
  })
}

/** The account's own official results, the newest race first, live. Undefined until they are read, empty for visitors. */
export function useOwnResults(): OwnResult[] | undefined {
  const account = useAccountOrNull()
  const read = useLiveRead(
    async () => ({ db: account?.db, results: account ? await readOwnResults(account.db) : [] }),
    [account?.db],
  )
  // Results that were read for another account are not shown.
  return read && read.db === account?.db ? read.results : undefined
}

/** Reads the own official results, also of events that are gone, the newest race first. */
export function readOwnResults(db: AccountDb): Promise<OwnResult[]> {
  return db.ownResults.orderBy('startDate').reverse().toArray()
}
