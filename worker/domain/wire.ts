import { type SQL, sql } from 'drizzle-orm'
import type { Application } from '../../contract/application.ts'
import type { Marathon } from '../../contract/marathon.ts'
import type { ApplicationRow, MarathonRow } from '../db/client.ts'

// The API's JSON of a row, built inside SQLite: one cell instead of twenty crosses to the worker.
// The lists name each field once, so that a row decoded here and one built in SQL cannot differ.

const MARATHON_PUBLIC = `'_id', m.id, 'image', m.image, 'title', m.title, 'location', m.location,
  'regStart', m.reg_start, 'regEnd', m.reg_end, 'startDate', m.start_date, 'distance', m.distance, 'timeZone', m.time_zone`

const MARATHON_ALL = `${MARATHON_PUBLIC}, 'description', m.description, 'name', m.name, 'email', m.email,
  'createdAt', m.created_at, 'regCount', m.reg_count, 'capacity', m.capacity, 'ver', m.ver`

const APPLICATION_ALL = `'_id', a.id, 'marathonId', a.marathon_id, 'title', a.title, 'startDate', a.start_date,
  'location', a.location, 'image', a.image, 'description', a.description, 'firstName', a.first_name,
  'lastName', a.last_name, 'phoneNumber', a.phone_number, 'additionalInfo', a.additional_info, 'email', a.email,
  'createdAt', a.created_at, 'ver', a.ver`

/** SQL for a row of `marathon m` or `application a` as JSON text. */
export const jsonOf = {
  publicMarathon: sql.raw(`json_object(${MARATHON_PUBLIC})`),
  upcomingMarathon: sql.raw(`json_object(${MARATHON_PUBLIC}, 'description', m.description)`),
  marathon: sql.raw(`json_object(${MARATHON_ALL})`),
  application: sql.raw(`json_object(${APPLICATION_ALL})`),
  syncMarathon: (uid: string) => withMine(sql.raw(`json_object(${MARATHON_ALL})`), sql`m.owner_uid = ${uid}`),
  syncApplication: (uid: string) => withMine(sql.raw(`json_object(${APPLICATION_ALL})`), sql`a.owner_uid = ${uid}`),
}

/** With `mine` at the end, as text: D1 takes 32 arguments of a function, and all fields of a marathon are that many. */
function withMine(json: SQL, isMine: SQL): SQL {
  return sql`rtrim(${json}, '}') || iif(${isMine}, ',"mine":true}', ',"mine":false}')`
}

/** A row as the API answers it. */
export function toMarathon(row: MarathonRow): Marathon {
  const { id, ownerUid: _owner, seq: _seq, shownUntil: _shown, past: _past, ...rest } = row
  return { _id: id, ...rest } as Marathon
}

/** A row as the API answers it. */
export function toApplication(row: ApplicationRow): Application {
  const {
    id,
    ownerUid: _owner,
    organiserUid: _organiser,
    personKey: _person,
    seq: _seq,
    erasedAt: _erased,
    ...rest
  } = row
  return { _id: id, ...rest }
}
