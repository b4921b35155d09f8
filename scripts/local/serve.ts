/**
 * Serves the built app from workerd. app.ts runs this as a child process. It uses Miniflare directly, because
 * `wrangler dev` exits after aborted connections (workers-sdk issues 14926 and 15451).
 */
import { join } from 'node:path'
import { Log, LogLevel, Miniflare, type Request } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { localSettings } from './local-settings.ts'

const { port, persistPath, buildDir, vars, pushStandIn } = localSettings()
const configPath = join(buildDir, 'startline/wrangler.json')
const { workerOptions, main, externalWorkers } = unstable_getMiniflareWorkerOptions(configPath)
if (!main) throw new Error(`${configPath} names no main module; run npm run build`)

const server = new Miniflare({
  host: 'localhost',
  port,
  log: new Log(LogLevel.WARN),
  // With this, Miniflare does not fetch the `cf` object of requests from the network.
  cf: false,
  // With this, `/cdn-cgi/handler/scheduled` runs a cron: a test does not wait for the night.
  unsafeTriggerHandlers: true,
  // The folder layout that wrangler and vite use below their persist path.
  defaultPersistRoot: join(persistPath, 'v3'),
  workers: [
    {
      ...workerOptions,
      name: 'startline',
      modules: true,
      scriptPath: main,
      bindings: { ...workerOptions.bindings, ...vars },
      ...(pushStandIn === '' ? {} : { outboundService: toStandIn }),
    },
    ...externalWorkers,
  ],
})

// Miniflare's own handlers end this process without waiting for workerd. In a container whose process 1 does not reap
// children, workerd would stay as a zombie.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.removeAllListeners(signal)
  process.on(signal, async () => {
    await server.dispose()
    process.exit(0)
  })
}

await server.ready

/** Leads a request of the worker to the stand-in for push services, with its real address in a header. */
async function toStandIn(request: Request): Promise<Response> {
  const body = await request.arrayBuffer()
  const headers = { ...Object.fromEntries(request.headers), 'x-endpoint': request.url }
  return fetch(pushStandIn, { method: request.method, headers, body: body.byteLength > 0 ? body : null })
}
