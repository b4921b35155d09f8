import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { PRERENDERED } from '../page.ts'
import { pageScript } from './page-script.ts'
import { textsPlugin } from './texts-plugin.ts'

const ROOT = '<div id="root"></div>'
/** The pages that have their first screen as markup, by their file. */
const PAGES = { 'index.html': '/', 'login.html': '/login', 'event.html': '/e/event' }
/** The screen whose code comes with the page, because its reader has nothing else of the app. */
const EVENT = 'routes/e/$id.tsx?tsr-split=component'

/**
 * Makes four pages of `web/index.html`: `index.html`, `login.html` and `event.html` have their first screen as markup,
 * which React has rendered and nobody can use before the app takes over, and `shell.html` is for every other address. All
 * have the inline script in their head. The worker writes the event into `event.html`.
 */
export function prerenderedPages(): Plugin[] {
  return [
    {
      name: 'page-script',
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    <script>${pageScript()}</script>`),
      },
    },
    {
      name: 'prerender',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      generateBundle: {
        order: 'post',
        async handler(_options, bundle) {
          const page = bundle['index.html']
          if (page?.type !== 'asset') throw new Error('the build has no index.html')
          const html = withStyles(String(page.source), bundle)
          if (!html.includes(ROOT)) throw new Error(`index.html lacks ${ROOT}`)
          this.emitFile({ type: 'asset', fileName: 'shell.html', source: html })
          const markup = await renderAll(Object.values(PAGES))
          for (const [fileName, path] of Object.entries(PAGES)) {
            const [rest, pictures] = withoutPreloads(markup.get(path) ?? '')
            const screen = withPicturesInside(rest, pictures)
            const source = html
              .replace('<style>', (style) => pictures + style)
              .replace(
                ROOT,
                () => `<div id="root"><div id="${PRERENDERED}" inert aria-disabled="true">${screen}</div></div>`,
              )
            if (fileName === 'index.html') page.source = source
            else if (fileName === 'event.html') {
              const links = filesOf(bundle, EVENT).map(
                (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
              )
              this.emitFile({ type: 'asset', fileName, source: source.replace('</head>', `${links.join('')}</head>`) })
            } else this.emitFile({ type: 'asset', fileName, source })
          }
        },
      },
    },
  ]
}

/** Takes out React's links to pictures that are wanted first: they belong before the styles. */
function withoutPreloads(markup: string): [rest: string, links: string] {
  const links = /<link rel="preload"[^>]*>/g
  return [markup.replaceAll(links, ''), markup.match(links)?.join('') ?? '']
}

/**
 * Puts the pictures that are wanted first into the markup: a slow network needs half a second to ask for one. The app
 * takes the preloaded file when it renders.
 */
function withPicturesInside(markup: string, links: string): string {
  return [...links.matchAll(/href="\/([^"]+\.svg)"/g)].reduce((inside, [, file = '']) => {
    const svg = readFileSync(resolve(import.meta.dirname, '../public', file), 'utf8')
    const picture = svg.replace(/["#%&]/g, encodeURIComponent)
    return inside.replace(`src="/${file}"`, () => `src="data:image/svg+xml,${picture}"`)
  }, markup)
}

/**
 * Puts the styles into the page: nothing is painted before they are there, and a file of its own is a round trip later.
 * The disabled link tells Vite that they are there, or the first `import()` would fetch them. The file itself is not needed.
 */
function withStyles(html: string, bundle: Rolldown.OutputBundle): string {
  const [link = '', file = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html) ?? []
  const styles = bundle[file]
  if (styles?.type !== 'asset') throw new Error('index.html has no styles')
  delete bundle[file]
  return html.replace(link, () => `<style>${styles.source}</style>${link.replace('>', ' disabled>')}`)
}

/** The files with the code of a module, and those that it imports at once. @throws Error if there is none */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const files = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(file)) return
    files.add(file)
    chunk.imports.forEach(visit)
  }
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith(module)) visit(chunk.fileName)
  }
  if (files.size === 0) throw new Error(`the build has no file of ${module}`)
  return [...files]
}

/** Renders pages with the components of the app. @returns the markup by path */
async function renderAll(paths: string[]): Promise<Map<string, string>> {
  const server = await createServer({
    root: resolve(import.meta.dirname, '..'),
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [textsPlugin(), react()],
  })
  try {
    const app = (await server.ssrLoadModule('/prerendered-app.tsx')) as {
      renderPage: (path: string) => Promise<string>
    }
    const pages = new Map<string, string>()
    for (const path of paths) pages.set(path, await app.renderPage(path))
    return pages
  } finally {
    await server.close()
  }
}
