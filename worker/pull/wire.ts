import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { APPLICATION as FIELDS } from '../../contract/fields.ts'
import type { ColumnKind } from '../../contract/sync.ts'
import { application, columnOf, marathon, notice, recording, staff } from '../db/schema.ts'

// SQLite builds the API's JSON of a row, so that D1 returns one text instead of twenty values. The names come from the
// tables of db/schema.ts: the API returns a new column without a change here, unless it is listed here as private.

// D1 accepts at most 32 arguments of a function, so one `json_object` has at most 16 pairs and one `format` 31 lists.
// worker/db/plans.slow.test.ts holds that.
const MAX_PAIRS = 16

const PUBLIC = ['id', 'image', 'title', 'location', 'regStart', 'regEnd', 'startDate', 'distance', 'timeZone'] as const
const OF_PAGE = [
  'description',
  'cancelled',
  'registration',
  'organisedBy',
  'imageSize',
  'previousStart',
  'ver',
] as const
const PUBLIC_PAGE = [...PUBLIC, ...OF_PAGE]
const MARATHON = wireColumns(marathon, ['ownerUid', 'shownUntil', 'past', 'seq', 'secretSeed', 'unclaimedCount'])
const APPLICATION = wireColumns(application, [
  'ownerUid',
  'personKey',
  'bibKey',
  'seq',
  'erasedAt',
  'joinedSeq',
  'offer',
  'correctedBy',
  'correctedFields',
])
/** All that a helper gets of an entrant: what is needed to check people in, and no contact data (docs/privacy.md). */
export const ENTRANT = [
  'id',
  'marathonId',
  'firstName',
  'lastName',
  'bib',
  'wantedBib',
  'code',
  'status',
  'ver',
] as const

const CHECK_IN = wireColumns(recording, ['kind', 'bib', 'accuracy', 'byUid', 'confirmed', 'seq'])

const NOTICE = wireColumns(notice, ['toUid', 'byUid', 'parts', 'urgent', 'ver', 'seq'])

/** Most bytes in a page of a pull or a list, about. A worker has 128 MB, and D1 serves nobody else while it reads. */
export const MAX_PAGE_BYTES = 1_000_000

// The length in bytes stands in the row's head: SQLite does not read the text for it.
const octets = (...columns: string[]) => columns.map((column) => `octet_length(${column})`).join(' + ')

/** SQL for the bytes that a row of `marathon m`, `application a`, `recording c`, `notice o`, `staff f` or `tombstone t` takes, about. */
export const sizeOf = {
  marathon: sql.raw(`(${octets('m.description', 'm.image', 'm.location', 'm.title', 'm.organised_by')} + 395)`),
  application: sql.raw(`(${octets('a.title', ...Object.keys(FIELDS).map((field) => `a.${columnOf(field)}`))} + 300)`),
  entrant: sql.raw(`(${octets('a.first_name', 'a.last_name')} + 200)`),
  checkIn: sql.raw(`(${octets('c.point', 'c.by_name')} + 300)`),
  notice: sql.raw(`(${octets('o.text', 'o.parts')} + 300)`),
  staff: sql.raw(`(${octets('f.name')} + 200)`),
  deletion: sql.raw('150'),
  tombstone: sql.raw(`(${octets('t.reason')} + 150)`),
}

/** SQL for a row of `marathon m`, `application a` or `notice o` as JSON text. */
export const jsonOf = {
  publicMarathon: jsonObject(marathon, 'm', PUBLIC),
  upcomingMarathon: jsonObject(marathon, 'm', [...PUBLIC, 'description']),
  publicPage: sql`rtrim(${jsonObject(marathon, 'm', PUBLIC_PAGE)}, '}')
    || iif(m.reg_count >= m.capacity OR m.waiting_count > 0, ',"isFull":true', ',"isFull":false')
    || iif((SELECT email_verified FROM account WHERE uid = m.owner_uid), ',"isListed":true}', ',"isListed":false}')`,
  marathon: jsonObject(marathon, 'm', MARATHON),
  application: jsonObject(application, 'a', APPLICATION),
  // The column `parts` is JSON already. A notice without parts has no such key.
  syncNotice: sql`rtrim(${jsonObject(notice, 'o', NOTICE)}, '}') || iif(o.urgent, ',"urgent":true', ',"urgent":false')
    || iif(o.parts = '', '', ',"parts":' || o.parts) || '}'`,
}

