// The server side of RxDB's HTTP replication, and the one big answer of the raw limit: node:http over SQLite.
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'

const db = new DatabaseSync(process.env.DATABASE)
db.exec('PRAGMA journal_mode = WAL')
const source = new DatabaseSync(process.env.SOURCE, { readOnly: true })
db.exec(
  'CREATE TABLE IF NOT EXISTS doc (id TEXT PRIMARY KEY, seq INTEGER, body TEXT); CREATE INDEX doc_seq ON doc (seq)',
)
const FIELDS = `id AS _id, title, location, description, image, distance, reg_start AS regStart, reg_end AS regEnd,
  start_date AS startDate, time_zone AS timeZone, name, email, created_at AS createdAt, reg_count AS regCount, ver`
let seq = 0
const put = db.prepare(
  'INSERT INTO doc VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, body = excluded.body',
)
const one = db.prepare('SELECT body FROM doc WHERE id = ?')
const inTransaction = (run) => {
  db.exec('BEGIN')
  const result = run()
  db.exec('COMMIT')
  return result
}
inTransaction(() => {
  for (const row of source.prepare(`SELECT ${FIELDS} FROM marathon ORDER BY seq`).iterate()) {
    put.run(row._id, ++seq, JSON.stringify(row))
  }
})
const after = db.prepare('SELECT seq, body FROM doc WHERE seq > ? ORDER BY seq LIMIT ?')
const push = (rows) =>
  rows.flatMap(({ newDocumentState: next, assumedMasterState: seen }) => {
    const now = JSON.parse(one.get(next._id)?.body ?? 'null')
    if (now && now.location !== seen?.location) return [{ ...now, _deleted: false }]
    const { _deleted, ...row } = next
    put.run(next._id, ++seq, JSON.stringify(row))
    return []
  })

createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost')
  const send = (value) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(value)
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (url.pathname === '/all') {
      const rows = after.all(0, Number.MAX_SAFE_INTEGER)
      return send(`[${rows.map((row) => row.body).join(',')}]`)
    }
    if (url.pathname === '/rx/pull') {
      const from = Number(url.searchParams.get('after'))
      const rows = after.all(from, Number(url.searchParams.get('limit')))
      const documents = rows.map((row) => `${row.body.slice(0, -1)},"_deleted":false}`).join(',')
      return send(`{"documents":[${documents}],"checkpoint":{"seq":${rows.at(-1)?.seq ?? from}}}`)
    }
    if (url.pathname === '/rx/push')
      return send(JSON.stringify(inTransaction(() => push(JSON.parse(Buffer.concat(chunks))))))
    if (url.pathname === '/touch') {
      inTransaction(() => {
        for (const { body } of after.all(0, 100)) {
          const row = JSON.parse(body)
          put.run(row._id, ++seq, JSON.stringify({ ...row, description: `moved ${seq} ${row.description}` }))
        }
      })
      return send('{}')
    }
    return send('{}')
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
