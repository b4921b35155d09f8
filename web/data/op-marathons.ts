import { actionOf, entityOf, marathonIdOf } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { useAccountOrNull } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'
import { useLiveRead } from './live-read.ts'

type ShownEdit = { target: string; op: Op; was?: Fields }

/** The marathon of an edit. The texts are empty if this phone no longer knows it. */
export interface OpMarathon {
  title: string
  /** The marathon's own time zone. Times are typed and shown in it. */
  timeZone: string
  /** The name of the entrant who gets a bib or is checked in; missing for other edits. */
  entrant?: string
  /** Why the marathon is cancelled now; missing if it is not. Only set for new applications. */
  cancelled?: string
}

/** The marathons of the given edits, by the edit's target; live, empty until they are read. */
export function useOpMarathons(edits: readonly ShownEdit[]): ReadonlyMap<string, OpMarathon> {
  const account = useAccountOrNull()
  const key = edits.map(({ op }) => op.opId).join()
  return useLiveRead(() => (account ? readOpMarathons(account.db, edits) : NONE), [account?.db, key]) ?? NONE
}

const NONE: ReadonlyMap<string, OpMarathon> = new Map()

/** Reads the marathons of the given edits, by the edit's target. */
export async function readOpMarathons(
  db: AccountDb,
  edits: readonly ShownEdit[],
): Promise<ReadonlyMap<string, OpMarathon>> {
  const found = new Map<string, OpMarathon>()
  for (const { target, op, was } of edits) {
    const row = await rowOf(db, target, op)
    const created = await createdFields(db, target)
    const sources = [op.patch, found.get(target), was, row, created]
    const cancelled = op.type === 'application.create' && (await db.marathons.get(marathonIdOf(op) ?? ''))?.cancelled
    const names = [firstText([was, row], 'firstName'), firstText([was, row], 'lastName')]
    found.set(target, {
      title: firstText(sources, 'title'),
      timeZone: firstText(sources, 'timeZone'),
      ...(isOfEntrant(op) ? { entrant: names.join(' ').trim() } : {}),
      ...(cancelled ? { cancelled } : {}),
    })
  }
  return found
}

/**
 * The marathon or application that an edit is about: for a check-in, the application that was scanned; for a notice,
 * its marathon.
 */
async function rowOf(db: AccountDb, target: string, op: Op): Promise<Fields | undefined> {
  if (target.startsWith('marathon:')) return db.marathons.get(op.id)
  if (target.startsWith('notice:')) {
    const notice = actionOf(op) === 'create' ? op.patch : await db.notices.get(op.id)
    return db.marathons.get(String(notice?.marathonId))
  }
  if (!target.startsWith('checkIn:')) return db.applications.get(op.id)
  const scan = actionOf(op) === 'create' ? op.patch : await db.checkIns.get(op.id)
  return db.applications.get(String(scan?.applicationId))
}

function isOfEntrant(op: Op): boolean {
  return actionOf(op) === 'assignBib' || entityOf(op) === 'checkIn'
}

function firstText(sources: readonly (object | undefined)[], name: string): string {
  const values = sources.map((source) => (source as Fields | undefined)?.[name])
  return String(values.find((value) => typeof value === 'string' && value !== '') ?? '')
}

/** The fields of the create op of a row whose creation is still queued. */
async function createdFields(db: AccountDb, target: string): Promise<Fields | undefined> {
  const records = await db.outbox.where('target').equals(target).toArray()
  return records.find(({ op }) => actionOf(op) === 'create')?.op.patch
}
