import { ASKED, fieldOf } from '../../contract/fields.ts'
import { WITH_CONTACTS } from '../../contract/ops.ts'
import { answerField, isAnswer, questionsOf } from '../../contract/questions/questions.ts'
import { may } from '../../contract/roles.ts'
import type { Fields } from '../../contract/sync.ts'
import type { AccountDb, ApplicationRecord, InboxRecord, JournalRecord, OutboxRecord } from './account-db.ts'
import { handledDrafts } from './drafts.ts'

// What entrants told organisers alone is in edits too: in a correction, in the reason of a withdrawal, in an entry at the
// gate or from a file, and in a clash.

/** The drafts about one entrant: behind these, their keys have the ids of marathon and entry. */
const DRAFTS = ['correct-entrant:', 'correct-name:', 'withdraw-entrant:']

/** A queued, refused or applied edit. */
type Kept = OutboxRecord | InboxRecord | JournalRecord

/**
 * Removes from edits the values of entrants whom this phone does not have any more, or not with that field: the role has
 * ended or sees less, or the entry is gone or erased. An edit itself stays, with null in the place of such a value. The
 * server takes it for the same op, and never applies null. The reason of a withdrawal stays as long as this phone
 * knows of the withdrawal. An entry at the gate keeps its name, and all of it until the server has decided. It must run in
 * a transaction with these tables.
 */
export async function forgetGone(db: AccountDb): Promise<void> {
  const [outbox, inbox, journal] = await Promise.all([
    db.outbox.where('op.type').anyOf(WITH_CONTACTS).toArray(),
    db.inbox.where('op.type').anyOf(WITH_CONTACTS).toArray(),
    db.journal.where('op.type').anyOf(WITH_CONTACTS).toArray(),
  ])
  await forgetAtTheDesk(db)
  await db.drafts.bulkDelete(await handledDrafts(db))
  const drafts = await db.drafts.where('key').startsWithAnyOf(DRAFTS).primaryKeys()
  const entryOf = (draft: string) => draft.split(':')[2] ?? ''
  const ids = [...new Set([...[...outbox, ...inbox, ...journal].map(({ op }) => op.id), ...drafts.map(entryOf)])]
  if (ids.length === 0) return
  const [found, withdrawn, events] = await Promise.all([
    db.applications.bulkGet(ids),
    db.withdrawn.bulkGet(ids),
    db.marathons.toArray(),
  ])
  const rows = new Map(found.map((row) => [row?._id, row]))
  const withdrawals = new Map(withdrawn.map((row) => [row?._id, row]))
  const marathons = new Map(events.map((row) => [row._id, row]))
  // An entry that this phone made at the gate, and that the server does not have yet.
  const made = new Set((await db.outbox.where('op.type').equals('application.walkIn').toArray()).map(({ op }) => op.id))
  const isKept = (id: string, field: string) => {
    if (made.has(id)) return true
    const row = rows.get(id)
    const isHere = row !== undefined && !isErased(row)
    const withdrawal = withdrawals.get(id)
    if (field === 'reason') return isHere || (withdrawal !== undefined && withdrawal.reason !== '')
    if (fieldOf(field) === undefined) return true
    if (!isHere || !isAnswer(field)) return isHere && field in row
    // Helpers have some of the answers, and no phone number. An answer that nobody gave is not in the row.
    const asked = questionsOf({ questions: marathons.get(row.marathonId)?.questions ?? '' })
    return 'phoneNumber' in row || asked.some(({ id, staffSees }) => staffSees && answerField(id) === field)
  }
  /** Nobody but this phone has an entry that was refused, so it stays as long as the user may send it again. */
  const isOwn = (record: Kept) =>
    'code' in record && record.code !== undefined && record.op.type === 'application.walkIn'
      ? may(marathons.get(String(record.op.patch.marathonId))?.role, 'desk')
      : false
  const forgotten = <Record extends Kept>(records: Record[]) =>
    records.flatMap((record) => (isOwn(record) ? [] : (emptied(record, isKept) ?? [])))
  const items = forgotten(inbox)
  await db.drafts
    .where('key')
    .startsWithAnyOf(DRAFTS)
    .modify(({ key, values }) => {
      for (const fields of [values, values.seen ?? {}])
        for (const field of Object.keys(fields))
          if (isAnswer(field) && !isKept(entryOf(key), field)) delete fields[field]
    })
  await Promise.all([
    db.outbox.bulkPut(forgotten(outbox)),
    db.inbox.bulkPut(items),
    db.journal.bulkPut(forgotten(journal)),
    db.drafts.bulkDelete([
      ...items.map(({ opId }) => `edit-again:${opId}`),
      ...drafts.filter((key) => !isKept(entryOf(key), 'firstName')),
    ]),
  ])
}

