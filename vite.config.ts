import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { localSettings } from './scripts/local-settings.ts'
import { homeShell } from './web/home-shell.ts'
import { manifest } from './web/manifest.ts'

// Plugins resolve relative paths from vite's root (web/) or from the working directory, each in its own way.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => {
  // Emulator settings belong to the local server only: a build must not carry them (design, section 5).
  const local = command === 'serve' ? localSettings() : undefined
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
                test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store))\//,
              },
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
        transformIndexHtml: (html) => html.replace('<div id="root">', `${homeShell()}\n    <div id="root">`),
      },
      tailwindcss(),
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
        },
        devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
      }),
    ],
  }
})
