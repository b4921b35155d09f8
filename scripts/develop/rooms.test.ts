import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SCREEN_PARTS = [
  'ui',
  'texts',
  'forms',
  'status',
  'marathon',
  'store',
  'calls',
  'session',
  'background',
  'page.ts',
]

/**
 * What each room imports, besides `contract/` and itself. A feature is a room. Files beside the rooms of `web/` and
 * `worker/` put the app together, so they import any room of their side. Tests import what they test.
 */
const ROOMS: Record<string, readonly string[]> = {
  contract: [],
  'web/page.ts': [],
  'web/texts': [],
  'web/ui': ['texts'],
  'web/calls': ['texts'],
  'web/store': ['texts', 'calls'],
  'web/forms': ['texts', 'ui', 'store'],
  'web/session': ['texts', 'calls', 'store', 'page.ts'],
  'web/sync': ['texts', 'calls', 'store', 'session'],
  'web/background': ['texts', 'calls', 'store', 'session', 'sync'],
  'web/status': ['texts', 'ui', 'forms', 'store', 'calls', 'session', 'background'],
  'web/marathon': ['texts', 'ui', 'forms', 'status', 'store', 'calls', 'session', 'background'],
  'web/features': SCREEN_PARTS,
  'web/shell': [...SCREEN_PARTS, 'sync'],
  'web/routes': ['texts', 'features', 'shell', 'session'],
  'web/build': ['texts', 'page.ts'],
  'worker/env.ts': ['auth', 'db', 'group', 'ops'],
  'worker/db': ['env.ts'],
  'worker/auth': ['env.ts'],
  'worker/pages': ['env.ts', 'auth', 'ops', 'reads'],
  'worker/pull': ['env.ts', 'db'],
  'worker/reads': ['env.ts', 'db', 'pull'],
  'worker/ops': ['env.ts', 'db', 'pull'],
  'worker/results': ['env.ts', 'db', 'ops', 'pull', 'reads'],
  'worker/live': ['env.ts', 'ops'],
  'worker/mail': [],
  'worker/jobs': ['env.ts', 'auth', 'db', 'mail', 'ops'],
  'worker/group': ['env.ts', 'auth', 'jobs', 'live', 'ops'],
  'worker/routes': ['env.ts', 'auth', 'group', 'jobs', 'live', 'ops', 'pull', 'reads', 'results'],
}

const SOURCES = globSync('{web,worker,contract}/**/*.{ts,tsx,js}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$|\.gen\.ts$|\/(testing|compiled)\//.test(file))

/** The room of a file, as in ROOMS; undefined for a file that puts the app together. */
function roomOf(file: string): string | undefined {
  const [side, room] = file.split('/')
  if (side === 'contract') return side
  const name = `${side}/${room}`
  return name in ROOMS || file.split('/').length > 2 ? name : undefined
}

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** The files that a file names in imports and in `new URL()`. */
function importsOf(file: string): string[] {
  const matches = readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)
  const named = [...matches].map(([, path = '']) => join(ROOT, file, '..', path))
  return named.filter((path) => existsSync(path)).map((path) => relative(ROOT, path).replaceAll('\\', '/'))
}

const featureOf = (file: string) => file.match(/^web\/features\/([^/]+)/)?.[1]

/** Why a file may not import another one; undefined if it may. */
function objection(file: string, imported: string): string | undefined {
  const room = roomOf(file)
  const other = roomOf(imported)
  const [side] = file.split('/')
  if (!room) return other === 'contract' || imported.startsWith(`${side}/`) ? undefined : 'the other side'
  if (other === 'contract') return undefined
  if (other === room) return featureOf(file) === featureOf(imported) ? undefined : 'another feature'
  return ROOMS[room]?.some((name) => other === `${side}/${name}`) ? undefined : `${room} does not import ${other}`
}

it('each file imports only from the rooms that ROOMS names', () => {
  const wrong = SOURCES.flatMap((file) =>
    importsOf(file).flatMap((imported) => {
      const why = objection(file, imported)
      return why ? [`${file} -> ${imported}: ${why}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

it('has a room for each folder, and no folder with more than 28 source files', () => {
  const rooms = new Set(SOURCES.map(roomOf).filter((room) => room !== undefined))
  expect([...rooms].filter((room) => !(room in ROOMS))).toEqual([])
  const sizes = Object.groupBy(SOURCES, (file) => file.slice(0, file.lastIndexOf('/')))
  expect(Object.entries(sizes).filter(([, files = []]) => files.length > 28)).toEqual([])
})
