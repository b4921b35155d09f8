import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { unstable_readConfig } from 'wrangler'
import { localSettings } from './scripts/local-settings.ts'
import { revisionWithHeaders } from './scripts/page-revision.ts'
import { homeShell } from './web/home-shell.ts'
import { manifest } from './web/manifest.ts'
import { type PolicySettings, pageHeaders } from './worker/routes/page-headers.ts'

// Plugins resolve relative paths from vite's root (web/) or from the working directory, each in its own way.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** A group of modules that one of these pages imports, straight or through others. */
function neededBy(pages: RegExp, name: string) {
  return (id: string, graph: ModuleGraph): string | null => {
    const seen = new Set<string>()
    const leadsThere = (module: string): boolean => {
      if (pages.test(module)) return true
      if (seen.has(module)) return false
      seen.add(module)
      return graph.getModuleInfo(module)?.importers.some(leadsThere) ?? false
    }
    return leadsThere(id) ? name : null
  }
}

const VISITORS_PAGES = /\/web\/routes\/(login|register)\.tsx\?/
const SIGNED_IN_PAGES = /\/web\/(routes\/marathons\/(index|\$id)\.tsx\?|signed-in\.ts|auth\/session-store\.ts)/

/**
 * Puts the stylesheet into the page: the first paint waits for one answer, not for two. Its link stays, disabled and
 * never fetched: Vite's loader of chunks looks for it before it loads the styles that a chunk names. The code is linked
 * and not loaded: the first paint does not wait for it.
 */
function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html
          .replace(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/, (link, file) => {
            const sheet = bundle?.[file]
            if (sheet?.type !== 'asset') throw new Error(`the build has no ${file}`)
            return `<style>${sheet.source}</style>${link.replace(' href', ' disabled href')}`
          })
          // What the entry imports comes before it; contract/first-screen begins with them once the page is painted.
          .replace(
            /<script type="module" crossorigin src="([^"]+)"><\/script>((?:\s*<link rel="modulepreload"[^>]*>)*)/,
            (_all, entry, imports) =>
              `${imports.replaceAll('rel="modulepreload" crossorigin', 'rel="code"').trim()}\n    <link rel="code" href="${entry}">`,
          ),
    },
  }
}

export default defineConfig(({ command }) => {
  // Emulator settings belong to the local server only: a build must not carry them.
  const local = command === 'serve' ? localSettings() : undefined
  const deployed = unstable_readConfig({ config: here('./wrangler.toml') })
  return {
    root: here('./web'),
    build: {
      outDir: resolve(process.env.BUILD_DIR || 'dist'),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // Which chunk needs which: scripts/eager-bytes reads it.
      manifest: true,
      rollupOptions: {
        output: {
          // What every page needs comes in one file; left alone it is spread over half a dozen of a few hundred bytes.
          codeSplitting: {
            groups: [
              {
                name: 'core',
                priority: 3,
                test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
              },
              { name: 'start', tags: ['$initial'], priority: 2 },
              // Each file more slows the way to a screen, offline too; what other screens alone need stays out of the way.
              { name: neededBy(VISITORS_PAGES, 'parts'), minShareCount: 2, priority: 1 },
              { name: neededBy(SIGNED_IN_PAGES, 'shared'), minShareCount: 2 },
            ],
          },
        },
      },
    },
    server: local ? { port: local.port, strictPort: true } : {},
    plugins: [
      tanstackRouter({
        target: 'react',
        routesDirectory: here('./web/routes'),
        generatedRouteTree: here('./web/route-tree.gen.ts'),
        routeFileIgnorePrefix: '-',
        routeFileIgnorePattern: '\\.test\\.',
        autoCodeSplitting: true,
        quoteStyle: 'single',
        semicolons: false,
      }),
      react(),
      {
        name: 'home-shell',
        transformIndexHtml: (html) => html.replace('<div id="root"></div>', `$&\n    ${homeShell()}`),
      },
      tailwindcss(),
      paintFirst(),
      cloudflare({
        configPath: here('./wrangler.toml'),
        persistState: local ? { path: local.persistPath } : false,
        inspectorPort: false,
        config: (config) => (local ? { vars: { ...config.vars, ...local.vars } } : {}),
      }),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'service-worker',
        filename: 'service-worker.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest,
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['**/*.{html,js,css,svg,png,ico,woff2,webmanifest}'],
          // Only stores and other sites ever show these.
          globIgnores: ['screenshots/**', 'og.png'],
          manifestTransforms: [revisionWithHeaders(pageHeaders(deployed.vars as unknown as PolicySettings, false))],
        },
        devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
      }),
    ],
  }
})
