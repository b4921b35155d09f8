import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { CACHE } from '../seed/database.ts'

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Builds a folder with the app's own tools: its `index.html`, or the named scripts, each of which is a page.
 * @returns the folder of the build
 */
export async function buildPages(root: string, name: string, scripts?: string[]): Promise<string> {
  const outDir = join(CACHE, 'pages', name)
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    plugins: [react()],
    base: './',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      rollupOptions: {
        input: scripts?.map((script) => join(root, `${script}.js`)) ?? join(root, 'index.html'),
        output: scripts ? { entryFileNames: '[name].js' } : {},
      },
    },
  })
  return outDir
}

/** Serves a folder of built pages. @returns a function that closes the server */
export async function serveFolder(folder: string, port: number): Promise<() => void> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const [, script] = /^\/(\w+)\.html$/.exec(path) ?? []
    try {
      const body = script
        ? `<!doctype html><meta charset="utf-8"><script type="module" src="./${script}.js"></script>`
        : readFileSync(join(folder, path === '/' ? 'index.html' : path))
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/html' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** Brotli bytes of all JavaScript in a built folder. */
export function scriptBytes(folder: string): number {
  const assets = join(folder, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return scripts.reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(assets, name))).length, 0)
}
