import { DurableObject } from 'cloudflare:workers'
import { isLimited } from '../auth/rate-limit.ts'
import type { Env, GroupOutcome } from '../env.ts'
import { handOver } from '../jobs/deliver/hand-over.ts'
import { mailSettings } from '../jobs/mail/mail-settings.ts'
import { tellRooms } from '../live/tell-rooms.ts'
import { applyOps } from '../ops/apply-ops.ts'
import type { OpRequest } from '../ops/decide/decision.ts'
import { logFailure } from '../ops/log-failure.ts'

/** Most ops of one batch. */
const MAX_OPS = 200
/** Most requests that wait. Phones send further ones again. */
const MAX_WAITING = 5000

interface Waiting {
  request: OpRequest
  resolve: (outcome: GroupOutcome) => void
}

/**
 * The group commit of a marathon: it decides and commits the applications of many accounts as one batch, in the order
 * of their arrival. While a batch is on its way to D1, the next one gathers. It stores nothing and has no rules of its
 * own: `applyOps` decides, and its guards and op records make it harmless that the same op comes by the direct way, or
 * that this object is stopped at any moment.
 */
export class GroupCommitter extends DurableObject<Env> {
  readonly #waiting: Waiting[] = []
  #isRunning = false

  /**
   * Applies the ops of a request.
   * @returns their outcome, after the batch with them is committed
   */
  submit(request: OpRequest): Promise<GroupOutcome> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.resolve({ kind: 'halted', code: 'UNAVAILABLE' })
    return new Promise((resolve) => {
      this.#waiting.push({ request, resolve })
      if (!this.#isRunning) void this.#run()
    })
  }

  async #run() {
    this.#isRunning = true
    while (this.#waiting.length > 0) await this.#commit(this.#nextGroup())
    this.#isRunning = false
  }

  /** The requests that arrived first, with at most MAX_OPS ops; at least one request. */
  #nextGroup(): Waiting[] {
    let ops = 0
    const end = this.#waiting.findIndex(({ request }) => {
      ops += request.ops.length
      return ops > MAX_OPS
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : Math.max(1, end))
  }

  async #commit(group: Waiting[]) {
    try {
      const requests = group.map(({ request }) => request)
      const options = { timeSource: Date.now, isLimited: isLimited(this.env) }
      const { outcomes, commit } = await applyOps(this.env.DB, requests, options)
      for (const [index, { resolve }] of group.entries()) {
        const outcome = outcomes[index]
        // A group that was halted has lost its guards eight times. Alone, each request has a better chance.
        resolve(outcome && outcome.kind !== 'halted' ? outcome : { kind: 'direct' })
      }
      this.ctx.waitUntil(tellRooms(this.env, commit))
      if (commit.hasEntries && mailSettings(this.env)) this.ctx.waitUntil(handOver(this.env, Date.now()))
    } catch (error) {
      logFailure('group.failed', error, { requests: group.length })
      for (const { resolve } of group) resolve({ kind: 'direct' })
    }
  }
}
