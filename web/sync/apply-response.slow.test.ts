import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckIn } from '../../contract/check-in.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import type { AccountDb } from '../store/account-db.ts'
import { forgetAccount } from '../store/forget-account.ts'
import { enqueueOps } from '../store/outbox.ts'
import { readMarathon } from '../store/rows/marathons.ts'
import { markRead } from '../store/rows/notices.ts'
import { readOpMarathons } from '../store/rows/op-marathons.ts'
import { discardOp } from '../testing/plain-store.ts'
import {
  applicationRow,
  codeOf,
  emptyAccount,
  marathonRow,
  noticeRow,
  queueEdits,
  responseOf,
} from '../testing/test-account.ts'
import { applyResponse } from './apply-response.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const NOW = Date.parse('2027-06-01T00:00:00.000Z')

let db: AccountDb
/** Applies a response to a request that was sent with `cursor`, in the phone's own generation unless `gen` is given. */
async function receive(cursor: string | null, response: SyncResponse, now: number, gen?: number) {
  const current = (await db.sync.get('sync'))?.gen ?? 0
  return applyResponse(db, { cursor, gen: gen ?? current }, response, now)
}
const ids = async () => (await db.marathons.toCollection().primaryKeys()).sort()

beforeEach(async () => {
  db = await emptyAccount()
})

