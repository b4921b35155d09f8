import { beforeEach, describe, expect, it } from 'vitest'
import { applyResponse } from '../../sync/apply-response.ts'
import { discardOp } from '../../testing/plain-store.ts'
import { applicationRow, emptyAccount, marathonRow, noticeRow, responseOf } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { deleteNotice, markRead, type NoticeView, readNotices, urgentFirst, writeNotice } from './notices.ts'
import { badgeCount, countUnread } from './unread.ts'

const NOW = Date.parse('2027-06-01T00:00:00.000Z')
const OLIVIA = { name: 'Olivia', email: 'olivia@example.com' }
let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  const rows = responseOf({
    marathons: [marathonRow('event-mine', { role: 'owner', title: 'Mine' }), marathonRow('event-0001')],
    applications: [applicationRow('entry-0001', 'event-0001')],
    notices: [
      noticeRow('notice-mine', 'event-mine', { at: '2027-05-27T00:00:00.000Z' }),
      noticeRow('notice-0001', 'event-0001', { at: '2027-05-28T00:00:00.000Z' }),
      noticeRow('notice-0002', 'event-0001', { at: '2027-05-29T00:00:00.000Z', applicationId: 'entry-0001' }),
    ],
  })
  await applyResponse(db, FIRST_SYNC, rows, NOW)
})

const shown = async (marathonId?: string) => (await readNotices(db, OLIVIA, marathonId)).map(({ _id }) => _id)

describe('what the user was told', () => {
  it('is the newest first, with the event and the runner', async () => {
    expect(await readNotices(db, OLIVIA)).toMatchObject([
      { _id: 'notice-0002', title: 'Harbour Ten', runner: 'Ada Lauf', isUnread: true, pending: null },
      { _id: 'notice-0001', title: 'Harbour Ten', runner: '', isUnread: true },
      { _id: 'notice-mine', title: 'Mine', isUnread: false },
    ])
    expect(await shown('event-mine')).toEqual(['notice-mine'])
  })

  it('is shown without a title where this phone does not have the event yet', async () => {
    await db.notices.put({ ...noticeRow('notice-0003', 'event-later'), unread: 1, gen: 0 })
    expect((await readNotices(db, OLIVIA, 'event-later'))[0]).toMatchObject({ title: '', isUnread: true })
    expect(await countUnread(db)).toBe(3)
  })

  it('is unread until it was seen on this phone, and never at one’s own event', async () => {
    expect(await countUnread(db)).toBe(2)
    expect(await markRead(db, ['notice-0001', 'notice-mine'])).toBe(2)
    expect(await markRead(db, ['notice-0001'])).toBe(0)
    expect(await countUnread(db)).toBe(1)
    expect((await readNotices(db, OLIVIA)).map(({ isUnread }) => isUnread)).toEqual([true, false, false])
  })

  it('is unread at one’s own event too if it is about one entry, and has the title it brings', async () => {
    const clash = noticeRow('notice-clash', 'event-mine', { kind: 'clash', applicationId: 'entry-0001' })
    const parts = [{ kind: 'withdrawn', title: 'Gone Ten', person: 'Ada Lauf', reason: 'Broken leg' } as const]
    const withdrawn = noticeRow('notice-out', 'event-hidden', { kind: 'withdrawn', parts, urgent: true })
    await db.notices.bulkPut([clash, withdrawn].map((row) => ({ ...row, unread: 1 as const, gen: 0 })))
    expect(await countUnread(db)).toBe(4)
    const told = await readNotices(db, OLIVIA)
    expect(told.find(({ _id }) => _id === 'notice-clash')).toMatchObject({ isUnread: true, runner: 'Ada Lauf' })
    expect(told.find(({ _id }) => _id === 'notice-out')).toMatchObject({ isUnread: true, title: 'Gone Ten' })
  })

  it('shows each one that the icon counts, however many newer ones there are', async () => {
    const at = (n: number) => new Date(Date.parse('2027-06-01T06:00:00.000Z') + n * 1000).toISOString()
    const row = (n: number) => ({ ...noticeRow(`notice-${n}`, 'event-0001', { at: at(n) }), gen: 0 })
    await db.notices.clear()
    await db.notices.bulkPut([
      { ...row(0), unread: 1 },
      { ...row(1), unread: 0 },
      ...Array.from({ length: 500 }, (_, n) => ({ ...row(n + 2), unread: 0 as const })),
    ])
    const shown = await readNotices(db, OLIVIA)
    expect([shown.length, shown.at(-1)?._id, await countUnread(db)]).toEqual([501, 'notice-0', 1])
  })

  it('counts on the app’s icon together with what is not sent', async () => {
    await deleteNotice(db, 'notice-mine')
    expect(await badgeCount(db)).toBe(3)
  })
})

describe('a screen with room for a few notices', () => {
  const notice = (_id: string, urgent: boolean, kind: NoticeView['kind'] = 'written') => ({ _id, urgent, kind })
  const moved = notice('moved', true, 'start')
  const shirts = notice('shirts', false)
  const parking = notice('parking', false)
  const heat = notice('heat', true)
  const ids = (notices: { _id: string }[]) => notices.map(({ _id }) => _id)

  it('has the newest urgent one first, then the newest others', () => {
    expect(ids(urgentFirst([shirts, parking, moved], 1))).toEqual(['moved'])
    expect(ids(urgentFirst([shirts, parking, moved], 2))).toEqual(['moved', 'shirts'])
    expect(ids(urgentFirst([shirts, moved, parking, heat], 3))).toEqual(['moved', 'shirts', 'parking'])
  })

  it('has a cancellation before all others, unless the event takes place again', () => {
    const cancelled = notice('cancelled', true, 'cancelled')
    expect(ids(urgentFirst([shirts, moved, cancelled], 3))).toEqual(['cancelled', 'moved', 'shirts'])
    const restored = notice('restored', true, 'restored')
    expect(ids(urgentFirst([heat, restored, cancelled], 2))).toEqual(['restored', 'heat'])
  })

  it('has the newest ones where none is urgent', () => {
    expect(ids(urgentFirst([shirts, parking], 1))).toEqual(['shirts'])
    expect(ids(urgentFirst([], 2))).toEqual([])
  })
})

describe('a notice that is written', () => {
  const fields = { marathonId: 'event-mine', text: 'Start moved', urgent: true }

  it('is shown at once, with the server’s time, and is sent with it', async () => {
    await db.sync.update('sync', { serverOffsetMs: 60_000 })
    await writeNotice(db, fields, NOW)
    const at = '2027-06-01T00:01:00.000Z'
    const [view] = await readNotices(db, OLIVIA, 'event-mine')
    expect(view).toMatchObject({ ...fields, at, by: 'Olivia', kind: 'written', isUnread: false, pending: 'waiting' })
    expect((await db.outbox.toArray()).map(({ op }) => ({ type: op.type, patch: op.patch }))).toEqual([
      { type: 'notice.create', patch: { ...fields, at } },
    ])
    expect(await shown('event-0001')).not.toContain(view?._id)
  })

  it('disappears when it is deleted or discarded, and returns if its deletion is discarded', async () => {
    await writeNotice(db, fields, NOW)
    const [id = ''] = await shown('event-mine')
    await deleteNotice(db, id)
    expect(await shown('event-mine')).toEqual(['notice-mine'])
    await deleteNotice(db, 'notice-mine')
    expect(await shown('event-mine')).toEqual([])
    const [, , last] = await db.outbox.orderBy('n').toArray()
    await discardOp(db, String(last?.opId))
    expect(await shown('event-mine')).toEqual(['notice-mine'])
  })
})
