import { expect, it } from 'vitest'
import { NO_RULING } from './recording.ts'
import type { SyncRecording, SyncRuling } from './recording-schema.ts'
import { resultEntries, resultRows, standing } from './result-rows.ts'
import { resultsOf } from './results.ts'

const GUN = Date.parse('2027-06-01T08:00:00.000Z')
const at = (ms: number) => new Date(GUN + ms).toISOString()

function recording(_id: string, other: Partial<SyncRecording>): SyncRecording {
  return {
    ...{ _id, marathonId: 'event-0001', kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001' },
    ...{ tick: other.tick ?? 0, at: at(other.tick ?? 0), bib: null, accuracy: null, of: null },
    ...{ by: 'Tina', voidedAt: null, confirmed: true, ver: 1 },
    ...other,
  }
}
function ruling(_id: string, other: Partial<SyncRuling>): SyncRuling {
  return {
    ...{ ...NO_RULING, _id, marathonId: 'event-0001', kind: 'start', at: at(0), by: 'Tina' },
    ...other,
  }
}

const crossing = recording('crossing-0001', { tick: 60_000, how: 'bib' })
const recordings = [
  recording('sample-0001', { kind: 'clock', tick: 1000, accuracy: 20 }),
  recording('gun-0001', { kind: 'gun', point: 'start' }),
  crossing,
  recording('bib-0001', { kind: 'bib', tick: 61_000, of: crossing._id, bib: '008' }),
  recording('bib-0002', { kind: 'bib', tick: 62_000, of: crossing._id, bib: '7' }),
]
const entries = resultEntries(
  [
    { _id: 'entry-0001', status: 'registered', bib: '7' },
    { _id: 'entry-0002', status: 'waiting', bib: '8' },
  ],
  new Set(),
)
const list = (rows: SyncRecording[], rulings: SyncRuling[] = []) =>
  resultsOf({ splits: [], entries, ...resultRows({ recordings: rows, rulings }) })

it('a later bib, a sample of a clock and a ruling make the list of results', () => {
  expect(list(recordings)).toMatchObject({
    rows: [{ entry: 'entry-0001', state: 'finished', time: 60_000, place: 1 }],
    doubts: [],
  })
  const out = { kind: 'state', bib: '7', state: 'disqualified', reason: 'Took the tram.', at: at(90_000) } as const
  expect(list(recordings, [ruling('ruling-0001', out)])).toMatchObject({
    rows: [{ state: 'disqualified', reason: 'Took the tram.', place: null }],
  })
})

it('a bib that was taken back gives way to the one before it', () => {
  const back = recordings.map((one) => (one._id === 'bib-0002' ? { ...one, voidedAt: at(63_000) } : one))
  expect(resultRows({ recordings: back, rulings: [] }).recordings.at(-1)?.bib).toBe('8')
})

it('what is not confirmed does not count', () => {
  const unsure = recordings.map((one) => (one._id === crossing._id ? { ...one, confirmed: false } : one))
  // Nobody was checked in, so everybody may be out there.
  expect(list(unsure)).toMatchObject({ rows: [{ state: 'started', time: null }] })
})

it('the start is closed until somebody opens it again', () => {
  const isClosed = (...rulings: SyncRuling[]) => resultRows({ recordings: [], rulings }).isStartClosed
  const closed = ruling('ruling-0001', { time: at(0), at: at(1) })
  const open = ruling('ruling-0002', { at: at(2) })
  expect([isClosed(), isClosed(closed), isClosed(open, closed)]).toEqual([false, true, false])
})

it('a ruling that somebody undid does not count, and the one before it does', () => {
  const out = (id: string, ms: number, reason: string) =>
    ruling(id, { kind: 'state', bib: '7', state: 'retired', reason, at: at(ms) })
  const undo = ruling('undo-0001', { kind: 'undo', rulingId: 'ruling-0002', at: at(3) })
  const reasons = (...rulings: SyncRuling[]) => list(recordings, rulings).rows.map(({ reason }) => reason)
  expect(reasons(out('ruling-0001', 1, 'first'), out('ruling-0002', 2, 'second'))).toEqual(['second'])
  expect(reasons(undo, out('ruling-0001', 1, 'first'), out('ruling-0002', 2, 'second'))).toEqual(['first'])
})

it('a ruling replaces the one that it names, which stands again when it is undone', () => {
  const one = ruling('ruling-0001', { kind: 'gun', recordingId: 'gun-0001', at: at(1) })
  const other = ruling('ruling-0002', { ...one, _id: 'ruling-0002', rulingId: one._id, at: at(2) })
  const undo = ruling('undo-0001', { kind: 'undo', rulingId: other._id, at: at(3) })
  const undone = ruling('undo-0002', { kind: 'undo', rulingId: undo._id, at: at(4) })
  const ids = (...rulings: SyncRuling[]) => standing(rulings).map(({ _id }) => _id)
  expect([ids(one, other), ids(other, one, undo), ids(undone, one, undo, other)]).toEqual([
    [other._id],
    [one._id],
    [other._id],
  ])
  // Hostile phones name each other's rulings in a circle, and themselves.
  const circle = [
    { ...one, rulingId: other._id },
    { ...other, rulingId: one._id },
    { ...one, _id: 'ruling-0003', rulingId: 'ruling-0003' },
  ]
  expect(ids(...circle)).toEqual(circle.map(({ _id }) => _id))
})

it('rulings of people who did not know of each other are a doubt, and the later one counts', () => {
  const of = (id: string, ms: number, other: Partial<SyncRuling>) =>
    ruling(id, { kind: 'bib', recordingId: crossing._id, at: at(ms), ...other })
  const [seven, eight] = [of('ruling-0001', 1, { bib: '7' }), of('ruling-0002', 2, { bib: '8' })]
  const differing = (...rulings: SyncRuling[]) =>
    list(recordings, rulings).doubts.filter(({ kind }) => kind === 'rulingsDiffer')
  const [doubt] = differing(eight, seven)
  expect(doubt).toMatchObject({
    ...{ point: 'finish', time: GUN + 60_000, bibs: ['7', '8'] },
    ...{ recordings: [crossing._id], rulings: ['ruling-0001', 'ruling-0002'] },
  })
  expect(list(recordings, [eight, seven]).rows[0]?.state).toBe('started')
  expect(differing(seven, { ...eight, bib: '07' })).toEqual([])
  expect(differing(seven, { ...eight, rulingId: seven._id })).toEqual([])
  expect(differing(seven, eight, ruling('undo-0001', { kind: 'undo', rulingId: eight._id, at: at(3) }))).toEqual([])
  expect(differing(seven, eight, ruling('seen-0001', { kind: 'seen', doubt: doubt?.id ?? '', at: at(3) }))).toEqual([])
  const time = (id: string, other: Partial<SyncRuling>) =>
    ruling(id, { kind: 'time', bib: '7', point: 'finish', ...other })
  expect(differing(time('ruling-0001', { time: at(9) }), time('ruling-0002', { since: 9 }))).toHaveLength(1)
  expect(differing(time('ruling-0001', { since: 9 }), time('ruling-0002', { since: 8, point: 'start' }))).toEqual([])
  const state = (id: string, other: Partial<SyncRuling>) => ruling(id, { kind: 'state', bib: '7', ...other })
  expect(differing(state('ruling-0001', { state: 'retired' }), state('ruling-0002', { bib: '8' }))).toEqual([])
  expect(differing(state('ruling-0001', { state: 'retired' }), state('ruling-0002', { state: null }))).toHaveLength(1)
  expect(
    differing(
      ruling('ruling-0001', { kind: 'gun', recordingId: 'gun-0001' }),
      ruling('ruling-0002', { kind: 'gun', recordingId: crossing._id }),
    ),
  ).toHaveLength(1)
})
