import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncStaff } from '../../../contract/sync.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount, marathonRow, responseOf, staffRow } from '../../testing/test-account.ts'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { changeRole, offer, readStaff, removeStaff, type StaffView, takeOver, useStaff } from './staff.ts'

const EVENT = 'event-0001'
let db: AccountDb

const ROWS: SyncStaff[] = [
  staffRow('gus', EVENT, { role: 'gate', since: '2027-01-05' }),
  staffRow('omar', EVENT, { role: 'organiser', since: '2027-01-04', mine: true }),
  staffRow('ola', EVENT, { role: 'organiser', since: '2027-01-03', isOffered: true }),
  staffRow(EVENT, EVENT, { role: 'owner', since: '2027-01-01' }),
  staffRow('else', 'event-0002', { role: 'owner' }),
]

async function receive(other: Parameters<typeof responseOf>[0]) {
  const { cursor, gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  await applyResponse(db, { cursor, gen }, responseOf(other), 0)
}

beforeEach(async () => {
  db = await emptyAccount()
  await receive({ marathons: [marathonRow(EVENT, { role: 'organiser' })], staff: ROWS })
})

const shown = async () =>
  (await readStaff(db, EVENT)).map(({ _id, role, isOffered, pending }) => [_id, role, isOffered, pending])
const view = (id: string) => ({ ...ROWS.find(({ _id }) => _id === id), pending: null }) as StaffView

describe('the staff of an event', () => {
  it('are those of this event, the owner first, then by role and by when they joined', async () => {
    expect(await shown()).toEqual([
      [EVENT, 'owner', false, null],
      ['ola', 'organiser', true, null],
      ['omar', 'organiser', false, null],
      ['gus', 'gate', false, null],
    ])
    expect(Object.keys((await readStaff(db, EVENT))[0] ?? {})).not.toContain('gen')
  })

  it('are followed: a screen shows an edit as soon as it is queued', async () => {
    const account = { db, author: { name: 'Omar', email: 'omar@example.com' } }
    const screen = renderHook(() => useStaff(EVENT), account)
    await until(() => expect(screen.value()).toHaveLength(4))
    await removeStaff(db, view('gus'))
    await until(() => expect(screen.value()).toHaveLength(3))
    screen.leave()
  })

  it('INV-14 have a queued role, which ends an offer', async () => {
    await changeRole(db, view('gus'), 'desk')
    await changeRole(db, view('ola'), 'timer')
    expect(await shown()).toEqual([
      [EVENT, 'owner', false, null],
      ['omar', 'organiser', false, null],
      ['gus', 'desk', false, 'waiting'],
      ['ola', 'timer', false, 'waiting'],
    ])
    const [{ op } = { op: {} }] = await db.outbox.toArray()
    expect(op).toMatchObject({ type: 'staff.update', id: 'gus', base: { role: 'gate' }, patch: { role: 'desk' } })
  })

  it('INV-14 have one offer at most: a queued one ends the other', async () => {
    await offer(db, view('omar'), true)
    expect((await shown()).filter(([, , isOffered]) => isOffered)).toEqual([['omar', 'organiser', true, 'waiting']])
    await offer(db, { ...view('omar'), isOffered: true }, false)
    expect((await shown()).filter(([, , isOffered]) => isOffered)).toEqual([])
  })

  it('INV-14 have one owner: who takes over makes the other an organiser', async () => {
    await takeOver(db, view('omar'))
    expect((await shown()).map(([id, role]) => [id, role])).toEqual([
      ['omar', 'owner'],
      [EVENT, 'organiser'],
      ['ola', 'organiser'],
      ['gus', 'gate'],
    ])
  })

  it('INV-14 are without those whose removal is queued', async () => {
    await removeStaff(db, view('gus'))
    expect((await shown()).map(([id]) => id)).toEqual([EVENT, 'ola', 'omar'])
    expect((await db.outbox.toArray())[0]?.op).toMatchObject({ type: 'staff.delete', id: 'gus', base: {}, patch: {} })
  })

  it('that are chosen again as they are queue nothing', async () => {
    expect(await changeRole(db, view('gus'), 'gate')).toEqual([])
    expect(await offer(db, view('ola'), true)).toEqual([])
    expect(await db.outbox.count()).toBe(0)
  })

  it('leave with their deletion, with the event, and by a pull from nothing without them', async () => {
    const deletion = (type: 'staff' | 'marathon', id: string) => ({ deleted: [{ type, id, at: '2027-06-01' }] })
    await receive({ cursor: 'e.2', ...deletion('staff', 'gus') })
    expect((await shown()).map(([id]) => id)).toEqual([EVENT, 'ola', 'omar'])
    await receive({ cursor: 'f-1.1', reset: true, more: true, staff: ROWS.slice(1, 2) })
    expect(await shown()).toHaveLength(3)
    await receive({ cursor: 'f.1', marathons: [marathonRow(EVENT, { role: 'organiser' })] })
    expect((await shown()).map(([id]) => id)).toEqual(['omar'])
    await receive({ cursor: 'f.2', ...deletion('marathon', EVENT) })
    expect(await shown()).toEqual([])
  })
})