describe('one answer', () => {
  it('of a first pull is dropped where a logout emptied the phone meanwhile', async () => {
    const page = responseOf({
      marathons: [marathonRow('event-0001')],
      applications: [applicationRow('entry-0001', 'event-0001')],
    })
    await forgetAccount(db, 'keep')
    expect(await receive(null, page, NOW, 0)).toBe(false)
    expect(await ids()).toEqual([])
    expect(await db.applications.count()).toBe(0)
    expect(await receive(null, page, NOW)).toBe(true)
  })

  it('keeps the ids of the last ops that were applied, and of no others', async () => {
    const ops = await queueEdits(db, ['event-0001', 'event-0002', 'event-0003'])
    const [applied, rejected, clash] = ops.map(({ opId }) => opId) as [string, string, string]
    const conflicts = { location: { base: 'a', yours: 'b', theirs: 'c' } }
    await receive(
      null,
      responseOf({
        results: [
          { opId: applied, status: 'applied' },
          { opId: rejected, status: 'rejected', code: 'FORBIDDEN' },
          { opId: clash, status: 'applied', conflicts },
          { opId: 'never-queued-here', status: 'applied' },
        ],
      }),
      NOW,
    )
    expect((await db.sync.get('sync'))?.accepted).toEqual([applied])
  })

  it('keeps the ids of all ops that it applied, so that a form in a large flush finds its own', async () => {
    const ops = await queueEdits(
      db,
      Array.from({ length: 300 }, (_, at) => `event-${1000 + at}`),
    )
    const results = ops.map(({ opId }) => ({ opId, status: 'applied' as const }))
    await receive(null, responseOf({ results }), NOW)
    expect((await db.sync.get('sync'))?.accepted).toHaveLength(300)
  })

  it('INV-6 is dropped whole where its sent cursor is no longer current', async () => {
    await receive(null, responseOf({ cursor: 'e.5' }), NOW)
    const taken = await receive(null, responseOf({ cursor: 'e.3', marathons: [marathonRow('event-0001')] }), NOW)
    expect(taken).toBe(false)
    expect(await ids()).toEqual([])
    expect((await db.sync.get('sync'))?.cursor).toBe('e.5')
  })

  it('is dropped whole where the page is left while it is written, and no later', async () => {
    const leave = () => void dispatchEvent(new Event('pagehide'))
    db.marathons.hook('creating', leave)
    const response = responseOf({ cursor: 'e.5', marathons: [marathonRow('event-0001')] })
    await expect(receive(null, response, NOW)).rejects.toThrow()
    db.marathons.hook('creating').unsubscribe(leave)
    expect([await ids(), await db.sync.get('sync')]).toEqual([[], undefined])
    expect(await receive(null, response, NOW)).toBe(true)
    leave()
    expect(await ids()).toEqual(['event-0001'])
  })

  it('INV-14 keeps an applied edit over the row until the last page is in', async () => {
    await receive(null, responseOf({ marathons: [marathonRow('event-0001')] }), NOW)
    const [op] = await queueEdits(db, ['event-0001'])
    const results = [{ opId: String(op?.opId), status: 'applied' as const }]
    await receive('e.1', responseOf({ cursor: 'e.2', results, more: true }), NOW)
    expect(await readMarathon(db, AUTHOR, 'event-0001')).toMatchObject({ location: 'Kiel', pending: null })
    const row = marathonRow('event-0001', { location: 'Kiel', ver: 2 })
    await receive('e.2', responseOf({ cursor: 'e.3', marathons: [row] }), NOW)
    expect(await db.outbox.count()).toBe(0)
    expect(await readMarathon(db, AUTHOR, 'event-0001')).toMatchObject({ location: 'Kiel' })
  })

  it('INV-4 moves a rejected edit whole into the inbox', async () => {
    const [op] = await queueEdits(db, ['event-0001'])
    const results = [{ opId: String(op?.opId), status: 'rejected' as const, code: 'GONE' as const }]
    await receive(null, responseOf({ results }), NOW)
    expect(await db.outbox.count()).toBe(0)
    expect(await db.inbox.toArray()).toEqual([
      expect.objectContaining({ op, code: 'GONE', target: 'marathon:event-0001' }),
    ])
  })

  it('remembers what a row was called that is gone when its edit is refused', async () => {
    await receive(null, responseOf({ marathons: [marathonRow('event-0001')] }), NOW)
    const [op] = await queueEdits(db, ['event-0001'])
    const deleted = [{ type: 'marathon' as const, id: 'event-0001', at: '2027-06-01T07:00:00.000Z' }]
    await receive('e.1', responseOf({ cursor: 'e.2', deleted, more: true }), NOW)
    const results = [{ opId: String(op?.opId), status: 'rejected' as const, code: 'GONE' as const }]
    await receive('e.2', responseOf({ cursor: 'e.3', results }), NOW)
    expect([...(await readOpMarathons(db, await db.inbox.toArray())).values()]).toEqual([
      { title: 'Harbour Ten', timeZone: 'UTC' },
    ])
  })

  it('shows nothing of an edit that was discarded while its verdict was on the way', async () => {
    const [op] = await queueEdits(db, ['event-0001'])
    await discardOp(db, String(op?.opId))
    const results = [{ opId: String(op?.opId), status: 'rejected' as const, code: 'GONE' as const }]
    await receive(null, responseOf({ results }), NOW)
    expect(await db.inbox.count()).toBe(0)
  })

  it('does not count as a complete pull where the server sent no page', async () => {
    const first = await receive(null, responseOf({ more: true, halted: { code: 'UNAVAILABLE' } }), NOW)
    expect(first).toBe(true)
    expect((await db.sync.get('sync'))?.syncedAt).toBeNull()
  })
})

describe('a reset', () => {
  it('keeps old rows readable until the last page, then removes what was not sent anew', async () => {
    await receive(null, responseOf({ marathons: [marathonRow('event-0001'), marathonRow('event-0002')] }), NOW)
    const page = responseOf({ cursor: 'f.1', reset: true, more: true, marathons: [marathonRow('event-0002')] })
    await receive('e.1', page, NOW)
    expect(await ids()).toEqual(['event-0001', 'event-0002'])
    await receive('f.1', responseOf({ cursor: 'f.2', marathons: [marathonRow('event-0003')] }), NOW)
    expect(await ids()).toEqual(['event-0002', 'event-0003'])
  })

  it('keeps the outbox', async () => {
    await queueEdits(db, ['event-0001'])
    await receive(null, responseOf({ reset: true }), NOW)
    expect(await db.outbox.count()).toBe(1)
  })
})

