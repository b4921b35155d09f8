import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CACHE, placeDatabase } from '../seed/database.ts'
import { type Server, startServer } from './server.ts'
import { PROJECT, SECRET } from './session.ts'

const BENCH = join(import.meta.dirname, '..')
const BUILD = resolve(process.env.BUILD_DIR || join(BENCH, '../dist'))
const WORKERD = join(
  BENCH,
  `node_modules/@cloudflare/workerd-linux-${process.arch === 'arm64' ? 'arm64' : '64'}/bin/workerd`,
)
/** workerd names the file of a D1 database by a hash of this id. All benches use the same id. */
const DATABASE_ID = '00000000-0000-0000-0000-000000000000'
const DATABASE_FILE = '77dffcb751d234a45113409890f687fef49101ab946ffa6412a7c7fcaea9f2f4.sqlite'

/** Starts a worker in plain `workerd serve` with native D1. Miniflare would cost several times more than the worker. */
export async function startWorkerd(
  name: string,
  options: {
    port: number
    database?: string
    /** Changes the server's own copy of the database before the server starts. */
    prepare?: (file: string) => void
    script?: string
    path: string
    pin?: boolean
    /** The classes of the Durable Objects that it has, by their bindings. */
    objects?: Record<string, string>
  },
): Promise<Server> {
  const folder = join(CACHE, name)
  const objects = Object.entries(options.objects ?? {})
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (options.script) copyFileSync(join(BENCH, options.script), join(folder, 'index.js'))
  else copyBuild(folder)
  const config = {
    name,
    main: 'index.js',
    no_bundle: true,
    compatibility_date: '2026-07-30',
    compatibility_flags: ['nodejs_compat', 'd1_binding_jsrpc'],
    // Plain workerd has no rate limit binding, and rate limits can be switched off in emulator mode only.
    vars: {
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_DOMAIN: 'localhost',
      FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
      RATE_LIMITS: 'off',
      SESSION_SECRET: SECRET,
    },
    durable_objects: { bindings: objects.map(([name, class_name]) => ({ name, class_name })) },
    migrations: [{ tag: 'v1', new_sqlite_classes: objects.map(([, name]) => name) }],
    d1_databases: [{ binding: 'DB', database_name: 'startline', database_id: DATABASE_ID }],
    ...(options.script
      ? {}
      : {
          assets: {
            binding: 'ASSETS',
            directory: 'client',
            not_found_handling: 'none',
            run_worker_first: builtAssets().run_worker_first,
          },
        }),
  }
  writeFileSync(join(folder, 'wrangler.json'), JSON.stringify(config))
  if (options.database) {
    const file = join(folder, '.wrangler/state/workerd/d1/D1Database', DATABASE_FILE)
    placeDatabase(options.database, file)
    options.prepare?.(file)
  }
  const command = [WORKERD, 'serve', join(folder, 'wrangler.json'), '--experimental']
  return startServer([...command, '-s', `http=127.0.0.1:${options.port}`], {
    ...options,
    cwd: folder,
    logFile: join(folder, 'log'),
  })
}

function builtAssets(): { run_worker_first: string[] } {
  return JSON.parse(readFileSync(join(BUILD, 'startline/wrangler.json'), 'utf8')).assets
}

function copyBuild(folder: string) {
  for (const entry of readdirSync(join(BUILD, 'startline'))) {
    cpSync(join(BUILD, 'startline', entry), join(folder, entry), { recursive: true })
  }
  cpSync(join(BUILD, 'client'), join(folder, 'client'), { recursive: true })
}
