/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import type { MarathonRecord, OutboxRecord } from '../../web/store/account-db.ts'
import { type Account, createAccount } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logInByForm } from '../support/log-in.ts'
import { type Phone, startPhone, untilSynced } from '../support/phone.ts'
import type { Fact, Report } from './report.ts'

/** A phone says these of a network that is not there. */
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket connection to/
/** For so long after its network is back, a phone may still tell of requests that failed. */
const ECHO_MS = 5000
const PATIENCE_MS = 20_000

interface Place {
  origin: string
  /** The profile of a phone on which the app is installed. */
  profile: string
  report: Report
}

/** What is special about a phone. */
interface Traits {
  isDark?: boolean
  /** How wrong its clock is, in ms. That of its service worker is right: nothing of a browser can change it. */
  skewMs: number
}

/** Somebody with a phone: a browser of 390 px with its own profile, on which the app is installed. */
export class Person {
  readonly name: string
  readonly account: Account
  readonly #place: Place
  readonly #phone: Phone
  readonly #traits: Traits
  readonly #said: string[] = []
  #isOffline = false
  #backAt = 0
  #axe = 0

  /** Somebody signs in on a phone. */
  static async arrives(place: Place, name: string, traits: Traits): Promise<Person> {
    const account = await createAccount(place.origin, name)
    const person = new Person(place, account, await startPhone([], place.profile), traits)
    place.report.say(`${name}'s clock is ${(traits.skewMs / 1000).toFixed(0)} s wrong`)
    await person.#begin()
    await logInByForm(person.page, account, '/login', place.origin)
    await untilSynced(person.page)
    return person
  }

  private constructor(place: Place, account: Account, phone: Phone, traits: Traits) {
    this.name = account.displayName
    this.account = account
    this.#place = place
    this.#phone = phone
    this.#traits = traits
  }

  get page(): Page {
    return this.#phone.page
  }

  get screens(): number {
    return this.#axe
  }

  /** What the console said, but for a network that is not there, and what is wrong with screens. */
  get complaints(): readonly string[] {
    return this.#said
  }

  async #begin() {
    const { context } = this.#phone
    context.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return
      const text = `${message.text()} (${message.location().url})`
      const mayFail = this.#isOffline || Date.now() - this.#backAt < ECHO_MS
      if (!(mayFail && NO_NETWORK.test(text))) this.#said.push(`${this.name}: ${message.type()}: ${text}`)
    })
    context.on('weberror', (failure) => this.#said.push(`${this.name}: ${failure.error().stack}`))
    this.page.setDefaultTimeout(PATIENCE_MS)
    // The browser itself has a network all the time, and Background Sync would use it.
    await this.page.addInitScript(() => {
      if ('ServiceWorkerRegistration' in window) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
    })
    await this.page.addInitScript(setClock, this.#traits.skewMs)
    await this.page.emulateMedia({ colorScheme: this.#traits.isDark ? 'dark' : 'light', reducedMotion: 'reduce' })
  }

  /** Opens a screen by its address. */
  async opens(path: string): Promise<void> {
    await this.page.goto(this.#place.origin + path, { waitUntil: 'commit' })
  }

  /** The screen is there. What axe finds, or is beyond the right edge, is told in the end with all else. */
  async looks(what: string): Promise<void> {
    this.#axe += 1
    // A screen that is still loading has no heading.
    await expect(this.page.locator('h1').first()).toBeAttached()
    const told = `${this.name}: ${what}`
    for (const check of [expectAccessible, expectNoSidewaysScroll])
      await check(this.page, told).catch((error: Error) => this.#said.push(error.message))
  }

  /** This phone knows something from now on. */
  knows(fact: Fact): void {
    this.#place.report.knows(this.name, fact)
  }

  async losesNetwork(): Promise<void> {
    this.#isOffline = true
    await this.#phone.setOffline(true)
    this.#place.report.offline(this.name, true)
  }

  async findsNetwork(): Promise<void> {
    await this.#phone.setOffline(false)
    this.#isOffline = false
    this.#backAt = Date.now()
    this.#place.report.offline(this.name, false)
    await this.hears()
  }

  /** For some seconds, requests may fail: the worker cannot read while its database is changed beside it. */
  mayBeRefused(): void {
    this.#backAt = Date.now()
  }

  /** Syncs now, as a page does that is shown again. */
  async hears(): Promise<void> {
    await this.page.evaluate(() => dispatchEvent(new Event('online')))
  }

  /** The process dies, and the phone starts again on the same screen, still with the network that it had. */
  async diesAndComesBack(path: string): Promise<void> {
    await this.#phone.kill()
    this.#place.report.dies(this.name)
    await this.#phone.restart()
    await this.#begin()
    if (this.#isOffline) await this.#phone.setOffline(true)
    await this.opens(path)
  }

  /** What the phone has in a store on its disk, of this account. */
  async stored<Row>(store: string): Promise<Row[]> {
    return ((await dumpAccounts(this.page, [store]))[this.account.uid]?.[store] ?? []) as Row[]
  }

  get hasNetwork(): boolean {
    return !this.#isOffline
  }

  /** The start of the event as this phone has it. */
  async knownStart(): Promise<string | undefined> {
    return (await this.stored<MarathonRecord>('marathons'))[0]?.startDate
  }

  /** Syncs, and waits until this phone has the start. */
  async hasHeardOf(start: string): Promise<void> {
    await this.hearsUntil(() => this.knownStart(), start, 'the start')
  }

  /** Syncs until this phone has what is expected. A pass that ran already may have read before that was there. */
  async hearsUntil<T>(read: () => Promise<T>, expected: T, what: string): Promise<void> {
    const again = async () => {
      await this.hears()
      return read()
    }
    await expect
      .poll(again, { message: `${what} on the phone of ${this.name}`, intervals: [300, 700, 3000] })
      .toEqual(expected)
  }

  /** Lets days pass on this phone too: the edits in its journal were applied so much earlier. */
  async ages(ms: number): Promise<void> {
    await this.page.evaluate(ageJournal, { database: `startline-account-${this.account.uid}`, ms })
  }

  /** The edits that wait on this phone. */
  async waiting(): Promise<OutboxRecord[]> {
    return (await this.stored<OutboxRecord>('outbox')).filter(({ state }) => state !== 'settled')
  }

  /** Waits until nothing waits any more. */
  async hasSentAll(): Promise<void> {
    await this.hears()
    await expect.poll(async () => (await this.waiting()).length, { message: this.name, timeout: 60_000 }).toBe(0)
  }

  close(): Promise<void> {
    return this.#phone.close()
  }
}

function setClock(skewMs: number) {
  const { now } = Date
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, as) => Reflect.construct(real, given.length === 0 ? [now() + skewMs] : given, as),
  })
  Date.now = () => now() + skewMs
  Date.prototype.constructor = Date
}

function ageJournal({ database, ms }: { database: string; ms: number }): Promise<void> {
  const opening = indexedDB.open(database)
  return new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const change = opening.result.transaction('journal', 'readwrite')
      const rows = change.objectStore('journal').openCursor()
      rows.onsuccess = () => {
        const cursor = rows.result
        cursor?.update({ ...cursor.value, at: cursor.value.at - ms })
        cursor?.continue()
      }
      change.oncomplete = () => {
        opening.result.close()
        resolve()
      }
      change.onerror = () => reject(change.error)
    }
  })
}
