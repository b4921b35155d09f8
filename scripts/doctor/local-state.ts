import { createHash, createHmac } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unstable_readConfig } from 'wrangler'
import { MIN_SECRET_LENGTH } from '../../contract/limits.ts'
import type { LocalPlaces } from '../local/local-settings.ts'
import { isTaken } from '../local/ports.ts'
import type { Check, Finding } from './check.ts'
import { messageOf, ok, problem, warning } from './check.ts'
import { comparedWithFiles, migrationFiles } from './migrations.ts'

const ANSWER_MS = 2000
const APPLIED_SQL = 'SELECT name FROM d1_migrations ORDER BY id'

/** Checks the ports and what a local Startline has stored. */
export function localStateChecks(root: string, places: LocalPlaces): Check[] {
  const { port, authPort, stateDir, origin } = places
  return [
    {
      name: 'port of the app',
      async run() {
        if (!(await isTaken(port))) return ok(`${port} is free.`)
        if (await isStartline(origin)) return ok(`Startline runs on ${port}.`)
        return problem(`${port} is taken by another program. Stop it, or choose another port with PORT=<port>.`)
      },
    },
    {
      name: 'ports of the Auth emulator',
      async run() {
        const taken: number[] = []
        for (const each of [authPort, authPort + 1, authPort + 2]) if (await isTaken(each)) taken.push(each)
        if (taken.length === 0) return ok(`${authPort} to ${authPort + 2} are free.`)
        if ((await isEmulator(authPort)) && (await isStartline(origin))) {
          return ok(`The Auth emulator runs on ${authPort}.`)
        }
        if (await isEmulator(authPort)) {
          return warning(`An Auth emulator runs on ${authPort} without Startline, so npm start stops. Stop it first.`)
        }
        return problem(
          `${taken.join(', ')}: taken by another program. Stop it, or choose other ports with AUTH_PORT=<port>.`,
        )
      },
    },
    { name: 'state folder', run: () => stateFolder(stateDir) },
    { name: 'session secret', run: () => sessionSecret(join(stateDir, 'session-secret')) },
    { name: 'accounts of the emulator', run: () => accounts(join(stateDir, 'accounts')) },
    { name: 'migrations', run: () => ofFiles(root) },
    { name: 'local database', run: () => localDatabase(root, places) },
  ]
}

async function isStartline(origin: string): Promise<boolean> {
  return (await answerOf(`${origin}/api/health`)).ok === true
}

async function isEmulator(authPort: number): Promise<boolean> {
  return 'authEmulator' in (await answerOf(`http://127.0.0.1:${authPort}/`))
}

/** The JSON at this address, or `{}`. */
async function answerOf(url: string): Promise<Record<string, unknown>> {
  try {
    return Object(await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })).json())
  } catch {
    return {}
  }
}

function stateFolder(stateDir: string): Finding {
  if (!existsSync(stateDir)) return ok(`${stateDir} is not there yet. npm start makes it.`)
  if (!statSync(stateDir).isDirectory()) {
    return problem(`${stateDir} is a file. Name a folder with STATE_DIR, or move the file away.`)
  }
  return ok(`${stateDir}.`)
}

function sessionSecret(path: string): Finding {
  if (!existsSync(path)) return ok('It is not there yet. npm start makes it.')
  if (readFileSync(path, 'utf8').trim().length >= MIN_SECRET_LENGTH) return ok('It is there.')
  return problem(`${path} is too short, so nobody can sign in. Delete the file: npm start makes a new one.`)
}

function accounts(folder: string): Finding {
  if (!existsSync(folder)) return ok('There are none yet. npm start makes them.')
  try {
    const { auth } = JSON.parse(readFileSync(join(folder, 'firebase-export-metadata.json'), 'utf8'))
    const { users } = JSON.parse(readFileSync(join(folder, auth.path, 'accounts.json'), 'utf8'))
    return ok(`${users.length} accounts are stored.`)
  } catch (error) {
    return problem(`${folder} cannot be read: ${messageOf(error)}. npm run reset empties the local state.`)
  }
}

/** Are the files those that drizzle-kit lists? */
function ofFiles(root: string): Finding {
  const { entries } = JSON.parse(readFileSync(join(root, 'migrations/meta/_journal.json'), 'utf8'))
  const listed: string[] = entries.map(({ tag }: { tag: string }) => `${tag}.sql`)
  const files = migrationFiles(root)
  const odd = [...listed.filter((name) => !files.includes(name)), ...files.filter((name) => !listed.includes(name))]
  if (odd.length === 0) return ok(`There are ${files.length}.`)
  return problem(`migrations/ and its meta/_journal.json differ in ${odd.join(', ')}. Restore them with git.`)
}

function localDatabase(root: string, { persistPath }: LocalPlaces): Finding {
  const { d1_databases } = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
  const file = localD1File(persistPath, d1_databases[0]?.database_id ?? '')
  if (!existsSync(file)) return ok('There is none yet. npm start makes it.')
  let applied: string[]
  try {
    applied = readCopy(file)
  } catch (error) {
    const isBroken = /not a database|malformed/.test(messageOf(error))
    const way = isBroken ? ' npm run reset empties the local state.' : ''
    return problem(`${file} cannot be read: ${messageOf(error)}.${way}`)
  }
  const { missing, unknown } = comparedWithFiles(root, applied)
  if (unknown.length > 0) {
    return problem(`It has ${unknown.join(', ')}, which this checkout lacks. Use the newer checkout, or npm run reset.`)
  }
  if (missing.length > 0) return warning(`It lacks ${missing.join(', ')}. npm start applies them.`)
  return ok(`All ${applied.length} migrations are applied.`)
}

/** The migrations of a database. It opens a copy, because SQLite writes files beside a database that it opens. */
function readCopy(file: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  try {
    const copy = join(folder, basename(file))
    for (const end of ['', '-wal']) if (existsSync(file + end)) cpSync(file + end, copy + end)
    const database = new DatabaseSync(copy)
    try {
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'").all()
      return tables.length === 0
        ? []
        : database
            .prepare(APPLIED_SQL)
            .all()
            .map(({ name }) => String(name))
    } finally {
      database.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The file in which Miniflare keeps a local D1: named by a hash, as Durable Objects name theirs. */
function localD1File(persistPath: string, databaseId: string): string {
  const key = createHash('sha256').update('miniflare-D1DatabaseObject').digest()
  const half = (data: string | Buffer) => createHmac('sha256', key).update(data).digest().subarray(0, 16)
  const name = half(databaseId)
  const file = `${Buffer.concat([name, half(name)]).toString('hex')}.sqlite`
  return join(persistPath, 'v3/d1/miniflare-D1DatabaseObject', file)
}
