import { createHash } from 'node:crypto'
import { applicationFields } from '../contract/application.ts'
import { DAY_MS } from '../contract/limits.ts'
import type { Op } from '../contract/sync.ts'
import type { Row } from './sim-d1.ts'

// The rules of docs/sync.md once more, written for plainness and not from the worker's code: the simulation's oracle
// folds the op log through these and compares with what D1 holds.

export interface RefMarathon {
  owner: string
  /** Registered runners. */
  count: number
  /** Runners on the waiting list. */
  waiting: number
  /** Runners in the ballot. */
  entered: number
  isDrawn: boolean
  /** The greatest `perAccount` that it ever had. A lower one leaves the applications that are there. */
  mostPerAccount: number
  ver: number
  fields: Record<string, unknown>
}
export interface RefApplication {
  owner: string
  marathon: string
  status: 'registered' | 'waiting' | 'entered'
  /** The place in the order of the waiting list; null for a runner who does not wait. */
  order: number | null
  /** The number in the order of the draw; null without a draw. */
  drawOrder: number | null
  /** How often this application was drawn, or came from the waiting list to a place. */
  promotions: number
  /** Did the user say that it is another person than the one who has this name? */
  isNamesake: boolean
  ver: number
  fields: Record<string, unknown>
}
export interface RefCheckIn {
  marathon: string
  application: string
  by: string
  at: string
  gate: string
  voidedAt: string | null
  /** False for a scan that arrived after its helper was removed. */
  confirmed: boolean
  ver: number
}
export interface RefNotice {
  marathon: string
  /** The application that it is about, and the only account that may see it; null for a notice to everybody. */
  application: string | null
  to: string | null
  kind: string
  /** Null for a notice of the server. */
  text: string | null
  /** The kinds of what the server tells of a change, in the order of the text. */
  parts: string[]
  urgent: boolean
}
/** What an account is, or was, at a marathon. */
export interface RefStaff {
  marathon: string
  uid: string
  role: string
  isOffered: boolean
  isRemoved: boolean
}
export interface RefVerdict {
  status: 'applied' | 'rejected'
  code?: string
  conflicts?: Record<string, { base?: unknown; yours: unknown; theirs: unknown }>
  /** Did the op change or remove a row? */
  effect: boolean
}

const MARATHON_TEXT = ['title', 'location', 'description', 'image', 'distance', 'regStart', 'regEnd', 'startDate']
const MARATHON = [...MARATHON_TEXT, 'timeZone', 'capacity', 'registration', 'perAccount', 'organisedBy', 'imageSize']
const RUNNER = Object.keys(applicationFields)

const applied = (effect: boolean): RefVerdict => ({ status: 'applied', effect })
const no = (code: string): RefVerdict => ({ status: 'rejected', code, effect: false })
/** A bib as it is compared, of those that the plans give: zeros before it and the case of its letters do not count. */
export const plainBib = (bib: unknown) => String(bib).toLowerCase().replace(/^0+/, '')
/** A value as the server stores it: text is trimmed, and what nobody sees is removed. */
export const tidy = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u200b', '').trim() : value)
/** Names that look alike are one person. Those of the simulation differ in case, accents, dashes, blanks and numbers. */
const person = (f: Record<string, unknown>) =>
  `${f.firstName}${f.lastName}`
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** The state of the server according to the op log. */
export class Reference {
  readonly marathons = new Map<string, RefMarathon>()
  readonly applications = new Map<string, RefApplication>()
  readonly checkIns = new Map<string, RefCheckIn>()
  /** By their ids. A notice of the server has the key `server <n>` until `name` gives it its id. */
  readonly notices = new Map<string, RefNotice>()
  /** Whose each deleted row was; null where retention left nothing but the id. */
  readonly gone = new Map<string, string | null>()
  /** The marathon of each deleted application. */
  readonly #goneFrom = new Map<string, string>()
  /** By the id of the row. Who accepts an invitation is not in the op log. */
  readonly staff = new Map<string, RefStaff>()
  #joined = 0
  #told = 0

