import type {
  ApplicationCore,
  CheckInRow,
  MarathonRow,
  NoticeRow,
  RecordingRow,
  RulingRow,
  StaffRow,
} from '../db/client.ts'
import {
  accountSlot,
  type Before,
  bibSlot,
  codeSlot,
  type Effect,
  type Gone,
  type Limited,
  personSlot,
  type State,
  scanSlot,
} from './decide/decision.ts'

/** The state of one batch. The effects of each decided op are applied to it, so that the next op sees them. */
export class RunningState implements State {
  readonly marathons = new Map<string, MarathonRow>()
  readonly applications = new Map<string, ApplicationCore>()
  readonly checkIns = new Map<string, CheckInRow>()
  readonly recordings = new Map<string, RecordingRow>()
  readonly rulings = new Map<string, RulingRow>()
  readonly recorded = new Map<string, number>()
  readonly ruled = new Map<string, number>()
  readonly notices = new Map<string, NoticeRow>()
  readonly written = new Map<string, number>()
  readonly scans = new Map<string, number>()
  readonly people = new Map<string, string>()
  readonly bibs = new Map<string, string>()
  readonly codes = new Map<string, string>()
  readonly gone = new Map<string, Gone>()
  readonly staff = new Map<string, StaffRow>()
  readonly applied = new Map<string, number>()
  readonly entered = new Map<string, string[]>()
  /** Has this batch drawn a ballot? The rows of its applications are known only when the batch is written. */
  hasDrawn = false
  /** The marathons to which this batch has promoted somebody. */
  readonly #promoting = new Set<string>()
  readonly owned = new Map<string, Record<Limited, number>>()

  /** The rows as they are now: what is applied later is not in the copy. */
  copy(): Before {
    return {
      marathons: new Map(this.marathons),
      applications: new Map(this.applications),
      checkIns: new Map(this.checkIns),
      recordings: new Map(this.recordings),
      rulings: new Map(this.rulings),
      notices: new Map(this.notices),
      people: new Map(this.people),
      bibs: new Map(this.bibs),
      gone: new Map(this.gone),
      staff: new Map(this.staff),
    }
  }

  /**
   * May this application have been promoted by an earlier op of the batch? Who is promoted is known only when the
   * batch is written, so its row still says `waiting`.
   */
  mayBePromoted(id: string): boolean {
    const row = this.applications.get(id)
    return row?.status === 'waiting' && this.#promoting.has(row.marathonId)
  }

  putApplication(row: ApplicationCore) {
    this.removeApplication(row.id)
    this.applications.set(row.id, row)
    if (row.ownerUid !== null) this.people.set(personSlot(row.marathonId, row.ownerUid, row.personKey), row.id)
    if (row.bibKey !== null) this.bibs.set(bibSlot(row.marathonId, row.bibKey), row.id)
    if (row.code !== '') this.codes.set(codeSlot(row.marathonId, row.code), row.id)
  }

  removeApplication(id: string) {
    const row = this.applications.get(id)
    if (!row) return
    this.applications.delete(id)
    if (row.ownerUid !== null) this.people.delete(personSlot(row.marathonId, row.ownerUid, row.personKey))
    if (row.bibKey !== null) this.bibs.delete(bibSlot(row.marathonId, row.bibKey))
    this.codes.delete(codeSlot(row.marathonId, row.code))
  }