describe('what leaves the phone', () => {
  it('is a deleted event with its entrants, but not one’s own application', async () => {
    const applications = [
      applicationRow('entry-own1', 'event-0001'),
      applicationRow('entry-oth1', 'event-0001', { mine: false }),
      applicationRow('entry-oth2', 'event-0002', { mine: false }),
    ]
    await receive(null, responseOf({ marathons: [marathonRow('event-0001')], applications }), NOW)
    const deleted = [{ type: 'marathon' as const, id: 'event-0001', at: '2027-06-01T07:00:00.000Z' }]
    await receive('e.1', responseOf({ cursor: 'e.2', deleted }), NOW)
    expect(await ids()).toEqual([])
    expect((await db.applications.toCollection().primaryKeys()).sort()).toEqual(['entry-oth2', 'entry-own1'])
  })

  it('is an event of more than 30 days ago, unless it is own or applied to', async () => {
    const startDate = '2027-04-01T08:00:00.000Z'
    const marathons = [
      marathonRow('event-past', { startDate }),
      marathonRow('event-mine', { startDate, role: 'owner' }),
      marathonRow('event-appl', { startDate }),
      marathonRow('event-soon', { startDate: '2027-05-20T08:00:00.000Z' }),
    ]
    const applications = [applicationRow('entry-0001', 'event-appl')]
    await receive(null, responseOf({ marathons, applications }), NOW)
    expect(await ids()).toEqual(['event-appl', 'event-mine', 'event-soon'])
  })
})

