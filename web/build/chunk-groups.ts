interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** Makes the test whether one of these files of `web/` imports a module, directly or indirectly. */
function neededBy(...files: string[]) {
  const known = new Map<string, boolean>()
  const leadsThere = (id: string, graph: ModuleGraph): boolean => {
    const found = known.get(id)
    if (found !== undefined) return found
    known.set(
      id,
      files.some((file) => id.endsWith(`/web/${file}`)),
    )
    const leads = known.get(id) || (graph.getModuleInfo(id)?.importers.some((one) => leadsThere(one, graph)) ?? false)
    known.set(id, leads)
    return leads
  }
  return leadsThere
}

const visitor = neededBy(
  'features/account/login-screen.tsx',
  'features/account/register-screen.tsx',
  'features/about/about-us-screen.tsx',
  'features/about/contact-screen.tsx',
  'features/about/privacy-screen.tsx',
)
const publicPage = neededBy('features/public-page/public-page-screen.tsx')
const account = neededBy(
  'shell/start-account.ts',
  'session/session-store.ts',
  'status/sync-banner.tsx',
  'shell/logout-button.tsx',
  'shell/bars/notices-bell.tsx',
  'features/marathon-list/marathon-list-screen.tsx',
)
const details = neededBy('features/marathon-details/marathon-details-screen.tsx')

/** What the list, the details and the public page have for themselves. The other screens do not wait for it. */
const OF_ONE_SCREEN =
  /\/(web\/(features\/(marathon-details|marathon-list)|marathon\/(details|own-applications|share-marathon|map-link))|contract\/calendar)/
/** The database, and what every visit asks of it. */
const DATABASE =
  /\/node_modules\/dexie\/|\/web\/(background\/tell-service-worker|store\/(device-db|lasting-db|noted-language))\.ts$/

/**
 * Modules that share a file. Without these groups the details are 50 files, and a slow phone needs 4 ms to ask for each.
 * The file of a language imports nothing but the rules of plurals. A group also takes what its modules import, unless an
 * earlier group has it.
 */
export const CHUNK_GROUPS = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'database', test: DATABASE },
  { name: 'plurals', test: /\/node_modules\/make-plural\// },
  {
    name: (id: string, graph: ModuleGraph) =>
      (visitor(id, graph) || publicPage(id, graph)) && account(id, graph) ? 'visitor' : null,
  },
  {
    name: (id: string, graph: ModuleGraph) =>
      publicPage(id, graph) && details(id, graph) && !OF_ONE_SCREEN.test(id) ? 'shared' : null,
  },
  { name: (id: string, graph: ModuleGraph) => (publicPage(id, graph) && details(id, graph) ? 'event' : null) },
  {
    name: (id: string, graph: ModuleGraph) => {
      const isShared = account(id, graph) || (details(id, graph) && !visitor(id, graph))
      return isShared && !OF_ONE_SCREEN.test(id) ? 'signed-in' : null
    },
  },
].map((group, index, { length }) => ({ ...group, priority: length - index }))
