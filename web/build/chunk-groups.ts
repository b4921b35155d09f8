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
const details = neededBy('features/marathon-details/marathon-details-screen.tsx')
const account = neededBy(
  'shell/start-account.ts',
  'session/session-store.ts',
  'status/sync-banner.tsx',
  'features/marathon-list/marathon-list-screen.tsx',
)

/**
 * Modules that share a file: what the entry imports, the database, what a public page shares with the details, and what
 * each page of a signed-in user needs at once, without what a visitor's screen needs too. Else such a page is 50 files, and 0.2 s later on a slow phone. A group also
 * takes what its modules import, unless an earlier group has it.
 */
export const CHUNK_GROUPS = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'database', test: /\/node_modules\/dexie\/|\/web\/store\/(device-db|lasting-db)\.ts$/ },
  { name: (id: string, graph: ModuleGraph) => (visitor(id, graph) && account(id, graph) ? 'visitor' : null) },
  { name: (id: string, graph: ModuleGraph) => (publicPage(id, graph) && details(id, graph) ? 'event' : null) },
  { name: (id: string, graph: ModuleGraph) => (account(id, graph) ? 'signed-in' : null) },
].map((group, index) => ({ ...group, priority: 5 - index }))
