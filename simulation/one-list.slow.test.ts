import { expect, it, vi } from 'vitest'
import { resultEntries, resultFile, resultInput } from '../contract/results/result-rows.ts'
import { type Results, resultsOf } from '../contract/results/results.ts'
import { newEntryCode } from '../contract/text/entry-code.ts'
import { checkResults } from '../scripts/operate/list-differences.ts'
import { enqueueOps } from '../web/store/outbox.ts'
import { readHere } from '../web/store/rows/here.ts'
import { readRecorded, record, rule, voidRecording } from '../web/store/rows/recordings.ts'
import { syncPass } from '../web/sync/sync-pass.ts'
import { newMarathon } from '../web/testing/test-account.ts'
import { Device } from './device.ts'
import { Oracle } from './oracle/oracle.ts'
import { raceOf } from './races/race.ts'
import { Server } from './server.ts'

const EVENT = 'event-of-one-list'
const RUNNERS = 60
/** The race was yesterday: the server believes no time of the future. */
const RACE = raceOf(53, RUNNERS)
const SHIFT = Math.round(Date.now() - 86_400_000 - RACE.gun)
const at = (time: number) => new Date(Math.round(time) + SHIFT).toISOString()

async function pass(server: Server, { uid, db }: Device): Promise<void> {
  const cookie = await server.cookie(uid)
  const fetch = async (_: string, { body, headers }: RequestInit) =>
    server.sync({ uid, body: body ?? '', headers: headers as Record<string, string> }, cookie, {})
  expect(await syncPass(db, { fetch: fetch as unknown as typeof globalThis.fetch, now: Date.now })).toBe('done')
}

/** What one phone recorded, in the order of its clock. */
async function recordAll({ db }: Device, clock: string): Promise<void> {
  const ofRace = { marathonId: EVENT, clock: `the-${clock}`, of: null }
  for (const { tick, origin, error } of RACE.samples.filter((one) => one.clock === clock)) {
    const sample = { kind: 'clock', how: 'tap', point: 'finish', bib: null, accuracy: Math.round(error) } as const
    await record(db, { ...ofRace, ...sample, tick: positive(tick), at: at(origin + tick) })
  }
  for (const { id, kind, point, how, tick, at: time, bib } of RACE.recordings.filter((one) => one.clock === clock)) {
    const fields = { kind, point, how, bib: bib === '' ? null : `0${bib}`, tick: positive(tick), accuracy: null }
    await record(db, { ...ofRace, ...fields, at: at(time) }, `record-${id}`)
  }
  // The later of two bibs counts, also where it arrives first.
  const of = `record-${RACE.recordings.find((one) => one.clock === clock && one.kind === 'crossing')?.id}`
  for (const [name, seconds] of [
    ['z', 2],
    ['a', 1],
  ] as const) {
    const later = {
      kind: 'bib',
      how: 'bib',
      point: 'finish',
      bib: `10${seconds}`,
      tick: 99_000_000,
      accuracy: null,
    } as const
    const when = at(RACE.gun + 10_000_000 + 1000 * seconds)
    await record(db, { ...ofRace, ...later, of, at: when }, `bib-${name}-${clock}`)
  }
}

/** Ticks of a phone count from the start of its page. */
function positive(tick: number): number {
  return Math.round(tick) + 10_000_000
}

/** The list as a phone makes it, and the file that it saves. */
async function ofPhone({ db, author }: Device) {
  const [recorded, here, entrants] = await Promise.all([
    readRecorded(db, author, EVENT),
    readHere(db, author, EVENT),
    db.applications.where('marathonId').equals(EVENT).toArray(),
  ])
  const rows = { splits: [], ...recorded, entries: resultEntries(entrants, here) }
  const list = resultsOf(resultInput(rows))
  return { list, file: JSON.stringify(resultFile(rows, list)) }
}

/** Several phones at one finish: each records offline, and then they sync in this order. */
async function finish(server: Server, order: readonly number[]): Promise<Results> {
  await server.empty()
  const phones = ['olivia', 'oscar', 'tim'].map((uid) => new Device(`${uid}-of-one-list`, uid))
  const [olivia, oscar] = phones as [Device, Device, Device]
  await enqueueOps(olivia.db, [{ type: 'marathon.create', id: EVENT, patch: newMarathon() }])
  for (const { bib } of RACE.entries) {
    const fields = {
      marathonId: EVENT,
      firstName: `Runner ${bib}`,
      lastName: 'Lauf',
      bib,
      code: newEntryCode(),
    }
    await enqueueOps(olivia.db, [{ type: 'application.walkIn', id: `entry-of-${bib}`, patch: { ...fields, above: 0 } }])
  }
  await pass(server, olivia)
  for (const [role, { uid }] of [
    ['organiser', oscar],
    ['timer', phones[2] as Device],
  ] as const) {
    const made = await server.rest(olivia.uid, 'POST', `/marathons/${EVENT}/invitations`, {}, { role })
    const { url } = (await made.json()) as { url: string }
    expect((await server.rest(uid, 'POST', `/invitations/${url.split('/').at(-1)}`, {})).status).toBe(200)
  }
  for (const phone of phones) await pass(server, phone)
  for (const [index, phone] of phones.entries()) await recordAll(phone, `phone-${index}`)
  for (const index of order) await pass(server, phones[index] as Device)

  // The referee takes one recording back, and rules.
  await pass(server, oscar)
  const ruling = {
    ...{ marathonId: EVENT, recordingId: null, rulingId: null, bib: '', point: '', time: null },
    ...{ since: null, state: null, reason: '' },
  }
  const { doubts } = (await ofPhone(oscar)).list
  for (const [index, { id }] of doubts.slice(0, 3).entries()) {
    await rule(oscar.db, [{ ...ruling, kind: 'seen', doubt: id, at: at(RACE.gun + 20_000_000 + index) }])
  }
  const out = { kind: 'state', bib: '0107', state: 'disqualified', reason: 'Took the tram.', doubt: '' } as const
  await rule(oscar.db, [{ ...ruling, ...out, at: at(RACE.gun + 20_000_009) }])
  await voidRecording(oscar.db, `record-${RACE.recordings[5]?.id}`, at(RACE.gun + 20_000_010))
  for (const phone of [oscar, ...phones]) await pass(server, phone)

  for (const { db } of phones) expect([await db.inbox.toArray(), await db.outbox.count()]).toEqual([[], 0])
  const lists = await Promise.all(phones.map(ofPhone))
  const response = await server.rest(olivia.uid, 'GET', `/marathons/${EVENT}/results`, {})
  const file = await response.text()
  const { list } = JSON.parse(file) as { list: Results }
  for (const one of lists) {
    expect(one.list).toEqual(list)
    expect(checkResults(one.file).differences).toEqual([])
  }
  expect(checkResults(file)).toMatchObject({ differences: [], entries: RUNNERS })
  for (const phone of phones) phone.close()
  return list
}

it('INV-33 phone, worker and script make one list, in whatever order the rows arrive', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const server = new Server(new Oracle())
  const list = await finish(server, [0, 1, 2])
  expect(list.rows.filter(({ state }) => state === 'finished').length).toBeGreaterThan(RUNNERS - 5)
  expect(list.rows.find(({ bib }) => bib === '107')).toMatchObject({ state: 'disqualified', place: null })
  expect(list.gun).toBeCloseTo(RACE.gun + SHIFT, -3)
  for (const order of [
    [2, 1, 0],
    [1, 2, 0],
  ])
    expect(await finish(server, order)).toEqual(list)
})