  /**
   * Applies one op to this state.
   * @param at the server's time when it decided the op, ISO 8601
   * @param seed the secret seed of the marathon that the op draws
   */
  fold(op: Op, uid: string, at: string, seed = ''): RefVerdict {
    if (op.type.endsWith('.create') && isOthers(op.id, uid)) return no('INVALID')
    if (op.type === 'marathon.draw') return this.#draw(op, uid, at, seed)
    if (op.type === 'marathon.create') return this.#createMarathon(op, uid)
    if (op.type === 'marathon.update') return this.#updateMarathon(op, uid, at)
    if (op.type === 'marathon.delete') return this.#deleteMarathon(op, uid, at)
    if (op.type === 'application.create') return this.#apply(op, uid, at)
    if (op.type === 'application.update') return this.#updateApplication(op, uid)
    if (op.type === 'application.assignBib') return this.#assignBib(op, uid)
    if (op.type === 'checkIn.create') return this.#scan(op, uid, at)
    if (op.type === 'checkIn.void') return this.#void(op, uid, at)
    if (op.type === 'checkIn.confirm') return this.#confirm(op, uid)
    if (op.type === 'notice.create') return this.#write(op, uid)
    if (op.type === 'notice.delete') return this.#unwrite(op, uid)
    if (op.type === 'staff.update') return this.#changeStaff(op, uid)
    if (op.type === 'staff.delete') return this.#endRole(op, uid)
    if (op.type === 'staff.takeOver') return this.#takeOver(op, uid)
    return this.#cancel(op, uid, at)
  }

  /** The operator hides a marathon, or shows it again. @returns whether that changes it */
  hide(id: string, hiddenAt: unknown): boolean {
    const row = this.marathons.get(id)
    if (!row || row.fields.hiddenAt === hiddenAt) return false
    row.fields.hiddenAt = hiddenAt
    row.ver += 1
    return true
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

  #write(op: Op, uid: string): RefVerdict {
    const { marathonId, text, urgent } = op.patch
    if (!tidy(text)) return no('INVALID')
    const marathon = this.marathons.get(String(marathonId))
    if (!marathon) return no(this.gone.has(`marathon:${marathonId}`) ? 'GONE' : 'NOT_FOUND')
    if (!this.#leads(String(marathonId), uid)) return no('FORBIDDEN')
    if (this.gone.has(`notice:${op.id}`)) return no('GONE')
    const there = this.notices.get(op.id)
    if (there) return there.marathon === marathonId ? applied(false) : no('GONE')
    this.notices.set(op.id, {
      marathon: String(marathonId),
      application: null,
      to: null,
      kind: 'written',
      text: String(tidy(text)),
      parts: [],
      urgent: Boolean(urgent),
    })
    return applied(true)
  }

  #unwrite(op: Op, uid: string): RefVerdict {
    const row = this.notices.get(op.id)
    if (!row) return applied(false)
    if (!this.#leads(row.marathon, uid) || row.to !== null) return no('FORBIDDEN')
    this.notices.delete(op.id)
    this.gone.set(`notice:${op.id}`, uid)
    return applied(true)
  }

  /** A notice that the server makes. */
  #tell(marathon: string, kind: string, urgent: boolean, about?: { id: string; owner: string }, parts: string[] = []) {
    const [application, to] = about ? [about.id, about.owner] : [null, null]
    const key = `server ${++this.#told}`
    this.notices.set(key, { marathon, application, to, kind, text: null, parts, urgent })
  }

