import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { recordError } from '../../../contract/errors.ts'
import { notedLanguage } from '../../store/noted-language.ts'
import { LANGUAGES } from '../../texts/languages.ts'

// Files that few phones need: the texts of each language other than English, which are one file, and typefaces of other
// letters. A phone keeps those that were used on it, so that they are there with no network too. English, and the
// typeface of its letters, are among the files of all phones.

const CACHE = 'used-files'
/** How their names begin. */
const TYPEFACES = ['archivo-latin-ext-', 'archivo-vietnamese-', 'noto-sans-arabic-', 'noto-sans-bengali-']
/** Only a language's tag may follow, because other chunks have names like `language-choice`. */
const FILE = new RegExp(
  `/assets/(?:(language-(?:${Object.keys(LANGUAGES).join('|')})-)[^/]+\\.js|(${TYPEFACES.join('|')})[^/]+\\.woff2)$`,
)
/** The same for the browser, which asks this worker for them. It may ask for others too. */
export const USED_FILES = ['language-', ...TYPEFACES].map((start) => `/assets/${start}*`)

/** Tells whether a path is a file that only phones keep on which it was used. */
export function isUsedFile(path: string): boolean {
  return FILE.test(path)
}

/**
 * Serves such files from this phone, and keeps each one that is fetched. A new version keeps the same ones as the one
 * before.
 * @param files the paths of those of this version
 */
export function serveUsedFiles(self: ServiceWorkerGlobalScope, files: string[]) {
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
    ({ url, sameOrigin }) => sameOrigin && isUsedFile(url.pathname),
    // A full storage keeps nothing. The file is used all the same, while there is a network.
    new CacheFirst({
      cacheName: CACHE,
      matchOptions: { ignoreVary: true },
      plugins: [{ cacheWillUpdate: async ({ response }) => (isFile(response) ? response : null) }],
    }),
  )
}

/** Keeps the files that were used. @throws if one cannot be had: then the installation fails */
async function keepUsed(files: string[]) {
  const cache = await caches.open(CACHE)
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  const used = new Set([`language-${await notedLanguage()}-`, ...kept.map(nameOf)])
  for (const file of files) {
    if (!used.has(nameOf(file)) || kept.includes(file)) continue
    const response = await fetch(file)
    if (!isFile(response)) throw new Error(`no file ${file}`)
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

/** The name of a file without what changes from version to version. */
function nameOf(path: string): string {
  const [, ofLanguage, ofTypeface = ''] = FILE.exec(path) ?? []
  return ofLanguage ?? ofTypeface
}

/** A captive portal answers with its own page and status 200. */
function isFile(response: Response): boolean {
  return response.ok && /javascript|font/.test(response.headers.get('Content-Type') ?? '')
}
