import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { APPLICATION_STATUSES } from '../../contract/application.ts'
import { APPLICATION, type ApplicationField } from '../../contract/fields.ts'
import { MAIL_ENDS, MAIL_WANTS } from '../../contract/mail.ts'
import { RESULTS_STATES } from '../../contract/marathon.ts'
import { NOTICE_KINDS } from '../../contract/notice.ts'
import { ENTRY_STATES, RECORDING_KINDS, RULING_KINDS, STATES } from '../../contract/results/recording.ts'
import { INVITED_ROLES, ROLES } from '../../contract/roles.ts'

// - Times are canonical ISO 8601 UTC with milliseconds, so that the order of the texts is the order of the times.
// - `seq` is the row's place in the order of all commits. Every write that a phone must receive gives the row a new
//   seq; a cursor of the pull is a seq.
// - `ver` is the row's version: 1 at its creation, and 1 more at each change of its fields by a person, by the
//   erasure of contact data, by a promotion from the waiting list or by a draw. Guards and ETags compare it. A change
//   of regCount, waitingCount or enteredCount gives a new seq but no new ver.

/**
 * A text with JSON, or ''. SQLite's JSON functions fail on anything else, and one such row would make every pull fail
 * that has it.
 */
const isJson = (column: string) => check(`${column}_json`, sql.raw(`${column} = '' OR json_valid(${column})`))

export const marathon = sqliteTable(
  'marathon',
  {
    id: text('id').primaryKey(),
    /** The owner's account, as `staff` has it. Limits and lists go by it; permissions and pulls do not. */
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
    /**
     * The latest startDate that the marathon ever had. The pull sends a marathon to everybody until some days after
     * this instant. If the owner moves the marathon to an earlier date, the phones that have it still receive the
     * change.
     */
    shownUntil: text('shown_until').notNull(),
    /**
     * 1 after a nightly run found that `shownUntil` is before the 30-day window of the pull. An update of the marathon
     * sets it back to 0. Two indexes start with it, so that a pull from nothing does not read all old marathons.
     */
    past: integer('past').notNull().default(0),
    /** The number of applications with the status `waiting`. */
    waitingCount: integer('waiting_count').notNull().default(0),
    /** Why the organiser cancelled the marathon; null if it takes place. */
    cancelled: text('cancelled'),
    registration: text('registration', { enum: ['first-come', 'ballot'] })
      .notNull()
      .default('first-come'),
    /** Most live applications of one account (contract/marathon). */
    perAccount: integer('per_account').notNull().default(10),
    /** The number of applications with the status `entered`. */
    enteredCount: integer('entered_count').notNull().default(0),
    /** The SHA-256 of the seed of a ballot, in hex; null without a ballot. */
    commitment: text('commitment'),
    /** The seed of a ballot in hex, from its creation on. It never leaves the server: `seed` does, after the draw. */
    secretSeed: text('secret_seed'),
    /** The seed of a ballot that was drawn; null before the draw. */
    seed: text('seed'),
    /** JSON of what is asked of a runner, of the fields of staff, and of the categories (contract/questions). */
    questions: text('questions').notNull().default(''),
    staffFields: text('staff_fields').notNull().default(''),
    categories: text('categories').notNull().default(''),
    /** JSON of the names of the points between start and finish. */
    splits: text('splits').notNull().default(''),
    /** Which list of results everybody may read. */
    results: text('results', { enum: RESULTS_STATES }).notNull().default(''),
    organisedBy: text('organised_by').notNull().default(''),
    imageSize: text('image_size').notNull().default(''),
    /** The start before the last change of it, or null. */
    previousStart: text('previous_start'),
    /** Until when a runner may hand the place on, and the marathon to which a runner may defer it; null: not at all. */
    handOverUntil: text('hand_over_until'),
    deferTo: text('defer_to'),
    /** The number of applications without account. */
    unclaimedCount: integer('unclaimed_count').notNull().default(0),
    /** When the operator hid the marathon (`npm run hide`), or null. */
    hiddenAt: text('hidden_at'),
  },
  (t) => [
    isJson('questions'),
    isJson('staff_fields'),
    uniqueIndex('marathon_past_seq').on(t.past, t.seq),
    index('marathon_past_shown').on(t.past, t.shownUntil),
    index('marathon_created').on(t.createdAt, t.id),
    index('marathon_owner_created').on(t.ownerUid, t.createdAt, t.id),
    // The pull of staff asks for each of their marathons whether it changed.
    index('marathon_id_seq').on(t.id, t.seq),
    // With the last two, the sitemap reads the index alone.
    index('marathon_start').on(t.startDate, t.id, t.ownerUid, t.hiddenAt),
    // Which of an account's events start first, for the public lists.
    index('marathon_owner_start').on(t.ownerUid, t.startDate, t.id),
    index('marathon_title_start').on(t.title, t.startDate),
    // A pull tells phones that a marathon was hidden.
    index('marathon_hidden').on(t.seq).where(sql`hidden_at IS NOT NULL`),
  ],
)

