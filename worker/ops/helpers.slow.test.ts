import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS, INVITATION_DAYS, MAX_SCANS, TOMBSTONE_DAYS } from '../../contract/limits.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { invite, makeHelper, removeStaff, signIn, staffBeside } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

/** Olivia's marathon with Ravi's application, and Hana, who does not help yet. */
async function scene(fields = {}) {
  const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
  const [marathonId, applicationId] = [newId('marathon'), newId('application')]
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields(fields))] })
  const contact = { additionalInfo: 'asthma', email: 'ravi@home.example', location: 'Ravi town' }
  await ravi.sync({ ops: [op('application.create', applicationId, applicationFields(marathonId, contact))] })
  return { olivia, ravi, hana, marathonId, applicationId }
}

async function pullAll(client: TestClient, cursor: string | null): Promise<SyncResponse[]> {
  const pages: SyncResponse[] = []
  do {
    pages.push(await client.sync({ cursor: pages.at(-1)?.cursor ?? cursor }))
  } while (pages.at(-1)?.more && pages.length < 10)
  return pages
}

const accept = (client: TestClient, token: string) => client.call('POST', `/invitations/${token}`)
const statusOf = async (response: Promise<Response>) => (await response).status

describe('what a helper gets', () => {
  it('INV-19 is the event, and of its entrants no field but these', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    await olivia.sync({ ops: [op('application.assignBib', applicationId, { bib: '7' }, { bib: null })] })
    await makeHelper(olivia, hana, marathonId)
    const { marathons, applications } = await hana.sync()
    expect(marathons).toContainEqual(expect.objectContaining({ _id: marathonId, role: 'gate' }))
    expect(applications).toEqual([
      {
        _id: applicationId,
        marathonId,
        firstName: 'Ada',
        lastName: 'Lauf',
        bib: '7',
        wantedBib: null,
        // The choice of a runner with an account is between runner and organisers.
        hidesName: false,
        code: expect.stringMatching(/^[A-Z][0-9A-Z]{7}$/),
        status: 'registered',
        ver: 2,
        mine: false,
        isClaimed: true,
      },
    ])
  })

  it('is everything once where it is older than the phone’s cursor: the phone starts over', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    const { cursor } = await hana.sync()
    await makeHelper(olivia, hana, marathonId)
    const after = await hana.sync({ cursor })
    expect(after).toMatchObject({ reset: true, applications: [{ _id: applicationId }] })
    const next = await hana.sync({ cursor: after.cursor })
    expect(next).toMatchObject({ reset: false, marathons: [], applications: [] })
  })

  it('comes in pages that end, however many entrants there are', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    const { cursor } = await hana.sync()
    await env.DB.batch([
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
        INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location,
          image, description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
        SELECT 'many-' || printf('%08d', i), marathon_id, owner_uid, 'many ' || i, title, start_date,
          location, image, description, first_name, last_name, phone_number, additional_info, email, created_at, 1,
          (SELECT seq FROM clock) + i FROM n, application WHERE id = ?`,
      ).bind(applicationId),
      env.DB.prepare('UPDATE clock SET seq = seq + 2500'),
    ])
    await makeHelper(olivia, hana, marathonId)
    const pages = await pullAll(hana, cursor)
    expect(pages.map(({ reset }) => reset)).toEqual([true, false, false])
    const ids = new Set(pages.flatMap(({ applications }) => applications.map(({ _id }) => _id)))
    expect(ids.size).toBe(2501)
  })

  it('never changes with the account’s own application there, which stays whole', async () => {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    await makeHelper(olivia, ravi, marathonId)
    const whole = expect.objectContaining({ _id: applicationId, mine: true, phoneNumber: '+49 40 123456' })
    expect((await ravi.sync()).applications).toEqual([whole])
    const { cursor } = await ravi.sync()
    await removeStaff(olivia, marathonId)
    const removed = await ravi.sync({ cursor })
    expect(removed.deleted).toMatchObject([{ type: 'role', id: marathonId }])
    expect((await ravi.sync()).applications).toEqual([whole])
  })

  it('goes on with new entrants, changed ones, withdrawn ones, and the deletion of the event', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const first = await hana.sync()
    const second = newId('application')
    await ravi.sync({
      ops: [
        op('application.create', second, applicationFields(marathonId, { firstName: 'Bea' })),
        op('application.delete', applicationId),
      ],
    })
    const changed = await hana.sync({ cursor: first.cursor })
    expect(changed.applications).toEqual([expect.objectContaining({ _id: second, firstName: 'Bea' })])
    expect(changed.applications[0]).not.toHaveProperty('phoneNumber')
    expect(changed.deleted).toMatchObject([{ type: 'application', id: applicationId }])
    // Long after its start nobody else hears of it.
    await env.DB.prepare("UPDATE marathon SET shown_until = '2020-01-01T00:00:00.000Z', past = 1 WHERE id = ?")
      .bind(marathonId)
      .run()
    expect((await hana.sync()).marathons).toContainEqual(expect.objectContaining({ _id: marathonId }))
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    expect((await hana.sync({ cursor: changed.cursor })).deleted).toMatchObject([{ type: 'marathon', id: marathonId }])
    expect((await hana.sync()).applications).toEqual([])
  })

  it('stays while the event is cancelled, and says so', async () => {
    const { olivia, hana, marathonId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const { cursor } = await hana.sync()
    await olivia.sync({ ops: [op('marathon.update', marathonId, { cancelled: 'Storm' }, { cancelled: null })] })
    const { marathons, deleted } = await hana.sync({ cursor })
    expect(marathons).toEqual([expect.objectContaining({ _id: marathonId, cancelled: 'Storm', role: 'gate' })])
    expect(deleted).toEqual([])
    expect((await hana.sync()).applications).toHaveLength(1)
  })

  it('is never a change of anything, and no list with contact data', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const { results } = await hana.sync({
      ops: [
        op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' }),
        op('marathon.delete', marathonId),
        op('application.update', applicationId, { phoneNumber: '040 1' }, { phoneNumber: '+49 40 123456' }),
        op('application.assignBib', applicationId, { bib: '7' }, { bib: null }),
        op('application.delete', applicationId),
      ],
    })
    expect(results.map(({ code }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    for (const call of ['entrants', 'invitations']) {
      expect(await statusOf(hana.call('GET', `/marathons/${marathonId}/${call}`))).toBe(403)
    }
    expect(await statusOf(hana.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' }))).toBe(403)
  })
})

/** An hour ago. */
const AT = new Date(Date.now() - 3_600_000).toISOString()
/** The scan of an entry, as a phone queues it. */
const scan = (marathonId: string, applicationId: string) =>
  op('checkIn.create', newId('check-in'), { marathonId, applicationId, at: AT, gate: 'A' })

describe('a check-in of a helper', () => {
  it('counts, and the organiser and the other helpers get it; each of them may take it back', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await scene()
    const [hugo] = await signIn('hugo')
    for (const helper of [hana, hugo]) await makeHelper(olivia, helper, marathonId)
    const made = scan(marathonId, applicationId)
    expect((await hana.sync({ ops: [made] })).results).toMatchObject([{ status: 'applied' }])
    const row = { _id: made.id, applicationId, by: `Name of ${hana.uid}`, gate: 'A', confirmed: true, voidedAt: null }
    for (const client of [olivia, hana, hugo]) expect((await client.sync()).checkIns).toMatchObject([row])
    expect((await ravi.sync()).checkIns).toEqual([])
    const { results } = await hugo.sync({ ops: [op('checkIn.void', made.id, { at: AT })] })
    expect(results).toMatchObject([{ status: 'applied' }])
    expect((await olivia.sync()).checkIns).toMatchObject([{ ...row, voidedAt: AT }])
  })

  it('is FORBIDDEN to everybody else, and nothing of it is stored', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await scene()
    for (const client of [ravi, hana]) {
      const { results } = await client.sync({ ops: [scan(marathonId, applicationId)] })
      expect(results).toMatchObject([{ status: 'rejected', code: 'FORBIDDEN' }])
      expect(results[0]).not.toHaveProperty('fields')
    }
    expect((await olivia.sync()).checkIns).toEqual([])
  })

  it('is told to a new helper although it is older than the phone’s cursor', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    await olivia.sync({ ops: [scan(marathonId, applicationId)] })
    const { cursor } = await hana.sync()
    await makeHelper(olivia, hana, marathonId)
    expect((await hana.sync({ cursor })).checkIns).toMatchObject([{ applicationId }])
  })
})

describe('a scan that a removed helper still had in the queue', () => {
  async function removed() {
    const all = await scene()
    await makeHelper(all.olivia, all.hana, all.marathonId)
    await removeStaff(all.olivia, all.marathonId)
    return all
  }

  it('is FORBIDDEN and stored as unconfirmed; the organiser confirms it, and nobody else can', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await removed()
    const made = scan(marathonId, applicationId)
    const first = await hana.sync({ ops: [made] })
    expect(first.results).toMatchObject([
      { status: 'rejected', code: 'FORBIDDEN', fields: { checkIn: { code: 'WITH_ORGANISER' } } },
    ])
    expect(first.checkIns).toEqual([])
    expect((await hana.sync({ ops: [made] })).results).toEqual(first.results)
    expect((await olivia.sync()).checkIns).toMatchObject([
      { _id: made.id, by: `Name of ${hana.uid}`, confirmed: false },
    ])
    const confirm = () => op('checkIn.confirm', made.id)
    for (const client of [hana, ravi]) {
      expect((await client.sync({ ops: [confirm()] })).results).toMatchObject([{ code: 'FORBIDDEN' }])
    }
    expect((await olivia.sync()).checkIns).toMatchObject([{ confirmed: false }])
    const { results } = await olivia.sync({ ops: [confirm(), confirm()] })
    expect(results).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
    expect((await olivia.sync()).checkIns).toMatchObject([{ _id: made.id, confirmed: true, ver: 2 }])
  })

  it('can be taken back by the organiser, and by who made it until it is confirmed', async () => {
    const { olivia, hana, marathonId, applicationId } = await removed()
    const [own, judged] = [scan(marathonId, applicationId), scan(marathonId, applicationId)]
    const undo = (id: string) => op('checkIn.void', id, { at: AT })
    const { results } = await hana.sync({ ops: [own, undo(own.id), judged] })
    expect(results.map(({ code }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    const rows = async () => new Map((await olivia.sync()).checkIns.map((row) => [row._id, row]))
    expect((await rows()).get(own.id)).toMatchObject({ voidedAt: AT, confirmed: false })
    expect((await rows()).get(judged.id)).toMatchObject({ voidedAt: null, confirmed: false })
    await olivia.sync({ ops: [op('checkIn.confirm', judged.id)] })
    await hana.sync({ ops: [undo(judged.id)] })
    expect((await rows()).get(judged.id)).toMatchObject({ voidedAt: null, confirmed: true })
    await olivia.sync({ ops: [undo(judged.id)] })
    expect((await rows()).get(judged.id)).toMatchObject({ voidedAt: AT })
  })

  it('tells nothing of entrants: unknown, withdrawn and of another event are all FORBIDDEN', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await removed()
    await ravi.sync({ ops: [op('application.delete', applicationId)] })
    const scans = [scan(marathonId, applicationId), scan(marathonId, newId('application'))]
    const { results } = await hana.sync({ ops: scans })
    expect(results.map(({ code, fields }) => [code, fields])).toEqual([
      ['FORBIDDEN', undefined],
      ['FORBIDDEN', undefined],
    ])
    expect((await olivia.sync()).checkIns).toEqual([])
  })

  it('is not stored above half of what an entry may have, so that the gate goes on', async () => {
    const { olivia, hana, marathonId, applicationId } = await removed()
    const many = Array.from({ length: MAX_SCANS }, () => scan(marathonId, applicationId))
    const { results } = await hana.sync({ ops: many })
    expect(results.filter(({ fields }) => fields?.checkIn)).toHaveLength(MAX_SCANS / 2)
    expect((await olivia.sync({ ops: [scan(marathonId, applicationId)] })).results).toMatchObject([
      { status: 'applied' },
    ])
  })

  it('of all that a helper may make of an entry, voided ones too, closes it for nobody else', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const many = Array.from({ length: MAX_SCANS + 1 }, () => scan(marathonId, applicationId))
    const { results } = await hana.sync({ ops: many })
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(MAX_SCANS)
    expect(results.at(-1)).toMatchObject({
      code: 'INVALID',
      fields: { checkIns: { code: 'MOST_CHECK_INS', values: { max: MAX_SCANS } } },
    })
    await hana.sync({ ops: many.slice(1).map(({ id }) => op('checkIn.void', id, { at: AT })) })
    const one = () => scan(marathonId, applicationId)
    await makeHelper(olivia, ravi, marathonId)
    expect((await ravi.sync({ ops: [one()] })).results).toMatchObject([{ status: 'applied' }])
    await removeStaff(olivia, marathonId)
    expect((await olivia.sync({ ops: [one()] })).results).toMatchObject([{ status: 'applied' }])
  })

  it('counts again where the helper was invited once more before it arrived', async () => {
    const { olivia, hana, marathonId, applicationId } = await removed()
    await makeHelper(olivia, hana, marathonId)
    const { results } = await hana.sync({ ops: [scan(marathonId, applicationId)] })
    expect(results).toMatchObject([{ status: 'applied' }])
    expect((await olivia.sync()).checkIns).toMatchObject([{ confirmed: true }])
  })
})

describe('a helper who was removed', () => {
  it('INV-19 is told once, and gets nothing of the entrants any more', async () => {
    const { olivia, ravi, hana, marathonId, applicationId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const { cursor } = await hana.sync()
    await removeStaff(olivia, marathonId)
    await ravi.sync({ ops: [op('application.update', applicationId, { lastName: 'New' }, { lastName: 'Lauf' })] })
    const removed = await hana.sync({ cursor })
    expect(removed).toMatchObject({ reset: false, applications: [], deleted: [{ type: 'role', id: marathonId }] })
    expect((await hana.sync({ cursor: removed.cursor })).deleted).toEqual([])
    const fresh = await hana.sync()
    expect([fresh.applications, fresh.deleted]).toEqual([[], []])
    expect(fresh.marathons).toContainEqual(expect.objectContaining({ _id: marathonId, role: null }))
    expect(await staffBeside(olivia, marathonId)).toEqual([])
  })

  it('does not come back by the old invitation, and can by a new one', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    const token = await invite(olivia, marathonId)
    await accept(hana, token)
    const [old] = await staffBeside(olivia, marathonId)
    const remove = op('staff.delete', old?._id ?? '')
    expect((await olivia.sync({ ops: [remove] })).results).toMatchObject([{ status: 'applied' }])
    const { cursor } = await hana.sync()
    expect(await statusOf(accept(hana, token))).toBe(404)
    await makeHelper(olivia, hana, marathonId)
    // The removal comes late once more, also as another op. It does not remove the helper who came back.
    await olivia.sync({ ops: [remove, op('staff.delete', old?._id ?? '')] })
    expect(await staffBeside(olivia, marathonId)).toHaveLength(1)
    expect(await hana.sync({ cursor })).toMatchObject({ reset: true, applications: [{ _id: applicationId }] })
  })

  it('is forgotten after 90 days with expired invitations; a phone that missed it starts over', async () => {
    const { olivia, hana, marathonId } = await scene({ startDate: inDays(400) })
    await makeHelper(olivia, hana, marathonId)
    const { cursor } = await hana.sync()
    await removeStaff(olivia, marathonId)
    const count = async (table: string) =>
      await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE marathon_id = ?`).bind(marathonId).first('n')
    await runRetention(env.DB, { now: Date.now() + (INVITATION_DAYS - 1) * DAY_MS })
    // The other one is the owner.
    expect([await count('staff'), await count('invitation')]).toEqual([2, 1])
    await runRetention(env.DB, { now: Date.now() + (TOMBSTONE_DAYS - 1) * DAY_MS })
    expect([await count('staff'), await count('invitation')]).toEqual([2, 0])
    expect((await hana.sync({ cursor })).deleted).toMatchObject([{ type: 'role', id: marathonId }])
    await runRetention(env.DB, { now: Date.now() + (TOMBSTONE_DAYS + 1) * DAY_MS })
    expect(await count('staff')).toBe(1)
    expect(await hana.sync({ cursor })).toMatchObject({ reset: true, applications: [] })
  })

  it('is forgotten with the deleted event', async () => {
    const { olivia, hana, marathonId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    await runRetention(env.DB, { now: Date.now() + (TOMBSTONE_DAYS + 1) * DAY_MS })
    const left = await env.DB.prepare('SELECT * FROM staff WHERE marathon_id = ?').bind(marathonId).all()
    expect(left.results).toEqual([])
  })
})
