import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { application, checkIn, marathon, notice } from '../db/schema.ts'

// SQLite builds the API's JSON of a row, so that D1 returns one text instead of twenty values. The names come from the
// tables of db/schema.ts: the API returns a new column without a change here, unless it is listed here as private.

/** Most pairs in one `json_object`: D1 accepts at most 32 arguments of a function. */
const MAX_PAIRS = 16

const PUBLIC = ['id', 'image', 'title', 'location', 'regStart', 'regEnd', 'startDate', 'distance', 'timeZone'] as const
const MARATHON = wireColumns(marathon, ['ownerUid', 'shownUntil', 'past', 'seq', 'secretSeed'])
const APPLICATION = wireColumns(application, [
  'ownerUid',
  'organiserUid',
  'personKey',
  'seq',
  'erasedAt',
  'waitingOrder',
])
/** All that a helper gets of an entrant: what is needed to check people in, and no contact data (docs/privacy.md). */
export const ENTRANT = ['id', 'marathonId', 'firstName', 'lastName', 'bib', 'status', 'ver'] as const

const CHECK_IN = wireColumns(checkIn, ['organiserUid', 'byUid', 'confirmedBy', 'seq'])

const NOTICE = wireColumns(notice, ['organiserUid', 'toUid', 'parts', 'urgent', 'ver', 'seq'])

/** SQL for a row of `marathon m`, `application a`, `check_in c` or `notice o` as JSON text. */
export const jsonOf = {
  publicMarathon: jsonObject(marathon, 'm', PUBLIC),
  upcomingMarathon: jsonObject(marathon, 'm', [...PUBLIC, 'description']),
  marathon: jsonObject(marathon, 'm', MARATHON),
  application: jsonObject(application, 'a', APPLICATION),
  syncMarathon: (uid: string) =>
    withFlags(jsonObject(marathon, 'm', MARATHON), {
      mine: sql`m.owner_uid = ${uid}`,
      helping: sql`EXISTS (SELECT 1 FROM helper h WHERE h.marathon_id = m.id AND h.uid = ${uid} AND h.revoked_at IS NULL)`,
    }),
  /**
   * Only the runner and the organiser get the whole row. Everybody else here is a helper, who gets ENTRANT (INV-19).
   */
  syncApplication: (uid: string) =>
    withFlags(
      sql`iif(a.owner_uid = ${uid} OR a.organiser_uid = ${uid},
        ${jsonObject(application, 'a', APPLICATION)}, ${jsonObject(application, 'a', ENTRANT)})`,
      { mine: sql`a.owner_uid = ${uid}` },
    ),
  // The account that vouches for a scan is not told, only whether one does.
  syncCheckIn: withFlags(jsonObject(checkIn, 'c', CHECK_IN), { confirmed: sql`c.confirmed_by IS NOT NULL` }),
  // The column `parts` is JSON already. A notice without parts has no such key, as in older versions.
  syncNotice: sql`rtrim(${withFlags(jsonObject(notice, 'o', NOTICE), { urgent: sql`o.urgent` })}, '}')
    || iif(o.parts = '', '', ',"parts":' || o.parts) || '}'`,
}

/** The columns that the API returns: all except those that only the server needs. */
function wireColumns<T extends Table>(table: T, privateColumns: readonly (keyof T['_']['columns'])[]): string[] {
  return Object.keys(getTableColumns(table)).filter((name) => !privateColumns.includes(name))
}

/** SQL for `{"_id":…,"title":…}` of these columns. Too many for one `json_object` become two, joined as text. */
function jsonObject(table: Table, alias: string, names: readonly string[]): SQL {
  const columns = getTableColumns(table)
  const pairs = names.map((name) => `'${name === 'id' ? '_id' : name}', ${alias}.${columns[name]?.name}`)
  const objects: string[] = []
  for (let from = 0; from < pairs.length; from += MAX_PAIRS)
    objects.push(`json_object(${pairs.slice(from, from + MAX_PAIRS).join(', ')})`)
  return sql.raw(objects.reduce((head, next) => `rtrim(${head}, '}') || ',' || ltrim(${next}, '{')`))
}

/** SQL for the same JSON object with more keys, each true or false. */
function withFlags(json: SQL, flags: Record<string, SQL>): SQL {
  const pairs = Object.entries(flags).map(([name, isSet]) => {
    return sql`iif(${isSet}, ${sql.raw(`',"${name}":true'`)}, ${sql.raw(`',"${name}":false'`)})`
  })
  return sql`rtrim(${json}, '}') || ${sql.join(pairs, sql` || `)} || '}'`
}
