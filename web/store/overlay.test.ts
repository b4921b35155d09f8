import { describe, expect, it } from 'vitest'
import type { OpType } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'
import { applicationRow, marathonRow } from '../testing/test-account.ts'
import type { OutboxRecord } from './account-db.ts'
import { overlayApplication, overlayMarathon } from './overlay.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const row = marathonRow('event-0001')

function queued(type: OpType, patch: Fields = {}, state: OutboxRecord['state'] = 'waiting'): OutboxRecord {
  const op = { opId: 'op-000001', v: 1, type, id: 'event-0001', base: {}, patch, at: '2027-06-01T00:00:00.000Z' }
  return { opId: op.opId, target: 'marathon:event-0001', state, failures: 0, op }
}

describe('what the user sees of a row', () => {
  it('is the server’s row where nothing is queued', () => {
    expect(overlayMarathon(row, [], AUTHOR)).toEqual({ ...row, pending: null })
    expect(overlayMarathon(undefined, [], AUTHOR)).toBeNull()
  })

  it('INV-14 has queued edits over it, later ones over earlier ones', () => {
    const edits = [queued('marathon.update', { location: 'Kiel' }), queued('marathon.update', { location: 'Bremen' })]
    expect(overlayMarathon(row, edits, AUTHOR)).toEqual({ ...row, location: 'Bremen', pending: 'waiting' })
  })

  it('is nothing once a deletion is queued, and the row again when that is dropped', () => {
    expect(overlayMarathon(row, [queued('marathon.delete')], AUTHOR)).toBeNull()
    expect(overlayMarathon(row, [], AUTHOR)).toMatchObject({ _id: 'event-0001' })
  })

  it('is made of a queued creation, by its author, with nobody registered', () => {
    const { _id, name, email, createdAt, regCount, ver, role, ...fields } = row
    const view = overlayMarathon(undefined, [queued('marathon.create', fields)], AUTHOR)
    expect(view).toMatchObject({ ...fields, ...AUTHOR, regCount: 0, ver: 0, role: 'owner', pending: 'waiting' })
    expect(view?.createdAt).toBe('2027-06-01T00:00:00.000Z')
  })

  it('is the server’s row where a creation has come back, with no second copy of it', () => {
    const view = overlayMarathon(
      { ...row, regCount: 7 },
      [queued('marathon.create', { title: 'Old' }, 'settled')],
      AUTHOR,
    )
    expect(view).toMatchObject({ title: 'Harbour Ten', regCount: 7, pending: null })
  })

  it('shows an applied edit as no longer pending, and a parked one as parked whatever follows', () => {
    expect(overlayMarathon(row, [queued('marathon.update', { location: 'Kiel' }, 'settled')], AUTHOR)).toMatchObject({
      location: 'Kiel',
      pending: null,
    })
    const edits = [queued('marathon.update', {}, 'parked'), queued('marathon.update', {})]
    expect(overlayMarathon(row, edits, AUTHOR)?.pending).toBe('parked')
  })

  it('is not changed by an op on another kind of row', () => {
    const entry = applicationRow('entry-0001', 'event-0001')
    expect(overlayMarathon(row, [queued('application.delete')], AUTHOR)).toEqual({ ...row, pending: 'waiting' })
    expect(overlayApplication(entry, [queued('marathon.delete')])).toEqual({ ...entry, pending: 'waiting' })
  })

  it('is not changed by an op of a newer version of the app', () => {
    const newer = queued('marathon.update', { location: 'Kiel' })
    newer.op = { ...newer.op, type: 'marathon.celebrate' }
    expect(overlayMarathon(row, [newer], AUTHOR)).toEqual({ ...row, pending: 'waiting' })
  })

  it('is on the waiting list or not as the runner chose, until the server decides', () => {
    const { _id, createdAt, status, promotedAt, bib, ver, mine, ...fields } = applicationRow('entry-0001', 'event-0001')
    const view = (other: Fields) =>
      overlayApplication(undefined, [queued('application.create', { ...fields, ...other })])
    expect(view({ waitingList: true })).toMatchObject({ status: 'waiting', promotedAt: null, bib: null, mine: true })
    expect(view({ waitingList: true })).not.toHaveProperty('waitingList')
    expect(view({})).toMatchObject({ status: 'registered' })
  })

  it('shows the server’s value where a correction has forgotten its own', () => {
    const entry = applicationRow('entry-0001', 'event-0001', { phoneNumber: '0800-1' })
    const correction = queued('application.correct', { phoneNumber: null, firstName: 'Zoe' })
    expect(overlayApplication(entry, [correction])).toMatchObject({ phoneNumber: '0800-1', firstName: 'Zoe' })
  })

  it('stays nothing where an edit waits for a row that is gone', () => {
    expect(overlayApplication(undefined, [queued('application.update', { location: 'Kiel' })])).toBeNull()
    expect(overlayApplication(applicationRow('entry-0001', 'event-0001'), [])).toMatchObject({ pending: null })
  })
})
