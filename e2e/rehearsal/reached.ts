import { expect } from '@playwright/test'
import type { Phone } from '../../worker/testing/push-stand-in.ts'
import { newPhones, type PushService, startPushService } from '../support/push-service.ts'
import { type Crowd, MAILED, type Runner } from './crowd.ts'
import type { Database } from './database.ts'
import type { Report } from './report.ts'

/** So many have allowed notifications. */
const PUSHED = 20

/** Whom notices reach while the app is closed: by push, and by mail. The phones of these people are simulated ones. */
export class Reached {
  readonly #phones: Map<string, Phone>
  readonly #service: PushService
  readonly #crowd: Crowd
  /** Who has which endpoint. */
  readonly #runners = new Map<string, Runner>()

  /** A push service begins to listen. @param origin of the worker that asks it */
  static async begins(origin: string, crowd: Crowd): Promise<Reached> {
    const { vapidKey } = (await (await fetch(`${origin}/api/config`)).json()) as { vapidKey: string }
    const phones = new Map((await newPhones(PUSHED)).map((one) => [one.subscription.endpoint, one]))
    return new Reached(phones, await startPushService(phones, vapidKey), crowd)
  }

  private constructor(phones: Map<string, Phone>, service: PushService, crowd: Crowd) {
    this.#crowd = crowd
    this.#phones = phones
    this.#service = service
  }

  /** Some allow notifications. */
  async subscribe(): Promise<void> {
    const { phones } = this.#crowd
    for (const [n, { subscription }] of [...this.#phones.values()].entries()) {
      const runner = phones[n]
      if (!runner) return
      await runner.account.call('POST', '/api/push-subscriptions', subscription)
      this.#runners.set(subscription.endpoint, runner)
    }
  }

  /** An urgent notice to all has reached everybody with an entry who allowed it, and nobody else. */
  async areTold(kind: string, database: Database, report: Report): Promise<void> {
    const { runners } = this.#crowd
    const names = (some: readonly Runner[]) => some.filter(({ entry }) => entry !== '').map(({ name }) => name)
    const pushed = () =>
      this.#service.received
        .filter(({ payload }) => payload.kind === kind)
        .map(({ endpoint }) => this.#runners.get(endpoint)?.name ?? endpoint)
    await expect
      .poll(() => pushed().toSorted(), { message: `pushes of ${kind}`, timeout: 60_000 })
      .toEqual(names([...this.#runners.values()]).toSorted())
    const mailed = () =>
      database
        .rows<{ uid: string }>(
          `SELECT d.target_id AS uid FROM delivery d JOIN notice n ON n.id = d.cause_id
            WHERE d.channel = 'mail' AND d.held_until IS NULL AND d.target_id > '' AND n.kind = ?`,
          kind,
        )
        .map(({ uid }) => runners.find(({ account }) => account.uid === uid)?.name ?? uid)
    await expect
      .poll(() => mailed().toSorted(), { message: `mails of ${kind}`, timeout: 60_000 })
      .toEqual(names(runners.slice(0, MAILED)).toSorted())
    report.say(`${pushed().length} were told of the ${kind} by a push, and ${mailed().length} by a mail`)
  }

  /** No push came twice, however often a phone or a run of the queue tried again. */
  nobodyTwice(): void {
    const told = this.#service.received.map(({ endpoint, payload }) => JSON.stringify([endpoint, payload]))
    expect(told.filter((one, n) => told.indexOf(one) !== n)).toEqual([])
  }

  close(): Promise<void> {
    return this.#service.close()
  }
}
