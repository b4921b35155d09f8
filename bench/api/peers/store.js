// What an Express or Fastify app of this product would do, over better-sqlite3: its own lean schema, prepared
// statements, one transaction an application. It does the same work as our worker: the session, the window, the person.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Database from 'better-sqlite3'

const SECRET = process.env.SECRET

export function openStore(file) {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  // As durable as D1, which answers a write once it is on the disk.
  db.pragma('synchronous = FULL')
  const fields = `id AS _id, title, location, description, image, distance, reg_start AS regStart, reg_end AS regEnd,
    start_date AS startDate, time_zone AS timeZone, capacity, name, email, created_at AS createdAt,
    reg_count AS regCount, ver`
  const publicFields = `id AS _id, image, title, location, reg_start AS regStart, reg_end AS regEnd,
    start_date AS startDate, distance, time_zone AS timeZone`
  const pairs = (text) =>
    text
      .split(',')
      .map((part) => part.trim().split(/\s+AS\s+/))
      .map(([column, name]) => `'${name ?? column}', ${column}`)
      .join(', ')
  const newest = (what) => `SELECT ${what} FROM marathon ORDER BY created_at DESC, id DESC LIMIT 100`
  const list = db.prepare(newest(fields))
  const publicList = db.prepare(newest(publicFields))
  const listJson = db
    .prepare(`SELECT json_group_array(json(j)) FROM (${newest(`json_object(${pairs(fields)}) AS j`)})`)
    .pluck()
  const one = db.prepare(`SELECT ${fields} FROM marathon WHERE id = ?`)
  const oneJson = db.prepare(`SELECT json_object(${pairs(fields)}) FROM marathon WHERE id = ?`).pluck()
  const event = db.prepare('SELECT reg_start, reg_end, capacity, reg_count FROM marathon WHERE id = ?')
  const insert = db.prepare(`INSERT INTO application VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`)
  const count = db.prepare('UPDATE marathon SET reg_count = reg_count + 1 WHERE id = ?')
  const applyOne = (a, uid) => {
    const now = new Date().toISOString()
    const e = event.get(a.marathonId)
    if (!e || now < e.reg_start || now > e.reg_end) throw new Error('closed')
    if (e.capacity !== null && e.reg_count >= e.capacity) throw new Error('full')
    const person = `${a.firstName} ${a.lastName}`.toLowerCase()
    insert.run(
      a._id,
      a.marathonId,
      uid,
      person,
      a.title,
      a.startDate,
      a.firstName,
      a.lastName,
      a.phoneNumber,
      a.email ?? '',
      a.location ?? '',
      a.additionalInfo ?? '',
      now,
    )
    count.run(a.marathonId)
  }
  const apply = db.transaction(applyOne)
  const applyMany = db.transaction((all, uid) => {
    for (const a of all) applyOne(a, uid)
  })
  return {
    list: () => list.all(),
    listJson: () => listJson.get(),
    publicList: () => publicList.all(),
    one: (id) => one.get(id),
    oneJson: (id) => oneJson.get(id),
    apply,
    applyMany,
  }
}

/** The fields of an application that must be there. */
export function isApplication(body) {
  return ['_id', 'marathonId', 'firstName', 'lastName', 'phoneNumber'].every(
    (name) => typeof body?.[name] === 'string' && body[name].length > 0 && body[name].length < 200,
  )
}

/** The uid of the session cookie, or null. The cheapest correct check there is in Node. */
export function uidOf(cookie) {
  const token = /(?:^|; )session=([^;]+)/.exec(cookie ?? '')?.[1]
  const [head, body, signature] = token?.split('.') ?? []
  if (!signature) return null
  const good = createHmac('sha256', SECRET).update(`${head}.${body}`).digest()
  const sent = Buffer.from(signature, 'base64url')
  if (sent.length !== good.length || !timingSafeEqual(sent, good)) return null
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return claims.exp > Date.now() / 1000 ? claims.sub : null
}