  /** If a change touches several things, the most important one decides the kind. A cancellation is told alone. */
  #tellChange(id: string, changes: Record<string, unknown>, isUrgent: boolean) {
    const parts: string[] = []
    if ('cancelled' in changes) parts.push(changes.cancelled === null ? 'restored' : 'cancelled')
    if ('startDate' in changes) parts.push('start')
    if ('location' in changes) parts.push('place')
    if ('regStart' in changes || 'regEnd' in changes) parts.push('window')
    const [kind] = parts
    if (kind === 'cancelled') this.#tell(id, kind, isUrgent, undefined, [kind])
    else if (kind) this.#tell(id, kind, kind !== 'window' && isUrgent, undefined, parts)
  }

  #forgetNotices(isGone: (notice: RefNotice) => boolean) {
    for (const [id, notice] of this.notices) if (isGone(notice)) this.notices.delete(id)
  }

  #createMarathon(op: Op, uid: string): RefVerdict {
    if (!isMarathon(op.patch, true)) return no('INVALID')
    if (this.gone.has(`marathon:${op.id}`)) return no('GONE')
    const there = this.marathons.get(op.id)
    if (there) return there.owner === uid ? applied(false) : no('FORBIDDEN')
    const fields = Object.fromEntries(Object.entries(op.patch).map(([k, v]) => [k, tidy(v)]))
    this.marathons.set(op.id, {
      owner: uid,
      count: 0,
      waiting: 0,
      entered: 0,
      isDrawn: false,
      mostPerAccount: Number(fields.perAccount ?? 10),
      ver: 1,
      fields: {
        perAccount: 10,
        organisedBy: '',
        imageSize: '',
        previousStart: null,
        hiddenAt: null,
        ...fields,
        cancelled: null,
      },
    })
    this.staff.set(op.id, { marathon: op.id, uid, role: 'owner', isOffered: false, isRemoved: false })
    return applied(true)
  }

  #updateMarathon(op: Op, uid: string, at: string): RefVerdict {
    const row = this.marathons.get(op.id)
    if (!row) return no(this.gone.has(`marathon:${op.id}`) ? 'GONE' : 'NOT_FOUND')
    if (!this.#leads(op.id, uid)) return no('FORBIDDEN')
    if (!isMarathon(op.patch, false)) return no('INVALID')
    const { imageSize = '', ...patch } = op.patch
    const { changes, conflicts } = merge(row.fields, { ...op, patch })
    const capacity = changes.capacity
    if (typeof capacity === 'number' && capacity < row.count) return no('INVALID')
    const hasApplications = row.count + row.waiting + row.entered > 0
    if ('registration' in changes && (row.isDrawn || hasApplications)) return no('INVALID')
    if (isWrongBallot({ ...row.fields, ...changes })) return no('INVALID')
    const [last = ''] = [String(row.fields.startDate), String(changes.startDate ?? '')].sort().reverse()
    if ('startDate' in changes) row.fields.previousStart = row.fields.startDate
    if ('image' in changes) row.fields.imageSize = imageSize
    const verdict = settle(row, changes, conflicts)
    row.mostPerAccount = Math.max(row.mostPerAccount, Number(row.fields.perAccount))
    this.#tellChange(op.id, changes, Date.parse(last) + DAY_MS >= Date.parse(at))
    this.#fillPlaces(op.id, at)
    return verdict
  }

  #deleteMarathon(op: Op, uid: string, at: string): RefVerdict {
    const row = this.marathons.get(op.id)
    if (!row) return applied(false)
    if (row.owner !== uid) return no('FORBIDDEN')
    this.marathons.delete(op.id)
    this.gone.set(`marathon:${op.id}`, uid)
    for (const [id, scan] of this.checkIns) if (scan.marathon === op.id) this.checkIns.delete(id)
    this.#forgetNotices((notice) => notice.marathon === op.id)
    if (row.count + row.waiting + row.entered > 0 && Date.parse(String(row.fields.startDate)) > Date.parse(at))
      this.#tell(op.id, 'deleted', row.fields.cancelled === null, undefined, ['deleted'])
    return applied(true)
  }

  /** The order of a draw: by the hash of the seed's bytes and the application's id. */
  #draw(op: Op, uid: string, at: string, seed: string): RefVerdict {
    const row = this.marathons.get(op.id)
    if (!row) return no(this.gone.has(`marathon:${op.id}`) ? 'GONE' : 'NOT_FOUND')
    if (!this.#leads(op.id, uid)) return no('FORBIDDEN')
    if (row.fields.registration !== 'ballot') return no('INVALID')
    if (row.isDrawn) return applied(false)
    if (row.fields.cancelled !== null) return no('INVALID')
    if (at < String(row.fields.regStart) || at <= String(row.fields.regEnd)) return no('REG_OPEN')
    const hashOf = (id: string) =>
      createHash('sha256')
        .update(Buffer.concat([Buffer.from(seed, 'hex'), Buffer.from(id)]))
        .digest('hex')
    const line = [...this.applications]
      .filter(([, one]) => one.marathon === op.id)
      .map(([id, one]) => ({ hash: hashOf(id), one }))
      .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    for (const [index, { one }] of line.entries()) {
      const hasPlace = row.count < Number(row.fields.capacity)
      one.status = hasPlace ? 'registered' : 'waiting'
      one.order = hasPlace ? null : ++this.#joined
      one.drawOrder = index + 1
      one.promotions += 1
      one.ver += 1
      if (hasPlace) row.count += 1
      else row.waiting += 1
    }
    row.entered = 0
    row.isDrawn = true
    row.ver += 1
    this.#tell(op.id, 'drawn', false)
    return applied(true)
  }

  #apply(op: Op, uid: string, at: string): RefVerdict {
    const { marathonId, waitingList, namesake, ...rest } = op.patch
    if (!isRunner(rest, true)) return no('INVALID')
    const there = this.applications.get(op.id)
    if (there?.owner === uid) return applied(false)
    if (this.gone.get(`application:${op.id}`) === uid) return no('GONE')
    const marathon = this.marathons.get(String(marathonId))
    const isThere = marathon !== undefined && marathon.fields.hiddenAt === null
    if (!isThere) return no(this.gone.has(`marathon:${marathonId}`) ? 'GONE' : 'NOT_FOUND')
    const { regStart, regEnd, capacity, title, cancelled } = marathon.fields
    if (at < String(regStart) || at > String(regEnd) || cancelled !== null) return no('REG_CLOSED')
    const fields = Object.fromEntries(RUNNER.map((name) => [name, tidy(rest[name] ?? '')]))
    const isBallot = marathon.fields.registration === 'ballot' && !marathon.isDrawn
    const isNamesake = this.#isTaken(String(marathonId), uid, person(fields))
    if (isNamesake && (isBallot || namesake !== true)) return no('ALREADY_APPLIED')
    const all = [...this.applications.values()]
    const own = all.filter((row) => row.marathon === marathonId && row.owner === uid)
    if (own.length >= Number(marathon.fields.perAccount)) return no('ACCOUNT_LIMIT')
    const isFull = !isBallot && typeof capacity === 'number' && marathon.count >= capacity
    if (isFull && waitingList !== true) return no('FULL')
    if (there || this.gone.has(`application:${op.id}`)) return no('GONE')
    if (isBallot) marathon.entered += 1
    else if (isFull) marathon.waiting += 1
    else marathon.count += 1
    this.applications.set(op.id, {
      owner: uid,
      marathon: String(marathonId),
      status: isBallot ? 'entered' : isFull ? 'waiting' : 'registered',
      order: isFull ? ++this.#joined : null,
      drawOrder: null,
      promotions: 0,
      isNamesake,
      ver: 1,
      fields: { ...fields, title, startDate: rest.startDate, bib: null },
    })
    return applied(true)
  }

  #updateApplication(op: Op, uid: string): RefVerdict {
    const row = this.applications.get(op.id)
    if (row?.owner !== uid) return no(this.#wasTheirs(op.id, uid) ? 'GONE' : 'NOT_FOUND')
    const { namesake, ...patch } = op.patch
    if (!isRunner(patch, false)) return no('INVALID')
    const { changes, conflicts } = merge(row.fields, { ...op, patch })
    const next = person({ ...row.fields, ...changes })
    if (next !== person(row.fields)) {
      const isNamesake = this.#isTaken(row.marathon, uid, next)
      if (isNamesake && (row.status === 'entered' || namesake !== true)) return no('ALREADY_APPLIED')
      row.isNamesake = isNamesake
    }
    return settle(row, changes, conflicts)
  }

  #assignBib(op: Op, uid: string): RefVerdict {
    const row = this.applications.get(op.id)
    const wasSeen = this.#leads(this.#goneFrom.get(op.id) ?? '', uid) || this.#wasTheirs(op.id, uid)
    if (!row) return no(wasSeen ? 'GONE' : 'NOT_FOUND')
    if (!this.#leads(row.marathon, uid)) return no(row.owner === uid ? 'FORBIDDEN' : 'NOT_FOUND')
    const bib = tidy(op.patch.bib)
    if (bib !== null && (typeof bib !== 'string' || bib === '' || bib.length > 12)) return no('INVALID')
    const { changes, conflicts } = merge(row.fields, op)
    const others = [...this.applications.values()].filter((one) => one !== row && one.marathon === row.marathon)
    if (changes.bib && others.some(({ fields }) => fields.bib && plainBib(fields.bib) === plainBib(bib)))
      return no('BIB_TAKEN')
    return settle(row, changes, conflicts)
  }

  #cancel(op: Op, uid: string, at: string): RefVerdict {
    const row = this.applications.get(op.id)
    if (row?.owner !== uid) return this.#wasTheirs(op.id, uid) ? applied(false) : no('NOT_FOUND')
    if (op.base.status === 'waiting' && row.status === 'registered') return no('STALE')
    this.applications.delete(op.id)
    this.gone.set(`application:${op.id}`, uid)
    this.#goneFrom.set(op.id, row.marathon)
    for (const [id, scan] of this.checkIns) if (scan.application === op.id) this.checkIns.delete(id)
    this.#forgetNotices((notice) => notice.application === op.id)
    const marathon = this.marathons.get(row.marathon)
    if (marathon && row.status === 'registered') marathon.count -= 1
    if (marathon && row.status === 'waiting') marathon.waiting -= 1
    if (marathon && row.status === 'entered') marathon.entered -= 1
    this.#fillPlaces(row.marathon, at)
    return applied(true)
  }

  /** Every scan of a live application makes a check-in of its own. */
  #scan(op: Op, uid: string, at: string): RefVerdict {
    const { marathonId, applicationId, gate } = op.patch
    const marathon = this.marathons.get(String(marathonId))
    if (!marathon) return no(this.gone.has(`marathon:${marathonId}`) ? 'GONE' : 'NOT_FOUND')
    const role = this.#roleOf(String(marathonId), uid)
    if (role === null) return no('FORBIDDEN')
    // Who was removed, or times now, may have scanned before the phone heard of it.
    const isLate = role === 'removed' || role === 'timer'
    const application = this.applications.get(String(applicationId))
    const isThere = application?.marathon === marathonId
    if (isLate && (!isThere || this.checkIns.has(op.id))) return no('FORBIDDEN')
    const isOldGone = this.gone.get(`application:${applicationId}`) === null
    const isGone = isOldGone || this.#goneFrom.get(String(applicationId)) === marathonId
    if (!application) return no(isGone ? 'GONE' : 'NOT_FOUND')
    if (application.marathon !== marathonId) return no('NOT_FOUND')
    const there = this.checkIns.get(op.id)
    if (there) return there.by === uid && there.application === applicationId ? applied(false) : no('FORBIDDEN')
    this.checkIns.set(op.id, {
      marathon: String(marathonId),
      application: String(applicationId),
      by: uid,
      at: scanTime(op, at),
      gate: String(tidy(gate)),
      voidedAt: null,
      confirmed: !isLate,
      ver: 1,
    })
    return isLate ? { ...no('FORBIDDEN'), effect: true } : applied(true)
  }

  /** What the account is at the marathon, `removed` where it was something, or null. */
  #roleOf(marathonId: string, uid: string): string | null {
    const row = [...this.staff.values()].find((one) => one.marathon === marathonId && one.uid === uid)
    return row ? (row.isRemoved ? 'removed' : row.role) : null
  }

  /** Is the account owner or organiser of the marathon? */
  #leads(marathonId: string, uid: string): boolean {
    return ['owner', 'organiser'].includes(this.#roleOf(marathonId, uid) ?? '')
  }

  /** The row that an op names, if its account is or was staff of that marathon, and what it is there. */
  #staffOf(op: Op, uid: string) {
    const row = this.staff.get(op.id)
    const role = row ? this.#roleOf(row.marathon, uid) : null
    return row && role ? { row, role } : null
  }

  /** Owners change everybody else, organisers change helpers to helpers. A marathon is offered to one organiser, who may decline. */
  #changeStaff(op: Op, uid: string): RefVerdict {
    const target = this.#staffOf(op, uid)
    if (!target) return no('NOT_FOUND')
    const { row, role: mine } = target
    if (!this.marathons.has(row.marathon)) return no('GONE')
    const isHelper = row.role !== 'owner' && row.role !== 'organiser'
    const may = mine === 'owner' || (mine === 'organiser' && isHelper)
    const { role, isOffered } = op.patch
    const declines = row.uid === uid && row.role === 'organiser' && isOffered === false && role === undefined
    if (!declines && (!may || row.uid === uid)) return no('FORBIDDEN')
    if (row.isRemoved) return no('GONE')
    if (!declines && mine !== 'owner' && (role === 'organiser' || isOffered !== undefined)) return no('FORBIDDEN')
    const { changes, conflicts } = merge({ role: row.role, isOffered: row.isOffered }, op)
    if (changes.isOffered === true && row.role !== 'organiser') return no('INVALID')
    if ('role' in changes) Object.assign(row, { role, isOffered: false })
    if (changes.isOffered === true) {
      for (const one of this.staff.values()) if (one.marathon === row.marathon) one.isOffered = false
    }
    if ('isOffered' in changes) row.isOffered = changes.isOffered === true
    return settle({ ver: 0, fields: {} }, changes, conflicts)
  }

  /** Owners remove everybody else, organisers remove helpers, and everybody but the owner may leave. */
  #endRole(op: Op, uid: string): RefVerdict {
    const target = this.#staffOf(op, uid)
    if (!target || !this.marathons.has(target.row.marathon)) return applied(false)
    const { row, role: mine } = target
    const isHelper = row.role !== 'owner' && row.role !== 'organiser'
    const may = row.uid === uid || mine === 'owner' || (mine === 'organiser' && isHelper)
    if (!may || row.role === 'owner') return no('FORBIDDEN')
    if (row.isRemoved) return applied(false)
    row.isRemoved = true
    row.isOffered = false
    return applied(true)
  }

  /** The organiser who was offered the marathon gets it, and the owner becomes an organiser. */
  #takeOver(op: Op, uid: string): RefVerdict {
    const target = this.#staffOf(op, uid)
    if (!target) return no('NOT_FOUND')
    const { row } = target
    const marathon = this.marathons.get(row.marathon)
    if (!marathon) return no('GONE')
    if (row.uid !== uid) return no('FORBIDDEN')
    if (row.role === 'owner') return applied(false)
    if (!row.isOffered) return no('STALE')
    for (const one of this.staff.values()) {
      if (one.marathon === row.marathon && one.role === 'owner') one.role = 'organiser'
    }
    row.role = 'owner'
    row.isOffered = false
    marathon.owner = uid
    marathon.ver += 1
    return applied(true)
  }

  #confirm(op: Op, uid: string): RefVerdict {
    const row = this.checkIns.get(op.id)
    if (!row) return applied(false)
    if (!this.#leads(row.marathon, uid)) return no('FORBIDDEN')
    if (row.confirmed) return applied(false)
    row.confirmed = true
    row.ver += 1
    return applied(true)
  }

  #void(op: Op, uid: string, at: string): RefVerdict {
    const row = this.checkIns.get(op.id)
    if (!row) return applied(false)
    const role = this.#roleOf(row.marathon, uid)
    const may = ['owner', 'organiser', 'desk', 'gate'].includes(role ?? '')
    const isHandedOver = role !== null && row.by === uid && !row.confirmed
    const effect = row.voidedAt === null && (may || isHandedOver)
    if (effect) {
      row.voidedAt = scanTime(op, at)
      row.ver += 1
    }
    return may ? applied(effect) : { ...no('FORBIDDEN'), effect }
  }

  /** Free places go to those who wait, in the order in which they joined: until the start, unless it is cancelled. */
  #fillPlaces(id: string, at: string) {
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
      this.#tell(id, 'promoted', true, { id: applicationId, owner: row.owner })
    }
  }

  /**
   * Did the account delete this application? Retention removes the owner from an old tombstone, which then counts as
   * everybody's.
   */
  #wasTheirs(id: string, uid: string): boolean {
    const owner = this.gone.get(`application:${id}`)
    return owner === uid || owner === null
  }

  /** Does one of the account's applications have this name? A namesake has it beside another one. */
  #isTaken(marathon: string, uid: string, who: string): boolean {
    return [...this.applications.values()].some(
      (row) => !row.isNamesake && row.marathon === marathon && row.owner === uid && person(row.fields) === who,
    )
  }
}

