import { entryCodeOf } from '../../contract/text/entry-code.ts'
import type { Reference } from '../reference/reference.ts'
import { camel, plainBib } from '../reference/values.ts'
import type { Row, Tables } from '../sim-d1.ts'
import { stable, Violation } from './violation.ts'

// What must hold in the tables after each commit, beside being the fold of the op log.

/** INV-7, INV-8, INV-15 and INV-27: the numbers are right, and nobody has or lacks a place against the rules. */
export function checkCounts(tables: Tables, reference: Reference, latest: string) {
  for (const row of tables.marathons) {
    const applications = tables.applications.filter((one) => one.marathon_id === row.id)
    const live = applications.filter((one) => one.status === 'registered').length
    const waiting = applications.filter((one) => one.status === 'waiting').length
    const entered = applications.filter((one) => one.status === 'entered').length
    const unclaimed = applications.filter((one) => one.owner_uid === null).length
    if (row.entered_count !== entered) throw new Violation('INV-7', `enteredCount, ${entered} are in the ballot`, row)
    if (row.reg_count !== live) throw new Violation('INV-7', `regCount ${row.reg_count}, ${live} live applications`)
    if (row.waiting_count !== waiting) throw new Violation('INV-7', `waitingCount, ${waiting} wait`, row)
    if (row.unclaimed_count !== unclaimed)
      throw new Violation('INV-7', `unclaimedCount, ${unclaimed} have no account`, row)
    // Who comes above the capacity was made at the gate, or deferred, or took such a place over.
    const ofMarathon = [...reference.applications.values()].filter((one) => one.marathon === row.id)
    const above = ofMarathon.filter((one) => one.status === 'registered' && one.isAbove).length
    if (row.capacity !== null && live - above > Number(row.capacity))
      throw new Violation('INV-8', `over capacity, with ${above} who may be`, row)
    const most = reference.marathons.get(String(row.id))?.mostPerAccount ?? 0
    for (const [owner, own] of Map.groupBy(applications, (one) => one.owner_uid)) {
      if (owner !== null && own.length > most)
        throw new Violation('INV-27', `${owner} has ${own.length} of at most ${most}`, row)
    }
    const isFree = row.capacity === null || live < Number(row.capacity)
    const isAhead = row.cancelled === null && latest < String(row.start_date)
    if (waiting > 0 && isFree && isAhead) {
      throw new Violation('INV-15', `${waiting} wait while a place is free`, row)
    }
  }
}

/** INV-18: a bib has one holder. */
export function checkBibs(tables: Tables) {
  const bibs = tables.applications
    .filter(({ bib }) => bib !== null)
    .map((row) => `${row.marathon_id} ${plainBib(row.bib)}`)
  if (new Set(bibs).size < bibs.length) throw new Violation('INV-18', 'two applications have the same bib', bibs)
}

/** INV-24: each entry has a code of its own at its marathon, and no verdict tells it. */
export function checkCodes({ applications, records }: Tables) {
  const codes = applications.map((row) => `${row.marathon_id} ${row.code}`)
  if (new Set(codes).size < codes.length) throw new Violation('INV-24', 'two entries have the same code', codes)
  for (const row of applications) {
    const code = String(row.code)
    if (entryCodeOf(code) !== code) throw new Violation('INV-24', `${row.id} has no code that can be typed`, row)
    const telling = records.find(({ verdict }) => String(verdict).includes(code))
    if (telling) throw new Violation('INV-24', 'a verdict tells the code of an entry', telling)
  }
}

/** INV-17: the check-ins are the scans that were applied, each of them, as long as their applications are there. */
export function checkScans(tables: Tables, reference: Reference) {
  const got = tables.checkIns.map((row) => ({
    id: row.id,
    marathon: row.marathon_id,
    application: row.application_id,
    by: row.by_uid,
    at: row.at,
    gate: row.point,
    voidedAt: row.voided_at,
    ver: row.ver,
    confirmed: row.confirmed === 1,
  }))
  const want = [...reference.checkIns].map(([id, scan]) => ({ id, ...scan }))
  const sorted = (list: { id: unknown }[]) => list.map(stable).sort()
  if (stable(sorted(got)) !== stable(sorted(want)))
    throw new Violation('INV-17', 'the check-ins are not the scans that were applied', { got, want })
}

/**
 * INV-34: recordings and rulings are those that were sent, each of them and as they were made, as long as their
 * marathon is there.
 */
export function checkRecorded(tables: Tables, reference: Reference) {
  for (const [rows, want] of [
    [tables.recordings, reference.recordings],
    [tables.rulings, reference.rulings],
  ] as const) {
    const got = rows.map((row) => {
      const fields = recordedOf(row)
      const names = Object.keys(want.get(String(row.id)) ?? {})
      return { id: row.id, ...Object.fromEntries(names.map((name) => [name, fields[name]])) }
    })
    const made = [...want].map(([id, one]) => ({ id, ...one }))
    const sorted = (list: object[]) => list.map(stable).sort()
    if (stable(sorted(got)) !== stable(sorted(made)))
      throw new Violation('INV-34', 'what is stored is not what was recorded or ruled', { got, want: made })
  }
}

