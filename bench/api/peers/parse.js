// Parse Server on Postgres, with the same rows. Express is in front of it, which is how its documents embed it, and
// checks the session. The request then has the master key, so Parse looks up no session and no permission: the cheapest
// way there is. Postgres is as it comes, in a temporary folder, and answers on a unix socket only. Parse uses an inner
// part of the package `router` that 2.3.0 changed, so package.json holds that at 2.2.0.
import { execFileSync, spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import express from 'express'
import { ParseServer } from 'parse-server'

const { POSTGRES, DATABASE, PORT, SECRET } = process.env
const APP_ID = 'bench'
const MASTER_KEY = 'only-for-benches'
/** The fields of a marathon with their columns in the seeded SQLite database. Parse has names of its own for the rest. */
const FIELDS = {
  title: 'title',
  location: 'location',
  description: 'description',
  image: 'image',
  distance: 'distance',
  regStart: 'reg_start',
  regEnd: 'reg_end',
  startDate: 'start_date',
  timeZone: 'time_zone',
  capacity: 'capacity',
  name: 'name',
  email: 'email',
  regCount: 'reg_count',
  ver: 'ver',
}
const NUMBERS = ['capacity', 'regCount', 'ver']
const APPLICATION = ['marathonId', 'uid', 'person', 'title', 'startDate', 'firstName', 'lastName', 'phoneNumber']
const fieldsOf = (names) =>
  Object.fromEntries(names.map((name) => [name, { type: NUMBERS.includes(name) ? 'Number' : 'String' }]))

/** Starts a Postgres with nothing in it. @returns the folder of its socket, and a function that runs SQL in it */
async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  let account = {}
  if (process.getuid() === 0) {
    // Postgres refuses to run as root. Its package makes an account for it.
    const id = (what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
    account = { uid: id('-u'), gid: id('-g') }
    chownSync(folder, account.uid, account.gid)
  }
  const run = (program, args, input) =>
    execFileSync(join(POSTGRES, program), args, {
      ...account,
      cwd: folder,
      input,
      stdio: ['pipe', 'ignore', 'inherit'],
    })
  run('initdb', ['-D', join(folder, 'data'), '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C'])
  // `read` waits for the end of this process, however it ends. Then the shell stops Postgres and removes the folder.
  const untilWeEnd = `trap '' INT TERM HUP
    "$0/postgres" -D "$1/data" -k "$1" -c listen_addresses= & read _
    kill -INT $!; wait; rm -rf "$1"`
  spawn('sh', ['-c', untilWeEnd, POSTGRES, folder], { ...account, cwd: '/', stdio: ['pipe', 'inherit', 'inherit'] })
  const ready = () => {
    try {
      run('pg_isready', ['-q', '-h', folder, '-U', 'bench'])
      return true
    } catch {
      return false
    }
  }
  while (!ready()) await sleep(50)
  const psql = ['-q', '-v', 'ON_ERROR_STOP=1', '-h', folder, '-U', 'bench', 'postgres']
  return { folder, sql: (text) => run('psql', psql, text) }
}

/** SQL that makes the indexes that the workloads need, and copies the marathons of the SQLite database. */
function seed() {
  const names = Object.keys(FIELDS)
  const types = names.map((name) => `"${name}" ${NUMBERS.includes(name) ? 'float8' : 'text'}`)
  const columns = names.map((name) => `${FIELDS[name]} AS ${name}`)
  const source = new DatabaseSync(DATABASE, { readOnly: true })
  const rows = source.prepare(`SELECT id, created_at, ${columns.join(', ')} FROM marathon`).all()
  source.close()
  const quoted = names.map((name) => `"${name}"`).join(', ')
  return `CREATE INDEX ON "Marathon" ("createdAt", "objectId");
    CREATE UNIQUE INDEX ON "Application" ("marathonId", uid, person);
    INSERT INTO "Marathon" ("objectId", "createdAt", "updatedAt", ${quoted})
      SELECT id, created_at, created_at, ${quoted} FROM json_to_recordset($rows$${JSON.stringify(rows)}$rows$)
      AS marathon (id text, created_at timestamptz, ${types.join(', ')});
    ANALYZE;`
}

const postgres = await startPostgres()
const parse = new ParseServer({
  appId: APP_ID,
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  verifyServerUrl: false,
  // The host of an address cannot be a socket's folder. The connections stay open: to open one costs CPU.
  databaseURI: 'postgres://bench@socket/postgres?idleTimeoutMillis=0',
  databaseOptions: { host: postgres.folder },
  allowCustomObjectId: true,
  schema: {
    definitions: [
      { className: 'Marathon', fields: fieldsOf(Object.keys(FIELDS)) },
      { className: 'Application', fields: fieldsOf([...APPLICATION, 'email', 'location', 'additionalInfo']) },
    ],
  },
  logLevel: 'error',
})
await parse.start()
postgres.sql(seed())

/** The requests of an application: Parse's cheapest are two writes in one batch, which is one transaction. */
function batchOf({ _id, ...fields }, uid) {
  const person = `${fields.firstName} ${fields.lastName}`.toLowerCase()
  const one = { __op: 'Increment', amount: 1 }
  return {
    transaction: true,
    requests: [
      { method: 'POST', path: '/parse/classes/Application', body: { objectId: _id, ...fields, uid, person } },
      { method: 'PUT', path: `/parse/classes/Marathon/${fields.marathonId}`, body: { regCount: one } },
    ],
  }
}

/** The fields of an application that must be there. */
function isApplication(body) {
  return ['_id', 'marathonId', 'firstName', 'lastName', 'phoneNumber'].every(
    (name) => typeof body?.[name] === 'string' && body[name].length > 0 && body[name].length < 200,
  )
}

/** The uid of the session cookie, or null. The cheapest correct check there is in Node. */
function uidOf(cookie) {
  const token = /(?:^|; )session=([^;]+)/.exec(cookie ?? '')?.[1]
  const [head, body, signature] = token?.split('.') ?? []
  if (!signature) return null
  const good = createHmac('sha256', SECRET).update(`${head}.${body}`).digest()
  const sent = Buffer.from(signature, 'base64url')
  if (sent.length !== good.length || !timingSafeEqual(sent, good)) return null
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  return claims.exp > Date.now() / 1000 ? claims.sub : null
}

const app = express()
app.get('/api/health', (_request, response) => response.json({ ok: true }))
app.use((request, response, next) => {
  request.uid = uidOf(request.headers.cookie)
  if (!request.uid) return response.status(401).json({})
  request.headers['x-parse-application-id'] = APP_ID
  request.headers['x-parse-master-key'] = MASTER_KEY
  next()
})
app.get('/api/marathons', (request, _response, next) => {
  request.url = '/classes/Marathon?order=-createdAt,-objectId&limit=100'
  next()
})
app.get('/api/marathons/:id', (request, _response, next) => {
  request.url = `/classes/Marathon/${request.params.id}`
  next()
})
app.post('/api/marathonApplication', express.json(), (request, response, next) => {
  if (!isApplication(request.body)) return response.status(422).json({})
  request.body = batchOf(request.body, request.uid)
  request.url = '/batch'
  // Parse takes the paths inside a batch to be below the batch's own.
  request.originalUrl = '/parse/batch'
  next()
})
app.use(parse.app)
app.listen(Number(PORT), '127.0.0.1')
