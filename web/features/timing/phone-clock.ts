import { recordError } from '../../../contract/errors.ts'
import { DRIFT } from '../../../contract/results/clocks.ts'
import type { RecordingFields } from '../../../contract/results/recording-schema.ts'
import type { AccountDb } from '../../store/account-db.ts'
import { newRowId } from '../../store/new-id.ts'
import { readInTime } from '../../store/read-in-time.ts'
import { record } from '../../store/rows/recordings.ts'

// The clock of a phone at a point (docs/results.md): ticks of `performance.now()`, which no change of the phone's date moves.

/** The phone's date and the ticks apart by more than this, in ms: the phone slept, or its date was set. */
const JUMP_MS = 1000
/** A sample is taken again after this long, and after each jump. */
const SAMPLE_EVERY_MS = 5 * 60_000
/** An error above this, in ms, says that the phone's time was never compared with the server's, or too long ago. */
const KNOWN_MS = 60_000

/** What a recording says of its time. */
export type Stamp = Pick<RecordingFields, 'clock' | 'tick' | 'at' | 'accuracy'>

/** The two clocks of a phone; tests have others. */
export interface Clocks {
  /** ms since the epoch, as the phone's date says it. */
  date: () => number
  /** ms since the page began. */
  ticks: () => number
}

const OF_PHONE: Clocks = { date: () => Date.now(), ticks: () => performance.now() }

/**
 * The clock of this phone while a screen of a point is open. Its times keep their order whatever the phone's date does. After
 * a jump it is another clock, and nobody knows how far its time is off before the phone has heard from the server again.
 */
export class PhoneClock {
  readonly #db: AccountDb
  readonly #marathonId: string
  readonly #phone: string
  readonly #clocks: Clocks
  #id: string
  /** The phone's date at tick 0, and the server's time then, as far as it is known. */
  #lead: number
  #origin: number
  /** How far the origin may have been off, and when, by the phone's date. */
  #known: { error: number; at: number } | null = null
  /** When this phone had synced last before a jump; `unread` until it was read. */
  #before: number | null | 'unread' | 'no jump' = 'no jump'
  #sampled: { id: string; tick: number; takenAt: number; error: number } | null = null

  /** @param phone names the phone: the ids of its clocks begin with it */
  constructor(db: AccountDb, marathonId: string, phone: string, clocks = OF_PHONE) {
    this.#db = db
    this.#marathonId = marathonId
    this.#phone = phone
    this.#id = this.#newClock()
    this.#clocks = clocks
    this.#lead = clocks.date() - clocks.ticks()
    this.#origin = this.#lead
  }

  #newClock(): string {
    return `${this.#phone}_${newRowId(this.#db)}`
  }

  /** How far the time of this phone may be off by now, in ms; null where nobody knows. */
  get accuracy(): number | null {
    if (this.#known === null) return null
    const age = this.#clocks.date() - this.#known.at
    const error = Math.ceil(this.#known.error + age * DRIFT)
    return age < 0 || error > KNOWN_MS ? null : error
  }

  /** Has the phone slept, or was its date set, and has it not heard from the server since? */
  get hasJumped(): boolean {
    return this.#before !== 'no jump'
  }

  /** The server's time, as far as it is known, ms since the epoch. */
  now(): number {
    return this.#origin + this.#clocks.ticks()
  }

  /**
   * The time of something that happened.
   * @param tick of it, in ms since the page began: that of the touch, and not that of the code that heard of it
   */
  stamp(tick = this.#clocks.ticks()): Stamp {
    this.look()
    return {
      clock: this.#id,
      tick: Math.max(0, Math.round(tick)),
      at: new Date(Math.round(this.#origin + tick)).toISOString(),
      accuracy: this.accuracy,
    }
  }

  /** Notices a jump of the phone's date against its ticks. @returns whether there was one */
  look(): boolean {
    const lead = this.#clocks.date() - this.#clocks.ticks()
    const jump = lead - this.#lead
    this.#lead = lead
    if (Math.abs(jump) < JUMP_MS) return false
    // Ticks stand still while a phone sleeps. A date that goes back was set, and no time went back.
    if (jump > 0) this.#origin += jump
    this.#id = this.#newClock()
    this.#known = null
    this.#before = 'unread'
    return true
  }

  /**
   * Takes what this phone knows of the server's time, and queues it as a recording where it is new: so the results know this
   * clock better than the phone did. A failure is told later, by the times that nobody knows well.
   * @returns the recording and its id; null for none
   */
  async sample(): Promise<(RecordingFields & { id: string }) | null> {
    this.look()
    const sync = await readInTime(() => this.#db.sync.get('sync')).catch((error) => recordError(error, undefined))
    if (this.look() || !sync) return null
    // What is known from before a jump counts again once the phone has synced: then the server's time contradicts it or not.
    if (this.#before === 'unread') this.#before = sync.syncedAt
    if (this.#before !== 'no jump' && this.#before === sync.syncedAt) return null
    const { serverOffsetMs, offsetErrorMs: error, offsetTakenAt: at } = sync
    if (error === undefined || at === undefined || error > KNOWN_MS) return null
    this.#before = 'no jump'
    this.#known = { error, at }
    this.#origin = this.#lead + serverOffsetMs
    const tick = this.#clocks.ticks()
    const { accuracy } = this
    if (accuracy === null) return null
    const { id, tick: last, takenAt, error: lastError } = this.#sampled ?? { id: '', tick: 0, takenAt: 0, error: 0 }
    const isDue = tick - last >= SAMPLE_EVERY_MS || accuracy < lastError / 2
    if (id === this.#id && (takenAt === at || !isDue)) return null
    const before = this.#sampled
    this.#sampled = { id: this.#id, tick, takenAt: at, error: accuracy }
    const base = { marathonId: this.#marathonId, point: 'clock', how: 'tap', bib: null, of: null } as const
    const fields = { ...base, ...this.stamp(tick), kind: 'clock' } as const
    try {
      return { ...fields, id: await record(this.#db, fields) }
    } catch (failure) {
      this.#sampled = before
      return recordError(failure, null)
    }
  }
}
