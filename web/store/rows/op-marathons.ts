import { entityOf, isOfOthers, makesRow, marathonIdOf } from '../../../contract/ops.ts'
import type { Answers } from '../../../contract/questions/questions.ts'
import type { Fields, Op, SyncMarathon } from '../../../contract/sync.ts'
import { useAccountOrNull } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'

type ShownEdit = { target: string; op: Op; was?: Fields }

/** The marathon of an edit. The texts are empty if this phone no longer knows it. */
export interface OpMarathon {
  title: string
  /** The marathon's own time zone. Times are typed and shown in it. */
  timeZone: string
  /** The name of the entrant who gets a bib or is checked in, or of whose role changes; missing for other edits. */
  entrant?: string
  /** Why the marathon is cancelled now; missing if it is not. Only set for new applications. */
  cancelled?: string
  /** What it asks; missing where it asks nothing. Only set for edits of applications. */
  asked?: Pick<SyncMarathon, 'questions' | 'staffFields' | 'startDate' | 'timeZone' | 'role'>
  /** What this phone has of the entry; missing without it. Only set with `asked`. */
  entry?: Answers
}

/** The marathons of the given edits, by the edit's target; live, empty until they are read. */
export function useOpMarathons(edits: readonly ShownEdit[]): ReadonlyMap<string, OpMarathon> {
  const account = useAccountOrNull()
  const key = edits.map(({ op }) => op.opId).join()
  return useLiveRead(() => (account ? readOpMarathons(account.db, edits) : NONE), [account?.db, key]) ?? NONE
}

const NONE: ReadonlyMap<string, OpMarathon> = new Map()

/** Reads the marathons of the given edits, by the edit's target: a few reads, however many edits there are. */
export async function readOpMarathons(
  db: AccountDb,
  edits: readonly ShownEdit[],
): Promise<ReadonlyMap<string, OpMarathon>> {
  const [rows, created, applied] = await Promise.all([
    rowsOf(db, edits),
    createdFields(db, edits),
    appliedTo(db, edits),
  ])
  const asking = await askedOf(db, edits, rows)
  const found = new Map<string, OpMarathon>()
  for (const [index, { target, op, was }] of edits.entries()) {
    const row = rows[index]
    const sources = [op.patch, found.get(target), was, row, created.get(target)]
    const cancelled = applied[index]?.cancelled
    const names = ['name', 'firstName', 'lastName'].map((field) => firstText([was, row], field))
    found.set(target, {
      title: firstText(sources, 'title'),
      timeZone: firstText(sources, 'timeZone'),
      ...(isOfOthers(op) ? { entrant: names.join(' ').trim() } : {}),
      ...(cancelled ? { cancelled } : {}),
      ...(asking[index] ? { asked: asking[index], ...(row ? { entry: row as Answers } : {}) } : {}),
    })
  }
  return found
}

/**
 * The marathon or application that each edit is about: for a check-in, the application that was scanned; for a notice,
 * its marathon.
 */
async function rowsOf(db: AccountDb, edits: readonly ShownEdit[]): Promise<(Fields | undefined)[]> {
  const idsOf = (entity: string) => edits.map(({ op }) => (entityOf(op) === entity && !makesRow(op) ? op.id : ''))
  const [notices, scans] = await Promise.all([
    db.notices.bulkGet(idsOf('notice')),
    db.checkIns.bulkGet(idsOf('checkIn')),
  ])
  const about = edits.map(({ op }, index): { marathon?: string; application?: string } => {
    const made = makesRow(op) ? op.patch : undefined
    switch (entityOf(op)) {
      case 'marathon':
        return { marathon: op.id }
      case 'notice':
        return { marathon: String((made ?? notices[index])?.marathonId) }
      case 'checkIn':
        return { application: String((made ?? scans[index])?.applicationId) }
      default:
        return { application: op.id }
    }
  })
  const [marathons, applications] = await Promise.all([
    db.marathons.bulkGet(about.map(({ marathon = '' }) => marathon)),
    db.applications.bulkGet(about.map(({ application = '' }) => application)),
  ])
  return about.map((_one, index): Fields | undefined => marathons[index] ?? applications[index])
}

/** The marathons of new applications. */
function appliedTo(db: AccountDb, edits: readonly ShownEdit[]) {
  return db.marathons.bulkGet(edits.map(({ op }) => (op.type === 'application.create' ? (marathonIdOf(op) ?? '') : '')))
}

/** What the marathons of applications ask. An organiser's own questions may still be in the queue. */
async function askedOf(db: AccountDb, edits: readonly ShownEdit[], rows: readonly (Fields | undefined)[]) {
  const ids = edits.map(({ op, was }, index) =>
    entityOf(op) === 'application'
      ? String([marathonIdOf(op), was?.marathonId, rows[index]?.marathonId].find(Boolean) ?? '')
      : '',
  )
  const unique = [...new Set(ids)].filter(Boolean)
  const targets = unique.map((id) => `marathon:${id}`)
  const [marathons, queued] = await Promise.all([
    db.marathons.bulkGet(unique),
    db.outbox.where('target').anyOf(targets).sortBy('n'),
  ])
  const asked = new Map(
    unique.map((id, index) => {
      const ops = queued.filter(({ target }) => target === `marathon:${id}`).map(({ op }) => op.patch)
      const {
        questions = '',
        staffFields = '',
        startDate = '',
        timeZone = '',
        role = null,
      }: Partial<SyncMarathon> = Object.assign({}, marathons[index], ...ops)
      return [id, questions || staffFields ? { questions, staffFields, startDate, timeZone, role } : undefined] as const
    }),
  )
  return ids.map((id) => asked.get(id))
}

function firstText(sources: readonly (object | undefined)[], name: string): string {
  const values = sources.map((source) => (source as Fields | undefined)?.[name])
  return String(values.find((value) => typeof value === 'string' && value !== '') ?? '')
}

/** The fields of the create ops of rows whose creation is still queued, by target. */
async function createdFields(db: AccountDb, edits: readonly ShownEdit[]): Promise<ReadonlyMap<string, Fields>> {
  const records = await db.outbox
    .where('target')
    .anyOf([...new Set(edits.map(({ target }) => target))])
    .toArray()
  return new Map(records.flatMap(({ op, target }) => (makesRow(op) ? [[target, op.patch]] : [])))
}