/** Does the id end with the hash of another account? */
function isOthers(id: string, uid: string): boolean {
  const [random, tag] = [id.slice(0, 36), id.slice(37)]
  const hash = createHash('sha256').update(`${random}\n${uid}`).digest('base64url')
  return id.length === 48 && id[36] === '-' && tag !== hash.slice(0, 11)
}

/** The phone's time of a scan; the server's, if the phone's is later or more than 90 days earlier. */
function scanTime(op: Op, at: string): string {
  const days = (Date.parse(at) - Date.parse(String(op.patch.at))) / 86_400_000
  return days < 0 || days > 90 ? at : String(op.patch.at)
}

function merge(current: Record<string, unknown>, op: Op) {
  const changes: Record<string, unknown> = {}
  const conflicts: NonNullable<RefVerdict['conflicts']> = {}
  for (const [field, sent] of Object.entries(op.patch)) {
    const [base, yours, theirs] = [op.base[field], tidy(sent), current[field]]
    if (yours === theirs) continue
    if (tidy(base) === theirs) changes[field] = yours
    else conflicts[field] = { base, yours, theirs }
  }
  return { changes, conflicts }
}

function settle(
  row: { ver: number; fields: Record<string, unknown> },
  changes: Record<string, unknown>,
  conflicts: NonNullable<RefVerdict['conflicts']>,
): RefVerdict {
  const effect = Object.keys(changes).length > 0
  if (effect) row.ver += 1
  Object.assign(row.fields, changes)
  return { ...applied(effect), ...(Object.keys(conflicts).length > 0 ? { conflicts } : {}) }
}

