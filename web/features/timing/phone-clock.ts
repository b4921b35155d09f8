import { recordError } from '../../../contract/errors.ts'
import type { RecordingFields } from '../../../contract/results/recording-schema.ts'
import type { AccountDb, SyncRecord } from '../../store/account-db.ts'
import { newId } from '../../store/new-id.ts'
import { readInTime } from '../../store/read-in-time.ts'
import { record } from '../../store/rows/recordings.ts'

// The clock of a phone at a point (docs/results.md): ticks of `performance.now()`, which no change of the phone's date moves.

/** The phone's date and the ticks apart by more than this, in ms: the phone slept, or its date was set. */
const JUMP_MS = 1000
/** A sample is taken again after this long, and after each jump. */
const SAMPLE_EVERY_MS = 5 * 60_000
/** An error of the offset above this, in ms, says that it was never taken. */
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

const OF_PHONE: Clocks = { date: Date.now, ticks: () => performance.now() }

/**
 * The clock of this phone while a screen of a point is open. Its times keep their order whatever the phone's date does; after
 * a jump it is another clock, whose distance to the first one nobody knows before the next sample.
 */
export class PhoneClock {
  readonly #db: AccountDb
  readonly #marathonId: string
  readonly #clocks: Clocks
  #id = newId()
  #lead: number
  #offset: Pick<SyncRecord, 'serverOffsetMs' | 'offsetErrorMs' | 'offsetTakenAt'> | null = null
  #sampled: { id: string; tick: number; takenAt: number } | null = null

  constructor(db: AccountDb, marathonId: string, clocks = OF_PHONE) {
    this.#db = db
    this.#marathonId = marathonId
    this.#clocks = clocks
    this.#lead = clocks.date() - clocks.ticks()
  }

  /** How far the time of this phone may be off, in ms; null where it was never compared with the server's. */
  get accuracy(): number | null {
    const error = this.#offset?.offsetErrorMs
    return error === undefined || error > KNOWN_MS ? null : Math.ceil(error)
  }

  /**
   * The time of something that happened.
   * @param tick of it, in ms since the page began: that of the touch, and not that of the code that heard of it
   */
  stamp(tick = this.#clocks.ticks()): Stamp {
    this.look()
    const at = this.#lead + tick + (this.#offset?.serverOffsetMs ?? 0)
    return {
      clock: this.#id,
      tick: Math.max(0, Math.round(tick)),
      at: new Date(at).toISOString(),
      accuracy: this.accuracy,
    }
  }

  /** Notices a jump of the phone's date against its ticks. @returns whether there was one */
  look(): boolean {
    const lead = this.#clocks.date() - this.#clocks.ticks()
    if (Math.abs(lead - this.#lead) < JUMP_MS) return false
    this.#lead = lead
    this.#id = newId()
    this.#offset = null
    return true
  }

  /**
   * Takes a sample of the server's time where there is a new one, and queues it as a recording: so the results know this
   * clock better than the phone did. A failure is told later, by the times that nobody knows well.
   */
  async sample(): Promise<void> {
    this.look()
    const sync = await readInTime(() => this.#db.sync.get('sync')).catch((error) => recordError(error, undefined))
    const tick = this.#clocks.ticks()
    if (!sync || sync.offsetErrorMs === undefined || sync.offsetTakenAt === undefined) return
    if (sync.offsetErrorMs > KNOWN_MS) return
    this.#offset = sync
    const { id, tick: last, takenAt } = this.#sampled ?? { id: '', tick: 0, takenAt: 0 }
    const isNew = id !== this.#id || (takenAt !== sync.offsetTakenAt && tick - last >= SAMPLE_EVERY_MS)
    if (!isNew) return
    const before = this.#sampled
    this.#sampled = { id: this.#id, tick, takenAt: sync.offsetTakenAt }
    const stamp = this.stamp(tick)
    const fields = { marathonId: this.#marathonId, point: 'clock', how: 'tap', bib: null, of: null } as const
    await record(this.#db, { ...fields, ...stamp, kind: 'clock' }).catch((error) => {
      this.#sampled = before
      recordError(error)
    })
  }
}