interface Field {
  name: string
  /** SQL for its value in one row. */
  value: SQL
}

/**
 * The account that pulls, as a placeholder of a template, with a plus sign. SQLite 3.54 plans `x = ? ... ORDER BY` anew
 * whenever the value is bound, because the plan may depend on it. It does not do so for `x = +?`.
 */
export const UID = sql`+${sql.placeholder('uid')}`

/** SQL: what the account is at `marathon m`. */
const role = sql`(SELECT s.role FROM staff s WHERE s.marathon_id = m.id AND s.uid = ${UID} AND s.removed_at IS NULL)`

const IS_CLAIMED = flag('isClaimed', sql`a.owner_uid IS NOT NULL`)

/**
 * The fields of the rows of a pull, by kind, for a row of `marathon m`, `application a`, `recording c` or `staff f`. Only
 * the runner and who organises the marathon get an application. Everybody else is a helper, who gets an entrant (INV-19).
 */
export const SYNC_FIELDS: Record<ColumnKind, Field[]> = {
  marathons: [...fieldsOf(marathon, 'm', MARATHON), { name: 'role', value: role }],
  applications: [
    ...fieldsOf(application, 'a', APPLICATION),
    flag('mine', sql`a.owner_uid = ${UID}`),
    IS_CLAIMED,
    // Who has the secret takes the place.
    { name: 'offer', value: sql`iif(a.owner_uid = ${UID}, a.offer, NULL)` },
  ],
  entrants: [...fieldsOf(application, 'a', ENTRANT), flag('mine', sql`false`), IS_CLAIMED],
  checkIns: [...fieldsOf(recording, 'c', CHECK_IN), flag('confirmed', sql`c.confirmed`)],
  staff: [
    ...fieldsOf(staff, 'f', ['id', 'marathonId', 'name', 'role', 'since']),
    flag('isOffered', sql`f.offered_at IS NOT NULL`),
    flag('mine', sql`f.uid = ${UID}`),
  ],
}

/**
 * SQL for the rows of a group by column, as one text: a JSON list for each field, one a line. (In JSON text, a line
 * break inside a string is an escape.)
 */
export function listsOf(fields: Field[]): SQL {
  const lists = fields.map(({ value }) => sql`json_group_array(${value})`)
  return sql`format(${sql.raw(`'${fields.map(() => '%s').join('\n')}'`)}, ${sql.join(lists, sql`, `)})`
}

function fieldsOf(table: Table, alias: string, names: readonly string[]): Field[] {
  const columns = getTableColumns(table)
  return names.map((name) => ({ name: wireName(name), value: sql.raw(`${alias}.${columns[name]?.name}`) }))
}

function flag(name: string, isSet: SQL): Field {
  return { name, value: sql`json(iif(${isSet}, 'true', 'false'))` }
}

function wireName(name: string): string {
  return name === 'id' ? '_id' : name
}

/** The columns that the API returns: all except those that only the server needs. */
function wireColumns<T extends Table>(table: T, privateColumns: readonly (keyof T['_']['columns'])[]): string[] {
  return Object.keys(getTableColumns(table)).filter((name) => !privateColumns.includes(name))
}

/** SQL for `{"_id":…,"title":…}` of these columns. Too many for one `json_object` become two, joined as text. */
function jsonObject(table: Table, alias: string, names: readonly string[]): SQL {
  const columns = getTableColumns(table)
  const pairs = names.map((name) => `'${wireName(name)}', ${alias}.${columns[name]?.name}`)
  const objects: string[] = []
  for (let from = 0; from < pairs.length; from += MAX_PAIRS)
    objects.push(`json_object(${pairs.slice(from, from + MAX_PAIRS).join(', ')})`)
  return sql.raw(objects.reduce((head, next) => `rtrim(${head}, '}') || ',' || ltrim(${next}, '{')`))
}
