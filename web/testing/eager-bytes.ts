import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

interface Chunk {
  file: string
  /** The name of a module in it. */
  name?: string
  src?: string
  isEntry?: boolean
  imports?: string[]
}

/**
 * Bytes of JavaScript (brotli) that the browser needs before a route first paints: the entry, the route's own chunk,
 * and all static imports of these.
 * @param clientDir the built `client` folder
 * @param route the route's file below web/routes, such as `index.tsx`
 */
export function eagerBytes(clientDir: string, route: string): number {
  return bytesOf(clientDir, eagerFiles(clientDir, route))
}

/** The bytes (brotli) of each file that was asked for. Most routes share most files, and a build does not change. */
const known = new Map<string, number>()

/** Bytes (brotli) of some files. */
export function bytesOf(clientDir: string, files: string[]): number {
  return files.reduce((sum, file) => {
    const path = join(clientDir, file)
    const bytes = known.get(path) ?? brotliCompressSync(readFileSync(path)).length
    known.set(path, bytes)
    return sum + bytes
  }, 0)
}

/** The files that `eagerBytes` counts. */
export function eagerFiles(clientDir: string, route: string): string[] {
  const manifest = readManifest(clientDir)
  const keys = Object.keys(manifest)
  const entry = keys.find((key) => manifest[key]?.isEntry)
  const own = keys.filter((key) => key.startsWith(`routes/${route}?`))
  // The home page's code is in the entry (web/routes/index.tsx).
  if (!entry || (own.length === 0 && route !== 'index.tsx')) {
    throw new Error(`the build has no entry, or no chunk of routes/${route}`)
  }
  return filesOf(manifest, [entry, ...own])
}

/**
 * The files of some modules of `web/`, by their path or by the name of their group, and of all that these import at once.
 * @throws Error if the build has no file of one of them
 */
export function filesWith(clientDir: string, names: string[]): string[] {
  const manifest = readManifest(clientDir)
  const keys = names.map((name) => {
    const key = manifest[name] ? name : Object.keys(manifest).find((one) => manifest[one]?.name === name)
    if (!key) throw new Error(`the build has no file of ${name}`)
    return key
  })
  return filesOf(manifest, keys)
}

function readManifest(clientDir: string): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'))
}

function filesOf(manifest: Record<string, Chunk>, keys: string[]): string[] {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  return [...files].filter((file) => file.endsWith('.js'))
}
