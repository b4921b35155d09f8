import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { Miniflare, type Request, Response, type WorkerOptions } from 'miniflare'
import { build, type Rollup } from 'vite'
import { unstable_readConfig } from 'wrangler'
import type { Kill } from '../../worker/testing/kill.ts'

/** What a run does, or that it was killed. */
export type Told = 'chunk' | 'split' | 'killed'
/** The queue of deliveries in real workerd, with Miniflare's queues and D1, and the settings of wrangler.toml. */
export interface Deliveries {
  db: Awaited<ReturnType<Miniflare['getD1Database']>>
  /** Hands over what is due. */
  handOver: () => Promise<unknown>
  /** The dead letters. */
  dead: () => unknown[]
  dispose: () => Promise<void>
}

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    // workerd knows Node's modules by their full names alone.
    plugins: [
      {
        name: 'node-modules',
        enforce: 'pre',
        resolveId: (id) => (isBuiltin(id) ? { id: `node:${id.replace(/^node:/, '')}`, external: true } : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry: 'worker/testing/killed-consumer.ts', formats: ['es'] },
      rollupOptions: { external: [/^node:/, /^cloudflare:/], output: { codeSplitting: false } },
    },
  })) as Rollup.RollupOutput[]
  return built[0]?.output[0].code ?? ''
}

const UNDERTAKER = `export default { queue: (batch, env) =>
  env.tell.fetch('https://tell/', { method: 'POST', body: JSON.stringify(batch.messages.map(({ body }) => body)) }) }`

/**
 * Starts the worker of `worker/testing/killed-consumer.ts`.
 * @param plan called before each run, for when to kill it, and after a run that was killed
 * @param sent called with the address of each mail that was sent
 * @param more of Miniflare's options: bindings, and where requests to other hosts go
 */
export async function startDeliveries({
  plan,
  sent = () => undefined,
  maxRetries,
  more,
}: {
  plan: (told: Told) => Kill | null
  sent?: (to: string) => void
  maxRetries?: number | undefined
  more: Partial<WorkerOptions>
}): Promise<Deliveries> {
  const config = unstable_readConfig({ config: 'wrangler.toml' })
  const consumer = config.queues.consumers?.find(({ queue }: { queue: string }) => queue === 'startline-deliveries')
  if (!consumer?.dead_letter_queue) throw new Error('wrangler.toml has no queue of deliveries')
  const dead: unknown[] = []
  const server = new Miniflare({
    cf: false,
    workers: [
      {
        name: 'deliveries',
        modules: [{ type: 'ESModule', path: 'worker.js', contents: await bundle() }],
        compatibilityDate: config.compatibility_date ?? '',
        compatibilityFlags: config.compatibility_flags,
        d1Databases: ['DB'],
        queueProducers: { DELIVERY_QUEUE: consumer.queue },
        queueConsumers: {
          [consumer.queue]: {
            maxBatchSize: consumer.max_batch_size,
            maxBatchTimeout: consumer.max_batch_timeout,
            maxRetries: maxRetries ?? consumer.max_retries,
            retryDelay: consumer.retry_delay,
            deadLetterQueue: consumer.dead_letter_queue,
          },
        },
        serviceBindings: {
          kills: async (request: Request) => {
            const told = new URL(request.url).pathname.slice(1)
            if (told !== 'sent') return Response.json(plan(told as Told))
            sent(await request.text())
            return new Response('told')
          },
        },
        ...more,
      } as WorkerOptions,
      {
        name: 'undertaker',
        modules: [{ type: 'ESModule', path: 'dead.js', contents: UNDERTAKER }],
        compatibilityDate: config.compatibility_date ?? '',
        queueConsumers: [consumer.dead_letter_queue],
        serviceBindings: {
          tell: async (request: Request) => {
            dead.push(...((await request.json()) as unknown[]))
            return new Response('told')
          },
        },
      },
    ],
  })
  const db = await server.getD1Database('DB', 'deliveries')
  for (const file of readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    const text = readFileSync(`migrations/${file}`, 'utf8')
    await db.batch(text.split('--> statement-breakpoint').map((query) => db.prepare(query)))
  }
  const worker = await server.getWorker('deliveries')
  return {
    db,
    handOver: () => worker.fetch('https://startline.example/'),
    dead: () => dead,
    dispose: () => server.dispose(),
  }
}

/** Waits until a count is 0. @throws Error after `limitMs` */
export async function untilNone(count: () => Promise<unknown>, limitMs: number): Promise<void> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(500)) if ((await count()) === 0) return
  throw new Error(`something is missing after ${limitMs} ms`)
}

/** SQL: a table `n` whose column `i` has the numbers from 1 to `last`. */
export const numbersTo = (last: number) =>
  `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${last})`

/** The statement that stores the marathon `m` of the account `olivia`. @param at all its times, ISO 8601 */
export function marathonRow(db: Deliveries['db'], at: string) {
  return db
    .prepare(
      `INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start, reg_end,
        start_date, time_zone, name, email, created_at, ver, seq, shown_until)
      VALUES ('m', 'olivia', 'Harbour Ten', '', '', '', '10k', ?1, ?1, ?1, 'UTC', 'Olivia', '', ?1, 1, 1, ?1)`,
    )
    .bind(at)
}
