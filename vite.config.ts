import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { unstable_readConfig } from 'wrangler'
import { localSettings } from './scripts/local-settings.ts'
import { revisionWithHeaders } from './scripts/page-revision.ts'
import { CHUNK_GROUPS } from './web/build/chunk-groups.ts'
import { manifest } from './web/build/manifest.ts'
import { firstPaintPlugins } from './web/first-paint/paint-first.ts'
import { type PolicySettings, pageHeaders } from './worker/pages/page-headers.ts'

// Plugins resolve relative paths from vite's root (web/) or from the working directory, each in its own way.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

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
          codeSplitting: { groups: CHUNK_GROUPS },
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
      tailwindcss(),
      firstPaintPlugins(),
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
