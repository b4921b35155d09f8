import { expect } from '@playwright/test'
import { Problem } from '../../contract/problem.ts'
import type { Fields } from '../../contract/sync.ts'
import { emulatorToken } from '../../contract/testing/emulator-token.ts'
import { Device } from '../../simulation/device.ts'
import { NoResponse } from '../../web/calls/call-api.ts'
import type { InboxRecord } from '../../web/store/account-db.ts'
import { newRowId } from '../../web/store/new-id.ts'
import { type Edit, enqueueOps } from '../../web/store/outbox.ts'
import { syncPass } from '../../web/sync/sync-pass.ts'
import { type Account, openAccount } from '../support/account.ts'
import { BadNetwork } from './bad-network.ts'
import type { Fact, Report } from './report.ts'

/** So many do something at once. */
const LANES = 32
/** A phone that fails so often in a row on a network that works is broken. */
export const MOST_TRIES = 12
const MOST_SKEW_MS = 2 * 3_600_000
/** So many have confirmed their mail address, and get mails. */
export const MAILED = 20
/** Each so-manieth wants no name in the results. */
const HIDES_EACH = 23
const FIRST_NAMES = ['Ada', 'Bela', 'Carla', 'Deniz', 'Emil', 'Farah', 'Gustav', 'Hanna', 'Ilker', 'Jana']
const LAST_NAMES = ['Adler', 'Bauer', 'Chowdhury', 'Diaz', 'Ebert', 'Faruk', 'Gomez', 'Haddad', 'Iversen']

/** Somebody who wants to run. */
export class Runner {
  readonly account: Account
  readonly firstName: string
  readonly lastName: string
  /** A simulated phone with the app's own store; null for who only sends one request. */
  readonly phone: Device | null
  /** The id of the own entry; '' before there is one. */
  entry = ''
  /** Does the runner want no name in the results? */
  readonly hidesName: boolean
  /** Has the phone no signal until further notice? */
  hasNoSignal = false
  readonly knows = new Set<Fact>()

  constructor(nth: number, account: Account, phone: Device | null) {
    this.account = account
    this.phone = phone
    this.firstName = FIRST_NAMES[nth % FIRST_NAMES.length] ?? ''
    this.hidesName = nth % HIDES_EACH === HIDES_EACH - 1
    this.lastName = `${LAST_NAMES[nth % LAST_NAMES.length]} ${String(nth).padStart(4, '0')}`
  }

  get name(): string {
    return `${this.firstName} ${this.lastName}`
  }
}

/** A runner with a simulated phone. */
export type WithPhone = Runner & { readonly phone: Device }

/** The people who run: some with a simulated phone, on which the app's own store and sync work. */
export class Crowd {
  readonly runners: Runner[] = []
  readonly network: BadNetwork
  readonly #origin: string
  readonly #random: () => number
  readonly #report: Report
  /** The edits that a phone made, by op id: none may be lost. */
  readonly #made = new Map<string, WithPhone>()
  deaths = 0
  /** The start that the event was moved to; '' before. */
  newStart = ''

  constructor(origin: string, random: () => number, report: Report) {
    this.#origin = origin
    this.#random = random
    this.#report = report
    this.network = new BadNetwork(origin, random)
  }

  /** Those with a phone. */
  get phones(): WithPhone[] {
    return this.runners.filter((one) => one.phone !== null) as WithPhone[]
  }

