import { env } from 'cloudflare:workers'
import { beforeEach, expect, it } from 'vitest'
import { ACCOUNT_PARTS } from '../../contract/account-data.ts'
import { runRetention } from '../jobs/retention.ts'
import { accountDataSql } from '../reads/account-data-sql.ts'
import { makeHelper, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

let runner: TestClient
let organiser: TestClient
let gate: TestClient
let event = ''
let entry = ''
let twin = ''

/** Two entries of the same name that no account has, one of them on the waiting list, beside an entry of the runner. */
beforeEach(async () => {
  ;[runner, organiser, gate] = await signIn(newId('runner'), newId('organiser'), newId('gate'))
  ;[event, entry, twin] = [newId('event'), newId('entry'), newId('entry')]
  await organiser.sync({ ops: [op('marathon.create', event, marathonFields({ capacity: 1 }))] })
  for (const id of [entry, twin]) {
    const fields = applicationFields(event, { waitingList: true, phoneNumber: '040 123456' })
    await runner.sync({ ops: [op('application.create', id, fields)] })
    await env.DB.prepare('UPDATE application SET owner_uid = NULL WHERE id = ?').bind(id).run()
  }
})

const idsOf = (rows: { _id: string; marathonId?: unknown }[]) =>
  rows.filter(({ marathonId }) => marathonId === event).map(({ _id }) => _id)

it('is seen by the organiser and by helpers, and is nobody’s own', async () => {
  await makeHelper(organiser, gate, event)
  const seen = await organiser.sync()
  expect(idsOf(seen.applications)).toEqual([entry, twin])
  expect(seen.applications.every(({ mine }) => mine === false)).toBe(true)
  const entrants = (await gate.sync()).applications
  expect(idsOf(entrants)).toEqual([entry, twin])
  expect(JSON.stringify(entrants)).not.toContain('040 123456')
  expect((await runner.sync()).applications).toEqual([])
  const csv = await organiser.call('GET', `/marathons/${event}/entrants`, undefined, { Accept: 'text/csv' })
  expect((await csv.text()).match(/Ada/g)).toHaveLength(2)
  for (const part of ACCOUNT_PARTS) {
    const rows = env.DB.prepare(accountDataSql(part, 100, 1_000_000)).bind(runner.uid, 0)
    if (part !== 'changes') expect(JSON.stringify((await rows.all()).results), part).not.toContain(entry)
  }
})

it('cannot be changed by an account, and takes no name and no place of one', async () => {
  const edits = [
    op('application.update', entry, { lastName: 'N' }, { lastName: 'Lauf' }),
    op('application.delete', entry),
  ]
  const { results } = await runner.sync({ ops: edits })
  expect(results.map(({ code }) => code)).toEqual(['NOT_FOUND', 'NOT_FOUND'])
  const own = op('application.create', newId('entry'), applicationFields(event, { waitingList: true }))
  expect((await runner.sync({ ops: [own] })).results).toMatchObject([{ status: 'applied' }])
  const bib = op('application.assignBib', entry, { bib: '7' }, { bib: null })
  const scan = op('checkIn.create', newId('scan'), {
    marathonId: event,
    applicationId: entry,
    at: inDays(0),
    gate: 'A',
  })
  const done = await organiser.sync({ ops: [bib, scan] })
  expect(done.results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
})

it('INV-21 gets a place without a notice to everybody', async () => {
  const more = op('marathon.update', event, { capacity: 2 }, { capacity: 1 })
  const { applications, notices } = await organiser.sync({ ops: [more] })
  expect(applications.filter(({ _id }) => _id === twin)).toMatchObject([{ status: 'registered' }])
  expect(notices.filter(({ marathonId }) => marathonId === event)).toEqual([])
})

it('leaves a tombstone that only staff get', async () => {
  const { cursor } = await organiser.sync()
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare('DELETE FROM application WHERE id = ?').bind(entry),
    env.DB.prepare(`INSERT INTO tombstone (type, id, marathon_id, deleted_at, seq)
      SELECT 'application', ?, ?, ?, seq FROM clock`).bind(entry, event, inDays(0)),
  ])
  const told = async (client: TestClient) => (await client.sync({ cursor })).deleted.map(({ id }) => id)
  expect([await told(organiser), await told(runner)]).toEqual([[entry], []])
  const again = await runner.sync({ ops: [op('application.delete', entry)] })
  expect(again.results).toMatchObject([{ code: 'NOT_FOUND' }])
})

it('is erased with the contact data of its event', async () => {
  await runRetention(env.DB, { now: Date.parse(inDays(250)) })
  const { results } = await env.DB.prepare('SELECT first_name, phone_number FROM application WHERE marathon_id = ?')
    .bind(event)
    .all()
  expect(results).toEqual(Array(2).fill({ first_name: '', phone_number: '' }))
})
