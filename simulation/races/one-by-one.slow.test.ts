import { expect, it } from 'vitest'
import { type RecordedRow, RowMemo, type RuledRow, resultRows } from '../../contract/results/result-rows.ts'
import { Memo, type ResultInput, resultsOf } from '../../contract/results/results.ts'
import { type Race, raceOf, randomOf } from './race.ts'

// A phone makes the list anew after each row, from what it made of the rows before. It must be the list of all rows.

const POINTS = ['start', 'Half', 'finish']

/** The rows of a race at three points, in any order. In some, the bib comes later. */
function rowsOf(seed: number): RecordedRow[] {
  const rows = POINTS.flatMap((point, n) => rowsAt(raceOf(seed + 1000 * n, 30), point))
  const random = randomOf(seed)
  return rows
    .map((row) => ({ row, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row)
}

function rowsAt({ recordings, samples }: Race, point: string): RecordedRow[] {
  const base = { accuracy: null, of: null, voidedAt: null, confirmed: true, bib: null }
  const time = (ms: number) => new Date(ms).toISOString()
  return [
    ...samples.map(({ clock, tick, origin, error }, n): RecordedRow => {
      const of = { _id: `${point}-sample-${n}`, kind: 'clock' as const, point, how: 'tap' as const }
      return { ...base, ...of, clock, tick, at: time(origin + tick), accuracy: error }
    }),
    ...recordings.flatMap(({ id, kind, how, clock, tick, at, bib }, n): RecordedRow[] => {
      // Each gun is of another phone.
      const of = { kind, point, how, clock: kind === 'gun' ? `phone-${POINTS.indexOf(point)}` : clock }
      const row = { ...base, ...of, _id: `${point}-${id}`, tick, at: time(at), bib: bib || null }
      if (how !== 'bib' || n % 3 > 0 || bib === '') return [row]
      return [
        { ...row, bib: null },
        { ...row, _id: `${row._id}-bib`, kind: 'bib', of: row._id },
        // Some are typed anew.
        ...(n % 2 > 0 ? [] : [{ ...row, _id: `${row._id}-new`, kind: 'bib' as const, of: row._id, bib: '101' }]),
      ]
    }),
  ]
}

/** A ruling about one of the rows: whose it is, a time, a state, or that a doubt was seen. */
function ruledOf({ _id, point, bib, at }: RecordedRow, n: number, doubt: string): RuledRow {
  const base = { _id: `ruling-${n}`, rulingId: null, recordingId: null, bib: bib ?? '', point: '', time: null }
  const of = { ...base, since: null, state: null, reason: '', doubt: '', at: new Date(n).toISOString() }
  if (n % 4 === 0) return { ...of, kind: 'bib', recordingId: _id, bib: n % 8 === 0 ? '' : String(101 + (n % 30)) }
  const set = [{}, { time: at }, { since: n * 1000 }][(n >> 2) % 3]
  if (n % 4 === 1) return { ...of, kind: 'time', bib: bib ?? '101', point, ...set }
  if (n % 4 === 2) return { ...of, kind: 'state', bib: bib ?? '102', state: 'disqualified', reason: 'Took the tram.' }
  if (n % 8 === 3) return { ...of, kind: 'gun', recordingId: `${POINTS[(n >> 3) % 3]}-gun` }
  return { ...of, kind: 'seen', doubt }
}

it.each([1, 2, 3])('a list that is made row by row is the list of all rows, race %d', (seed) => {
  const memo = { rows: new RowMemo(), list: new Memo() }
  const random = randomOf(seed + 5000)
  const recordings: RecordedRow[] = []
  const rulings: RuledRow[] = []
  let entries = raceOf(seed, 30).entries.slice(1)
  let doubt = ''
  const compare = (input: Pick<ResultInput, 'entries' | 'isStartClosed'>, step: string) => {
    const splits = ['Half']
    const list = resultsOf({ ...input, splits, ...resultRows({ recordings, rulings }, memo.rows) }, memo.list)
    const all = resultsOf({ ...input, splits, ...resultRows(structuredClone({ recordings, rulings })) })
    expect(list, step).toEqual(all)
    return all
  }
  for (const [n, row] of rowsOf(seed).entries()) {
    recordings.push(row)
    const at = Math.floor(random() * recordings.length)
    const one = recordings[at] as RecordedRow
    // As from the disk: a row that changed is another object.
    if (n % 10 === 3) recordings[at] = { ...one, voidedAt: one.voidedAt === null ? row.at : null }
    if (n % 10 === 5) recordings[at] = { ...one, confirmed: !one.confirmed }
    if (n % 10 === 7) rulings.push(ruledOf(one, rulings.length, doubt))
    if (n % 50 === 9) entries = entries.slice(1)
    const { doubts } = compare({ entries, isStartClosed: n % 2 === 0 }, `after row ${n}`)
    doubt = doubts[0]?.id ?? doubt
  }
  // Another gun, another clock that comes first at each point.
  for (const [at, row] of recordings.entries()) {
    if (row.kind !== 'gun') continue
    recordings[at] = { ...row, voidedAt: row.at }
    compare({ entries, isStartClosed: true }, `without ${row._id}`)
  }
})
