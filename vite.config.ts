import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cloudflare } from '@cloudflare/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { unstable_readConfig } from 'wrangler'
import { localSettings } from './scripts/local/local-settings.ts'
import { CHUNK_GROUPS } from './web/build/chunk-groups.ts'
import { eagerServiceWorker } from './web/build/eager-service-worker.ts'
import { manifest } from './web/build/manifest.ts'
import { revisionWithHeaders } from './web/build/page-revision.ts'
import { prerenderedPages } from './web/build/prerender.ts'
import { textsPlugin } from './web/build/texts-plugin.ts'
import { type PolicySettings, pageHeaders } from './worker/pages/page-headers.ts'

// The plugins disagree about relative paths: some start from vite's root (web/), some from the working directory.
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ command }) => {
  // Only the local server has emulator settings. A build must not contain them.
  const local = command === 'serve' ? localSettings() : undefined
  const deployed = unstable_readConfig({ config: here('./wrangler.toml') })
  return {
    root: here('./web'),
    // The router asks for a shim for React before 18. The same package has the hook without it.
    resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
    build: {
      outDir: resolve(process.env.BUILD_DIR || 'dist'),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // web/testing/eager-bytes reads in the manifest which chunk imports which.
      manifest: true,
      // Every browser of the target knows modulepreload.
      modulePreload: { polyfill: false },
      rollupOptions: {
        output: {
          codeSplitting: { groups: CHUNK_GROUPS },
          // The entry names all chunks. A hash does not compress, so one character less makes it 0.1 KB smaller.
          chunkFileNames: 'assets/[name]-[hash:7].js',
        },
      },
    },
    server: local ? { port: local.port, strictPort: true } : {},
    // What the app says of its operator (web/features/about/operator.ts).
    define: Object.fromEntries(
      ['OPERATOR_EMAIL', 'CONTACT_DAYS'].map((name) => [
        `import.meta.env.${name}`,
        JSON.stringify(String(deployed.vars[name] ?? '')),
      ]),
    ),
    plugins: [
      textsPlugin(),
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
      prerenderedPages(),
      cloudflare({
        configPath: here('./wrangler.toml'),
        persistState: local ? { path: local.persistPath } : false,
        inspectorPort: false,
        config: (config) => (local ? { vars: { ...config.vars, ...local.vars } } : {}),
      }),
      eagerServiceWorker(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'background/service-worker',
        filename: 'service-worker.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest,
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: ['**/*.{html,js,css,svg,png,ico,woff2,webmanifest}'],
          // The app itself never shows these files: app stores show the screenshots, and other sites the pictures of links.
          globIgnores: ['screenshots/**', 'previews/**', 'og.png'],
          manifestTransforms: [revisionWithHeaders(pageHeaders(deployed.vars as unknown as PolicySettings, false))],
        },
        devOptions: { enabled: true, type: 'module', navigateFallback: 'index.html' },
      }),
    ],
  }
})