describe('an event where the user does not help any more', () => {
  const [EVENT, OTHER] = ['event-0001', 'event-0002']
  const scan = (id: string, marathonId: string): CheckIn => {
    const at = '2027-06-01T06:40:00.000Z'
    const applicationId = marathonId === EVENT ? 'entry-0001' : 'entry-0002'
    return { _id: id, marathonId, applicationId, at, gate: 'A', by: 'Hana', voidedAt: null, confirmed: true, ver: 1 }
  }
  const first = responseOf({
    marathons: [marathonRow(EVENT, { role: 'gate' }), marathonRow(OTHER, { role: 'gate' })],
    applications: [
      applicationRow('entry-own1', EVENT),
      applicationRow('entry-0001', EVENT, { mine: false }),
      applicationRow('entry-0002', OTHER, { mine: false, firstName: 'Bo' }),
    ],
    checkIns: [scan('scan-0001', EVENT), scan('scan-0002', OTHER)],
  })
  const removed = (other: Partial<SyncResponse> = {}) =>
    responseOf({ cursor: 'e.2', deleted: [{ type: 'role', id: EVENT, at: '2027-06-01T07:00:00.000Z' }], ...other })
  const keys = async (table: 'applications' | 'checkIns' | 'withdrawn') =>
    (await db.table(table).toCollection().primaryKeys()).sort()
  const enter = (marathonId: string, applicationId: string) =>
    enqueueOps(db, [
      { type: 'checkIn.create', id: `new-${applicationId}`, patch: { marathonId, applicationId, at: '', gate: '' } },
    ])

  it('counts the next scan where the first one does not come again after a reset', async () => {
    const [early, late] = ['2027-06-01T06:30:00.000Z', '2027-06-01T06:50:00.000Z'].map((at, n) => ({
      ...scan(`scan-000${n}`, EVENT),
      at,
    })) as [CheckIn, CheckIn]
    await receive(null, { ...first, checkIns: [early, late] }, NOW)
    const flags = async () => (await db.checkIns.orderBy('_id').toArray()).map(({ first: flag }) => flag)
    expect(await flags()).toEqual([1, 0])
    await receive('e.1', { ...first, checkIns: [late], cursor: 'f.1', reset: true, more: true }, NOW)
    await receive('f.1', responseOf({ cursor: 'f.2' }), NOW)
    expect(await flags()).toEqual([1])
  })

  it('takes its entrants and check-ins along, but no other event and no own application', async () => {
    await receive(null, first, NOW)
    await db.withdrawn.bulkPut([
      { _id: 'entry-gone', code: codeOf('entry-gone'), marathonId: EVENT, at: '2027-06-01T06:00:00.000Z' },
      { _id: 'entry-left', code: codeOf('entry-left'), marathonId: OTHER, at: '2027-06-01T06:00:00.000Z' },
      { _id: 'entry-mine', code: codeOf('entry-mine'), marathonId: 'event-left', at: '2027-06-01T06:00:00.000Z' },
    ])
    await receive('e.1', removed(), NOW)
    expect(await keys('applications')).toEqual(['entry-0002', 'entry-own1'])
    expect(await keys('checkIns')).toEqual(['scan-0002'])
    expect(await keys('withdrawn')).toEqual(['entry-left'])
    expect((await db.marathons.bulkGet([EVENT, OTHER])).map((row) => row?.role)).toEqual([null, 'gate'])
  })

  it.each([
    ['with the verdict', [{ opId: 0, status: 'rejected', code: 'FORBIDDEN' }] as const],
    ['before the verdict', [] as const],
  ])('leaves no name in the scans that were queued there: told %s', async (_, results) => {
    await receive(null, first, NOW)
    const [opId = ''] = await enter(EVENT, 'entry-0001')
    await enter(OTHER, 'entry-0002')
    await enqueueOps(db, [{ type: 'checkIn.void', id: 'scan-0001', patch: { at: '' } }])
    await enqueueOps(db, [{ type: 'checkIn.void', id: 'scan-0002', patch: { at: '' } }])
    await receive('e.1', removed({ results: results.map((verdict) => ({ ...verdict, opId })) }), NOW)
    await receive('e.2', responseOf({ cursor: 'e.3', results: [{ opId, status: 'rejected', code: 'FORBIDDEN' }] }), NOW)
    const [item] = await db.inbox.toArray()
    expect(item).toMatchObject({ opId, code: 'FORBIDDEN', was: { title: 'Harbour Ten' } })
    expect(JSON.stringify(await db.inbox.toArray())).not.toMatch(/Ada|Lauf/)
    const names = (await db.outbox.orderBy('n').toArray()).map(({ was }) => was?.firstName)
    expect(names).toEqual(['Bo', undefined, 'Bo'])
  })

  it('leaves no name where the phone fetches everything anew and is not told of the removal', async () => {
    await receive(null, first, NOW)
    await enter(EVENT, 'entry-0001')
    await enter(OTHER, 'entry-0002')
    const fresh = responseOf({
      cursor: 'f.1',
      reset: true,
      marathons: [marathonRow(EVENT), marathonRow(OTHER, { role: 'gate' })],
      applications: [applicationRow('entry-0002', OTHER, { mine: false, firstName: 'Bo' })],
    })
    const at = new Date(NOW).toISOString()
    await db.withdrawn.bulkPut([
      { _id: 'entry-0007', code: codeOf('entry-0007'), marathonId: EVENT, at },
      { _id: 'entry-0008', code: codeOf('entry-0008'), marathonId: OTHER, at },
    ])
    await receive('e.1', fresh, NOW)
    expect(await db.withdrawn.toCollection().primaryKeys()).toEqual(['entry-0008'])
    expect(await keys('applications')).toEqual(['entry-0002'])
    expect((await db.outbox.orderBy('n').toArray()).map(({ was }) => was?.firstName)).toEqual([undefined, 'Bo'])
  })

  it('leaves no name where the helper kept scans over a logout and was removed meanwhile', async () => {
    await receive(null, first, NOW)
    await enter(EVENT, 'entry-0001')
    await enter(OTHER, 'entry-0002')
    await forgetAccount(db, 'keep')
    const anew = responseOf({
      cursor: 'e.9',
      marathons: [marathonRow(EVENT), marathonRow(OTHER, { role: 'gate' })],
      applications: [applicationRow('entry-0002', OTHER, { mine: false, firstName: 'Bo' })],
    })
    await receive(null, anew, NOW)
    expect((await db.outbox.orderBy('n').toArray()).map(({ was }) => was?.firstName)).toEqual([undefined, 'Bo'])
  })

  it('stays on the phone however old it is while one helps there, and goes after that', async () => {
    const startDate = '2027-04-01T08:00:00.000Z'
    await receive(null, responseOf({ marathons: [marathonRow(EVENT, { role: 'gate', startDate })] }), NOW)
    expect(await ids()).toEqual([EVENT])
    await receive('e.1', removed(), NOW)
    expect(await ids()).toEqual([])
  })
})

