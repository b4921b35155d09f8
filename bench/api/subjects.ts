import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Server, startServer } from '../harness/server.ts'
import { SECRET } from '../harness/session.ts'
import { startWorkerd } from '../harness/workerd.ts'
import { CACHE, seededDatabase } from '../seed/database.ts'

const FIRST_PORT = 8851
const HEALTH = '/api/health'

/** Where Debian's package has the programs of each version of Postgres. */
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** The folder of Postgres's programs, or undefined where it is not installed. */
function postgresFolder(): string | undefined {
  const versions = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES) : []
  const folders = versions.map((version) => join(DEBIAN_POSTGRES, version, 'bin'))
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    ['initdb', 'postgres', 'psql', 'pg_isready'].every((program) => existsSync(join(folder, program))),
  )
}

/**
 * Starts all servers with the same rows. `startline-twin` is a second copy of the worker, to show the noise.
 * @returns the servers by name; `parse` is there only where Postgres is installed
 */
export async function startSubjects(rows: number): Promise<Map<string, Server>> {
  const servers = new Map<string, Server>()
  let port = FIRST_PORT
  const database = seededDatabase({ rows })
  for (const name of ['startline', 'startline-twin']) {
    servers.set(name, await startWorkerd(name, { port: port++, path: HEALTH, database }))
  }
  servers.set(
    'raw-d1',
    await startWorkerd('raw-d1', { port: port++, path: HEALTH, database, script: 'api/peers/raw-worker.js' }),
  )
  servers.set('hello', await startWorkerd('hello', { port: port++, path: '/', script: 'api/peers/hello-worker.js' }))
  const parse = await startParse(rows, port)
  if (parse) servers.set('parse', parse)
  return servers
}

/** Starts Parse Server, or returns undefined where Postgres is not installed. */
export async function startParse(rows: number, port: number): Promise<Server | undefined> {
  const postgres = postgresFolder()
  if (!postgres) return undefined
  const env = {
    PORT: String(port),
    DATABASE: seededDatabase({ rows }),
    SECRET,
    NODE_ENV: 'production',
    POSTGRES: postgres,
    // Parse reads where to log before it is given options. Anything else than `null` is a folder.
    PARSE_SERVER_LOGS_FOLDER: 'null',
  }
  const command = [process.execPath, join(import.meta.dirname, 'peers/parse.js')]
  return startServer(command, { port, path: HEALTH, env, logFile: join(CACHE, 'parse.log') })
}
