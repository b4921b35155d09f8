import type { RecordedRow, RuledRow } from '../contract/results/result-rows.ts'
import { resultEntries, resultInput } from '../contract/results/result-rows.ts'
import { type ResultInput, type Results, resultsOf } from '../contract/results/results.ts'
import { may, type Role } from '../contract/roles.ts'
import { undecided, untold, wrongStates } from '../contract/testing/list-rules.ts'
import { readRecorded } from '../web/store/rows/recordings.ts'
import { readEntrants } from '../web/testing/plain-store.ts'
import type { Device } from './device.ts'
import type { Oracle } from './oracle/oracle.ts'
import { stable, Violation } from './oracle/violation.ts'
import type { Row } from './sim-d1.ts'

/** Makes a list of results; a seeded bug makes another one. */
export type MakeList = (input: ResultInput) => Results

/**
 * INV-33, INV-35 and INV-36: phones that have everything make the list of the server's rows, in which each entry is in one
 * state, and what disagrees is a doubt.
 */
export async function checkLists({ db, author, name, uid }: Device, oracle: Oracle, makeList: MakeList = resultsOf) {
  const { staff, marathons } = oracle.tables
  const timed = staff.filter((row) => row.uid === uid && row.removed_at === null && may(row.role as Role, 'time'))
  for (const id of new Set(timed.map((row) => String(row.marathon_id)))) {
    if (!marathons.some((row) => row.id === id)) continue
    const input = inputOf(oracle, id)
    const entrants = await readEntrants(db, id)
    const here = new Set(input.entries.flatMap((entry) => (entry.isHere ? [entry.id] : [])))
    const entries = resultEntries(entrants, here)
    const list = makeList(resultInput({ splits: [], ...(await readRecorded(db, author, id)), entries }))
    if (stable(list) !== stable(resultsOf(input)))
      throw new Violation('INV-33', `${name} has another list than its rows make`, { list, want: resultsOf(input) })
    const states = wrongStates(input, list)
    if (states !== '') throw new Violation('INV-35', `${name}: ${states}`, list)
    const open = undecided(input)
    const silent = untold(open, makeList(open))
    if (silent !== '') throw new Violation('INV-36', `${name}: nobody hears of ${silent}`, list)
  }
}

/** The rows of a marathon in the server's tables, the last one first. */
function inputOf({ tables }: Oracle, id: string): ResultInput {
  const ofEvent = (rows: Row[]) => rows.filter((row) => row.marathon_id === id).reverse()
  const scans = ofEvent(tables.checkIns).filter((row) => row.confirmed === 1 && row.voided_at === null)
  const here = new Set(scans.map((row) => String(row.application_id)))
  const entrants = ofEvent(tables.applications).map(({ id: _id, bib, status }) => ({ _id, bib, status }))
  return resultInput({
    splits: [],
    recordings: ofEvent(tables.recordings).map(
      ({ id: _id, clock_id: clock, of_id: of, voided_at: voidedAt, confirmed, ...row }) =>
        ({ ...row, _id, clock, of, voidedAt, confirmed: confirmed === 1 }) as unknown as RecordedRow,
    ),
    rulings: ofEvent(tables.rulings).map(
      ({ id: _id, recording_id: recordingId, ruling_id: rulingId, ...row }) =>
        ({ ...row, _id, recordingId, rulingId }) as unknown as RuledRow,
    ),
    entries: resultEntries(entrants as { _id: string; bib: string | null; status: string }[], here),
  })
}