/** The column of a field: `firstName` -> `first_name`. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The columns of what a runner fills in. During a deploy the previous worker writes rows without a new one. */
function applicationTexts() {
  const texts = Object.keys(APPLICATION).map((field) => [field, column(field)] as const)
  return Object.fromEntries(texts) as Record<ApplicationField, ReturnType<typeof column>>
}

function column(field: string) {
  return text(columnOf(field)).notNull().default('')
}

export const application = sqliteTable(
  'application',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    /** The runner's account; null for an entry without one. */
    ownerUid: text('owner_uid'),
    /**
     * The runner's name as it is compared (`personKey`): unique for an account and a marathon. A namesake's has the id
     * behind it. Entries without account may have the same name.
     */
    personKey: text('person_key').notNull(),
    /**
     * The seq of its creation. Notices of before reach the account once, with this seq. Each pull reads it of all own
     * rows, so it stands before the long texts: SQLite walks through their pages to what stands behind them.
     */
    joinedSeq: integer('joined_seq').notNull().default(0),
    title: text('title').notNull(),
    startDate: text('start_date').notNull(),
    ...applicationTexts(),
    createdAt: text('created_at').notNull(),
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
    /** The time when retention erased the contact data, or null. */
    erasedAt: text('erased_at'),
    status: text('status', { enum: APPLICATION_STATUSES }).notNull().default('registered'),
    /**
     * The order of the waiting list: the seq with which the application joined it. A draw gives its seqs in the drawn
     * order. Who is moved up comes before the first, perhaps below 0. Null for an application that does not wait.
     */
    waitingOrder: integer('waiting_order'),
    /** The time when the application came from the waiting list to a place, or null. */
    promotedAt: text('promoted_at'),
    /** The runner's number, which the organiser gives, as it is written. */
    bib: text('bib'),
    /** The same as it is compared (contract/text/bib). Unique for a marathon. */
    bibKey: text('bib_key'),
    /** The number in the order of the draw, from 1; null without a draw. */
    drawOrder: integer('draw_order'),
    /**
     * The entry code, which the gate scans (contract/text/entry-code): unique for a marathon. The erasure of contact data
     * empties it.
     */
    code: text('code').notNull().default(''),
    /** A bib that the entrant holds although another entrant has it: desks without a network handed it out twice. */
    wantedBib: text('wanted_bib'),
    /** Of an entry made at the gate: how far above the capacity its writer saw it. */
    above: integer('above').notNull().default(0),
    /** The secret with which the runner offers the place to somebody, or null. */
    offer: text('offer'),
    /** The account that corrected the entry last, or null. A clash with the runner's edit is told to it. */
    correctedBy: text('corrected_by'),
    /** The fields that it corrected, and that the runner has not changed since; joined by commas. */
    correctedFields: text('corrected_fields').notNull().default(''),
    /** JSON of the answers, and of what staff noted, by the ids of the questions and fields. '' for none. */
    answers: text('answers').notNull().default(''),
    staffAnswers: text('staff_answers').notNull().default(''),
    /** 1 if the name is left out of published results. */
    hidesName: integer('hides_name', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    isJson('answers'),
    isJson('staff_answers'),
    uniqueIndex('application_seq').on(t.seq),
    uniqueIndex('application_person').on(t.ownerUid, t.marathonId, t.personKey),
    index('application_owner_seq').on(t.ownerUid, t.seq),
    index('application_owner_created').on(t.ownerUid, t.createdAt, t.id),
    index('application_marathon_created').on(t.marathonId, t.createdAt, t.id),
    // The pull of staff reads the entrants of one marathon in the order of seq.
    index('application_marathon_seq').on(t.marathonId, t.seq),
    uniqueIndex('application_bib').on(t.marathonId, t.bibKey).where(sql`bib_key IS NOT NULL`),
    uniqueIndex('application_code').on(t.marathonId, t.code).where(sql`code <> ''`),
    // For the deletion of an account.
    index('application_corrected').on(t.correctedBy).where(sql`corrected_by IS NOT NULL`),
    index('application_waiting').on(t.marathonId, t.waitingOrder).where(sql`waiting_order IS NOT NULL`),
    // With this index, the nightly search for contact data does not read the rows that it erased before.
    index('application_unerased').on(t.marathonId).where(sql`erased_at IS NULL`),
    // The same for applications whose marathon was deleted after its start.
    index('application_unerased_start').on(t.startDate).where(sql`erased_at IS NULL`),
  ],
)