describe('notices', () => {
  const [EVENT, OTHER] = ['event-0001', 'event-0002']
  const first = responseOf({
    marathons: [marathonRow(EVENT), marathonRow(OTHER)],
    applications: [applicationRow('entry-0001', EVENT), applicationRow('entry-0002', OTHER)],
    notices: [
      noticeRow('notice-0001', EVENT),
      noticeRow('notice-0002', EVENT, { kind: 'promoted', applicationId: 'entry-0001' }),
      noticeRow('notice-0003', OTHER),
    ],
  })
  const told = async () => (await db.notices.toCollection().primaryKeys()).sort()
  const deletion = (type: 'marathon' | 'application' | 'role' | 'notice', id: string) =>
    responseOf({ cursor: 'e.2', deleted: [{ type, id, at: '2027-06-01T07:00:00.000Z' }] })

  it('are unread at first, and stay read when they come again', async () => {
    await receive(null, first, NOW)
    expect((await db.notices.get('notice-0001'))?.unread).toBe(1)
    await markRead(db, ['notice-0001'])
    await receive('e.1', responseOf({ cursor: 'e.2', notices: first.notices }), NOW)
    expect((await db.notices.toArray()).map(({ unread }) => unread)).toEqual([0, 1, 1])
    await receive('e.2', { ...first, cursor: 'f.1', reset: true }, NOW)
    expect((await db.notices.toArray()).map(({ unread }) => unread)).toEqual([0, 1, 1])
  })

  it('of long ago are marked as read where the first pull after a login brings them', async () => {
    const old = noticeRow('notice-0001', EVENT, { at: '2027-05-20T06:00:00.000Z' })
    const recent = noticeRow('notice-0002', EVENT, { at: '2027-05-30T06:00:00.000Z' })
    await receive(null, { ...first, notices: [old, recent] }, NOW)
    expect((await db.notices.toArray()).map(({ unread }) => unread)).toEqual([0, 1])
    const late = noticeRow('notice-0003', EVENT, { at: '2027-05-20T06:00:00.000Z' })
    await receive('e.1', responseOf({ cursor: 'e.2', notices: [late] }), NOW)
    expect((await db.notices.get('notice-0003'))?.unread).toBe(1)
  })

  it('say when this phone got them, but for those of the first pull', async () => {
    await receive(null, { ...first, notices: [noticeRow('notice-0001', EVENT)], more: true, cursor: 'e-1.1' }, NOW)
    await receive('e-1.1', responseOf({ cursor: 'e.1', notices: [noticeRow('notice-0002', EVENT)] }), NOW)
    const [got, later] = ['2027-06-01T09:00:00.000Z', '2027-06-01T10:00:00.000Z']
    const third = noticeRow('notice-0003', OTHER)
    await receive('e.1', responseOf({ cursor: 'e.2', notices: [third], serverTime: got }), NOW)
    await receive('e.2', { ...first, notices: [...(first.notices ?? [])], reset: true, serverTime: later }, NOW)
    expect((await db.notices.toArray()).map(({ arrivedAt }) => arrivedAt)).toEqual([undefined, undefined, got])
  })

  it.each([
    ['with their deletion', 'notice', 'notice-0001', ['notice-0002', 'notice-0003']],
    ['with their event', 'marathon', EVENT, ['notice-0003']],
    ['with the only application there', 'application', 'entry-0001', ['notice-0003']],
    [
      'where one does not help any more, unless one applied there',
      'role',
      EVENT,
      ['notice-0001', 'notice-0002', 'notice-0003'],
    ],
  ] as const)('leave %s', async (_, type, id, left) => {
    await receive(null, first, NOW)
    await receive('e.1', deletion(type, id), NOW)
    expect(await told()).toEqual(left)
  })

  it('stay with another application of one’s own, except those about the one that was withdrawn', async () => {
    const applications = [...first.applications, applicationRow('entry-0003', EVENT, { firstName: 'Bo' })]
    await receive(null, { ...first, applications }, NOW)
    await receive('e.1', deletion('application', 'entry-0001'), NOW)
    expect(await told()).toEqual(['notice-0001', 'notice-0003'])
  })

  it('about a withdrawn entry stay, although the account has no entry there any more', async () => {
    const kinds = ['withdrawn', 'handedOn'] as const
    const notices = kinds.map((kind) => noticeRow(`notice-${kind}`, EVENT, { kind, urgent: true }))
    await receive(null, { ...first, notices: [...first.notices, ...notices] }, NOW)
    await receive('e.1', deletion('application', 'entry-0001'), NOW)
    expect(await told()).toEqual(['notice-0003', 'notice-handedOn', 'notice-withdrawn'])
    await receive('e.2', { ...deletion('marathon', EVENT), cursor: 'e.3' }, NOW)
    expect(await told()).toEqual(['notice-0003'])
  })

  it('about an entry of others leave with the role', async () => {
    const clash = noticeRow('notice-clash', EVENT, { kind: 'clash', applicationId: 'entry-0009' })
    await receive(null, responseOf({ marathons: [marathonRow(EVENT, { role: 'organiser' })], notices: [clash] }), NOW)
    await receive('e.1', deletion('role', EVENT), NOW)
    expect(await told()).toEqual([])
  })

  it('leave with the help at an event, and stay with the organiser whose runner withdraws', async () => {
    const marathons = [marathonRow(EVENT, { role: 'gate' }), marathonRow(OTHER, { role: 'owner' })]
    const applications = [
      applicationRow('entry-0001', EVENT, { mine: false }),
      applicationRow('entry-0002', OTHER, { mine: false }),
    ]
    // Nobody is told of the entries of others.
    const notices = first.notices.filter(({ applicationId }) => applicationId === null)
    await receive(null, { ...first, marathons, applications, notices }, NOW)
    await receive('e.1', deletion('role', EVENT), NOW)
    expect(await told()).toEqual(['notice-0003'])
    await receive('e.2', { ...deletion('application', 'entry-0002'), cursor: 'e.3' }, NOW)
    expect(await told()).toEqual(['notice-0003'])
  })

  it('stay for a helper who withdrew, even if the page with the event comes later', async () => {
    await receive(null, first, NOW)
    const again = { ...first, applications: [], marathons: [], cursor: 'f-9.2', reset: true, more: true }
    await receive('e.1', again, NOW)
    await receive('f-9.2', { ...deletion('application', 'entry-0001'), cursor: 'f-9.3', more: true }, NOW)
    const marathons = [marathonRow(EVENT, { role: 'gate' }), marathonRow(OTHER)]
    await receive('f-9.3', responseOf({ cursor: 'f.9', marathons }), NOW)
    // Of the other event there is no application any more.
    expect(await told()).toEqual(['notice-0001'])
  })

  it('INV-21 that the server does not send again leave after a reset, at the last page', async () => {
    await receive(null, first, NOW)
    await receive('e.1', { ...first, notices: [], cursor: 'f.1', reset: true, more: true }, NOW)
    expect(await told()).toHaveLength(3)
    await receive('f.1', responseOf({ cursor: 'f.2', notices: [noticeRow('notice-0003', OTHER)] }), NOW)
    expect(await told()).toEqual(['notice-0003'])
  })
})

it('a deletion of a kind that this version does not know changes nothing', async () => {
  const rows = { marathons: [marathonRow('event-0001')], applications: [applicationRow('entry-0001', 'event-0001')] }
  await receive(null, responseOf(rows), NOW)
  const deleted = [{ type: 'spectator', id: 'event-0001' }] as unknown as SyncResponse['deleted']
  expect(await receive('e.1', responseOf({ cursor: 'e.2', deleted }), NOW)).toBe(true)
  expect([await ids(), await db.applications.count()]).toEqual([['event-0001'], 1])
  expect((await db.sync.get('sync'))?.cursor).toBe('e.2')
})
