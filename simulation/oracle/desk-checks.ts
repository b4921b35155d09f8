import type { Op } from '../../contract/sync.ts'
import type { Reference } from '../reference/reference.ts'
import type { Row, Tables } from '../sim-d1.ts'
import { Violation } from './violation.ts'

/** An op of a commit, its record, and whether it changed something. */
export interface Folded {
  op: Op
  record: Row
  effect: boolean
}

/** INV-16: who was moved up stands in the history, as long as the entry and its marathon are there. */
export function checkHistory(folded: Folded[], { marathons }: Tables, reference: Reference) {
  for (const { op, record, effect } of folded) {
    if (op.type !== 'application.moveUp' || !effect) continue
    const entry = reference.applications.get(op.id)
    const isThere = entry && marathons.some(({ id }) => id === entry.marathon)
    if (isThere && record.fields === null) throw new Violation('INV-16', 'nobody can read who was moved up', record)
  }
}

/**
 * INV-29: what a desk entered is there, counted or unconfirmed, and each bib that was handed out is the entrant's or noted
 * as wanted.
 * @param walkIns the ids of the entries that desks made
 */
export function checkWalkIns({ applications }: Tables, reference: Reference, walkIns: ReadonlySet<string>) {
  const rows = new Map(applications.map((row) => [row.id, row]))
  for (const [id, want] of reference.applications) {
    const row = rows.get(id)
    const isWalkIn = walkIns.has(id)
    if (isWalkIn && row?.status !== want.status)
      throw new Violation('INV-29', `an entry of a desk must be ${want.status}`, row ?? id)
    if (row && row.wanted_bib !== want.fields.wantedBib)
      throw new Violation('INV-29', `${id} must want the bib ${want.fields.wantedBib}`, row)
    if (isWalkIn && row?.bib !== want.fields.bib)
      throw new Violation('INV-29', `${id} must have the bib ${want.fields.bib}`, row)
  }
}

/**
 * INV-30: an entry has the account of its one claim. One that was taken over is gone with its code, and the taking over
 * changes no number.
 * @param codes the code of each entry before this commit
 */
export function checkAccounts(
  { applications, marathons, tombstones }: Tables,
  reference: Reference,
  folded: Folded[],
  codes: ReadonlyMap<string, string>,
) {
  const rows = new Map(applications.map((row) => [row.id, row]))
  for (const [id, want] of reference.applications) {
    const row = rows.get(id)
    if (row && row.owner_uid !== want.owner)
      throw new Violation('INV-30', `the account of ${id} must be ${want.owner}`, row)
    if (row && row.offer !== want.fields.offer) throw new Violation('INV-30', `another offer of ${id}`, row)
  }
  for (const { type, id, seq, is_handed_on: isHandedOn } of tombstones) {
    if (type !== 'application' || seq === null) continue
    const want = reference.gone.get(`application:${id}`)
    if (want && (isHandedOn === 1) !== (want.isHandedOn === true))
      throw new Violation('INV-30', `${id} was handed on, or was not`, want)
  }
  for (const { op, effect } of folded) {
    if (op.type !== 'application.takeOver' || !effect) continue
    const from = String(op.patch.from)
    const old = rows.get(from)
    if (old) throw new Violation('INV-30', 'an entry that was taken over is still there', old)
    const made = rows.get(op.id)
    if (made && made.code === codes.get(from)) throw new Violation('INV-30', 'the old code is still alive', made)
    const marathon = marathons.find((row) => row.id === op.patch.marathonId)
    const want = reference.marathons.get(String(op.patch.marathonId))
    if (marathon && want && (marathon.reg_count !== want.count || marathon.waiting_count !== want.waiting))
      throw new Violation('INV-30', `a taking over changed the numbers ${want.count} and ${want.waiting}`, marathon)
  }
}
