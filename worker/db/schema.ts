import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Times are canonical ISO 8601 UTC with milliseconds, so text order is time order.
// `seq` is the row's place in the order of all commits: bumped for every write, it is what a pull's cursor counts.
// `ver` counts changes of a field by a person; guards and ETags rest on it. regCount changes seq but not ver.

export const marathon = sqliteTable(
  'marathon',
  {
    id: text('id').primaryKey(),
    ownerUid: text('owner_uid').notNull(),
    title: text('title').notNull(),
    location: text('location').notNull(),
    description: text('description').notNull(),
    image: text('image').notNull(),
    distance: text('distance').notNull(),
    regStart: text('reg_start').notNull(),
    regEnd: text('reg_end').notNull(),
    startDate: text('start_date').notNull(),
    timeZone: text('time_zone').notNull(),
    capacity: integer('capacity'),
    name: text('name').notNull(),
    email: text('email').notNull(),
    createdAt: text('created_at').notNull(),
    regCount: integer('reg_count').notNull().default(0),
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
    /** The latest startDate the row ever had: whoever could see it then is still told when it changes. */
    shownUntil: text('shown_until').notNull(),
    /** 1 once a nightly run found shownUntil out of everybody's pull; keeps a first pull from reading the archive. */
    past: integer('past').notNull().default(0),
  },
  (t) => [
    uniqueIndex('marathon_past_seq').on(t.past, t.seq),
    index('marathon_past_shown').on(t.past, t.shownUntil),
    index('marathon_created').on(t.createdAt, t.id),
    index('marathon_owner_created').on(t.ownerUid, t.createdAt, t.id),
    index('marathon_owner_seq').on(t.ownerUid, t.seq),
    index('marathon_start').on(t.startDate, t.id),
    index('marathon_title_start').on(t.title, t.startDate),
  ],
)

export const application = sqliteTable(
  'application',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    ownerUid: text('owner_uid').notNull(),
    /** The marathon's owner, who may see this row as an entrant. */
    organiserUid: text('organiser_uid').notNull(),
    /** Who the runner is, case-folded: once per account and marathon. */
    personKey: text('person_key').notNull(),
    title: text('title').notNull(),
    startDate: text('start_date').notNull(),
    location: text('location').notNull(),
    image: text('image').notNull(),
    description: text('description').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    additionalInfo: text('additional_info').notNull(),
    email: text('email').notNull(),
    createdAt: text('created_at').notNull(),
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
    /** When the contact data was erased, or null (retention). */
    erasedAt: text('erased_at'),
  },
  (t) => [
    uniqueIndex('application_seq').on(t.seq),
    uniqueIndex('application_person').on(t.marathonId, t.ownerUid, t.personKey),
    index('application_owner_seq').on(t.ownerUid, t.seq),
    index('application_owner_created').on(t.ownerUid, t.createdAt, t.id),
    index('application_organiser_seq').on(t.organiserUid, t.seq),
    index('application_marathon_created').on(t.marathonId, t.createdAt, t.id),
    // Keeps the nightly search for contact data to erase from reading what it erased before.
    index('application_unerased').on(t.marathonId).where(sql`erased_at IS NULL`),
  ],
)

/** A deletion, told to those who could see the row. After 90 days only `type` and `id` stay: the id is gone for ever. */
export const tombstone = sqliteTable(
  'tombstone',
  {
    type: text('type').notNull(),
    id: text('id').notNull(),
    ownerUid: text('owner_uid').notNull().default(''),
    organiserUid: text('organiser_uid').notNull().default(''),
    shownUntil: text('shown_until').notNull().default(''),
    deletedAt: text('deleted_at').notNull(),
    seq: integer('seq'),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.id] }),
    uniqueIndex('tombstone_seq').on(t.seq),
    index('tombstone_deleted').on(t.deletedAt).where(sql`seq IS NOT NULL`),
  ],
)

/** The verdict of every operation: a repeated op answers it again and has no second effect. */
export const opRecord = sqliteTable(
  'op_record',
  {
    opId: text('op_id').primaryKey(),
    uid: text('uid').notNull(),
    seq: integer('seq').notNull(),
    type: text('type').notNull(),
    targetId: text('target_id').notNull(),
    /** The rest of the verdict as JSON: {status, code?, fields?, conflicts?}. */
    verdict: text('verdict').notNull(),
    /** Rows the op changed or removed: 0 or 1. */
    modified: integer('modified').notNull(),
    decidedAt: text('decided_at').notNull(),
    /** A short hash of the op's type, row and patch; null in rows from before it was kept (domain/op-content). */
    content: text('content'),
  },
  (t) => [
    uniqueIndex('op_record_seq').on(t.seq),
    index('op_record_decided').on(t.decidedAt),
    index('op_record_target').on(t.targetId),
    // Finds the clashes that are due to go, by the very words of domain/verdict-text.
    index('op_record_clash').on(t.decidedAt).where(sql`substr(verdict, 1, 32) = '{"status":"applied","conflicts":'`),
  ],
)

/**
 * What an account's operations have cost it: each takes some time, and `spentUntil` (ms since the epoch) is when all of
 * it is paid off (domain/op-budget).
 */
export const opBudget = sqliteTable(
  'op_budget',
  {
    uid: text('uid').primaryKey(),
    spentUntil: integer('spent_until').notNull(),
  },
  (t) => [index('op_budget_spent').on(t.spentUntil)],
)

/** One row. `epoch` names this database's history, `seq` is the last one given, `floor` the oldest cursor still served. */
export const clock = sqliteTable('clock', {
  id: integer('id').primaryKey(),
  epoch: text('epoch').notNull(),
  seq: integer('seq').notNull(),
  lowWaterMark: integer('floor').notNull(),
})

/** Nothing is ever stored here: inserting NULL aborts the transaction. That is how a guard fails. */
export const guard = sqliteTable('guard', { ok: integer('ok').notNull() })
