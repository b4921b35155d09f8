import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/limits.ts'
import type { Op, SyncResponse } from '../../contract/sync.ts'
import { type AccountDb, FIRST_SYNC } from '../store/account-db.ts'
import { forgetAccount } from '../store/forget-account.ts'
import { enqueueOps } from '../store/outbox.ts'
import { emptyAccount, marathonRow, queueEdits, responseOf } from '../testing/test-account.ts'
import { applyResponse } from './apply-response.ts'
import { JOURNAL_DAYS, pruneJournal } from './journal.ts'

const NOW = Date.parse('2027-06-01T00:00:00.000Z')

let db: AccountDb
async function receive(response: SyncResponse) {
  const { cursor, gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  expect(await applyResponse(db, { cursor, gen }, response, NOW)).toBe(true)
}
const applied = (ops: Op[]) => ops.map(({ opId }) => ({ opId, status: 'applied' as const }))
const journal = async () => (await db.journal.orderBy('n').toArray()).map(({ opId }) => opId)
const queued = async () => (await db.outbox.orderBy('n').toArray()).map(({ opId, state }) => [opId, state])
const idsOf = (ops: Op[]) => ops.map(({ opId }) => opId)

beforeEach(async () => {
  db = await emptyAccount()
})

describe('the journal', () => {
  it('has the ops that were applied, also those that clashed, and no others', async () => {
    const ops = await queueEdits(db, ['event-0001', 'event-0002', 'event-0003', 'event-0004'])
    const [first, rejected, clash] = idsOf(ops) as [string, string, string]
    const conflicts = { location: { base: 'a', yours: 'b', theirs: 'c' } }
    const results: SyncResponse['results'] = [
      { opId: first, status: 'applied' },
      { opId: rejected, status: 'rejected', code: 'FORBIDDEN' },
      { opId: clash, status: 'applied', conflicts },
    ]
    await receive(responseOf({ epoch: 'e', results }))
    expect(await journal()).toEqual([first, clash])
  })

  it('has no draw: the organiser draws again when all phones have sent their applications', async () => {
    await enqueueOps(db, [{ type: 'marathon.draw', id: 'event-0001', patch: {}, base: {} }])
    const [draw] = await db.outbox.toArray()
    await receive(responseOf({ epoch: 'e', results: [{ opId: draw?.opId as string, status: 'applied' }] }))
    expect(await db.outbox.count()).toBe(0)
    expect(await journal()).toEqual([])
  })

  it('INV-22 goes back at a new epoch, in its old order and before what was queued since', async () => {
    const ops = await queueEdits(db, ['event-0001', 'event-0002'])
    await receive(responseOf({ epoch: 'e', results: applied(ops) }))
    const [later] = await queueEdits(db, ['event-0001'], 'Bremen')
    expect(await queued()).toEqual([[later?.opId, 'waiting']])
    await receive(responseOf({ epoch: 'f', cursor: 'f.1', reset: true, halted: { code: 'UNAVAILABLE' } }))
    expect(await queued()).toEqual([...idsOf(ops), later?.opId].map((opId) => [opId, 'waiting']))
    expect((await db.outbox.toArray()).map(({ op }) => op)).toEqual([...ops, later])
    expect(await journal()).toEqual([])
    await receive(responseOf({ epoch: 'f', cursor: 'f.3', results: applied(ops) }))
    expect(await journal()).toEqual(idsOf(ops))
    expect(await queued()).toEqual([[later?.opId, 'waiting']])
  })

  it('also sends again what was applied in a page that was not the last one', async () => {
    const ops = await queueEdits(db, ['event-0001'])
    await receive(responseOf({ epoch: 'e', more: true, results: applied(ops) }))
    expect(await queued()).toEqual([[ops[0]?.opId, 'settled']])
    await receive(responseOf({ epoch: 'f', cursor: 'f.1', reset: true, more: true }))
    expect(await queued()).toEqual([[ops[0]?.opId, 'waiting']])
  })

  it('stays where the epoch stays, where an older worker tells none, and at the first one told', async () => {
    const ops = await queueEdits(db, ['event-0001'])
    await receive(responseOf({ results: applied(ops) }))
    await receive(responseOf({ epoch: 'e' }))
    await receive(responseOf({ marathons: [marathonRow('event-0002')] }))
    await receive(responseOf({ epoch: 'e' }))
    expect(await journal()).toEqual(idsOf(ops))
    expect(await queued()).toEqual([])
  })

  it('loses what no backup can lose any more by server time, and the oldest of too many ops', async () => {
    const at = NOW - JOURNAL_DAYS * DAY_MS
    const row = (n: number, at: number) => ({ n, opId: `op-${n}`, target: 'marathon:event-0001', op: {} as Op, at })
    await db.journal.bulkPut([row(1, at - 1), row(2, at), row(3, NOW)])
    await receive(responseOf({ epoch: 'e', serverTime: new Date(NOW).toISOString() }))
    expect(await journal()).toEqual(['op-2', 'op-3'])
    await db.journal.bulkPut([row(4, NOW), row(5, NOW)])
    await pruneJournal(db, NOW, 3)
    expect(await journal()).toEqual(['op-3', 'op-4', 'op-5'])
  })

  it('goes at logout', async () => {
    const ops = await queueEdits(db, ['event-0001'])
    await receive(responseOf({ epoch: 'e', results: applied(ops) }))
    await forgetAccount(db, 'keep')
    expect(await journal()).toEqual([])
  })
})
