import { beforeEach, describe, expect, it } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, emptyAccount, marathonRow, newMarathon, noticeRow } from '../../testing/test-account.ts'
import type { AccountDb } from '../account-db.ts'
import { enqueueOps } from '../outbox.ts'
import { readOpMarathons, useOpMarathons } from './op-marathons.ts'

let db: AccountDb

beforeEach(async () => {
  db = await emptyAccount()
  const event = marathonRow('event-0001', { title: 'From the row', timeZone: 'Asia/Tokyo' })
  await db.marathons.put({ ...event, own: 0, gen: 0 })
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001', { title: 'Applied to' }), own: 1, gen: 0 })
})

const op = (type: string, id: string, patch = {}) => ({ opId: `op-${id}`, v: 1, type, id, base: {}, patch, at: '' })
const edit = (type: string, id: string, patch = {}, was?: object) => ({
  target: `${type.split('.')[0]}:${id}`,
  op: op(type, id, patch),
  ...(was ? { was: was as never } : {}),
})
const told = async (...edits: ReturnType<typeof edit>[]) => Object.fromEntries(await readOpMarathons(db, edits))

describe('the event of an edit', () => {
  it('is told from what the edit itself says, before what was, before the row', async () => {
    const was = { title: 'As it was', timeZone: 'UTC' }
    expect(await told(edit('marathon.update', 'event-0001', { title: 'New name' }, was))).toEqual({
      'marathon:event-0001': { title: 'New name', timeZone: 'UTC' },
    })
    expect(await told(edit('marathon.update', 'event-0001', {}, { title: '' }))).toEqual({
      'marathon:event-0001': { title: 'From the row', timeZone: 'Asia/Tokyo' },
    })
  })

  it('of a new application is told with its cancellation, as long as there is one', async () => {
    const create = edit('application.create', 'entry-0002', { marathonId: 'event-0001', title: 'Applied to' })
    const plain = { title: 'Applied to', timeZone: '' }
    expect(await told(create)).toEqual({ 'application:entry-0002': plain })
    await db.marathons.update('event-0001', { cancelled: 'Storm' })
    expect(await told(create)).toEqual({ 'application:entry-0002': { ...plain, cancelled: 'Storm' } })
  })

  it('of an application is told from the application', async () => {
    expect(await told(edit('application.update', 'entry-0001', { firstName: 'Bea' }))).toEqual({
      'application:entry-0001': { title: 'Applied to', timeZone: '' },
    })
  })

  it('of a bib is told with the name of the entrant', async () => {
    expect(await told(edit('application.assignBib', 'entry-0001', { bib: '7' }))).toEqual({
      'application:entry-0001': { title: 'Applied to', timeZone: '', entrant: 'Ada Lauf' },
    })
  })

  it('of a role is told with the name of whose role it is', async () => {
    const was = { marathonId: 'event-0001', title: 'As it was', timeZone: 'UTC', name: 'Hana' }
    expect(await told(edit('staff.delete', 'staff-0001', {}, was))).toEqual({
      'staff:staff-0001': { title: 'As it was', timeZone: 'UTC', entrant: 'Hana' },
    })
  })

  it('of a notice is told from its marathon, also when the notice is deleted', async () => {
    const named = { title: 'From the row', timeZone: 'Asia/Tokyo' }
    expect(await told(edit('notice.create', 'notice-0001', { marathonId: 'event-0001', text: 'Hi' }))).toEqual({
      'notice:notice-0001': named,
    })
    await db.notices.put({ ...noticeRow('notice-0002', 'event-0001'), gen: 0, arrivedAt: 0, isNew: 0 } as never)
    expect(await told(edit('notice.delete', 'notice-0002'))).toEqual({ 'notice:notice-0002': named })
    expect(await told(edit('notice.delete', 'notice-none'))).toEqual({
      'notice:notice-none': { title: '', timeZone: '' },
    })
  })

  it('of a scan or its undoing is told with the entrant’s name, also after the withdrawal', async () => {
    const patch = { marathonId: 'event-0001', applicationId: 'entry-0001', at: '', gate: '' }
    const [create] = [edit('checkIn.create', 'scan-0001', patch)]
    const named = { title: 'Applied to', timeZone: '', entrant: 'Ada Lauf' }
    expect(await told(create)).toEqual({ 'checkIn:scan-0001': named })
    const row = { ...patch, _id: 'scan-0002', by: '', voidedAt: null, confirmed: true, ver: 1 }
    await db.checkIns.put({ ...row, first: 1, gen: 0 })
    expect(await told(edit('checkIn.void', 'scan-0002', { at: '' }))).toEqual({ 'checkIn:scan-0002': named })
    await db.applications.clear()
    const was = { title: 'Applied to', firstName: 'Ada', lastName: 'Lauf' }
    expect(await told(edit('checkIn.create', 'scan-0001', patch, was))).toEqual({ 'checkIn:scan-0001': named })
  })

  it('is told by a later edit as an earlier one named it', async () => {
    const first = edit('marathon.update', 'event-0001', { title: 'New name' })
    expect(await told(first, edit('marathon.update', 'event-0001', { location: 'Kiel' }))).toEqual({
      'marathon:event-0001': { title: 'New name', timeZone: 'Asia/Tokyo' },
    })
  })

  it('that is itself in the queue is told from its creation, whatever came before that', async () => {
    await enqueueOps(db, [
      { type: 'marathon.update', id: 'event-0002', patch: { title: 'Not a creation' } },
      { type: 'marathon.create', id: 'event-0002', patch: newMarathon({ title: 'Made here' }) },
    ])
    expect(await told(edit('marathon.update', 'event-0002', { location: 'Kiel' }))).toEqual({
      'marathon:event-0002': { title: 'Made here', timeZone: 'UTC' },
    })
  })

  it('is empty where nobody knows it any more, and where what is said is no text', async () => {
    expect(await told(edit('marathon.update', 'event-0009', { title: 7 }))).toEqual({
      'marathon:event-0009': { title: '', timeZone: '' },
    })
  })

  it('is shown live, and nothing of it to a visitor', async () => {
    let edits = [edit('application.update', 'entry-0001')]
    const account = { db, author: { name: 'Ada', email: 'ada@example.com' } }
    const page = renderHook(() => useOpMarathons(edits), account)
    await until(() => expect(page.value().get('application:entry-0001')?.title).toBe('Applied to'))
    edits = [edit('marathon.update', 'event-0001')]
    page.as({ ...account })
    await until(() => expect(page.value().get('marathon:event-0001')?.title).toBe('From the row'))
    await db.marathons.update('event-0001', { title: 'Renamed' })
    await until(() => expect(page.value().get('marathon:event-0001')?.title).toBe('Renamed'))
    page.as(null)
    await until(() => expect(page.value().size).toBe(0))
    page.leave()
  })
})
