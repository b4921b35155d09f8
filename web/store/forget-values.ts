import { ASKED, fieldOf } from '../../contract/fields.ts'
import { WITH_CONTACTS } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'
import type { AccountDb, ApplicationRecord, InboxRecord, JournalRecord, OutboxRecord } from './account-db.ts'

// What entrants told organisers alone is in edits too: in a correction, in the reason of a withdrawal, and in a clash.

/** The drafts about one entrant: behind these, their keys have the ids of marathon and entry. */
const DRAFTS = ['correct-entrant:', 'correct-name:', 'withdraw-entrant:']

/** A queued, refused or applied edit. */
type Kept = OutboxRecord | InboxRecord | JournalRecord

/**
 * Removes from edits the values of entrants whom this phone does not have any more, or not with that field: the role has
 * ended or sees less, or the entry is gone or erased. An edit itself stays, with null in the place of such a value. The
 * server takes it for the same op, and never applies null. The reason of a withdrawal stays as long as this phone
 * knows of the withdrawal. It must run in a transaction with these tables.
 */
export async function forgetGone(db: AccountDb): Promise<void> {
  const [outbox, inbox, journal] = await Promise.all([
    db.outbox.where('op.type').anyOf(WITH_CONTACTS).toArray(),
    db.inbox.where('op.type').anyOf(WITH_CONTACTS).toArray(),
    db.journal.where('op.type').anyOf(WITH_CONTACTS).toArray(),
  ])
  const drafts = await db.drafts.where('key').startsWithAnyOf(DRAFTS).primaryKeys()
  const entryOf = (draft: string) => draft.split(':')[2] ?? ''
  const ids = [...new Set([...[...outbox, ...inbox, ...journal].map(({ op }) => op.id), ...drafts.map(entryOf)])]
  if (ids.length === 0) return
  const [rows, withdrawals] = await Promise.all([db.applications.bulkGet(ids), db.withdrawn.bulkGet(ids)])
  // An entry that this phone made at the gate, and that the server does not have yet.
  const made = new Set((await db.outbox.where('op.type').equals('application.walkIn').toArray()).map(({ op }) => op.id))
  const isKept = (id: string, field: string) => {
    if (made.has(id)) return true
    const row = rows[ids.indexOf(id)]
    const isHere = row !== undefined && !isErased(row)
    const withdrawal = withdrawals[ids.indexOf(id)]
    if (field === 'reason') return isHere || (withdrawal !== undefined && withdrawal.reason !== '')
    return fieldOf(field) === undefined || (isHere && field in row)
  }
  const forgotten = <Record extends Kept>(records: Record[]) =>
    records.flatMap((record) => emptied(record, isKept) ?? [])
  const items = forgotten(inbox)
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

/** An edit with null in the place of the values that are not kept; null where it has none. */
function emptied<Record extends Kept>(record: Record, isKept: (id: string, field: string) => boolean): Record | null {
  const { op } = record
  const names = Object.keys(op.patch).filter((field) => !isKept(op.id, field))
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

/** The fields of an entrant that no helper sees. */
const CONTACTS = ASKED.filter((field) => field !== 'firstName' && field !== 'lastName')

/**
 * Removes from the edits that a logout keeps what the user has seen of others, but for names. What the user wrote stays
 * and is sent later. Without what was seen, the server takes the field for a clash, and the user decides once more.
 */
export async function forgetSeen(db: AccountDb): Promise<void> {
  const forget = ({ op, ...record }: OutboxRecord | InboxRecord) => {
    for (const field of CONTACTS) {
      delete op.base[field]
      const clash = 'conflicts' in record ? record.conflicts?.[field] : undefined
      if (clash) Object.assign(clash, { base: undefined, theirs: undefined })
    }
  }
  await db.outbox.where('op.type').anyOf(WITH_CONTACTS).modify(forget)
  await db.inbox.where('op.type').anyOf(WITH_CONTACTS).modify(forget)
}

/** Has the server emptied the contact data of an entry? Every other one has a name. */
export function isErased({ firstName, lastName }: Pick<ApplicationRecord, 'firstName' | 'lastName'>): boolean {
  return firstName === '' && lastName === ''
}
