import { type Column, getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { APPLICATION as FIELDS } from '../../contract/fields.ts'
import type { ColumnKind } from '../../contract/sync.ts'
import { rolesSql } from '../db/roles-sql.ts'
import { application, columnOf, marathon, notice, recording, result, ruling, staff } from '../db/schema.ts'

// SQLite builds the API's JSON of a row, so that D1 returns one text instead of twenty values. The names come from the
// tables of db/schema.ts: the API returns a new column without a change here, unless it is listed here as private.

// D1 accepts at most 32 arguments of a function, so one `json_object` has at most 16 pairs and one `format` 31 lists.
// worker/db/plans.slow.test.ts holds that.
const MAX_PAIRS = 16
const MAX_LISTS = 31

const PUBLIC = ['id', 'image', 'title', 'location', 'regStart', 'regEnd', 'startDate', 'distance', 'timeZone'] as const
const OF_PAGE = [
  'description',
  'cancelled',
  'registration',
  'organisedBy',
  'imageSize',
  'previousStart',
  'results',
  'ver',
] as const
const PUBLIC_PAGE = [...PUBLIC, ...OF_PAGE]
const MARATHON = wireColumns(marathon, [
  'ownerUid',
  'shownUntil',
  'past',
  'seq',
  'secretSeed',
  'unclaimedCount',
  'staffFields',
])
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
  'staffAnswers',
])
/**
 * The columns that a helper gets of an entrant, beside flags and the answers that staff see: what is needed to check people
 * in, and no contact data (docs/privacy.md).
 */
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

const OF_POINT = ['kind', 'bib', 'accuracy', 'how', 'clock', 'tick', 'of'] as const
const CHECK_IN = wireColumns(recording, [...OF_POINT, 'nth', 'byUid', 'confirmed', 'seq'])
const RECORDING = ['id', 'marathonId', ...OF_POINT, 'at', 'by', 'voidedAt', 'ver']
const RULING = wireColumns(ruling, ['byUid', 'ver', 'seq'])

const OWN_RESULT = wireColumns(result, ['ownerUid', 'seq'])

const NOTICE = wireColumns(notice, ['toUid', 'byUid', 'parts', 'urgent', 'byMail', 'ver', 'seq'])

/** Most bytes in a page of a pull or a list, about. A worker has 128 MB, and D1 serves nobody else while it reads. */
export const MAX_PAGE_BYTES = 1_000_000

// The length in bytes stands in the row's head: SQLite does not read the text for it.
const octets = (...columns: string[]) => columns.map((column) => `octet_length(${column})`).join(' + ')

/**
 * SQL for the bytes that a row takes, about: of `marathon m`, `application a`, `recording c`, `ruling q`, `notice o`,
 * `staff f` or `tombstone t`.
 */
