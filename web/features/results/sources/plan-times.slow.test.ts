import { expect, it } from 'vitest'
import { resultRows } from '../../../../contract/results/result-rows.ts'
import { resultsOf } from '../../../../contract/results/results.ts'
import { isMadeBy } from '../../../../contract/text/owned-id.ts'
import { atOnce } from '../../../forms/files/read-table.ts'
import type { AccountDb } from '../../../store/account-db.ts'
import { enqueueInParts } from '../../../store/rows/many/enqueue-in-parts.ts'
import { type Recorded, readRecorded, record } from '../../../store/rows/recordings.ts'
import { emptyAccount } from '../../../testing/test-account.ts'
import {
  changesOf,
  clockOf,
  gunsOf,
  planTimes,
  recordingEdits,
  type Start,
  sourcesOf,
  voidEdits,
} from './plan-times.ts'
import type { ReadCrossing, ReadTimes } from './read-times.ts'

const EVENT = 'event-0001'
const AUTHOR = { name: 'Tina', email: '' }
const GUN = Date.parse('2027-06-01T06:00:03.200Z')
const START: Start = { at: GUN, error: 40 }

/** What was read of a file with these bibs, a second apart. */
function file(bibs: (string | null)[], kind: ReadTimes['kind'] = 'since', start = GUN): ReadTimes {
  const crossings = bibs.map((bib, at): ReadCrossing => {
    const since = 1_023_000 + at * 1000
    const reading = kind === 'day' ? start + since : since
    return { row: { line: at + 2, cells: [] }, point: 'finish', bib, at: start + since, reading }
  })
  return { kind, crossings, problems: [], twice: 0 }
}

async function plan(
  db: AccountDb,
  read: ReadTimes,
  { start = START as Start | null, sheet = null as string | null } = {},
) {
  const { recordings } = await readRecorded(db, AUTHOR, EVENT)
  const clock = clockOf(db.uid, EVENT, 'crossing', { sheet, crossings: read.crossings }, recordings)
  const planned = atOnce(planTimes(db.uid, read, { marathonId: EVENT, clock, what: 'crossing' }, start))
  return changesOf(db.uid, planned, recordings)
}
async function save(db: AccountDb, read: ReadTimes, options = {}) {
  const changes = await plan(db, read, options)
  await enqueueInParts(db, recordingEdits(changes.fresh))
  return changes
}
const sources = async (db: AccountDb) => sourcesOf((await readRecorded(db, AUTHOR, EVENT)).recordings, db.uid)

it('the same file twice adds nothing, and a longer one of the same watch its new lines alone', async () => {
  const db = await emptyAccount('olivia')
  const first = await save(db, file(['7', null, null, '9']))
  // One is the sample of the clock.
  expect([first.fresh.length, first.there]).toEqual([5, 0])
  expect(first.fresh.every(({ id }) => isMadeBy(id, 'olivia') && !isMadeBy(id, 'oskar'))).toBe(true)
  const again = await plan(db, file(['7', null, null, '9']))
  expect([again.fresh, again.there, again.gone]).toEqual([[], 4, []])
  const longer = await save(db, file(['7', null, null, '9', '10']))
  expect([longer.fresh.map(({ patch }) => patch.bib), longer.there]).toEqual([['10'], 4])
  expect((await sources(db)).map(({ lines }) => lines.length)).toEqual([5])
})

it('another start changes the times and not the ids: the file was here', async () => {
  const db = await emptyAccount('olivia')
  await save(db, file(['7', '8', '9']))
  const moved = file(['7', '8', '9'], 'since', GUN + 250)
  expect((await plan(db, moved, { start: { at: GUN + 250, error: 20 } })).fresh).toEqual([])
})

it('two lines that say the same are two recordings', async () => {
  const db = await emptyAccount('olivia')
  const read = file([null, null, null])
  for (const one of read.crossings) Object.assign(one, { reading: 1_023_000, at: GUN + 1_023_000 })
  expect(new Set((await plan(db, read)).fresh.map(({ id }) => id)).size).toBe(4)
})

it('a file that was taken back as a whole comes in again, a line taken back alone does not', async () => {
  const db = await emptyAccount('olivia')
  await save(db, file(['7', '8', '9']))
  const [source] = await sources(db)
  await enqueueInParts(db, voidEdits([source?.lines[1]?._id ?? '']))
  expect((await plan(db, file(['7', '8', '9']))).fresh).toEqual([])
  const rest = [...(source?.lines ?? []), ...(source?.samples ?? [])].map(({ _id }) => _id)
  await enqueueInParts(db, voidEdits(rest))
  expect(await sources(db)).toEqual([])
  const again = await save(db, file(['7', '8', '9']))
  expect([again.fresh.length, again.there]).toEqual([4, 0])
  expect((await sources(db)).map(({ lines, samples }) => [lines.length, samples.length])).toEqual([[3, 1]])
})

