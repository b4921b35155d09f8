import { entityOf, isOfOthers } from '../../contract/ops.ts'
import { helps, may, organises } from '../../contract/roles.ts'
import type { AccountDb, InboxRecord, MarathonRecord, OutboxRecord } from '../store/account-db.ts'
import type { DraftForm } from '../store/drafts.ts'

/** Who keeps what a phone has by a role. */
type Keeps = (marathon: MarathonRecord | undefined) => boolean
const staffKeep: Keeps = (marathon) => organises(marathon) || helps(marathon)
const timersKeep: Keeps = (marathon) => may(marathon?.role, 'time')
const deskKeeps: Keeps = (marathon) => may(marathon?.role, 'desk')

/**
 * Whose the drafts of a marathon's staff are, by their key before `:<id of the marathon>`. Behind it, the draft about an
 * entrant has the entrant's id. The others are the user's own.
 */
const DRAFTS: Record<DraftForm | 'check-in' | 'timing', Keeps | 'own'> = {
  'correct-entrant': organises,
  'correct-name': deskKeeps,
  'correct-results': organises,
  'withdraw-entrant': deskKeeps,
  'check-in': staffKeep,
  timing: timersKeep,
  sheet: timersKeep,
  'walk-in': deskKeeps,
  notice: organises,
  'cancel-marathon': organises,
  'edit-marathon': organises,
  'update-marathon': organises,
  'add-marathon': 'own',
  apply: 'own',
  'edit-again': 'own',
  'edit-application': 'own',
  profile: 'own',
  take: 'own',
}

/**
 * Removes what this phone has of marathons by a role that the user does not have any more (INV-19): withdrawals, drafts,
 * what was fetched of a history, and the names of others beside queued and refused edits. The edits themselves stay
 * until they have a verdict, or the user decides. Rows leave by their deletion, or by the pull that starts over for
 * every role that sees less. It must run in a transaction with these tables.
 */
export async function forgetRoles(db: AccountDb): Promise<void> {
  const rows = (await db.marathons.toArray()).filter(({ role }) => role !== null)
  const ours = new Map(rows.map((row) => [row._id, row]))
  for (const key of await db.withdrawn.orderBy('marathonId').uniqueKeys()) {
    if (!ours.has(String(key))) await db.withdrawn.where('marathonId').equals(key).delete()
  }
  // Why an entry was withdrawn is for owner and organisers.
  await db.withdrawn
    .filter(({ marathonId, reason }) => reason !== undefined && !organises(ours.get(marathonId)))
    .modify((row) => delete row.reason)
  for (const key of await db.kept.orderBy('marathonId').uniqueKeys()) {
    if (!organises(ours.get(String(key)))) await db.kept.where('marathonId').equals(key).delete()
  }
  const drafts = (await db.drafts.toCollection().primaryKeys()).filter((key) => {
    const [form = '', marathonId = ''] = key.split(':')
    const keeps = DRAFTS[form as keyof typeof DRAFTS] ?? 'own'
    return keeps !== 'own' && !keeps(ours.get(marathonId))
  })
  await db.drafts.bulkDelete(drafts)
  const forget = (record: OutboxRecord | InboxRecord) => {
    const keeps = entityOf(record.op) === 'staff' ? organises : staffKeep
    if (!isOfOthers(record.op) || keeps(ours.get(String(record.was?.marathonId)))) return
    if (record.was) record.was = { title: record.was.title }
    // The reason has the name of who holds the bib.
    if ('fields' in record && record.fields?.bib) record.fields = { bib: { code: 'HELD' } }
  }
  await db.outbox.toCollection().modify(forget)
  await db.inbox.toCollection().modify(forget)
}
