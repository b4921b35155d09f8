import { createHash } from 'node:crypto'
import type { Op, SyncResponse, Verdict } from '../../contract/sync.ts'
import { answersIn, listOf, parted } from '../reference/questions.ts'
import { Reference } from '../reference/reference.ts'
import type { RefStaff, RefVerdict } from '../reference/rows.ts'
import { camel, tidy } from '../reference/values.ts'
import { PAGE_BYTES, type Row, type Tables } from '../sim-d1.ts'
import {
  checkBibs,
  checkCodes,
  checkCounts,
  checkOfficial,
  checkRecorded,
  checkScans,
  checkSeqs,
} from './commit-checks.ts'
import { checkAccounts, checkHistory, checkWalkIns, type Folded } from './desk-checks.ts'
import { forgotten, unseen } from './forgotten.ts'
import { stable, Violation } from './violation.ts'

/** An op as a user made it. */
export interface Known {
  op: Op
  uid: string
}
/** An op that the server decided: the verdict of the reference, and the recorded one. */
export interface Recorded extends RefVerdict {
  uid: string
  verdict: Record<string, unknown>
  /**
   * The clock's seq after the commit of the op. A phone whose cursor has this seq or a later one has the op's effect.
   */
  commitEnd: number
}

/** All that a helper gets of an entrant. */
export const ENTRANT = new Set([
  '_id',
  'marathonId',
  'firstName',
  'lastName',
  'bib',
  'wantedBib',
  'code',
  'status',
  'ver',
  'hidesName',
  'mine',
  'isClaimed',
])

const EMPTY: Tables = {
  clock: { seq: 0, epoch: '', floor: 0 },
  marathons: [],
  applications: [],
  checkIns: [],
  recordings: [],
  rulings: [],
  results: [],
  corrections: [],
  notices: [],
  staff: [],
  tombstones: [],
  records: [],
}

/**
 * Checks every commit. The tables of D1 must be the fold of the op log through the reference rules, and that fold must
 * give every recorded verdict. The other invariants of the server have separate checks.
 */
export class Oracle {
  readonly book = new Map<string, Known>()
  readonly records = new Map<string, Recorded>()
  /** The ops that a phone sent without the values that it may not have any more. */
  readonly forgotten = new Set<string>()
  readonly #reference = new Reference()
  readonly #firstVerdicts = new Map<string, string>()
  readonly #effects = new Map<string, number>()
  /** The owner and the marathon of each row, deleted ones included. An entry without account has no owner. */
  readonly owners = new Map<string, { owner: string | null; marathon: string }>()
  readonly gone = new Map<string, number>()
  readonly #stripped = new Set<string>()
  /** `marathon uid` of all who ever were staff, and of those who ever were owner or organiser. */
  readonly #everStaff = new Set<string>()
  readonly #everLed = new Set<string>()
  /** `marathon uid` of all who ever might see recordings. */
  readonly #everTimed = new Set<string>()
  /** `marathon answers.id` of all questions whose answers gate, desk and timer ever saw. */
  readonly #everSeen = new Set<string>()
  /** `marathon uid` of everybody who ever had an application there. */
  readonly everApplied = new Set<string>()
  /** Every notice that ever was: its marathon, and the only account that may see it. */
  readonly everTold = new Map<string, { marathon: string; to: string | null }>()
  /** The code that each application had last, also where it is gone. */
  readonly #codes = new Map<string, string>()
  /** The entries that desks made, by the fold. */
  readonly #walkIns = new Set<string>()
  /** The secret seed of each ballot, as it was last seen in D1. */
  readonly #seeds = new Map<string, string>()
  /** The latest time at which an op was decided, ISO 8601. */
  #latest = ''
  isRestored = false
  tables: Tables = EMPTY
  commits = 0

  know(op: Op, uid: string) {
    if (!this.book.has(op.opId)) this.book.set(op.opId, { op: structuredClone(op), uid })
  }

