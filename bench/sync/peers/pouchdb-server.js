// PouchDB's own server (CouchDB's HTTP API) over its memory adapter.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { DatabaseSync } from 'node:sqlite'

const require = createRequire(import.meta.url)
const PouchDB = require('pouchdb')
PouchDB.plugin(require('pouchdb-adapter-memory'))
const Memory = PouchDB.defaults({ adapter: 'memory' })
const source = new DatabaseSync(process.env.SOURCE, { readOnly: true })
const FIELDS = `id AS _id, title, location, description, image, distance, reg_start AS regStart, reg_end AS regEnd,
  start_date AS startDate, time_zone AS timeZone, name, email, created_at AS createdAt, reg_count AS regCount, ver`

// Before the database is made: this is what keeps the list of databases that it serves.
const settings = { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: '/dev/null' }
const couch = require('express-pouchdb')(Memory, settings)
const db = new Memory('marathons')
await db.bulkDocs(source.prepare(`SELECT ${FIELDS} FROM marathon ORDER BY seq`).all())

// express-pouchdb brings an Express of its own; mounted in a newer one it fails.
createServer(async (request, response) => {
  if (request.url.startsWith('/couch')) {
    request.url = request.url.slice('/couch'.length) || '/'
    return couch(request, response)
  }
  if (request.url === '/touch') {
    const { rows } = await db.allDocs({ limit: 100, include_docs: true })
    await db.bulkDocs(rows.map(({ doc }) => ({ ...doc, description: `moved ${doc._rev} ${doc.description}` })))
  }
  response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')