/**
 * What people record at a place: a check-in, one scan of an application at a gate; and at points guns, crossings, who
 * retired, later bibs and samples of clocks. Rows are added, voided and confirmed, never merged. All leave with their
 * marathon, a check-in also with its application: when that is deleted, and when its contact data is erased.
 */
export const recording = sqliteTable(
  'recording',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    kind: text('kind', { enum: ['check-in', ...RECORDING_KINDS] }).notNull(),
    /** A check-in has one. */
    applicationId: text('application_id'),
    bib: text('bib'),
    /** When it was recorded, by the phone's clock with its offset; the server's time where that cannot be true. */
    at: text('at').notNull(),
    /** How far `at` may be off, in ms; null for a check-in. */
    accuracy: integer('accuracy'),
    /** Where: of a check-in the gate. */
    gate: text('point').notNull(),
    /** The name of the account that recorded it. */
    by: text('by_name').notNull(),
    /** Null if that account was deleted. */
    byUid: text('by_uid'),
    voidedAt: text('voided_at'),
    /** 1 if somebody who may record it vouches for it. */
    confirmed: integer('confirmed').notNull(),
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
    /** How a crossing was recorded; '' for a check-in. */
    how: text('how').notNull().default(''),
    /** The clock of the phone, and the tick on it in ms (contract/results/recording); '' and null for a check-in. */
    clock: text('clock_id').notNull().default(''),
    tick: integer('tick'),
    /** The crossing that a later bib is of. */
    of: text('of_id'),
    /** The number of it among those of its account at the marathon, from 1; 0 for a check-in. */
    nth: integer('nth').notNull().default(0),
  },
  (t) => [
    index('recording_application').on(t.applicationId),
    // The pull of staff reads the recordings of one marathon in the order of seq.
    index('recording_marathon_seq').on(t.marathonId, t.seq),
    // For what is kept of an account, for its deletion, and for how many it has at a marathon.
    index('recording_by').on(t.byUid, t.marathonId, t.nth),
  ],
)

/** What a person ruled about the results (contract/results/recording). It is never changed, and leaves with its marathon. */
export const ruling = sqliteTable(
  'ruling',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    kind: text('kind', { enum: RULING_KINDS }).notNull(),
    recordingId: text('recording_id'),
    /** The ruling that does not count any more. */
    rulingId: text('ruling_id'),
    bib: text('bib').notNull(),
    point: text('point').notNull(),
    time: text('time'),
    /** ms since the gun. */
    since: integer('since'),
    state: text('state', { enum: STATES }),
    reason: text('reason').notNull(),
    doubt: text('doubt').notNull(),
    at: text('at').notNull(),
    /** The name of the account that ruled. */
    by: text('by_name').notNull(),
    /** Null if that account was deleted. */
    byUid: text('by_uid'),
    /** 1, and 2 once the name is emptied. Guards compare it. */
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [index('ruling_marathon_seq').on(t.marathonId, t.seq), index('ruling_by').on(t.byUid)],
)

/**
 * The row of an entry in the official list of results. Places, times and state change by a correction alone. It leaves
 * with the marathon, but for that of an account, which keeps it: it has copies of what it says of the marathon.
 */
