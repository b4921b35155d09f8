import { beforeEach, describe, expect, it } from 'vitest'
import type { SyncResponse } from '../../../contract/sync.ts'
import { type AccountDb, FIRST_SYNC } from '../../store/account-db.ts'
import { enqueueOps } from '../../store/outbox.ts'
import { deleteApplication } from '../../store/rows/applications.ts'
import { checkIn, voidCheckIn } from '../../store/rows/check-ins.ts'
import { enterWalkIn, undoWalkIn } from '../../store/rows/desk.ts'
import { applyResponse } from '../../sync/apply-response.ts'
import {
  applicationRow,
  checkInRow,
  codeOf,
  emptyAccount,
  marathonRow,
  newApplication,
  responseOf,
} from '../../testing/test-account.ts'
import { answerScan, readScan } from './find-scanned.ts'

const AUTHOR = { name: 'Olivia', email: 'olivia@example.com' }
const EVENT = 'event-0001'
const NOW = Date.parse('2027-06-01T07:00:00.000Z')
const MINUTE = 60_000

let db: AccountDb

async function receive(other: Partial<SyncResponse>) {
  const from = (await db.sync.get('sync')) ?? FIRST_SYNC
  const seq = Number(from.cursor?.split('.')[1] ?? 0) + 1
  const response = responseOf({ cursor: `e.${seq}`, serverTime: new Date(NOW).toISOString(), ...other })
  await applyResponse(db, from, response, NOW)
}

const answerTo = async (text: string, now = NOW, madeHere: string[] = []) =>
  answerScan({ text }, await readScan(db, AUTHOR, EVENT, { text }), now, new Set(madeHere))
/** The answer to the code of an entry. */
const answer = (id: string, now?: number, madeHere?: string[]) => answerTo(codeOf(id), now, madeHere)
const enter = (applicationId: string, now: number) => checkIn(db, { marathonId: EVENT, applicationId, gate: 'A' }, now)

beforeEach(async () => {
  db = await emptyAccount()
  await receive({
    marathons: [
      marathonRow(EVENT, { role: 'owner' }),
      marathonRow('event-0002', { role: 'owner', title: 'Canal Five' }),
    ],
    applications: [
      applicationRow('entry-ada', EVENT, { mine: false }),
      applicationRow('entry-bo', EVENT, { mine: false, status: 'waiting' }),
      applicationRow('entry-di', EVENT, { mine: false, status: 'entered' }),
      applicationRow('entry-cy', 'event-0002', { mine: false, title: 'Canal Five' }),
      applicationRow('entry-own', EVENT, { mine: true }),
    ],
  })
})