export const sizeOf = {
  marathon: sql.raw(
    `(${octets('m.description', 'm.image', 'm.location', 'm.title', 'm.organised_by', 'm.questions', 'm.staff_fields', 'm.categories', 'm.splits')} + 430)`,
  ),
  application: sql.raw(
    `(${octets('a.title', 'a.answers', 'a.staff_answers', ...Object.keys(FIELDS).map((field) => `a.${columnOf(field)}`))} + 330)`,
  ),
  entrant: sql.raw(`(${octets('a.first_name', 'a.last_name', 'a.answers')} + 230)`),
  checkIn: sql.raw(`(${octets('c.point', 'c.by_name')} + 300)`),
  recording: sql.raw(`(${octets('c.point', 'c.by_name', 'c.clock_id')} + 300)`),
  ruling: sql.raw(`(${octets('q.reason', 'q.doubt', 'q.by_name')} + 250)`),
  ownResult: sql.raw(`(${octets('r.title', 'r.name', 'r.splits', 'r.reason')} + 350)`),
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

/** SQL: does the account organise `marathon`, by its id? Nobody organises a deleted one, which still has rows of staff. */
const organises = (
  marathonId: string,
) => sql`EXISTS (SELECT 1 FROM staff s CROSS JOIN marathon x ON x.id = s.marathon_id
  WHERE s.marathon_id = ${sql.raw(marathonId)} AND s.uid = ${UID} AND s.removed_at IS NULL
  AND s.role IN ${sql.raw(rolesSql('organise'))})`

// The text is joined with '', so that SQLite takes it for a text and not for JSON inside of JSON.

/** SQL: of the JSON object `values` of `application a` what is to be seen: of questions, or fields of staff, with a flag. */
const seenOf = (values: string, asked: string, flag: string) =>
  sql.raw(`iif(${values} = '', '', coalesce((SELECT json_group_object(v.key, v.value) FROM json_each(${values}) v
    WHERE v.key IN (SELECT q.value->>'id' FROM marathon n, json_each(iif(n.${asked} = '', '[]', n.${asked})) q
      WHERE n.id = a.marathon_id AND q.value->>'${flag}') HAVING count(*) > 0), '') || '')`)

const STAFF_FIELDS = sql`iif(m.staff_fields = '' OR ${organises('m.id')}, m.staff_fields,
  coalesce((SELECT json_group_array(json(f.value)) FROM json_each(m.staff_fields) f WHERE f.value->>'isShown'
    HAVING count(*) > 0), '') || '')`
const STAFF_ANSWERS = sql`iif(a.staff_answers = '' OR ${organises('a.marathon_id')}, a.staff_answers,
  ${seenOf('a.staff_answers', 'staff_fields', 'isShown')})`

const IS_CLAIMED = flag('isClaimed', sql`a.owner_uid IS NOT NULL`)

/**
 * The fields of the rows of a pull, by kind, for a row of `marathon m`, `application a`, `recording c` or `staff f`. Only
 * the runner and who organises the marathon get an application. Everybody else is a helper, who gets an entrant (INV-19).
 */
export const SYNC_FIELDS: Record<ColumnKind, Field[]> = {
  marathons: [
    ...fieldsOf(marathon, 'm', MARATHON),
    { name: 'staffFields', value: STAFF_FIELDS },
    { name: 'role', value: role },
  ],
  applications: [
    ...fieldsOf(application, 'a', APPLICATION),
    { name: 'staffAnswers', value: STAFF_ANSWERS },
    flag('mine', sql`a.owner_uid = ${UID}`),
    IS_CLAIMED,
    // Who has the secret takes the place.
    { name: 'offer', value: sql`iif(a.owner_uid = ${UID}, a.offer, NULL)` },
  ],
  entrants: [
    ...fieldsOf(application, 'a', ENTRANT),
    { name: 'answers', value: seenOf('a.answers', 'questions', 'staffSees') },
    // It is the runner's word. Of an entry without account a desk says it.
    flag('hidesName', sql`a.owner_uid IS NULL AND a.hides_name`),
    flag('mine', sql`false`),
    IS_CLAIMED,
  ],
  checkIns: [...fieldsOf(recording, 'c', CHECK_IN), flag('confirmed', sql`c.confirmed`)],
  recordings: [
    ...fieldsOf(recording, 'c', RECORDING),
    { name: 'point', value: sql`c.point` },
    flag('confirmed', sql`c.confirmed`),
  ],
  rulings: fieldsOf(ruling, 'q', RULING),
  ownResults: fieldsOf(result, 'r', OWN_RESULT),
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
  const texts: SQL[] = []
  for (let from = 0; from < fields.length; from += MAX_LISTS) {
    const lists = fields.slice(from, from + MAX_LISTS).map(({ value }) => sql`json_group_array(${value})`)
    texts.push(sql`format(${sql.raw(`'${lists.map(() => '%s').join('\n')}'`)}, ${sql.join(lists, sql`, `)})`)
  }
  return sql.join(texts, sql.raw(` || '\n' || `))
}

function fieldsOf(table: Table, alias: string, names: readonly string[]): Field[] {
  const columns = getTableColumns(table)
  return names.map((name) => ({ name: wireName(name), value: sql.raw(jsonValue(columns[name], alias)) }))
}

/** SQL for a column's value in JSON: SQLite has no true and false. */
function jsonValue(column: Column | undefined, alias: string): string {
  const value = `${alias}.${column?.name}`
  return column?.dataType === 'boolean' ? `json(iif(${value}, 'true', 'false'))` : value
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

/** SQL for the JSON object of at most 16 fields, without these. */
export function objectOf(fields: readonly Field[], without: readonly string[]): SQL {
  const pairs = fields
    .filter(({ name }) => !without.includes(name))
    .map(({ name, value }) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  return sql`json_object(${sql.join(pairs, sql`, `)})`
}

/** SQL for `{"_id":…,"title":…}` of these columns. Too many for one `json_object` become two, joined as text. */
function jsonObject(table: Table, alias: string, names: readonly string[]): SQL {
  const columns = getTableColumns(table)
  const pairs = names.map((name) => `'${wireName(name)}', ${jsonValue(columns[name], alias)}`)
  const objects: string[] = []
  for (let from = 0; from < pairs.length; from += MAX_PAIRS)
    objects.push(`json_object(${pairs.slice(from, from + MAX_PAIRS).join(', ')})`)
  return sql.raw(objects.reduce((head, next) => `rtrim(${head}, '}') || ',' || ltrim(${next}, '{')`))
}