export const result = sqliteTable(
  'result',
  {
    /** That of the application. */
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    /** The runner's account; null without one, and once it is deleted. */
    ownerUid: text('owner_uid'),
    title: text('title').notNull(),
    startDate: text('start_date').notNull(),
    timeZone: text('time_zone').notNull(),
    distance: text('distance').notNull(),
    bib: text('bib').notNull(),
    /** As it was registered; '' once the account is deleted. */
    name: text('name').notNull(),
    /** 1 if the name is left out of the list. It follows the application's, and is 1 once that is withdrawn. */
    hidesName: integer('hides_name', { mode: 'boolean' }).notNull(),
    sex: text('sex').notNull(),
    category: text('category').notNull(),
    state: text('state', { enum: ENTRY_STATES }).notNull(),
    /** From the gun to the finish in ms, and the places; null for who did not finish. */
    time: integer('time'),
    place: integer('place'),
    sexPlace: integer('sex_place'),
    categoryPlace: integer('category_place'),
    /** How many finished. */
    finishers: integer('finishers').notNull(),
    /** JSON of the points with the time from the gun to each in ms. */
    splits: text('splits').notNull(),
    /** Why somebody is disqualified or retired. */
    reason: text('reason').notNull(),
    officialAt: text('official_at').notNull(),
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [
    isJson('splits'),
    index('result_marathon').on(t.marathonId, t.seq),
    // For the pull of what an account ran, for what is kept of it, and for its deletion.
    index('result_owner_seq').on(t.ownerUid, t.seq).where(sql`owner_uid IS NOT NULL`),
  ],
)

/** What an organiser changed of an official row, and why. It is shown with the list, and leaves with the marathon. */
export const correction = sqliteTable(
  'correction',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    entryId: text('entry_id').notNull(),
    at: text('at').notNull(),
    by: text('by_name').notNull(),
    /** Null if that account was deleted. */
    byUid: text('by_uid'),
    reason: text('reason').notNull(),
    /** JSON of the row before and after (contract/results/public-list); '' for one that was not there. */
    before: text('before').notNull(),
    after: text('after').notNull(),
    seq: integer('seq').notNull(),
  },
  (t) => [index('correction_marathon').on(t.marathonId, t.seq), index('correction_by').on(t.byUid)],
)

/**
 * A notice. It is never changed. It leaves with its marathon, but for the one that tells its deletion, and when the
 * contact data of the marathon's entrants is erased. One that is about an application leaves with that too. The
 * organiser may delete it; of the server's own, the 100 newest stay.
 */
export const notice = sqliteTable(
  'notice',
  {
    id: text('id').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    /** The application that the notice is about; null for a notice to everybody. */
    applicationId: text('application_id'),
    /** The only account that may see the notice; null for everybody who has to do with the marathon. */
    toUid: text('to_uid'),
    kind: text('kind', {
      enum: NOTICE_KINDS,
    }).notNull(),
    text: text('text').notNull(),
    /** 1 for an urgent notice. */
    urgent: integer('urgent').notNull(),
    /** When it was written. */
    at: text('at').notNull(),
    /** The name of who wrote it; '' for a notice of the server. */
    by: text('by_name').notNull(),
    /** Whose push it is not: who wrote it, or caused it. Null for a promotion, and once that account is deleted. */
    byUid: text('by_uid'),
    /** Always 1. Guards compare it. */
    ver: integer('ver').notNull(),
    seq: integer('seq').notNull(),
    /**
     * What `text` says, in values: JSON of `noticePartsSchema`. '' for a notice of an organiser, and one whose kind says
     * all.
     */
    parts: text('parts').notNull().default(''),
    /** 1 if the organiser sends it by mail too. */
    byMail: integer('by_mail').notNull().default(0),
  },
  (t) => [
    // It has `toUid`, so that nobody's pull reads the many notices of a large promotion that are for others.
    index('notice_marathon_seq').on(t.marathonId, t.toUid, t.seq),
    // What is still to be handed to the queue of deliveries.
    index('notice_seq').on(t.seq),
    index('notice_to_seq').on(t.toUid, t.seq).where(sql`to_uid IS NOT NULL`),
    // Those about an entry that is gone: few, and each pull looks at all of an account.
    index('notice_of_gone').on(t.toUid).where(sql`to_uid IS NOT NULL AND application_id IS NULL`),
    index('notice_application').on(t.applicationId).where(sql`application_id IS NOT NULL`),
    // For what is kept of an account, and for its deletion.
    index('notice_by').on(t.byUid).where(sql`by_uid IS NOT NULL`),
  ],
)