  /**
   * Accepts changes of the tables that no op made: retention removes the owner from old tombstones, and the clash from
   * old verdicts. The operator hides a marathon, which is one change of its row.
   * @param clashes the ids of the ops whose stored verdict has a clash
   */
  looked(tables: Tables, clashes: ReadonlySet<string>) {
    this.tables = tables
    this.#learnStaff(tables)
    if (this.isRestored) return this.#follow(tables)
    for (const [opId, { conflicts }] of this.records) if (conflicts && !clashes.has(opId)) this.#stripped.add(opId)
    for (const { id, hidden_at: at } of tables.marathons) {
      const key = `marathon:${id}`
      if (this.#reference.hide(String(id), at)) this.#effects.set(key, (this.#effects.get(key) ?? 0) + 1)
    }
    for (const row of tables.tombstones) {
      if (row.seq !== null) continue
      const key = `${row.type}:${row.id}`
      this.#reference.gone.set(key, { ...this.#reference.gone.get(key), owner: null, isStripped: true })
    }
  }

  /**
   * The database was restored from a backup. From now on the oracle only follows the tables: the log that it folded
   * belongs to a history that is gone.
   */
  restored() {
    this.isRestored = true
  }

  #follow(tables: Tables) {
    this.gone.clear()
    for (const row of tables.tombstones) if (row.seq !== null) this.gone.set(`${row.type}:${row.id}`, Number(row.seq))
    for (const { id, owner_uid: owner } of tables.marathons)
      this.owners.set(`marathon:${id}`, { owner: String(owner), marathon: String(id) })
    for (const { id, owner_uid: owner, marathon_id: marathon } of tables.applications)
      this.owners.set(`application:${id}`, { owner: owner === null ? null : String(owner), marathon: String(marathon) })
    for (const row of tables.applications) this.everApplied.add(`${row.marathon_id} ${row.owner_uid}`)
    for (const { id, marathon_id: marathon, to_uid: to } of tables.notices)
      this.everTold.set(String(id), { marathon: String(marathon), to: to === null ? null : String(to) })
  }