  #removeCheckIns(isOf: (row: CheckInRow) => boolean) {
    for (const [id, row] of this.checkIns) if (isOf(row)) this.checkIns.delete(id)
  }

  #removeNotices(isOf: (row: NoticeRow) => boolean) {
    for (const [id, row] of this.notices) if (isOf(row)) this.notices.delete(id)
  }

  #countWritten({ kind, marathonId }: NoticeRow, by: 1 | -1) {
    if (kind === 'written') this.written.set(marathonId, (this.written.get(marathonId) ?? 0) + by)
  }

  #bury(key: string, ownerUid: string | null, marathonId = '') {
    this.gone.set(key, { ownerUid, marathonId, isStripped: false })
  }

  #countOwned(type: Limited, ownerUid: string, by: 1 | -1) {
    const owned = this.owned.get(ownerUid) ?? { marathon: 0, application: 0 }
    this.owned.set(ownerUid, { ...owned, [type]: owned[type] + by })
  }

  #countApplied({ marathonId, ownerUid }: ApplicationCore, by: 1 | -1) {
    if (ownerUid === null) return
    const slot = accountSlot(marathonId, ownerUid)
    this.applied.set(slot, (this.applied.get(slot) ?? 0) + by)
    this.#countOwned('application', ownerUid, by)
  }

  #countScan({ applicationId, byUid }: CheckInRow) {
    const slots = byUid === null ? [applicationId] : [applicationId, scanSlot(applicationId, byUid)]
    for (const slot of slots) this.scans.set(slot, (this.scans.get(slot) ?? 0) + 1)
  }

  /** Counts a marathon that is made, or handed over. */
  #countMarathon({ id, ownerUid }: MarathonRow) {
    const before = this.marathons.get(id)?.ownerUid
    if (before === ownerUid) return
    if (before !== undefined) this.#countOwned('marathon', before, -1)
    this.#countOwned('marathon', ownerUid, 1)
  }

  apply(effects: Effect[]) {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'put-marathon':
          this.#countMarathon(effect.row)
          this.marathons.set(effect.row.id, effect.row)
          break
        case 'put-staff':
          this.staff.set(accountSlot(effect.row.marathonId, effect.row.uid), effect.row)
          break
        case 'put-application':
          if (!this.applications.has(effect.row.id)) this.#countApplied(effect.row, 1)
          this.putApplication(effect.row)
          break
        case 'set-entry':
          if (this.applications.get(effect.row.id)?.ownerUid === null) this.#countApplied(effect.row, 1)
          this.putApplication(effect.row)
          break
        case 'move-up':
          this.putApplication(effect.row)
          break
        case 'put-check-in':
          if (!this.checkIns.has(effect.row.id)) this.#countScan(effect.row)
          this.checkIns.set(effect.row.id, effect.row)
          break
        case 'put-recording':
          if (!this.recordings.has(effect.row.id) && effect.row.byUid !== null)
            this.recorded.set(accountSlot(effect.row.marathonId, effect.row.byUid), effect.row.nth)
          this.recordings.set(effect.row.id, effect.row)
          break
        case 'put-ruling':
          this.ruled.set(effect.row.marathonId, (this.ruled.get(effect.row.marathonId) ?? 0) + 1)
          this.rulings.set(effect.row.id, effect.row)
          break
        case 'put-notice':
          this.notices.set(effect.row.id, effect.row)
          this.#countWritten(effect.row, 1)
          break
        case 'delete-notice':
          this.notices.delete(effect.row.id)
          this.#bury(`notice:${effect.row.id}`, effect.row.toUid, effect.row.marathonId)
          this.#countWritten(effect.row, -1)
          break
        case 'delete-marathon':
          this.#countOwned('marathon', effect.row.ownerUid, -1)
          this.marathons.delete(effect.row.id)
          this.#bury(`marathon:${effect.row.id}`, effect.row.ownerUid)
          this.#removeCheckIns((row) => row.marathonId === effect.row.id)
          for (const rows of [this.recordings, this.rulings])
            for (const [id, row] of rows) if (row.marathonId === effect.row.id) rows.delete(id)
          this.#removeNotices((row) => row.marathonId === effect.row.id)
          break
        case 'delete-application':
          this.#countApplied(effect.row, -1)
          this.removeApplication(effect.row.id)
          this.#bury(`application:${effect.row.id}`, effect.row.ownerUid, effect.row.marathonId)
          this.#removeCheckIns((row) => row.applicationId === effect.row.id)
          this.#removeNotices((row) => row.applicationId === effect.row.id)
          break
        case 'count': {
          const row = this.marathons.get(effect.marathonId)
          if (!row) break
          if (effect.promoted > 0) this.#promoting.add(row.id)
          const regCount = row.regCount + effect.registered
          const waitingCount = row.waitingCount + effect.waiting
          const enteredCount = row.enteredCount + effect.entered
          const unclaimedCount = row.unclaimedCount + effect.unclaimed
          this.marathons.set(row.id, { ...row, regCount, waitingCount, enteredCount, unclaimedCount })
          break
        }
        case 'draw':
          this.hasDrawn = true
          break
      }
    }
  }
}
