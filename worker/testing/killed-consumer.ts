import type { DeliveryTask, Env } from '../env.ts'
import { consumeDeliveries } from '../jobs/deliver/consume.ts'
import { handOver } from '../jobs/deliver/hand-over.ts'
import type { Kill } from './kill.ts'

// A worker with the real consumer of the queue of deliveries, which can be killed. scripts/testing/killed-deliveries.ts
// runs it.

interface TestEnv extends Env {
  /** Says whether the next run is killed, and hears of each that was. */
  kills: Fetcher
}

/** A run that can be killed: from then on no call of it takes effect, and none is answered. */
class Run {
  readonly killed = Promise.withResolvers<never>()
  readonly #kill: Kill | null
  #calls = 0

  constructor(kill: Kill | null) {
    this.#kill = kill
  }

  async call<T>(effect: () => Promise<T>): Promise<T> {
    const call = this.#calls++
    if (!this.#kill || call < this.#kill.call) return effect()
    if (call === this.#kill.call && this.#kill.when === 'after') await effect()
    this.killed.reject(new Error('killed'))
    return new Promise(() => undefined)
  }

  database(real: D1Database): D1Database {
    const statements = new WeakMap<object, D1PreparedStatement>()
    const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
      const wrapped = {
        bind: (...values: unknown[]) => wrap(statement.bind(...values)),
        run: () => this.call(() => statement.run()),
        all: () => this.call(() => statement.all()),
      } as unknown as D1PreparedStatement
      statements.set(wrapped, statement)
      return wrapped
    }
    return {
      prepare: (query: string) => wrap(real.prepare(query)),
      batch: (list: D1PreparedStatement[]) =>
        this.call(() => real.batch(list.map((one) => statements.get(one) as D1PreparedStatement))),
    } as unknown as D1Database
  }
}

export default {
  /** Hands over what is due. */
  async fetch(_request, env) {
    await handOver(env, Date.now())
    return new Response('handed over')
  },

  async queue(batch, env) {
    const [{ body = {} } = {}] = batch.messages
    const kind = 'ids' in body || 'entryIds' in body ? 'chunk' : 'split'
    const run = new Run(await (await env.kills.fetch(`https://kills/${kind}`)).json<Kill | null>())
    const queue = {
      sendBatch: (messages: MessageSendRequest<DeliveryTask>[]) =>
        run.call(async () => void (await env.DELIVERY_QUEUE?.sendBatch(messages))),
    }
    const wrapped = { ...env, DB: run.database(env.DB), DELIVERY_QUEUE: queue as unknown as Queue<DeliveryTask> }
    // The real binding sends, and the test hears of it.
    const send = (message: EmailMessage) =>
      run.call(async () => {
        const sent = await env.MAIL?.send(message)
        await env.kills.fetch('https://kills/sent', { method: 'POST', body: message.to })
        return sent
      })
    if (env.MAIL) Object.assign(wrapped, { MAIL: { send } })
    const world = { now: Date.now, fetch: (...call: Parameters<typeof fetch>) => run.call(() => fetch(...call)) }
    const killed = run.killed.promise.catch(async (error: unknown) => {
      await env.kills.fetch('https://kills/killed')
      throw error
    })
    await Promise.race([consumeDeliveries(batch, wrapped, world as { now: () => number; fetch: typeof fetch }), killed])
  },
} satisfies ExportedHandler<TestEnv, DeliveryTask>
