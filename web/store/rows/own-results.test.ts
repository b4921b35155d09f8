import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { emptyAccount, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { readOwnResults } from './applications.ts'

let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
})
afterEach(() => db.delete())

function result(id: string, startDate: string, other: Partial<OwnResult> = {}): OwnResult {
  return {
    ...{ _id: id, marathonId: `event-of-${id}`, title: 'Harbour Ten', startDate, timeZone: 'UTC', distance: '10k' },
    ...{ bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', state: 'finished', time: 1_800_000 },
    ...{ place: 1, sexPlace: null, categoryPlace: null, finishers: 1, splits: '[]', reason: '' },
    ...{ officialAt: startDate, ver: 1 },
    ...other,
  }
}
const [old, late] = [result('entry-0001', '2026-05-01T08:00:00.000Z'), result('entry-0002', '2027-05-01T08:00:00.000Z')]
const ids = async () => (await readOwnResults(db)).map(({ _id }) => _id)
const receive = (ownResults: OwnResult[], other: Partial<ReturnType<typeof responseOf>> = {}) =>
  db.sync.get('sync').then((from) => applyResponse(db, from ?? FIRST_SYNC, responseOf({ ownResults, ...other }), 0))

it('come with a pull, the newest race first, and a correction replaces one', async () => {
  await receive([old, late])
  expect(await ids()).toEqual(['entry-0002', 'entry-0001'])
  await receive([{ ...late, place: 2, ver: 2 }], { cursor: 'e.2' })
  expect((await readOwnResults(db)).map(({ place }) => place)).toEqual([2, 1])
})

it('outlive their event, and leave where the server has them no more', async () => {
  await receive([old, late])
  const deleted = [{ type: 'marathon' as const, id: late.marathonId, at: '2027-06-01T00:00:00.000Z' }]
  await receive([], { cursor: 'e.2', deleted })
  expect(await ids()).toEqual(['entry-0002', 'entry-0001'])
  await receive([old], { cursor: 'e.3', reset: true })
  expect(await ids()).toEqual(['entry-0001'])
})
