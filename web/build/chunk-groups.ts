import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** What a visitor's first screens are. */
const VISITORS_SCREENS = ['features/account/login-screen.tsx', 'features/account/register-screen.tsx']
/** What the screens behind the sign-in begin with. */
const SIGNED_IN_SCREENS = [
  'features/marathon-list/marathon-list-screen.tsx',
  'features/marathon-details/marathon-details-screen.tsx',
  'start-account.ts',
  'auth/session-store.ts',
]

/**
 * Gives the group's name to a module that one of these files imports, straight or through others.
 * @throws Error where a file is not there: a renamed screen must not change the bundles without a word
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

/**
 * Which modules share a file. What every page needs comes in one file: left alone, Rolldown spreads it over half a
 * dozen of a few hundred bytes, and each file more slows the way to a screen, offline too. What other screens alone
 * need stays out of these files.
 */
export const CHUNK_GROUPS = [
  {
    name: 'core',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  },
  { name: 'start', tags: ['$initial' as const], priority: 2 },
  { name: neededBy(VISITORS_SCREENS, 'parts'), minShareCount: 2, priority: 1 },
  { name: neededBy(SIGNED_IN_SCREENS, 'shared'), minShareCount: 2 },
]
