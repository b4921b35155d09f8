/**
 * Serves the built app from workerd; start.ts runs this as a child. It drives Miniflare itself because
 * `wrangler dev` is known to exit under aborted connections (workers-sdk 14926, 15451).
 */
import { join } from 'node:path'
import { Log, LogLevel, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { localSettings } from './local-settings.ts'

const { port, persistPath, buildDir, vars } = localSettings()
const configPath = join(buildDir, 'startline/wrangler.json')
const { workerOptions, main, externalWorkers } = unstable_getMiniflareWorkerOptions(configPath)
if (!main) throw new Error(`${configPath} names no main module; run npm run build`)

const server = new Miniflare({
  host: 'localhost',
  port,
  log: new Log(LogLevel.WARN),
  // No network is asked for the `cf` object of requests.
  cf: false,
  // The folder layout that wrangler and vite use below their persist path.
  defaultPersistRoot: join(persistPath, 'v3'),
  workers: [
    {
      ...workerOptions,
      name: 'startline',
      modules: true,
      scriptPath: main,
      bindings: { ...workerOptions.bindings, ...vars },
    },
    ...externalWorkers,
  ],
})

// Miniflare's own handlers leave at once, without waiting for workerd, which then lingers as a zombie
// wherever process 1 does not reap.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal)
  process.on(signal, async () => {
    await server.dispose()
    process.exit(0)
  })
}

await server.ready
