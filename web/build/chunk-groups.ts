import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** The entry files of a visitor's first screens. */
const VISITORS_SCREENS = ['features/account/login-screen.tsx', 'features/account/register-screen.tsx']
/** What every visitor of the home page sees after the first screen: one file, without Dexie, zod and TanStack Query. */
const HOME_LISTS = ['features/home/explore.tsx', 'features/home/upcoming.tsx', 'ui/carousel-turning.tsx']
/** The entry files of the screens that require a login, and of the account's code. */
const SIGNED_IN_SCREENS = [
  'features/marathon-list/marathon-list-screen.tsx',
  'features/marathon-details/marathon-details-screen.tsx',
  'start-account.ts',
  'auth/session-store.ts',
]

/**
 * Makes a function that returns the name of a group for a module that one of these files imports, directly or
 * indirectly.
 * @throws Error if a file does not exist, so that a renamed screen cannot change the bundles unnoticed
 */
function neededBy(files: string[], name: string) {
  const roots = new Set(files.map((file) => resolve(import.meta.dirname, '..', file)))
  for (const root of roots) if (!existsSync(root)) throw new Error(`chunk group "${name}": there is no ${root}`)
  return (id: string, graph: ModuleGraph): string | null => {
    const seen = new Set<string>()
    const leadsThere = (module: string): boolean => {
      if (roots.has(module)) return true
      if (seen.has(module)) return false
      seen.add(module)
      return graph.getModuleInfo(module)?.importers.some(leadsThere) ?? false
    }
    return leadsThere(id) ? name : null
  }
}

const FILES = [HOME_LISTS, VISITORS_SCREENS, ['pwa/app-update.ts']].map((roots) => neededBy(roots, 'between'))

/**
 * What several files of a visitor need, and what one of them shares with a screen behind the login: a small file, so that
 * none of them loads another one, or the code of an account.
 */
function between(id: string, graph: ModuleGraph): string | null {
  const needed = FILES.filter((isNeeded) => isNeeded(id, graph))
  const isOfUpdate = needed.length === 1 && needed[0] === FILES[2]
  return needed.length > 1 || (isOfUpdate && (graph.getModuleInfo(id)?.importers.length ?? 0) > 1) ? 'between' : null
}

/**
 * The groups of modules that share a file. `core` has React and the router. `start` has the other modules of the entry.
 * `parts` has what several visitors' screens share, and `shared` what several screens behind the login share. `schemas`
 * has zod and what the contract says with it: sync and forms need it, and no screen waits for it. By default Rolldown makes several files of a few hundred bytes, and each extra file delays a screen, also offline.
 * Modules that only other screens need are not in these groups.
 */
export const CHUNK_GROUPS = [
  {
    name: 'core',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@messageformat\/runtime|make-plural|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  },
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: between, priority: 1.5 },
  { name: neededBy(HOME_LISTS, 'lists'), priority: 1.2 },
  { name: neededBy(VISITORS_SCREENS, 'parts'), minShareCount: 2, priority: 1 },
  { name: neededBy(SIGNED_IN_SCREENS, 'shared'), minShareCount: 2 },
  {
    name: 'schemas',
    test: /\/node_modules\/zod\/|\/contract\/(application|call-words|check-in|field-words|marathon|notice|sync|text)\.ts$/,
    priority: 0.5,
  },
]
