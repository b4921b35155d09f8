import { getTableColumns, type SQL, sql, type Table } from 'drizzle-orm'
import { application, marathon } from '../db/schema.ts'

// The API's JSON of a row, built inside SQLite: one text crosses to the worker instead of twenty values. The names come
// from the tables of db/schema.ts, so a new column is on the wire by itself, unless it is named here as the server's own.

/** Most pairs of one `json_object`: D1 takes 32 arguments of a function. */
const MAX_PAIRS = 16

const PUBLIC = ['id', 'image', 'title', 'location', 'regStart', 'regEnd', 'startDate', 'distance', 'timeZone'] as const
const MARATHON = wireColumns(marathon, ['ownerUid', 'shownUntil', 'past', 'seq'])
const APPLICATION = wireColumns(application, ['ownerUid', 'organiserUid', 'personKey', 'seq', 'erasedAt'])

/** SQL for a row of `marathon m` or `application a` as JSON text. */
export const jsonOf = {
  publicMarathon: jsonObject(marathon, 'm', PUBLIC),
  upcomingMarathon: jsonObject(marathon, 'm', [...PUBLIC, 'description']),
  marathon: jsonObject(marathon, 'm', MARATHON),
  application: jsonObject(application, 'a', APPLICATION),
  syncMarathon: (uid: string) => withMine(jsonObject(marathon, 'm', MARATHON), sql`m.owner_uid = ${uid}`),
  syncApplication: (uid: string) => withMine(jsonObject(application, 'a', APPLICATION), sql`a.owner_uid = ${uid}`),
}

/** The columns that are told: all but those that only the server needs. */
function wireColumns<T extends Table>(table: T, serversOwn: readonly (keyof T['_']['columns'])[]): string[] {
  return Object.keys(getTableColumns(table)).filter((name) => !serversOwn.includes(name))
}

/** `{"_id":…,"title":…}` of these columns. Where they are too many for one function, two objects are joined as text. */
function jsonObject(table: Table, alias: string, names: readonly string[]): SQL {
  const columns = getTableColumns(table)
  const pairs = names.map((name) => `'${name === 'id' ? '_id' : name}', ${alias}.${columns[name]?.name}`)
  const objects: string[] = []
  for (let from = 0; from < pairs.length; from += MAX_PAIRS)
    objects.push(`json_object(${pairs.slice(from, from + MAX_PAIRS).join(', ')})`)
  return sql.raw(objects.reduce((head, next) => `rtrim(${head}, '}') || ',' || ltrim(${next}, '{')`))
}

/** With `mine` at the end. */
function withMine(json: SQL, isMine: SQL): SQL {
  return sql`rtrim(${json}, '}') || iif(${isMine}, ',"mine":true}', ',"mine":false}')`
}