/**
 * A deletion. The pull sends it to the accounts that could see the row. After 90 days retention strips it: `type`,
 * `id` and `deletedAt` stay, so that the id is never used again; `seq` is null, and the other columns are empty.
 */
export const tombstone = sqliteTable(
  'tombstone',
  {
    type: text('type').notNull(),
    id: text('id').notNull(),
    /** The account whose row it was; null for an entry without account and for a notice to everybody. */
    ownerUid: text('owner_uid'),
    /** The marathon's `shownUntil` when it was deleted; '' for other types. */
    shownUntil: text('shown_until').notNull().default(''),
    /**
     * The marathon of an application or a notice, so that its staff are told; '' for a marathon and for a notice to one
     * account.
     */
    marathonId: text('marathon_id').notNull().default(''),
    deletedAt: text('deleted_at').notNull(),
    seq: integer('seq'),
    /** 1 for an application that somebody else took over. */
    isHandedOn: integer('is_handed_on').notNull().default(0),
    /** Why staff withdrew the application; '' otherwise. */
    reason: text('reason').notNull().default(''),
    /**
     * 1 while applications to the deleted marathon may still have contact data. The nightly run sets 0 when none has.
     * It means nothing for other types.
     */
    mayHaveContacts: integer('may_have_contacts').notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.id] }),
    uniqueIndex('tombstone_seq').on(t.seq),
    // The nightly search for contact data reads only the deleted marathons that it has not finished.
    index('tombstone_contacts').on(t.deletedAt).where(sql`type = 'marathon' AND may_have_contacts = 1`),
    index('tombstone_deleted').on(t.deletedAt).where(sql`seq IS NOT NULL`),
    // For what is kept of an account.
    index('tombstone_owner').on(t.ownerUid).where(sql`owner_uid IS NOT NULL`),
  ],
)

/**
 * An invitation to a role at a marathon. The token itself is not stored. The nightly run deletes expired invitations,
 * used ones too.
 */
export const invitation = sqliteTable(
  'invitation',
  {
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').primaryKey(),
    marathonId: text('marathon_id').notNull(),
    expiresAt: text('expires_at').notNull(),
    /** What the account that accepts it becomes. */
    role: text('role', { enum: INVITED_ROLES }).notNull(),
    /** Who made it. It is open only as long as that account may invite to this role. */
    byUid: text('by_uid').notNull(),
    /** The account that accepted it, or '' if it was withdrawn; null while it is open. */
    usedBy: text('used_by'),
  },
  (t) => [index('invitation_marathon').on(t.marathonId, t.expiresAt), index('invitation_expires').on(t.expiresAt)],
)

/**
 * What an account is at a marathon. The owner's row is made with the marathon. Somebody who was removed keeps the row for
 * some time, so that the pull tells the phones, and so that check-ins which these still had queued reach the organiser.
 */
export const staff = sqliteTable(
  'staff',
  {
    marathonId: text('marathon_id').notNull(),
    uid: text('uid').notNull(),
    role: text('role', { enum: ROLES }).notNull(),
    /**
     * The name of this row in the API, because the account's id is secret. Each acceptance makes a new one. The row that
     * is made with the marathon has the marathon's id.
     */
    id: text('id').notNull(),
    /** The account's name when it got the role. */
    name: text('name').notNull(),
    /** When the account got the role. */
    since: text('since').notNull(),
    /** When the owner offered to hand the marathon over to this organiser, or null. At most one row of a marathon has it. */
    offeredAt: text('offered_at'),
    /** When the account was removed, left or was deleted; null before. */
    removedAt: text('removed_at'),
    /** The seq of the last change of this row. */
    seq: integer('seq').notNull(),
    /**
     * The seq of the commit since which the account sees what it sees: its phones with a smaller cursor start over. 0 for
     * who made the marathon: there were no rows before that its phones could lack.
     */
    viewSeq: integer('view_seq').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.marathonId, t.uid] }),
    uniqueIndex('staff_seq').on(t.seq),
    uniqueIndex('staff_id').on(t.id),
    // Never two owners, and never two offers: two phones of the owner may offer the marathon at once.
    uniqueIndex('staff_owner').on(t.marathonId).where(sql`role = 'owner'`),
    uniqueIndex('staff_offered').on(t.marathonId).where(sql`offered_at IS NOT NULL`),
    // The pull of organisers reads the staff of one marathon in the order of seq.
    index('staff_marathon_seq').on(t.marathonId, t.seq),
    // It has what each pull needs, so that the pull does not read the rows.
    index('staff_uid_view').on(t.uid, t.viewSeq, t.removedAt, t.marathonId, t.role, t.seq),
    index('staff_removed').on(t.removedAt).where(sql`removed_at IS NOT NULL`),
  ],
)

