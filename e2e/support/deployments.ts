import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { E2E_SETTINGS } from '../global-setup.ts'

/** The app's own build. */
const BUILD = join(E2E_SETTINGS.BUILD_DIR, 'client')
/** The pages of a build (web/build/prerender.ts). */
const PAGES = ['index.html', 'login.html', 'event.html', 'shell.html']
/** The builds that this Playwright worker has made. */
const made = new Map<string, string>()

/**
 * Another build of the app, made from the real one, like a deploy of a new version: every chunk has a new name, the old
 * chunks are missing, and the service worker's precache has the new names.
 * @param mark becomes part of the names and the page's `<html data-version>`
 * @param broken whether the app of this build fails at its start
 * @returns the folder of the build; nobody changes it
 */
export function deployment(mark: string, { broken = false } = {}): string {
  const name = `${mark} ${broken}`
  const folder = made.get(name) ?? make(mark, broken)
  made.set(name, folder)
  return folder
}

function make(mark: string, broken: boolean): string {
  // The folder of the run, which the next run deletes.
  const folder = mkdtempSync(join(E2E_SETTINGS.STATE_DIR, `deployed-${mark}-`))
  cpSync(BUILD, folder, { recursive: true })
  const assets = join(folder, 'assets')
  const renamed = readdirSync(assets)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => [name, name.replace(/\.(js|css)$/, `-${mark}.$1`)] as const)
  for (const [from, to] of renamed) renameSync(join(assets, from), join(assets, to))
  const texts = [
    ...PAGES.map((name) => join(folder, name)),
    join(folder, 'service-worker.js'),
    ...readdirSync(assets)
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => join(assets, name)),
  ]
  for (const path of texts) {
    let text = readFileSync(path, 'utf8')
    for (const [from, to] of renamed) text = text.replaceAll(from, to)
    writeFileSync(path, text)
  }
  for (const name of PAGES)
    edit(join(folder, name), (text) => {
      const marked = text.replace('<html ', `<html data-version="${mark}" `)
      return broken ? marked.replace(/(<script type="module" crossorigin src=")[^"]+/, '$1/broken.js') : marked
    })
  if (broken) writeFileSync(join(folder, 'broken.js'), 'throw new Error("this build does not start")\n')
  // The pages changed, so they need new revisions.
  for (const name of PAGES)
    edit(join(folder, 'service-worker.js'), (text) => {
      const revised = text.replace(new RegExp(`("revision":")[0-9a-f-]+(","url":"${name}")`), `$1${mark}$2`)
      if (revised === text) throw new Error(`the service worker does not name ${name}`)
      return revised
    })
  return folder
}

function edit(path: string, change: (text: string) => string) {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}