/**
 * Is the patch valid? This checks only for the mistakes that the simulation makes: empty required text, capacity 0,
 * unknown fields, another title.
 * @param whole whether all required fields must be there
 */
function isMarathon(patch: Record<string, unknown>, whole: boolean): boolean {
  const known = whole ? MARATHON : [...MARATHON, 'cancelled']
  if (Object.keys(patch).some((name) => !known.includes(name))) return false
  if (!whole && 'title' in patch) return false
  if (MARATHON_TEXT.some((name) => (whole || name in patch) && !tidy(patch[name] ?? ''))) return false
  return patch.capacity !== 0 && !(whole && isWrongBallot(patch))
}

/** A ballot needs a number of places, and an account has at most ten applications in it. */
function isWrongBallot(fields: Record<string, unknown>): boolean {
  const isEndless = typeof fields.capacity !== 'number'
  return fields.registration === 'ballot' && (isEndless || Number(fields.perAccount ?? 10) > 10)
}

function isRunner(patch: Record<string, unknown>, whole: boolean): boolean {
  const known = whole ? [...RUNNER, 'title', 'startDate', 'email'] : RUNNER
  if (Object.keys(patch).some((name) => !known.includes(name))) return false
  const required = ['firstName', 'lastName', 'phoneNumber']
  if (required.some((name) => (whole || name in patch) && !tidy(patch[name] ?? ''))) return false
  return !('phoneNumber' in patch) || /^[\d+ ]{5,}$/.test(String(patch.phoneNumber))
}

/** A row of D1 with the names of columns in camel case, as ops use them. */
export function camel(row: Row): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