/**
 * The list of a draw, which everybody may read: the ids of all applications that took part, in the drawn order. It
 * stays when applications are withdrawn, so that the draw can be checked later. Long lists have several parts.
 */
export const draw = sqliteTable(
  'draw',
  {
    marathonId: text('marathon_id').notNull(),
    part: integer('part').notNull(),
    /** The number of places that were drawn. */
    places: integer('places').notNull(),
    /** The ids as a JSON array. */
    ids: text('ids').notNull(),
  },
  (t) => [primaryKey({ columns: [t.marathonId, t.part] })],
)

/** The verdict on every operation. A repeated op returns the stored verdict and has no second effect. */
export const opRecord = sqliteTable(
  'op_record',
  {
    /** The place of the op in the order of all commits, and of the record in the table. */
    seq: integer('seq').primaryKey(),
    opId: text('op_id').notNull().unique(),
    uid: text('uid').notNull(),
    type: text('type').notNull(),
    targetId: text('target_id').notNull(),
    /** The verdict without its opId, as JSON: {status, code?, fields?, conflicts?} (worker/ops/verdict-text). */
    verdict: text('verdict').notNull(),
    /** Rows the op changed or removed: 0 or 1. */
    modified: integer('modified').notNull(),
    decidedAt: text('decided_at').notNull(),
    /** A short hash of the op (worker/ops/op-content). */
    content: text('content').notNull(),
    /**
     * The marathon where staff changed something, or somebody what its history tells. Null for other ops, and once the
     * history is erased.
     */
    marathonId: text('marathon_id'),
    /**
     * The names of the fields that the op changed, as a JSON array: the op is a row of the history of its marathon. Null
     * for an op that the history leaves out.
     */
    fields: text('fields'),
    /** The name of who made the op, if that was staff; '' otherwise. Null where `fields` is. */
    by: text('by_name'),
  },
  (t) => [
    // For what is kept of an account, page by page, and for its deletion.
    index('op_record_uid').on(t.uid),
    // What each of the staff did last at a marathon.
    index('op_record_staff').on(t.marathonId, t.uid).where(sql`marathon_id IS NOT NULL`),
    // The history of a marathon, and of an entry.
    index('op_record_history').on(t.marathonId).where(sql`fields IS NOT NULL`),
    index('op_record_entry').on(t.targetId).where(sql`fields IS NOT NULL`),
    // Retention finds verdicts with contact data by these two indexes. The conditions must be the same texts as
    // `isClash` and `namesHolder` (worker/ops/verdict-text).
    index('op_record_clash').on(t.decidedAt).where(sql`substr(verdict, 1, 32) = '{"status":"applied","conflicts":'`),
    index('op_record_bib_taken')
      .on(t.decidedAt)
      .where(sql`substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",'`),
    // The deletion of an application removes the contact data from these verdicts alone, however many ops it had. The
    // condition is that of the two indexes above.
    index('op_record_people')
      .on(t.targetId)
      .where(
        sql`(substr(verdict, 1, 32) = '{"status":"applied","conflicts":' OR substr(verdict, 1, 40) = '{"status":"rejected","code":"BIB_TAKEN",')`,
      ),
  ],
)

/** A phone that gets the pushes of an account (docs/decisions/056). */
export const pushSubscription = sqliteTable(
  'push_subscription',
  {
    /** A random id, and a new one when the endpoint goes to another account. */
    id: text('id').primaryKey(),
    /** The address at the push service, which is a secret between us, the phone and that service. */
    endpoint: text('endpoint').notNull(),
    uid: text('uid').notNull(),
    /** The phone's keys, base64url (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** When the phone last registered it, ms since the epoch. */
    seenAt: integer('seen_at').notNull(),
  },
  (t) => [uniqueIndex('push_subscription_endpoint').on(t.endpoint), index('push_subscription_uid').on(t.uid, t.id)],
)

