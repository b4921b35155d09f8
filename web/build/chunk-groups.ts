import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters: readonly string[] } | null
}

/** The entry files of a visitor's screens. */
const VISITORS_SCREENS = [
  'features/account/login-screen.tsx',
  'features/account/register-screen.tsx',
  'features/about/about-us-screen.tsx',
  'features/about/contact-screen.tsx',
  'features/about/privacy-screen.tsx',
]
/** What every visitor of the home page sees after the first screen: one file, without Dexie, zod and TanStack Query. */
const HOME_LISTS = [
  'features/home/explore.tsx',
  'features/home/upcoming.tsx',
  'features/home/below.tsx',
  'ui/carousel/carousel-turning.tsx',
]
/** The two screens that open most often behind the login. */
const SIGNED_IN_SCREENS = [
  'features/marathon-list/marathon-list-screen.tsx',
  'features/marathon-details/marathon-details-screen.tsx',
]
/** What each page of a signed-in user needs to show its first screen. */
const ACCOUNT = ['shell/start-account.ts', 'session/session-store.ts', 'status/sync-banner.tsx']
/** What such a page loads after its screen: what the bar shows, and what finishes an interrupted logout. */
const ACCOUNT_BAR = [
  'shell/race-day-nav-link.tsx',
  'shell/logout-button.tsx',
  'session/finish-logouts.ts',
  'session/go-on-deleting.ts',
]
/** The entry files of the lists behind the login, and small modules that most screens behind it need. */
const ACCOUNT_LISTS = [
  'features/my-applications/my-applications-screen.tsx',
  'features/organise/my-marathons-screen.tsx',
  'store/read-in-time.ts',
  'store/rows/unread.ts',
  '../contract/text/latin-digits.ts',
  '../contract/text/plain-text.ts',
]
/** The form that people fill in at the start line, and the screen that shows what it has queued. */
const FORMS = ['features/registration/registration-screen.tsx', 'features/unsent/unsent-screen.tsx']
/** What makes a session good again, and what a push needs. Screens that call the server without sync need it too. */
const SESSION = ['session/renew-pushes.ts', 'session/renew-session.ts', 'session/with-session.ts']
/** The engine, which each page of a signed-in user loads last. */
const SYNC = ['sync/sync-engine.ts', 'sync/live-room.ts']

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

const FILES = [HOME_LISTS, VISITORS_SCREENS, ['background/app-update.ts']].map((roots) => neededBy(roots, 'between'))

const isOfFooter = neededBy(['shell/footer.tsx'], 'between')

/**
 * What several files of a visitor need, and what one of them shares with a screen behind the login: a small file, so that
 * none of them loads another one, or the code of an account. The footer is in it, because it comes after the first
 * screen, and every page has loaded this file by then.
 */
function between(id: string, graph: ModuleGraph): string | null {
  const needed = FILES.filter((isNeeded) => isNeeded(id, graph))
  const isOfUpdate = needed.length === 1 && needed[0] === FILES[2]
  return isOfFooter(id, graph) ||
    needed.length > 1 ||
    (isOfUpdate && (graph.getModuleInfo(id)?.importers.length ?? 0) > 1)
    ? 'between'
    : null
}

const isOfAccount = neededBy(ACCOUNT, 'signed-in')
const isOfScreens = neededBy(SIGNED_IN_SCREENS, 'signed-in')

/**
 * What an account needs, and what the two screens share with others: one file, because each file costs a start 2 ms of
 * the main thread. Two groups of one name would be two files.
 */
function signedIn(id: string, graph: ModuleGraph): string | null {
  return isOfAccount(id, graph) ?? (isOfScreens(id, graph) && loaders(id, graph).size > 1 ? 'signed-in' : null)
}

/** The modules that are loaded with `import()` and lead to a module by imports. */
function loaders(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<string> {
  const found = new Set<string>()
  if (seen.has(id)) return found
  seen.add(id)
  const info = graph.getModuleInfo(id)
  if (info?.dynamicImporters.length) found.add(id)
  for (const importer of info?.importers ?? []) for (const one of loaders(importer, graph, seen)) found.add(one)
  return found
}

/**
 * The groups of modules that share a file. A module is in the first group that names it. A group also takes what its
 * modules import, unless an earlier group has it: a group that is too wide brings zod or a dialog into a first screen, and
 * `e2e/budgets.spec.ts` fails.
 *
 * - Of the first screen: `core` has React and the router, and `start`
 *   the other modules of the entry.
 * - Of a visitor: `lists` has the lists of the home page, `parts` what several other screens share, and `between` what
 *   both of them need.
 * - Behind the login: `signed-in` has what each page needs, and what the list and the details of marathons share with
 *   other screens. `rows` has what other lists add to it, and `forms` what forms add. `bar`, `session` and `sync` are what
 *   each page loads after its screen.
 * - `schemas` has zod and what the contract says with it: sync and forms need it, and no first screen waits for it. The
 *   groups before it have what such a screen shares with it.
 *
 * Without groups Rolldown makes a file of a few hundred bytes for each set of files that shares a module. Each extra file
 * delays a screen, also offline. Modules that only other screens need are not in these groups.
 */
export const CHUNK_GROUPS = [
  {
    name: 'core',
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@messageformat\/runtime|make-plural|@tanstack\/(react-router|router-core|history|store|react-store))\//,
  },
  { name: 'start', tags: ['$initial' as const] },
  { name: between },
  { name: neededBy(HOME_LISTS, 'lists') },
  { name: neededBy(VISITORS_SCREENS, 'parts'), minShareCount: 2 },
  { name: signedIn },
  { name: neededBy(ACCOUNT_LISTS, 'rows'), minShareCount: 2 },
  {
    name: 'schemas',
    test: /\/node_modules\/zod\/|\/contract\/(application|check-in|field-errors|invalid|marathon|notice|sync|text\/text)\.ts$/,
  },
  { name: neededBy(ACCOUNT_BAR, 'bar') },
  { name: neededBy(FORMS, 'forms'), minShareCount: 2 },
  { name: neededBy(SESSION, 'session') },
  { name: neededBy(SYNC, 'sync') },
  // Rolldown asks the group with the highest priority first. It does not sort negative ones.
].map((group, index, { length }) => ({ ...group, priority: length - index }))
