import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { recordError } from '../../../contract/errors.ts'
import { notedLanguage } from '../../store/noted-language.ts'
import { LANGUAGES } from '../../texts/languages.ts'

// The texts of each language other than English are one file. A phone keeps those of the languages that were used on it,
// so that they can be chosen with no network too. English is in the code of the screens.

const CACHE = 'languages'
/** Only a language's tag may follow, because other chunks have names like `language-choice`. */
const FILE = new RegExp(`/assets/language-(${Object.keys(LANGUAGES).join('|')})-[^/]+\\.js$`)

/** Tells whether a path is the file of a language. */
export function isLanguageFile(path: string): boolean {
  return FILE.test(path)
}

/**
 * Serves the files of languages from this phone, and keeps each one that is fetched. A new version keeps the same
 * languages as the one before.
 * @param files the paths of this version's language files
 */
export function serveLanguages(self: ServiceWorkerGlobalScope, files: string[]) {
  self.addEventListener('install', (event) => event.waitUntil(keepUsed(files)))
  // The language may have been chosen after the installation.
  self.addEventListener('activate', (event) =>
    event.waitUntil(
      keepUsed(files)
        .catch(recordError)
        .then(() => dropOthers(files)),
    ),
  )
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isLanguageFile(url.pathname),
    // A full storage keeps nothing. The language is shown all the same, while there is a network.
    new CacheFirst({
      cacheName: CACHE,
      matchOptions: { ignoreVary: true },
      plugins: [{ cacheWillUpdate: async ({ response }) => (isScript(response) ? response : null) }],
    }),
  )
}

/** Keeps the files of the languages that were used. @throws if one cannot be had: then the installation fails */
async function keepUsed(files: string[]) {
  const cache = await caches.open(CACHE)
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  const used = new Set([await notedLanguage(), ...kept.map(languageOf)])
  for (const file of files) {
    if (!used.has(languageOf(file)) || kept.includes(file)) continue
    const response = await fetch(file)
    if (!isScript(response)) throw new Error(`no language file ${file}`)
    await cache.put(file, response)
  }
}

/** Removes the files of the version before. */
async function dropOthers(files: string[]) {
  const cache = await caches.open(CACHE)
  for (const request of await cache.keys()) {
    if (!files.includes(new URL(request.url).pathname)) await cache.delete(request)
  }
}

function languageOf(path: string): string | undefined {
  return FILE.exec(path)?.[1]
}

/** A captive portal answers with its own page and status 200. */
function isScript(response: Response): boolean {
  return response.ok && /javascript/.test(response.headers.get('Content-Type') ?? '')
}