describe('the answer to a code', () => {
  it('is that the entry is here for the first time, and then who scanned it, when and where', async () => {
    expect(await answerTo(` ${codeOf('entry-ada').toLowerCase()}\n`)).toMatchObject({
      kind: 'first',
      application: { _id: 'entry-ada' },
      earlier: [],
    })
    const { id } = await enter('entry-ada', NOW)
    expect(await answer('entry-ada', NOW + MINUTE)).toMatchObject({
      kind: 'already',
      earlier: [{ by: 'Olivia', at: '2027-06-01T07:00:00.000Z', gate: 'A' }],
      isRepeat: false,
    })
    await voidCheckIn(db, id, NOW + MINUTE)
    expect(await answer('entry-ada', NOW + MINUTE)).toMatchObject({ kind: 'first', earlier: [] })
  })

  it('is the same while another edit of the entry waits', async () => {
    const edit = { type: 'application.assignBib' as const, id: 'entry-ada', patch: { bib: '7' }, base: { bib: null } }
    await enqueueOps(db, [edit])
    expect(await answer('entry-ada')).toMatchObject({ kind: 'first' })
    expect((await readScan(db, AUTHOR, EVENT, { id: 'entry-ada' })).withdrawn).toBeNull()
  })

  it('of the camera that still sees the same code is a repeat', async () => {
    const { id } = await enter('entry-ada', NOW)
    expect(await answer('entry-ada', NOW + 2999, [id])).toMatchObject({ kind: 'already', isRepeat: true })
    expect(await answer('entry-ada', NOW + 3000, [id])).toMatchObject({ kind: 'already', isRepeat: false })
  })

  it('is no repeat where another phone just scanned the entry, also after a scan made here', async () => {
    const other = (at: string) => checkInRow('scan-gate-a', EVENT, 'entry-ada', { at, gate: 'A', by: 'Ravi' })
    await receive({ checkIns: [other('2027-06-01T07:00:00.000Z')] })
    expect(await answer('entry-ada', NOW + 2000)).toMatchObject({
      kind: 'already',
      earlier: [{ by: 'Ravi' }],
      isRepeat: false,
    })
    const { id } = await enter('entry-ada', NOW + 2000)
    expect(await answer('entry-ada', NOW + 4000, [id])).toMatchObject({ kind: 'already', isRepeat: true })
    await receive({ checkIns: [other('2027-06-01T07:00:05.000Z')] })
    expect(await answer('entry-ada', NOW + 6000, [id])).toMatchObject({ kind: 'already', isRepeat: false })
  })

  it('is that the entry is on the waiting list, also the second time', async () => {
    expect(await answer('entry-bo')).toMatchObject({ kind: 'waiting-list', earlier: [] })
    await enter('entry-bo', NOW)
    expect(await answer('entry-bo', NOW + MINUTE)).toMatchObject({ kind: 'waiting-list', earlier: [{ gate: 'A' }] })
  })

  it('is that the entry is in the ballot, not drawn yet', async () => {
    expect(await answer('entry-di')).toMatchObject({ kind: 'in-ballot', earlier: [] })
  })

  it('names the other event', async () => {
    expect(await answer('entry-cy')).toMatchObject({ kind: 'other-event', title: 'Canal Five' })
    // A helper gets the names of the entrants alone.
    const { title, startDate, ...names } = applicationRow('entry-hal', 'event-0004', { mine: false })
    const helped = marathonRow('event-0004', { role: 'gate', title: 'Dyke Ten' })
    await receive({ marathons: [helped], applications: [names as ReturnType<typeof applicationRow>] })
    expect(await answer('entry-hal')).toMatchObject({ kind: 'other-event', title: 'Dyke Ten' })
  })

  it('is unknown, and says whether it is an entry code', async () => {
    expect(await answerTo('https://example.com')).toEqual({ kind: 'unknown', isEntryCode: false })
    expect(await answer('entry-new')).toEqual({ kind: 'unknown', isEntryCode: true })
  })

  it('INV-24 is unknown for the id of an entry: everybody can read it after a draw', async () => {
    for (const id of ['entry-ada', 'entry-bo', 'entry-di', 'entry-cy', 'entry-own', 'scan-0001', EVENT])
      expect(await answerTo(id)).toEqual({ kind: 'unknown', isEntryCode: false })
  })

  it('is unknown for the code that an entry had before it got another one', async () => {
    const replaced = applicationRow('entry-ada', EVENT, { mine: false, code: codeOf('another'), ver: 2 })
    await receive({ applications: [replaced] })
    expect(await answer('entry-ada')).toEqual({ kind: 'unknown', isEntryCode: true })
    expect(await answer('another')).toMatchObject({ kind: 'first', application: { _id: 'entry-ada' } })
  })

  it('is of this event where an entry of another one has the same code', async () => {
    const twin = applicationRow('entry-0aa', 'event-0002', { mine: false, code: codeOf('entry-ada') })
    await receive({ applications: [twin] })
    expect(await answer('entry-ada')).toMatchObject({ kind: 'first', application: { _id: 'entry-ada' } })
  })

  it('is given for an entrant that was picked, also one whose entry has no code yet', async () => {
    const fields = newApplication(EVENT)
    await enqueueOps(db, [{ type: 'application.create', id: 'entry-new', patch: fields }])
    const named = { id: 'entry-new' }
    const state = await readScan(db, AUTHOR, EVENT, named)
    expect(answerScan(named, state, NOW, new Set())).toMatchObject({ kind: 'first', application: { code: '' } })
    expect(await answerTo('')).toEqual({ kind: 'unknown', isEntryCode: false })
  })

  it('is when the entry was withdrawn', async () => {
    await receive({ deleted: [{ type: 'application', id: 'entry-ada', at: '2027-06-01T06:40:00.000Z' }] })
    expect(await answer('entry-ada')).toEqual({ kind: 'withdrawn', at: '2027-06-01T06:40:00.000Z' })
    await deleteApplication(db, 'entry-own')
    expect(await answer('entry-own')).toMatchObject({ kind: 'withdrawn' })
  })

  it('is that the entry was handed on, or why staff withdrew it', async () => {
    const at = '2027-06-01T06:40:00.000Z'
    await receive({
      deleted: [
        { type: 'application', id: 'entry-ada', at, isHandedOn: true },
        { type: 'application', id: 'entry-bo', at, reason: 'Injured' },
      ],
    })
    expect(await answer('entry-ada')).toEqual({ kind: 'withdrawn', at, isHandedOn: true })
    expect(await answer('entry-bo')).toEqual({ kind: 'withdrawn', at, reason: 'Injured' })
    await enqueueOps(db, [{ type: 'application.withdraw', id: 'entry-own', patch: { reason: 'Ill' }, base: {} }])
    expect(await answer('entry-own')).toMatchObject({ kind: 'withdrawn', reason: 'Ill' })
  })

  it('is that of a walk-in who is only in the queue, also by the link on the QR code', async () => {
    const code = codeOf('entry-new')
    const fields = { marathonId: EVENT, firstName: 'Ben', lastName: 'Roth', bib: '501', code, above: 0 }
    const { id, checkInId } = await enterWalkIn(db, fields, 'A', NOW)
    const walkIn = { kind: 'already', application: { _id: id, bib: '501', isClaimed: false } }
    expect(await answerTo(code)).toMatchObject(walkIn)
    expect(await answerTo(`https://startline.example/take/${id}.${code}`)).toMatchObject(walkIn)
    expect(await answerTo(`https://startline.example/take/${id}.${'A'.repeat(22)}`)).toEqual({
      kind: 'unknown',
      isEntryCode: false,
    })
    await undoWalkIn(db, { id, checkInId }, 'By mistake', NOW)
    expect(await answerTo(code)).toMatchObject({ kind: 'withdrawn', reason: 'By mistake' })
  })

  it('is that owner or organiser must confirm the entry', async () => {
    await receive({ applications: [applicationRow('entry-late', EVENT, { mine: false, status: 'unconfirmed' })] })
    expect(await answer('entry-late')).toMatchObject({ kind: 'unconfirmed', isRepeat: false })
  })

  it('is the entry that is there again after a restore, whatever was withdrawn before', async () => {
    await receive({ deleted: [{ type: 'application', id: 'entry-ada', at: '2027-06-01T06:40:00.000Z' }] })
    const restored = [applicationRow('entry-ada', EVENT, { mine: false }), applicationRow('entry-own', EVENT)]
    await receive({
      reset: true,
      epoch: 'f',
      marathons: [marathonRow(EVENT, { role: 'owner' })],
      applications: restored,
    })
    expect(await answer('entry-ada')).toMatchObject({ kind: 'first', application: { _id: 'entry-ada' } })
    // The user's own withdrawal is still queued.
    await deleteApplication(db, 'entry-own')
    expect(await answer('entry-own')).toMatchObject({ kind: 'withdrawn' })
  })

  it('is the reason of a cancelled event', async () => {
    await receive({ marathons: [marathonRow(EVENT, { role: 'owner', cancelled: 'Storm', ver: 2 })] })
    expect(await answer('entry-ada')).toMatchObject({ kind: 'cancelled', reason: 'Storm' })
    expect(await answer('entry-cy')).toMatchObject({ kind: 'other-event' })
  })
})

it('a withdrawal is forgotten after 90 days, and one of another’s event is not remembered', async () => {
  await receive({
    marathons: [marathonRow('event-0003')],
    applications: [applicationRow('entry-run', 'event-0003', { mine: true })],
  })
  await receive({
    deleted: [
      { type: 'application', id: 'entry-run', at: '2027-06-01T06:40:00.000Z' },
      { type: 'application', id: 'entry-ada', at: '2027-06-01T06:40:00.000Z' },
    ],
  })
  expect((await db.withdrawn.toArray()).map(({ _id }) => _id)).toEqual(['entry-ada'])
  await receive({ serverTime: '2027-08-30T06:40:00.000Z' })
  expect(await db.withdrawn.count()).toBe(1)
  await receive({ serverTime: '2027-08-30T06:40:00.001Z' })
  expect(await db.withdrawn.count()).toBe(0)
})
