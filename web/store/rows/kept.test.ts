import { beforeEach, expect, it } from 'vitest'
import type { HistoryRow } from '../../../contract/history.ts'
import { HISTORY_PAGE_ROWS, MOST_HISTORY_ROWS } from '../../../contract/limits.ts'
import type { Role } from '../../../contract/roles.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { emptyAccount, marathonRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { keep, withPage } from './kept.ts'

const EVENT = 'event-0001'
let db: AccountDb

async function receive(other: Parameters<typeof responseOf>[0]) {
  const { cursor, gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  await applyResponse(db, { cursor, gen }, responseOf(other), 0)
}
const become = (role: Role | null) => receive({ cursor: 'e.1', marathons: [marathonRow(EVENT, { role })] })
const put = (key = `history:${EVENT}`, at = 1) => keep<string>(db, { key, marathonId: EVENT, at }, () => ['kept'])
const keys = () => db.kept.toCollection().primaryKeys()

/** Rows from one id down to another. */
const rows = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => ({ _id: from - n }) as HistoryRow)
const idsOf = (list: HistoryRow[]) => list.map(({ _id }) => _id)

beforeEach(async () => {
  db = await emptyAccount()
})

it.each(['owner', 'organiser'] as const)('keeps what the %s fetched', async (role) => {
  await become(role)
  await put()
  expect(await keys()).toEqual([`history:${EVENT}`])
})

it.each([null, 'desk', 'gate', 'timer'] as const)('keeps nothing where the role became %s meanwhile', async (role) => {
  await become(role)
  await put()
  expect(await keys()).toEqual([])
})

it('forgets it with the role, and with the marathon', async () => {
  const at = '2027-06-01T07:00:00.000Z'
  for (const type of ['role', 'marathon'] as const) {
    await become('organiser')
    await put()
    await receive({ cursor: 'e.1', marathons: [marathonRow('event-0002', { role: 'organiser' })] })
    expect(await keys()).toHaveLength(1)
    await receive({ cursor: 'e.2', deleted: [{ type, id: EVENT, at }] })
    expect(await keys()).toEqual([])
  }
})

it('forgets the oldest of many', async () => {
  await become('owner')
  for (let at = 0; at < 25; at++) await put(`history:${EVENT}:${at}`, at)
  expect(await keys()).toHaveLength(20)
  expect(await db.kept.orderBy('key').first()).toMatchObject({ at: 10 })
})

it('joins a page with what follows it, and leaves out what the server erased', () => {
  const page = rows(160, 111)
  expect(page).toHaveLength(HISTORY_PAGE_ROWS)
  const joined = withPage(
    rows(150, 51).filter(({ _id }) => _id !== 120),
    page,
  )
  expect(idsOf(joined)).toEqual(idsOf(rows(160, 51)))
  // The server has no row 130 any more.
  const without = [...rows(161, 131), ...rows(129, 111)]
  expect(idsOf(withPage(rows(160, 51), without))).toEqual(idsOf([...without, ...rows(110, 51)]))
})

it('leaves no gap: older rows that the page does not reach are fetched anew', () => {
  expect(idsOf(withPage(rows(100, 51), rows(260, 211)))).toEqual(idsOf(rows(260, 211)))
})

it('has nothing behind a page that is not full, and goes on behind the last row', () => {
  expect(idsOf(withPage(rows(60, 1), rows(60, 40)))).toEqual(idsOf(rows(60, 40)))
  expect(idsOf(withPage(rows(60, 40), rows(39, 1), 40))).toEqual(idsOf(rows(60, 1)))
})

it(`has ${MOST_HISTORY_ROWS} rows at most, the newest`, () => {
  const most = withPage(rows(1000, 501), rows(500, 451), 501)
  expect(idsOf(most)).toEqual(idsOf(rows(1000, 501)))
})
