import type {
  RefApplication,
  RefCheckIn,
  RefGone,
  RefMarathon,
  RefNotice,
  RefRecording,
  RefRuling,
  RefStaff,
} from './rows.ts'
import { person } from './values.ts'

/** Who gets a notice of the server, and which application it is about. */
export interface About {
  to: string
  id?: string
}

/** The state of the server according to the op log, and what the rules ask of it. */
export class RefState {
  readonly marathons = new Map<string, RefMarathon>()
  readonly applications = new Map<string, RefApplication>()
  readonly checkIns = new Map<string, RefCheckIn>()
  readonly recordings = new Map<string, RefRecording>()
  readonly rulings = new Map<string, RefRuling>()
  /** By their ids. A notice of the server has the key `server <n>` until `name` gives it its id. */
  readonly notices = new Map<string, RefNotice>()
  /** By `type:id`. */
  readonly gone = new Map<string, RefGone>()
  /** By the id of the row. Who accepts an invitation is not in the op log. */
  readonly staff = new Map<string, RefStaff>()
  #joined = 0
  #first = 0
  #told = 0

  /** The place behind all who wait. */
  last(): number {
    this.#joined += 1
    return this.#joined
  }

  /** The place before all who wait. */
  head(): number {
    this.#first -= 1
    return this.#first
  }

  /** The operator hides a marathon, or shows it again. @returns whether that changes it */
  hide(id: string, hiddenAt: unknown): boolean {
    const row = this.marathons.get(id)
    if (!row || row.fields.hiddenAt === hiddenAt) return false
    row.fields.hiddenAt = hiddenAt
    row.ver += 1
    return true
  }

  /** The results become official, or are corrected. */
  sign(id: string) {
    const row = this.marathons.get(id)
    if (!row) return
    this.tell(id, row.fields.results === 'official' ? 'resultsCorrected' : 'official', false)
    row.fields.results = 'official'
    row.ver += 1
  }

  /** The notices of the server that have no id yet. */
  unnamed(): [string, RefNotice][] {
    return [...this.notices].filter(([key]) => key.startsWith('server '))
  }

  /** Gives a notice of the server the id that D1 has for it. */
  name(key: string, id: string) {
    const notice = this.notices.get(key)
    this.notices.delete(key)
    if (notice) this.notices.set(id, notice)
  }

  /** What the account is at the marathon, `removed` where it was something, or null. */
  roleOf(marathonId: string, uid: string): string | null {
    const row = [...this.staff.values()].find((one) => one.marathon === marathonId && one.uid === uid)
    return row ? (row.isRemoved ? 'removed' : row.role) : null
  }

  /** Is the account owner or organiser of the marathon? */
  leads(marathonId: string, uid: string): boolean {
    return ['owner', 'organiser'].includes(this.roleOf(marathonId, uid) ?? '')
  }

  /** May the account sit at the marathon's desk? */
  sits(marathonId: string, uid: string): boolean {
    return this.leads(marathonId, uid) || this.roleOf(marathonId, uid) === 'desk'
  }

  /** The code of an op on a marathon that is not there. */
  missing(marathonId: unknown): 'GONE' | 'NOT_FOUND' {
    return this.gone.has(`marathon:${marathonId}`) ? 'GONE' : 'NOT_FOUND'
  }

  /**
   * Did the account delete this application? Retention removes the owner from an old tombstone, which then counts as
   * everybody's.
   */
  wasTheirs(id: string, uid: string): boolean {
    const gone = this.gone.get(`application:${id}`)
    return gone !== undefined && (gone.isStripped || gone.owner === uid)
  }

  /** Does one of the account's applications have this name? A namesake has it beside another one. */
  isTaken(marathon: string, uid: string, who: string): boolean {
    return [...this.applications.values()].some(
      (row) => !row.isNamesake && row.marathon === marathon && row.owner === uid && person(row.fields) === who,
    )
  }

  /** Has the account as many applications at the marathon as it may have? */
  isAtLimit(marathonId: string, uid: string): boolean {
    const own = [...this.applications.values()].filter((row) => row.marathon === marathonId && row.owner === uid)
    return own.length >= Number(this.marathons.get(marathonId)?.fields.perAccount)
  }

  /** A notice that the server makes: to everybody, or to one account. */
  tell(marathon: string, kind: string, urgent: boolean, parts: string[] = [], about?: About) {
    this.#told += 1
    const to = about?.to ?? null
    const application = about?.id ?? null
    this.notices.set(`server ${this.#told}`, { marathon, application, to, kind, text: null, parts, urgent })
  }

  forgetNotices(isGone: (notice: RefNotice) => boolean) {
    for (const [id, notice] of this.notices) if (isGone(notice)) this.notices.delete(id)
  }

  /** Free places go to those who wait, in their order: until the start, unless it is cancelled. */
  fillPlaces(id: string, at: string) {
    const marathon = this.marathons.get(id)
    if (!marathon || at >= String(marathon.fields.startDate) || marathon.fields.cancelled !== null) return
    const { capacity } = marathon.fields
    const line = [...this.applications]
      .filter(([, row]) => row.marathon === id && row.order !== null)
      .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    for (const [applicationId, row] of line) {
      if (typeof capacity === 'number' && marathon.count >= capacity) return
      row.status = 'registered'
      row.order = null
      row.promotions += 1
      row.ver += 1
      marathon.count += 1
      marathon.waiting -= 1
      this.tell(id, 'promoted', true, [], { id: applicationId, to: String(row.owner) })
    }
  }
}