  /** Accounts are made, and the first `phones` of them have a phone. */
  async gathers({ applicants, phones }: { applicants: number; phones: number }): Promise<void> {
    this.#report.phones = phones
    const all = Array.from({ length: applicants }, (_, nth) => nth)
    await this.each(all, async (nth) => {
      const uid = `runner-${nth}`
      const who = { uid, email: `${uid}@example.com`, displayName: `Name of ${uid}` }
      const account = await openAccount(this.#origin, who, emulatorToken(uid, { email_verified: nth < MAILED }))
      this.runners[nth] = new Runner(nth, account, nth < phones ? new Device(uid, uid) : null)
    })
    for (const { phone } of this.phones) if (this.chance(0.1)) phone.skewMs = (2 * this.#random() - 1) * MOST_SKEW_MS
  }

  /** A simulated tablet of somebody of the staff, with the same account as the phone. */
  tabletOf(account: Account): WithPhone {
    return new Runner(0, account, new Device(`tablet of ${account.uid}`, account.uid)) as WithPhone
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  /** Some of a list, in an order that the seed decides. */
  some<T>(list: readonly T[], count: number): T[] {
    const order = list.map((one) => ({ one, at: this.#random() })).sort((a, b) => a.at - b.at)
    return order.slice(0, count).map(({ one }) => one)
  }

  /** Does something for all, some of them at once. */
  async each<T>(list: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
    const waiting = list[Symbol.iterator]()
    const lane = async () => {
      for (const one of waiting) await act(one)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }

  /** A runner does something on the phone. */
  async does(runner: WithPhone, ...edits: Edit[]): Promise<void> {
    for (const opId of await enqueueOps(runner.phone.db, edits)) this.#made.set(opId, runner)
  }

  /** Makes the id of a row on a phone. */
  newId({ phone }: WithPhone): string {
    return newRowId(phone.db)
  }

  /** One pass of a phone's sync, which may fail, and meanwhile the phone may die. @returns whether all was sent and read */
  async pass(runner: WithPhone): Promise<boolean> {
    const { phone, account } = runner
    if (runner.hasNoSignal) return false
    if (this.network.isBad && this.chance(0.01)) phone.writesLeft = Math.floor(this.#random() * 12)
    const world = { now: () => Date.now() + phone.skewMs, fetch: this.network.fetchOf(account.cookie) }
    const end = await syncPass(phone.db, world).catch((error: unknown) => error)
    phone.writesLeft = null
    if (phone.died) {
      this.deaths += 1
      phone.restart()
      return false
    }
    const isOfNetwork = end instanceof NoResponse || (end instanceof Problem && end.code === 'UNAVAILABLE')
    if (end instanceof Error && !isOfNetwork) throw end
    await this.#learn(runner)
    return end === 'done'
  }

  /** Each of these phones syncs until it has sent and read all, on a network that is bad at first. */
  async syncs(runners: readonly WithPhone[] = this.phones): Promise<void> {
    await this.each(runners, async (runner) => {
      if (runner.hasNoSignal) return
      for (let tries = 0; !(await this.pass(runner)); tries += 1)
        expect(tries, `${runner.name}'s phone gets through`).toBeLessThan(MOST_TRIES)
    })
  }

  /** The edits that the server refused, or that clashed, and of which this phone tells. */
  inbox({ phone }: WithPhone): Promise<InboxRecord[]> {
    return phone.db.inbox.toArray()
  }

  /** The row of the own entry as this phone has it. */
  async ownEntry({ phone, entry }: WithPhone): Promise<Fields | undefined> {
    return (await phone.db.applications.get(entry)) as Fields | undefined
  }

  async #learn(runner: WithPhone) {
    // A tablet of the staff is none of the phones that are counted.
    if (!this.runners.includes(runner)) return
    const { db } = runner.phone
    const known: [Fact, boolean][] = [
      ['event', (await db.marathons.count()) > 0],
      ['place', runner.entry !== '' && (await db.applications.get(runner.entry))?.status === 'registered'],
      ['new start', this.newStart !== '' && (await db.marathons.toArray())[0]?.startDate === this.newStart],
      ['result', (await db.ownResults.count()) > 0],
    ]
    for (const [fact, isKnown] of known) {
      if (!isKnown || runner.knows.has(fact)) continue
      runner.knows.add(fact)
      this.#report.crowdKnows(fact)
    }
  }

  /** No edit of a phone is lost: each has a verdict of the server, and none waits any more. @param decided op ids */
  async nothingIsLost(decided: ReadonlySet<string>): Promise<void> {
    for (const { name, phone } of this.phones)
      expect(
        await phone.db.outbox.where('state').notEqual('settled').count(),
        `what waits on the phone of ${name}`,
      ).toBe(0)
    const lost = [...this.#made].filter(([opId]) => !decided.has(opId))
    expect(
      lost.map(([opId, { name }]) => `${name}: ${opId}`),
      'no edit of the crowd is lost',
    ).toEqual([])
  }
}
