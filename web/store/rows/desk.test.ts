import { beforeEach, describe, expect, it } from 'vitest'
import { readCheckInCount, readRegistered } from '../../features/check-in/check-in-count.ts'
import { readEntrants } from '../../testing/plain-store.ts'
import { until } from '../../testing/render-hook.tsx'
import { applicationRow, codeOf, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import type { AccountDb } from '../account-db.ts'
import { discardEdit, discardedWith } from '../handle-unsent.ts'
import type { ApplicationView } from '../overlay.ts'
import { checkIn } from './check-ins.ts'
import { enterWalkIn, handOutBib, undoWalkIn } from './desk.ts'
import { followEntrants } from './entrants.ts'

const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')
const walkIn = (firstName: string, bib: string | null = null) => {
  return { marathonId: EVENT, firstName, lastName: 'Roth', bib, code: codeOf(firstName), above: 0 }
}
const enter = (firstName: string, bib: string | null = null) => enterWalkIn(db, walkIn(firstName, bib), 'North', NOW)
let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  await db.marathons.put({ ...marathonRow(EVENT, { role: 'desk', regCount: 400 }), own: 0, gen: 0 })
  await db.applications.put({
    ...applicationRow('entry-ada', EVENT, { mine: false, createdAt: '2026-01-02T00:00:00.000Z' }),
    own: 0,
    gen: 0,
  })
})

describe('a walk-in', () => {
  it('is queued with its check-in, in one transaction, and is an entrant at once', async () => {
    const lists: ApplicationView[][] = []
    const leave = followEntrants(
      db,
      EVENT,
      (entrants) => lists.push(entrants),
      () => undefined,
    )
    await until(() => expect(lists.at(-1)).toHaveLength(1))
    const { id, checkInId } = await enter('Ben', '501')
    const ops = (await db.outbox.orderBy('n').toArray()).map(({ op }) => op)
    expect(ops).toMatchObject([
      { type: 'application.walkIn', id, patch: { firstName: 'Ben', bib: '501', above: 0 } },
      {
        type: 'checkIn.create',
        id: checkInId,
        patch: { applicationId: id, gate: 'North', at: '2027-06-01T07:00:00.000Z' },
      },
    ])
    await until(() => expect(lists.at(-1)?.map(({ firstName }) => firstName)).toEqual(['Ada', 'Ben']))
    expect(lists.at(-1)?.[1]).toMatchObject({ isClaimed: false, mine: false, status: 'registered', pending: 'waiting' })
    leave()
    // A screen that opens now reads all.
    expect((await readEntrants(db, EVENT)).map(({ firstName }) => firstName)).toEqual(['Ada', 'Ben'])
  })

  it('of another event is no entrant here', async () => {
    await enterWalkIn(db, { ...walkIn('Ben'), marathonId: 'event-0002' }, '', NOW)
    expect((await readEntrants(db, EVENT)).map(({ firstName }) => firstName)).toEqual(['Ada'])
    expect(await readRegistered(db, EVENT)).toBe(400)
  })

  it('is counted among the registered and among who is here, once', async () => {
    expect(await readRegistered(db, EVENT)).toBe(400)
    await enter('Ben', '501')
    expect(await readRegistered(db, EVENT)).toBe(401)
    // Several parts of the screen count at once.
    expect(await Promise.all([readRegistered(db, EVENT), readRegistered(db, EVENT)])).toEqual([401, 401])
    const entered = await enter('Cy', '502')
    expect(await Promise.all([readRegistered(db, EVENT), readRegistered(db, EVENT)])).toEqual([402, 402])
    await checkIn(db, { marathonId: EVENT, applicationId: 'entry-ada', gate: 'North' }, NOW)
    expect(await readCheckInCount(db, EVENT)).toMatchObject({ registered: 402, here: 3 })
    await undoWalkIn(db, entered, 'By mistake', NOW)
    expect(await readCheckInCount(db, EVENT)).toMatchObject({ registered: 401, here: 2 })
    await enter('Di')
    expect(await readCheckInCount(db, EVENT)).toMatchObject({ registered: 402, here: 3 })
  })

  it('that is taken back leaves the list: first the check-in, then the entry, which says why', async () => {
    const entered = await enter('Ben', '501')
    await undoWalkIn(db, entered, 'By mistake', NOW)
    const records = (await db.outbox.orderBy('n').toArray()).slice(2)
    expect(records.map(({ op }) => op)).toMatchObject([
      { type: 'checkIn.void', id: entered.checkInId },
      { type: 'application.withdraw', id: entered.id, patch: { reason: 'By mistake' } },
    ])
    // The list of unsent changes names whom they are about.
    expect(records.map(({ was }) => was)).toMatchObject([{ firstName: 'Ben' }, { firstName: 'Ben' }])
    expect((await readEntrants(db, EVENT)).map(({ firstName }) => firstName)).toEqual(['Ada'])
  })

  it('takes its check-in along where it is discarded, and holds it back where it is set aside', async () => {
    await enter('Ben')
    const [entry] = await db.outbox.orderBy('n').toArray()
    if (!entry) throw new Error('nothing is queued')
    expect((await discardedWith(db, entry)).map(({ op }) => op.type)).toEqual(['application.walkIn', 'checkIn.create'])
    await db.outbox.where('opId').equals(entry.opId).modify({ state: 'parked', reason: 'refused' })
    await checkIn(db, { marathonId: EVENT, applicationId: entry.op.id, gate: '' }, NOW)
    expect((await db.outbox.orderBy('n').last())?.state).toBe('parked')
    await discardEdit(db, { ...entry, state: 'parked' })
    expect(await db.outbox.count()).toBe(0)
  })
})

it('a bib that is handed out names what was seen before, and that the entrant holds it', async () => {
  const row = applicationRow('entry-ada', EVENT, { mine: false, bib: '7' })
  await handOutBib(db, { ...row, pending: null }, '501')
  const [record] = await db.outbox.toArray()
  expect(record?.op).toMatchObject({
    type: 'application.assignBib',
    id: 'entry-ada',
    patch: { bib: '501', isHandedOut: true },
    base: { bib: '7' },
  })
})