/**
 * One push or mail to one target. A row is claimed before it is sent, so that two runs do not send it both, and finished
 * after it.
 */
export const delivery = sqliteTable(
  'delivery',
  {
    /** `entry`: the mail that confirms an entry. */
    channel: text('channel', { enum: ['push', 'mail', 'entry'] }).notNull(),
    /** The notice; '' for the confirmation of an entry. */
    causeId: text('cause_id').notNull(),
    /** The subscription of a push, the account of a mail, the entry of a confirmation; '' for a notice's turn. */
    targetId: text('target_id').notNull(),
    /** Until then nobody else sends it, ms since the epoch; null when it is finished. */
    heldUntil: integer('held_until'),
    /** When it was first tried, ms since the epoch. */
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.channel, t.causeId, t.targetId] }), index('delivery_at').on(t.at)],
)

/** Up to which `seq` causes were handed to the queue of deliveries, one row. Later ones are still to be handed over. */
export const deliveryClock = sqliteTable('delivery_clock', {
  id: integer('id').primaryKey(),
  seq: integer('seq').notNull(),
})

/**
 * What operations, reads, pushes and mails cost (worker/ops/op-budget). Each costs some time; at `spentUntil` (ms since
 * the epoch) all of them are paid off. `uid` is the name of the budget: that of an account's operations is its uid.
 */
export const opBudget = sqliteTable(
  'op_budget',
  {
    uid: text('uid').primaryKey(),
    spentUntil: integer('spent_until').notNull(),
  },
  (t) => [index('op_budget_spent').on(t.spentUntil)],
)

/**
 * Whose address is verified, whose sessions were ended, and who was deleted. Where mail is set up, also where and how an
 * account gets it. Other accounts have no row.
 */
export const account = sqliteTable(
  'account',
  {
    uid: text('uid').primaryKey(),
    /**
     * Sessions that were issued in this second or before are over, and so are logins at Firebase. Seconds since the
     * epoch.
     */
    sessionsAfter: integer('sessions_after').notNull().default(0),
    /** 1 if the account's last login said that its email address is verified. */
    emailVerified: integer('email_verified').notNull().default(0),
    /** The address and the language of the last login; '' without mail, and once they are forgotten. */
    email: text('email').notNull().default(''),
    language: text('language').notNull().default(''),
    /** Which mails the account wants: all, or what it must know. */
    mail: text('mail', { enum: MAIL_WANTS }).notNull().default('all'),
    /** Why this address gets no mail any more; null if it does. */
    mailEnded: text('mail_ended', { enum: MAIL_ENDS }),
    /** When the account was deleted, seconds since the epoch; null if it was not. Its user may have logged in since. */
    deletedAt: integer('deleted_at'),
    /** The clock's seq at that moment. What later commits made is of a new login, and stays. */
    deletedSeq: integer('deleted_seq'),
    /** `due`: what the account had at `deletedAt` is to be deleted. `done`: it is deleted. Null without a deletion. */
    deletion: text('deletion', { enum: ['due', 'done'] }),
  },
  (t) => [
    index('account_due').on(t.uid).where(sql`deletion = 'due'`),
    // Whose address bounced, and which addresses nobody needs any more.
    index('account_email').on(t.email).where(sql`email > ''`),
  ],
)

/**
 * The clock of the database, one row. `epoch` names this database's history. `seq` is the last seq that a commit used.
 * A cursor below the low-water mark starts over.
 */
export const clock = sqliteTable('clock', {
  id: integer('id').primaryKey(),
  epoch: text('epoch').notNull(),
  seq: integer('seq').notNull(),
  lowWaterMark: integer('floor').notNull(),
  /** When the database was restored, ms since the epoch; 0 for one that never was. */
  restoredAt: integer('restored_at').notNull().default(0),
})

/** This table is always empty. A guard that fails inserts NULL here, which aborts the transaction. */
export const guard = sqliteTable('guard', { ok: integer('ok').notNull() })