it('a sheet is one clock, whatever is changed in it, and says what is not in it any more', async () => {
  const db = await emptyAccount('olivia')
  const sheet = 'sheet-0001'
  await save(db, file(['7', '8']), { sheet })
  const changed = await save(db, file(['71', '8', '9']), { sheet })
  expect(changed.fresh.map(({ patch }) => patch.bib)).toEqual(['71', '9'])
  expect(changed.gone).toHaveLength(1)
  expect(await sources(db)).toHaveLength(1)
})

it('times since a gun are known as well as the gun, and those of another watch are a doubt', async () => {
  const doubts = async (kind: ReadTimes['kind'], start: Start | null) => {
    const db = await emptyAccount('olivia')
    const base = { marathonId: EVENT, point: 'start', how: 'tap', clock: 'clock-0001', bib: null, of: null } as const
    const at = new Date(GUN).toISOString()
    await record(db, { ...base, kind: 'clock', tick: 5, at, accuracy: 40 })
    await record(db, { ...base, kind: 'gun', tick: 5, at, accuracy: 40 })
    await save(db, file(['7', '8'], kind), { start })
    const recorded = await readRecorded(db, AUTHOR, EVENT)
    const entries = ['7', '8'].map((bib) => ({ id: `entry-${bib}`, bib, isHere: true }))
    const results = resultsOf({ ...resultRows(recorded), splits: [], entries })
    return {
      guns: gunsOf(recorded),
      doubts: results.doubts.map((one) => one.kind),
      times: results.rows.map(({ time }) => time),
    }
  }
  expect(await doubts('since', START)).toMatchObject({
    ...{ guns: [{ at: GUN, error: 40, by: 'Tina' }], doubts: [], times: [1_023_000, 1_024_000] },
  })
  expect(await doubts('since', { at: GUN, error: null })).toMatchObject({
    doubts: ['clock'],
    times: [1_023_000, 1_024_000],
  })
  expect(await doubts('day', null)).toMatchObject({ doubts: ['clock'], times: [1_023_000, 1_024_000] })
})

it('a gun of a phone whose date was ahead has the time from which the list counts', () => {
  const at = (ms: number) => new Date(GUN + ms).toISOString()
  const ofPhone = (_id: string, kind: 'gun' | 'crossing', tick: number, ms: number) => ({
    ...{ _id, marathonId: EVENT, kind, point: kind === 'gun' ? 'start' : 'finish', how: 'tap', clock: 'phone_1' },
    ...{ tick, at: at(ms), bib: null, accuracy: null, of: null, by: 'Tina', voidedAt: null },
    ...{ confirmed: true, ver: 1, pending: null },
  })
  // The server set the gun to the moment when it came: the other two say that it was 10 s before.
  const recordings = [
    ofPhone('gun-0001', 'gun', 0, 0),
    ofPhone('tap-0001', 'crossing', 20_000, 10_000),
    ofPhone('tap-0002', 'crossing', 30_000, 20_000),
  ] as Recorded['recordings']
  const { gun } = resultsOf({ ...resultRows({ recordings, rulings: [] }), splits: [], entries: [] })
  expect(gunsOf({ recordings, rulings: [] }).map((one) => one.at)).toEqual([gun])
  expect(gun).toBe(GUN - 10_000)
})

// Mutants are counted at each of 20,000 lines.
it('says how many are above what an account may record', { timeout: 300_000 }, async () => {
  const db = await emptyAccount('olivia')
  const many = Array.from({ length: 20_001 }, (_, at) => String(at + 1))
  expect((await plan(db, file(many), { start: null })).above).toBe(1)
  expect((await plan(db, file(many.slice(1)), { start: null })).above).toBe(0)
  // What the account has recorded counts, and what others have does not.
  await save(db, file(['7', '8'], 'day'), { start: null })
  expect((await plan(db, file(many.slice(1)), { start: null })).above).toBe(2)
  const { recordings } = await readRecorded(db, AUTHOR, EVENT)
  const read = file(many.slice(1))
  const planned = atOnce(planTimes('oskar', read, { marathonId: EVENT, clock: 'file_0001', what: 'crossing' }, null))
  expect(changesOf('oskar', planned, recordings).above).toBe(0)
})