/** Removes answers from the drafts of entries at the desk to what staff see no more. */
async function forgetAtTheDesk(db: AccountDb): Promise<void> {
  for (const { key, values } of await db.drafts.where('key').startsWith('walk-in:').toArray()) {
    const marathon = await db.marathons.get(key.split(':')[1] ?? '')
    const seen = questionsOf({ questions: marathon?.questions ?? '' }).filter(({ staffSees }) => staffSees)
    const isGone = (field: string) => isAnswer(field) && !seen.some(({ id }) => answerField(id) === field)
    if (!Object.keys(values).some(isGone)) continue
    await db.drafts.update(key, {
      values: Object.fromEntries(Object.entries(values).filter(([field]) => !isGone(field))),
    })
  }
}

/** An edit with null in the place of the values that are not kept; null where it has none. */
function emptied<Record extends Kept>(record: Record, isKept: (id: string, field: string) => boolean): Record | null {
  const { op } = record
  const isWalkIn = op.type === 'application.walkIn'
  const names = Object.keys(op.patch).filter((field) => !(isWalkIn && !isPrivate(field)) && !isKept(op.id, field))
  if (names.every((field) => op.patch[field] === null)) return null
  const without = (fields: Fields, nothing: unknown): Fields => {
    const gone = names.filter((field) => field in fields).map((field) => [field, nothing])
    return { ...fields, ...Object.fromEntries(gone) }
  }
  const conflicts =
    'conflicts' in record && record.conflicts
      ? { conflicts: without(record.conflicts, { base: null, yours: null, theirs: null }) }
      : {}
  return { ...record, op: { ...op, patch: without(op.patch, null), base: without(op.base, null) }, ...conflicts }
}

/** The fields of an entrant that helpers do not see, or see of some questions alone. */
const CONTACTS: readonly string[] = ASKED.filter((field) => field !== 'firstName' && field !== 'lastName')
const isPrivate = (field: string) => CONTACTS.includes(field) || isAnswer(field)

/**
 * Removes from the edits and drafts that a logout keeps what the user has seen of others, but for names. What the user
 * wrote stays and is sent later. Without what was seen, the server takes the field for a clash, and the user decides
 * once more.
 */
export async function forgetSeen(db: AccountDb): Promise<void> {
  // Of an answer nothing stands for one that was seen empty.
  const unknownOf = (field: string) => (isAnswer(field) ? null : undefined)
  const forget = ({ op, ...record }: OutboxRecord | InboxRecord) => {
    const conflicts = 'conflicts' in record ? (record.conflicts ?? {}) : {}
    for (const field of Object.keys({ ...op.base, ...conflicts }).filter(isPrivate)) {
      const unknown = unknownOf(field)
      if (unknown === undefined) delete op.base[field]
      else if (field in op.base) op.base[field] = unknown
      const clash = conflicts[field]
      if (clash) Object.assign(clash, { base: unknown, theirs: unknown })
    }
  }
  await db.outbox.where('op.type').anyOf(WITH_CONTACTS).modify(forget)
  await db.inbox.where('op.type').anyOf(WITH_CONTACTS).modify(forget)
  await db.drafts
    .where('key')
    .startsWithAnyOf([...DRAFTS, 'edit-again:'])
    .modify(({ values: { seen = {} } }) => {
      for (const field of Object.keys(seen).filter(isPrivate)) seen[field] = unknownOf(field)
    })
}

/** Has the server emptied the contact data of an entry? Every other one has a name. */
export function isErased({ firstName, lastName }: Pick<ApplicationRecord, 'firstName' | 'lastName'>): boolean {
  return firstName === '' && lastName === ''
}