  /** Checks one commit. Commits must come in their order. */
  committed(tables: Tables) {
    this.commits += 1
    const before = this.tables
    this.tables = tables
    this.#noteStaff(tables)
    if (this.isRestored) return this.#follow(tables)
    checkSeqs(before, tables)
    // A commit without ops is an acceptance of an invitation, or of results by the organiser.
    const ofOps = tables.records.filter(({ type }) => !String(type).startsWith('results.'))
    if (ofOps.length === 0) {
      this.#learnStaff(tables)
      this.#learnSigned(before, tables)
    }
    checkOfficial(before, tables)
    this.#checkSeeds(tables)
    const folded = ofOps.map((record) => this.#foldRecord(record, Number(tables.clock.seq)))
    this.#compareStaff(tables)
    checkHistory(folded, tables, this.#reference)
    checkWalkIns(tables, this.#reference, this.#walkIns)
    checkAccounts(tables, this.#reference, folded, this.#codes)
    this.#compareFold(tables)
    checkCounts(tables, this.#reference, this.#latest)
    checkBibs(tables)
    checkCodes(tables)
    this.#learnCodes(tables)
    checkScans(tables, this.#reference)
    checkRecorded(tables, this.#reference)
    this.#checkNotices(tables)
    this.#checkEffects(tables)
  }

  /** INV-24: the code of an entry never changes. The server makes codes, and where it takes a desk's, it is that one. */
  #learnCodes({ applications }: Tables) {
    for (const { id, code } of applications) {
      const entry = this.#reference.applications.get(String(id))
      if (!entry) continue
      entry.code ??= String(code)
      if (entry.code !== code) throw new Violation('INV-24', `${id} has another code than ${entry.code}`, code)
      this.#codes.set(String(id), entry.code)
    }
  }

  /** Results become official, or are corrected, by a call that is no op: it changes the marathon alone. */
  #learnSigned(before: Tables, { marathons }: Tables) {
    const known = new Map(before.marathons.map(({ id, ver }) => [id, ver]))
    for (const { id, ver, results } of marathons) {
      if (results !== 'official' || known.get(id ?? null) === ver) continue
      this.#reference.sign(String(id))
      this.#effects.set(`marathon:${id}`, (this.#effects.get(`marathon:${id}`) ?? 0) + 1)
    }
  }

  #learnStaff(tables: Tables) {
    const { staff, gone } = this.#reference
    const now = staffOf(tables)
    const isBack = (uid: string, marathon: string) =>
      [...now.values()].some((row) => row.uid === uid && row.marathon === marathon)
    // Who comes back gets another row, and the old one leaves a tombstone.
    for (const [id, { uid, marathon }] of staff)
      if (!now.has(id) && isBack(uid, marathon)) gone.set(`staff:${id}`, { owner: uid, isStripped: false })
    staff.clear()
    for (const [id, row] of now) staff.set(id, row)
    this.#noteStaff(tables)
  }

  #noteStaff({ staff, marathons }: Tables) {
    for (const { id, questions } of marathons)
      for (const one of listOf(questions)) if (one.staffSees) this.#everSeen.add(`${id} answers.${one.id}`)
    for (const { marathon_id: id, uid, role } of staff) {
      this.#everStaff.add(`${id} ${uid}`)
      if (role === 'owner' || role === 'organiser') this.#everLed.add(`${id} ${uid}`)
      if (role !== 'desk' && role !== 'gate') this.#everTimed.add(`${id} ${uid}`)
    }
  }

  /** How many ops of a type changed something, and how many came to nothing. */
  outcomes(type: Op['type']) {
    const made = [...this.records].filter(([opId]) => this.book.get(opId)?.op.type === type)
    const done = made.filter(([, { effect }]) => effect).length
    return { done, vain: made.length - done }
  }

  /** Was the account ever staff of this marathon? */
  wasStaff(marathonId: string, uid: string): boolean {
    return this.#everStaff.has(`${marathonId} ${uid}`)
  }

  /** Might the account ever see what was recorded at this marathon? */
  hasTimed(marathonId: string, uid: string): boolean {
    return this.#everTimed.has(`${marathonId} ${uid}`)
  }

  /** Was the account ever owner or organiser of this marathon? */
  hasLed(marathonId: string, uid: string): boolean {
    return this.#everLed.has(`${marathonId} ${uid}`)
  }

  /** INV-28: a marathon has one owner, who changes with a taking over alone; and every role is that of the op log. */
  #compareStaff(tables: Tables) {
    const got = [...staffOf(tables)].map(([id, row]) => ({ id, ...row }))
    const want = [...this.#reference.staff].map(([id, row]) => ({ id, ...row }))
    const sorted = (list: object[]) => list.map(stable).sort()
    if (stable(sorted(got)) !== stable(sorted(want)))
      throw new Violation('INV-28', 'the staff is not what the ops made it', { got, want })
    for (const { id, owner_uid: owner } of tables.marathons) {
      const owners = got.filter((row) => row.marathon === id && row.role === 'owner')
      if (owners.length !== 1 || owners[0]?.isRemoved || owners[0]?.uid !== owner)
        throw new Violation('INV-28', `${id} belongs to ${owner}`, owners)
    }
  }

  #foldRecord(record: Row, commitEnd: number): Folded {
    const known = this.book.get(String(record.op_id))
    if (!known) throw new Violation('INV-2', 'an op that nobody made is recorded', record)
    if (this.records.has(known.op.opId)) throw new Violation('INV-1', 'an op is recorded twice', record)
    if (known.uid !== record.uid) throw new Violation('INV-10', 'an op is recorded for another account', record)
    const marathon = this.#reference.marathons.get(String(known.op.patch.marathonId))
    const window = marathon ? { ...marathon.fields } : undefined
    const at = String(record.decided_at)
    if (at > this.#latest) this.#latest = at
    const verdict = JSON.parse(String(record.verdict)) as Record<string, unknown>
    // It may have been sent before too, with its values.
    const isForgotten = this.forgotten.has(known.op.opId) && verdict.code === 'INVALID'
    const told = (verdict.conflicts ?? {}) as Record<string, { base: unknown } | undefined>
    const sent = unseen(known.op, (field) => told[field]?.base === null && known.op.base[field] !== null)
    const op = isForgotten ? forgotten(known.op) : sent
    if (verdict.status === 'applied' && record.modified === 1) this.#checkRequired(op)
    const expected = this.#reference.fold(op, known.uid, at, this.#seeds.get(op.id))
    this.records.set(known.op.opId, { ...expected, uid: known.uid, verdict, commitEnd })
    const { conflicts, ...rest } = expected
    const got = { status: verdict.status, code: verdict.code }
    if (got.status !== rest.status || got.code !== rest.code) {
      throw new Violation('INV-2', 'the fold does not explain a verdict', { op: known.op, verdict, expected })
    }
    // The deletion of an application also removes the clash that an earlier op of the same request recorded.
    const isStripped = this.#isOfGone(known.op) && verdict.conflicts === undefined
    if (!isStripped && stable(tidied(verdict.conflicts)) !== stable(tidied(conflicts))) {
      throw new Violation('INV-9', 'the clashes told are not those there were', { op: known.op, verdict, expected })
    }
    if (Boolean(record.modified) !== expected.effect) {
      throw new Violation('INV-1', 'an op is recorded with another effect than it has', { record, expected })
    }
    if (known.op.type === 'application.create' && expected.effect && window) {
      if (at < String(window.regStart) || at > String(window.regEnd)) throw new Violation('INV-8', 'too late', record)
      if (window.cancelled !== null) throw new Violation('INV-8', 'the marathon is cancelled', record)
    }
    if (expected.effect) {
      const isTakeOver = known.op.type === 'staff.takeOver'
      const taken = isTakeOver ? this.#reference.staff.get(known.op.id)?.marathon : undefined
      const key = taken ? `marathon:${taken}` : `${known.op.type.split('.')[0]}:${known.op.id}`
      this.#effects.set(key, (this.#effects.get(key) ?? 0) + 1)
      if (known.op.type === 'application.walkIn') this.#walkIns.add(known.op.id)
    }
    return { op: known.op, record, effect: expected.effect }
  }

  /** INV-32: no entry is made without a required answer, and no runner takes one back. Desks may. */
  #checkRequired({ type, id, patch }: Op) {
    const isNew = type === 'application.create' || type === 'application.takeOver'
    if (!isNew && type !== 'application.update') return
    const row = this.#reference.applications.get(id)
    const marathon = this.#reference.marathons.get(String(isNew ? patch.marathonId : row?.marathon))
    for (const question of listOf(marathon?.fields.questions)) {
      const field = `answers.${question.id}`
      const isTakenBack = tidy(patch[field]) === '' && Boolean(row?.fields[field])
      if (question.isRequired && (isNew ? !tidy(patch[field] ?? '') : isTakenBack))
        throw new Violation('INV-32', `${id} lacks the required answer ${field}`, patch)
    }
  }

  /** INV-2: the tables are equal to the fold, field by field. */
  #compareFold(tables: Tables) {
    const marathons = new Map(tables.marathons.map((row) => [String(row.id), camel(row)]))
    const applications = new Map(tables.applications.map((row) => [String(row.id), camel(row)]))
    same('marathons', [...marathons.keys()], [...this.#reference.marathons.keys()])
    same('applications', [...applications.keys()], [...this.#reference.applications.keys()])
    same(
      'tombstones',
      tables.tombstones.map((row) => `${row.type}:${row.id}`),
      [...this.#reference.gone.keys()],
    )
    for (const [id, want] of this.#reference.marathons) {
      const row = marathons.get(id) ?? {}
      const got = pick(row, Object.keys(want.fields))
      compare(
        id,
        {
          ...got,
          o: row.ownerUid,
          c: row.regCount,
          w: row.waitingCount,
          e: row.enteredCount,
          u: row.unclaimedCount,
          v: row.ver,
        },
        {
          ...want.fields,
          o: want.owner,
          c: want.count,
          w: want.waiting,
          e: want.entered,
          u: want.unclaimed,
          v: want.ver,
        },
      )
      const told = want.isDrawn ? this.#seeds.get(id) : null
      if (row.seed !== told) throw new Violation('INV-20', `${id} tells another seed than ${told}`, row)
      this.owners.set(`marathon:${id}`, { owner: want.owner, marathon: id })
    }
    for (const [id, want] of this.#reference.applications) {
      const row = applications.get(id) ?? {}
      if (row.status !== want.status || (row.waitingOrder === null) !== (want.order === null)) {
        throw new Violation('INV-16', `${id} must be ${want.status}`, row)
      }
      if (row.drawOrder !== want.drawOrder) throw new Violation('INV-16', `${id} was drawn ${want.drawOrder}`, row)
      const { answers, others } = parted(want.fields)
      const got = { ...pick(row, Object.keys(others)), o: row.ownerUid, m: row.marathonId, v: row.ver }
      compare(id, got, { ...others, o: want.owner, m: want.marathon, v: want.ver })
      const given = Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))
      if (stable(answersIn(row)) !== stable(given))
        throw new Violation('INV-31', `${id} has other answers than were given`, { row, given })
      this.owners.set(`application:${id}`, { owner: want.owner, marathon: want.marathon })
    }
    this.#compareLines(applications)
    for (const row of tables.tombstones) if (row.seq !== null) this.gone.set(`${row.type}:${row.id}`, Number(row.seq))
  }

  /** INV-16: the waiting runners are in the order of joining, or of the draw. */
  #compareLines(applications: Map<string, ReturnType<typeof camel>>) {
    for (const id of this.#reference.marathons.keys()) {
      const line = [...this.#reference.applications].filter(([, one]) => one.marathon === id && one.order !== null)
      const want = line.sort(([, a], [, b]) => Number(a.order) - Number(b.order)).map(([one]) => one)
      const place = (one: string) => Number(applications.get(one)?.waitingOrder)
      const got = want.toSorted((a, b) => place(a) - place(b))
      if (stable(got) !== stable(want))
        throw new Violation('INV-16', `the line of ${id} is out of order`, { got, want })
    }
  }

  /**
   * INV-20: the commitment is the hash of the seed, and the seed of a ballot never changes once somebody has applied.
   */
  #checkSeeds({ marathons }: Tables) {
    for (const { id, secret_seed: secret, commitment, entered_count: entered, seed } of marathons) {
      const known = this.#seeds.get(String(id))
      if (secret === null || secret === undefined) {
        this.#seeds.delete(String(id))
        continue
      }
      const hash = createHash('sha256')
        .update(Buffer.from(String(secret), 'hex'))
        .digest('hex')
      if (commitment !== hash) throw new Violation('INV-20', `the commitment of ${id} is not the hash of its seed`)
      const isFixed = Number(entered) > 0 || seed !== null
      if (known !== undefined && known !== secret && isFixed) throw new Violation('INV-20', `the seed of ${id} changed`)
      this.#seeds.set(String(id), String(secret))
    }
  }

  /** INV-1: the version of a row is the number of ops that changed it, and of its promotions. */
  #checkEffects(tables: Tables) {
    for (const [type, rows] of [
      ['marathon', tables.marathons],
      ['application', tables.applications],
      ['checkIn', tables.checkIns],
      ['recording', tables.recordings],
      ['ruling', tables.rulings],
    ] as const) {
      for (const row of rows) {
        const promotions = this.#reference.applications.get(String(row.id))?.promotions ?? 0
        const effects = (this.#effects.get(`${type}:${row.id}`) ?? 0) + promotions
        if (row.ver !== effects)
          throw new Violation('INV-1', `${row.id} was changed ${row.ver} times by ${effects} ops`)
      }
    }
  }

  /** INV-21: the notices are those that were written, and those that the server owes for what happened. */
  #checkNotices({ notices, applications }: Tables) {
    for (const row of applications) this.everApplied.add(`${row.marathon_id} ${row.owner_uid}`)
    const all = notices.map((row) => ({
      id: String(row.id),
      marathon: String(row.marathon_id),
      application: row.application_id,
      to: row.to_uid === null ? null : String(row.to_uid),
      kind: String(row.kind),
      text: row.kind === 'written' ? String(row.text) : null,
      parts: row.parts === '' ? [] : (JSON.parse(String(row.parts)) as { kind: string }[]).map(({ kind }) => kind),
      urgent: row.urgent === 1,
    }))
    for (const { id, marathon, to } of all) this.everTold.set(id, { marathon, to })
    for (const [key, notice] of this.#reference.unnamed()) {
      const named = all.find(({ id, ...one }) => !this.#reference.notices.has(id) && stable(one) === stable(notice))
      if (!named) throw new Violation('INV-21', 'the server did not tell what happened', notice)
      this.#reference.name(key, named.id)
    }
    const want = [...this.#reference.notices].map(([id, notice]) => ({ id, ...notice }))
    const sorted = (list: object[]) => list.map(stable).sort()
    if (stable(sorted(all)) !== stable(sorted(want)))
      throw new Violation('INV-21', 'the notices are not those that were written and made', { got: all, want })
  }

  /** May, or might, this account see what is for everybody at this marathon? */
  isConcerned(marathonId: string, uid: string): boolean {
    const key = `${marathonId} ${uid}`
    return this.#everStaff.has(key) || this.everApplied.has(key)
  }

  /** Checks a sync response: each verdict must be the recorded one, the same in every response. */
  answered(response: SyncResponse, uid: string) {
    if (this.isRestored) return
    const { marathons, applications, checkIns, recordings, rulings, notices } = response
    const bytes = JSON.stringify([marathons, applications, checkIns, recordings, rulings, notices]).length
    // The names of fields come on top, and the rows of one seq are not cut.
    if (bytes > 2.25 * PAGE_BYTES) throw new Violation('INV-26', 'a page is too long', bytes)
    for (const verdict of response.results) {
      const record = this.records.get(verdict.opId)
      if (!record) {
        const transient = ['UNAVAILABLE', 'RATE_LIMITED', 'UNAUTHENTICATED'].includes(verdict.code ?? '')
        throw new Violation(transient ? 'INV-11' : 'INV-1', 'a verdict was told that is not recorded', verdict)
      }
      if (record.uid !== uid) throw new Violation('INV-10', 'a verdict was told to another account', verdict)
      const told = stable(withoutOpId(verdict))
      const first = this.#firstVerdicts.get(verdict.opId) ?? stable(record.verdict)
      this.#firstVerdicts.set(verdict.opId, first)
      if (told !== first && !this.isStripped(verdict.opId))
        throw new Violation('INV-3', 'a verdict changed', { told, first })
    }
    const text = JSON.stringify(response)
    for (const { id, seed, secret_seed: secret } of this.tables.marathons) {
      if (secret !== null && seed === null && text.includes(String(secret)))
        throw new Violation('INV-20', `the seed of ${id} was told before its draw`)
    }
    for (const row of response.applications) {
      if (this.hasLed(row.marathonId, uid)) continue
      if ('staff.note00' in row) throw new Violation('INV-19', 'a note of staff was told to a runner or a helper', row)
      if (this.owners.get(`application:${row._id}`)?.owner === uid) continue
      if (!this.wasStaff(row.marathonId, uid)) throw new Violation('INV-10', 'not theirs to see', row)
      const isSeen = (name: string) => ENTRANT.has(name) || this.#everSeen.has(`${row.marathonId} ${name}`)
      const more = Object.keys(row).filter((name) => !isSeen(name))
      if (more.length > 0 || (row.isClaimed && row.hidesName))
        throw new Violation('INV-19', `a helper was sent ${more} or the runner's word`, row)
    }
    const told = response.applications.find((row) => {
      return row.offer && this.owners.get(`application:${row._id}`)?.owner !== uid
    })
    if (told) throw new Violation('INV-30', 'the secret of an offer was told to another account', told)
    const reasoned = response.deleted.find(({ id, reason }) => {
      return reason && !this.hasLed(this.owners.get(`application:${id}`)?.marathon ?? '', uid)
    })
    if (reasoned) throw new Violation('INV-19', 'the reason of a withdrawal was told to a helper or a runner', reasoned)
    for (const row of response.checkIns) {
      if (!this.wasStaff(row.marathonId, uid))
        throw new Violation('INV-10', 'a check-in that is not theirs to see', row)
    }
    for (const row of [...recordings, ...rulings]) {
      if (!this.hasTimed(row.marathonId, uid))
        throw new Violation('INV-19', 'what was recorded was told to others', row)
    }
    for (const row of response.notices) this.checkReader(row._id, uid)
  }

  /** INV-21: nobody gets a notice who is not concerned by it. */
  checkReader(id: string, uid: string) {
    const notice = this.everTold.get(id)
    if (!notice) throw new Violation('INV-21', 'a notice that never was', { id, uid })
    const may = notice.to === null ? this.isConcerned(notice.marathon, uid) : notice.to === uid
    if (!may) throw new Violation('INV-21', 'a notice that is not theirs to see', { id, uid, ...notice })
  }

  /** Is it about an application that is not there any more? */
  #isOfGone({ type, id }: Op): boolean {
    return type.startsWith('application.') && !this.tables.applications.some((row) => row.id === id)
  }

  /** Has the server removed the clash from the verdict? It does after 90 days, and when the application is deleted. */
  isStripped(opId: string): boolean {
    const { op } = this.book.get(opId) ?? {}
    return this.#stripped.has(opId) || (op !== undefined && this.#isOfGone(op))
  }
}

/** The rows of staff as the reference has them, by id. */
function staffOf({ staff }: Tables): Map<string, RefStaff> {
  const plain = (row: Row): RefStaff => ({
    marathon: String(row.marathon_id),
    uid: String(row.uid),
    role: String(row.role),
    isOffered: row.offered_at !== null,
    isRemoved: row.removed_at !== null,
  })
  return new Map(staff.map((row) => [String(row.id), plain(row)]))
}

/** Clashes with trimmed bases, in the order of the fields: a base may be text that the server did not trim. */
function tidied(conflicts: unknown) {
  const clashes = Object.entries((conflicts ?? {}) as Record<string, { base?: unknown }>)
  return clashes
    .map(([field, clash]) => ({ field, ...clash, base: tidy(clash.base) }))
    .sort((a, b) => (a.field < b.field ? -1 : 1))
}

function withoutOpId({ opId: _opId, ...rest }: Verdict) {
  return rest
}

function pick(row: Record<string, unknown>, names: string[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

function compare(id: string, got: object, want: object) {
  if (stable(got) !== stable(want)) throw new Violation('INV-2', `${id} is not the fold of the op log`, { got, want })
}

function same(what: string, got: string[], want: string[]) {
  if (stable(got.toSorted()) !== stable(want.toSorted())) throw new Violation('INV-2', `other ${what}`, { got, want })
}
