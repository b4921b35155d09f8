import type { WalkInFields } from '../../../../contract/application.ts'
import type { Answers } from '../../../../contract/questions/questions.ts'
import { newEntryCode } from '../../../../contract/text/entry-code.ts'
import type { AccountDb } from '../../../store/account-db.ts'
import { idFromContent } from '../../../store/new-id.ts'
import { changedFields, type Edit } from '../../../store/outbox.ts'
import { enqueueInParts, type PartOptions } from '../../../store/rows/many/enqueue-in-parts.ts'
import type { FilledIn } from './found-here.ts'

/** An entrant from a file, with the id that follows from who it is. */
export interface ImportedEntry {
  id: string
  fields: Omit<WalkInFields, 'code' | 'above'> & Answers
}

/**
 * The id of an entrant from a file.
 * @param person what a file says of who it is
 * @param nth how many of this person are before this one: namesakes whom nothing tells apart
 */
export function importedId(uid: string, marathonId: string, person: string, nth: number): string {
  return idFromContent(uid, ['import', marathonId, person, nth])
}

/** The ids of a marathon's entries that were here and are not any more, as far as this phone knows. */
export async function readGone(db: AccountDb, marathonId: string): Promise<ReadonlySet<string>> {
  const [withdrawn, queued] = await Promise.all([
    db.withdrawn.where('marathonId').equals(marathonId).primaryKeys(),
    db.outbox.where('op.type').equals('application.withdraw').toArray(),
  ])
  return new Set([...withdrawn, ...queued.map(({ op }) => op.id)])
}

/**
 * Queues entries without account, and changes of others, in parts. An entry that is here or queued already is left out,
 * so that the same file, read in two windows or after the app was closed, adds nobody twice.
 * @param free places that are free; null for no limit
 * @returns the op ids
 * @throws PartlySaved if some are stored, StorageFailure if none is
 */
export async function importEntries(
  db: AccountDb,
  wanted: readonly (ImportedEntry | FilledIn)[],
  free: number | null,
  options: PartOptions = {},
): Promise<string[]> {
  const entries = wanted.filter((one) => 'fields' in one)
  const [rows, queued] = await Promise.all([
    db.applications.bulkGet(entries.map(({ id }) => id)),
    db.outbox.where('op.type').equals('application.walkIn').toArray(),
  ])
  const there = new Set([...rows.map((row) => row?._id), ...queued.map(({ op }) => op.id)])
  const steps = entries
    .filter(({ id }) => !there.has(id))
    .map(({ id, fields }, index): Edit[] => {
      const above = free === null ? 0 : Math.max(0, index + 1 - free)
      return [{ type: 'application.walkIn', id, patch: { ...fields, code: newEntryCode(), above } }]
    })
  const changes = wanted.flatMap((one): Edit[][] => {
    if ('fields' in one) return []
    const { entrant, answers } = one
    const seen = Object.fromEntries(Object.keys(answers).map((field) => [field, entrant[field as keyof Answers] ?? '']))
    const change = changedFields(seen, answers)
    return change ? [[{ type: 'application.correct', id: entrant._id, ...change }]] : []
  })
  return enqueueInParts(db, [...steps, ...changes], options)
}