/** A recording or ruling of D1 with the names of its op. */
function recordedOf(row: Row): Record<string, unknown> {
  const { clockId, ofId, marathonId, byUid, confirmed, ...fields } = camel(row)
  return { ...fields, clock: clockId, of: ofId, marathon: marathonId, by: byUid, confirmed: confirmed === 1 }
}

/** What a correction alone changes of an official row. */
const factsOf = (row: Row) =>
  stable({
    ...{ bib: row.bib, state: row.state, time: row.time, sex: row.sex, category: row.category },
    splits: JSON.parse(String(row.splits)) as object,
  })
const placesOf = ({ place, sex_place: ofSex, category_place: ofCategory }: Row) => stable([place, ofSex, ofCategory])

/**
 * INV-37: an official row changes by a correction that is shown, and leaves with its marathon alone; places move with such
 * a correction. INV-38: the name is hidden exactly where the runner says so, and of who has left.
 */
export function checkOfficial(before: Tables, after: Tables) {
  const now = new Map(after.results.map((row) => [row.id, row]))
  const made = after.corrections.filter(({ seq }) => Number(seq) > Number(before.clock.seq))
  for (const was of before.results) {
    const row = now.get(was.id ?? null)
    const isThere = after.marathons.some(({ id }) => id === was.marathon_id)
    if (!row && (isThere || was.owner_uid !== null)) throw new Violation('INV-37', 'an official row left', was)
    if (!row) continue
    const told = made.find((one) => one.entry_id === row.id)
    const says = (text: unknown, facts: string) => stable(JSON.parse(String(text))) === facts
    const isTold = told && says(told.before, factsOf(was)) && says(told.after, factsOf(row)) && told.reason !== ''
    if (factsOf(row) !== factsOf(was) && !isTold)
      throw new Violation('INV-37', 'an official row changed without a correction', { was, row, made })
    const isMoved = placesOf(row) !== placesOf(was)
    const mayMove = made.some((one) => one.marathon_id === row.marathon_id)
    if (isMoved && !mayMove) throw new Violation('INV-37', 'places moved without a correction', { was, row })
    if (row.name !== was.name) throw new Violation('INV-37', 'an official row got another name', { was, row })
  }
  const entries = new Map(after.applications.map((row) => [row.id, row]))
  for (const row of after.results) {
    const entry = entries.get(row.id ?? null)
    if (row.hides_name !== (entry ? entry.hides_name : true))
      throw new Violation('INV-38', 'a name is shown that is to be hidden, or hidden without a word', { row, entry })
  }
}

/** INV-6 depends on these rules: each seq is used once, the seq of a row never decreases, none is above the clock. */
export function checkSeqs(before: Tables, after: Tables) {
  const all = [...rowsOf(after), ...after.staff, ...after.tombstones, ...after.records]
  const seqs = all.flatMap((row) => (row.seq === null ? [] : [Number(row.seq)]))
  if (new Set(seqs).size !== seqs.length) throw new Violation('INV-6', 'two rows share a seq')
  if (Math.max(0, ...seqs) > Number(after.clock.seq)) throw new Violation('INV-6', 'a row is ahead of the clock')
  const old = new Map([...rowsOf(before), ...before.staff].map((row) => [keyOf(row), row]))
  // The row of a marathon goes to phones again where a role changes. An offer may be made and taken back in one commit.
  const roles = new Set(after.staff.filter((row) => row.seq !== old.get(keyOf(row))?.seq).map((row) => row.marathon_id))
  for (const row of [...rowsOf(after), ...after.staff]) {
    const was = old.get(keyOf(row))
    if (!was) continue
    // Since when somebody sees what they see is told to nobody.
    const plain = (one: Row) => stable({ ...one, seq: 0, view_seq: 0 })
    const changed = plain(was) !== plain(row)
    const isNew = Number(row.seq) > Number(was.seq)
    const isResent = isNew && (row.uid !== undefined || roles.has(row.id ?? null))
    if (changed !== isNew && !isResent) throw new Violation('INV-6', 'a change without a new seq', row)
  }
}

/** The rows that the pull sends. */
function rowsOf({ marathons, applications, checkIns, recordings, rulings, notices }: Tables): Row[] {
  return [...marathons, ...applications, ...checkIns, ...recordings, ...rulings, ...notices]
}

/** What tells a row from others. Each acceptance gives a row of staff a new id. */
function keyOf(row: Row): string {
  return row.uid === undefined ? String(row.id) : `${row.marathon_id} ${row.uid}`
}
