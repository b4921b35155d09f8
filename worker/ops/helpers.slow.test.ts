import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS, INVITATION_DAYS, MAX_HELPERS, MAX_HELPING, MAX_SCANS, TOMBSTONE_DAYS } from '../../contract/limits.ts'
import type { Helper, OpenInvitation } from '../../contract/rest.ts'
import type { SyncResponse } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { invite, makeHelper, problemOf, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing } from '../testing/sync-as.ts'
import { acceptInvitation, withdrawInvitation } from './helpers.ts'

/** Olivia's marathon with Ravi's application, and Hana, who does not help yet. */
async function scene(fields = {}) {
  const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
  const [marathonId, applicationId] = [newId('marathon'), newId('application')]
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields(fields))] })
  const contact = { additionalInfo: 'asthma', email: 'ravi@home.example', location: 'Ravi town' }
  await ravi.sync({ ops: [op('application.create', applicationId, applicationFields(marathonId, contact))] })
  return { olivia, ravi, hana, marathonId, applicationId }
}

async function helpers(owner: TestClient, marathonId: string): Promise<Helper[]> {
  return await (await owner.call('GET', `/marathons/${marathonId}/helpers`)).json()
}

/** Removes all helpers of a marathon. */
async function revoke(owner: TestClient, marathonId: string) {
  for (const { _id } of await helpers(owner, marathonId)) {
    expect((await owner.call('DELETE', `/marathons/${marathonId}/helpers/${_id}`)).status).toBe(200)
  }
}

async function pullAll(client: TestClient, cursor: string | null): Promise<SyncResponse[]> {
  const pages: SyncResponse[] = []
  do {
    pages.push(await client.sync({ cursor: pages.at(-1)?.cursor ?? cursor }))
  } while (pages.at(-1)?.more && pages.length < 10)
  return pages
}

const listed = async (owner: TestClient, marathonId: string) =>
  await (await owner.call('GET', `/marathons/${marathonId}/invitations`)).json<OpenInvitation[]>()
const withdraw = (owner: TestClient, marathonId: string, id = '') =>
  owner.call('DELETE', `/marathons/${marathonId}/invitations/${id}`)
const accept = (client: TestClient, token: string) => client.call('POST', `/invitations/${token}`)
const statusOf = async (response: Promise<Response>) => (await response).status

describe('an invitation', () => {
  it('is valid for seven days, and its token is nowhere in the database', async () => {
    const { olivia, marathonId } = await scene()
    const response = await olivia.call('POST', `/marathons/${marathonId}/invitations`)
    const { url, expiresAt } = await response.json<{ url: string; expiresAt: string }>()
    expect(url).toMatch(/^http:\/\/localhost\/invitation\/[\w-]{22}$/)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - INVITATION_DAYS * DAY_MS)).toBeLessThan(60_000)
    const stored = await env.DB.prepare('SELECT * FROM invitation WHERE marathon_id = ?').bind(marathonId).all()
    expect(stored.results).toHaveLength(1)
    expect(JSON.stringify(stored.results)).not.toContain(url.split('/').at(-1))
  })

  it('is the same one when the call is repeated with its key, and another for another event or key', async () => {
    const { olivia, ravi, marathonId } = await scene()
    const other = newId('marathon')
    await ravi.sync({ ops: [op('marathon.create', other, marathonFields())] })
    const call = async (client: TestClient, id: string, key: string) =>
      await (await client.call('POST', `/marathons/${id}/invitations`, undefined, { 'Idempotency-Key': key })).text()
    const first = await call(olivia, marathonId, 'same-key-1')
    expect(await call(olivia, marathonId, 'same-key-1')).toBe(first)
    expect(await call(olivia, marathonId, 'same-key-2')).not.toBe(first)
    expect(await call(ravi, other, 'same-key-1')).not.toContain(JSON.parse(first).url.split('/').at(-1))
    const wrong = await olivia.call('POST', `/marathons/${marathonId}/invitations`, undefined, {
      'Idempotency-Key': 'x',
    })
    expect(await problemOf(wrong)).toEqual({ code: 'INVALID', fields: ['Idempotency-Key'] })
  })

  it('names its event, and is accepted once: again by the same account, by nobody else', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    const named = await (await hana.call('GET', `/invitations/${token}`)).json()
    expect(named).toMatchObject({ marathonId, title: 'Harbour Ten', timeZone: 'Europe/Berlin' })
    expect(await (await accept(hana, token)).json()).toEqual({ marathonId })
    expect(await statusOf(accept(hana, token))).toBe(200)
    expect(await statusOf(accept(ravi, token))).toBe(404)
    expect(await statusOf(ravi.call('GET', `/invitations/${token}`))).toBe(404)
    expect(await helpers(olivia, marathonId)).toEqual([
      { _id: expect.any(String), name: `Name of ${hana.uid}`, since: expect.any(String) },
    ])
  })

  it('tells the same whether it is used, withdrawn, expired, unknown, or of a deleted event', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const withdrawn = await invite(olivia, marathonId)
    await withdraw(olivia, marathonId, (await listed(olivia, marathonId))[0]?._id)
    const [used, expired, ofDeleted] = [await invite(olivia, marathonId), await invite(olivia, marathonId), '']
    await accept(ravi, used)
    await env.DB.prepare("UPDATE invitation SET expires_at = '2020-01-01T00:00:00.000Z' WHERE used_by IS NULL").run()
    const deleted = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', deleted, marathonFields())] })
    const gone = ofDeleted || (await invite(olivia, deleted))
    await olivia.sync({ ops: [op('marathon.delete', deleted)] })
    const bodies = new Set<string>()
    for (const token of [used, withdrawn, expired, gone, 'unknown-token-00000000', 'x']) {
      for (const method of ['GET', 'POST']) {
        const response = await hana.call(method, `/invitations/${token}`)
        expect(response.status, `${method} ${token}`).toBe(404)
        if (token !== 'x') bodies.add(await response.text())
      }
    }
    expect(bodies.size).toBe(1)
    expect((await hana.sync()).marathons.some(({ role }) => role !== null)).toBe(false)
  })

  it('to one’s own event changes nothing and stays open, as one to an event where one helps', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    await makeHelper(olivia, hana, marathonId)
    const token = await invite(olivia, marathonId)
    const { cursor } = await olivia.sync()
    expect(await statusOf(accept(olivia, token))).toBe(200)
    expect(await statusOf(accept(hana, token))).toBe(200)
    const { marathons, reset } = await olivia.sync({ cursor })
    expect([marathons, reset]).toEqual([[], false])
    expect((await olivia.sync()).marathons).toContainEqual(expect.objectContaining({ _id: marathonId, role: 'owner' }))
    expect(await statusOf(accept(ravi, token))).toBe(200)
    expect(await helpers(olivia, marathonId)).toHaveLength(2)
  })

  it('is accepted by one of ten accounts that try at the same moment', async () => {
    const { olivia, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    const crowd = await signIn(...Array.from({ length: 10 }, (_, n) => `crowd-${n}`))
    const statuses = await Promise.all(crowd.map((client) => statusOf(accept(client, token))))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(9)
    expect(await helpers(olivia, marathonId)).toHaveLength(1)
  })

  describe('that the organiser withdraws', () => {
    it('is listed without its link while it is open, and nobody accepts it afterwards', async () => {
      const { olivia, hana, marathonId } = await scene()
      const [stays, goes] = [await invite(olivia, marathonId), await invite(olivia, marathonId)]
      const open = await listed(olivia, marathonId)
      expect(open).toHaveLength(2)
      expect(JSON.stringify(open)).not.toMatch(new RegExp(`${stays}|${goes}`))
      const hash = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(goes)))
      const one = open.find(({ _id }) => _id === hash.toString('base64url'))
      expect(await (await withdraw(olivia, marathonId, one?._id)).json()).toMatchObject({ deletedCount: 1 })
      expect(await (await withdraw(olivia, marathonId, one?._id)).json()).toMatchObject({ deletedCount: 0 })
      expect(await statusOf(hana.call('GET', `/invitations/${goes}`))).toBe(404)
      expect(await statusOf(accept(hana, goes))).toBe(404)
      expect(await listed(olivia, marathonId)).toEqual(open.filter((invitation) => invitation !== one))
      expect(await statusOf(accept(hana, stays))).toBe(200)
      expect(await listed(olivia, marathonId)).toEqual([])
    })

    it('is not made again by a late repetition of the call that made it', async () => {
      const { olivia, hana, marathonId } = await scene()
      const make = () =>
        olivia.call('POST', `/marathons/${marathonId}/invitations`, undefined, { 'Idempotency-Key': 'late-key' })
      const made = await make()
      const { url } = await made.json<{ url: string }>()
      await withdraw(olivia, marathonId, (await listed(olivia, marathonId))[0]?._id)
      expect(await problemOf(await make())).toMatchObject({ code: 'GONE' })
      expect(await statusOf(accept(hana, url.split('/').at(-1) ?? ''))).toBe(404)
      expect(await listed(olivia, marathonId)).toEqual([])
    })

    it('frees its place among the most that an event may have', async () => {
      const { olivia, marathonId } = await scene()
      await invite(olivia, marathonId)
      const [open] = await listed(olivia, marathonId)
      const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
      await env.DB.prepare(
        `${numbers} INSERT INTO invitation SELECT ? || i, ?, '2090-01-01T00:00:00.000Z', 'gate', NULL FROM n`,
      )
        .bind(MAX_HELPERS - 1, newId('hash'), marathonId)
        .run()
      const another = () => olivia.call('POST', `/marathons/${marathonId}/invitations`)
      expect((await another()).status).toBe(422)
      await withdraw(olivia, marathonId, open?._id)
      expect((await another()).status).toBe(201)
    })

    it('is not found when it is used, expired, of another event, or of somebody else', async () => {
      const { olivia, ravi, hana, marathonId } = await scene()
      const token = await invite(olivia, marathonId)
      await invite(olivia, marathonId)
      const open = await listed(olivia, marathonId)
      const others = newId('marathon')
      await ravi.sync({ ops: [op('marathon.create', others, marathonFields())] })
      for (const { _id } of open) {
        expect(await problemOf(await withdraw(ravi, marathonId, _id))).toMatchObject({ code: 'FORBIDDEN' })
        expect(await problemOf(await withdraw(ravi, others, _id))).toMatchObject({ code: 'NOT_FOUND' })
      }
      expect((await ravi.call('GET', `/marathons/${marathonId}/invitations`)).status).toBe(403)
      await accept(hana, token)
      await env.DB.prepare("UPDATE invitation SET expires_at = '2020-01-01T00:00:00.000Z' WHERE used_by IS NULL").run()
      expect(await listed(olivia, marathonId)).toEqual([])
      for (const { _id } of open) {
        expect(await problemOf(await withdraw(olivia, marathonId, _id))).toMatchObject({ code: 'NOT_FOUND' })
      }
      expect(await helpers(olivia, marathonId)).toHaveLength(1)
    })

    it('is accepted or withdrawn, not both, when one comes between the read and the write of the other', async () => {
      const { olivia, hana, marathonId } = await scene()
      const writeOf = ({ uid }: TestClient, between: () => Promise<unknown>) => {
        const actor = { uid, email: `${uid}@example.com`, name: uid }
        return { d1: racing(between), actor, now: Date.now(), isLimited: false }
      }
      const token = await invite(olivia, marathonId)
      const [first] = await listed(olivia, marathonId)
      const acceptance = acceptInvitation(
        writeOf(hana, () => withdraw(olivia, marathonId, first?._id)),
        token,
      )
      await expect(acceptance).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await helpers(olivia, marathonId)).toEqual([])

      const other = await invite(olivia, marathonId)
      const [second] = await listed(olivia, marathonId)
      const withdrawal = withdrawInvitation(
        writeOf(olivia, () => accept(hana, other)),
        marathonId,
        second?._id ?? '',
      )
      await expect(withdrawal).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await helpers(olivia, marathonId)).toHaveLength(1)
    })
  })

  it('is refused above the limits, which are named', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    await makeHelper(olivia, ravi, marathonId)
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
    await env.DB.prepare(
      `${numbers} INSERT INTO invitation SELECT 'hash-' || i, ?, '2090-01-01T00:00:00.000Z', 'gate', NULL FROM n`,
    )
      .bind(MAX_HELPERS - 3, marathonId)
      .run()
    await invite(olivia, marathonId)
    const tooMany = await olivia.call('POST', `/marathons/${marathonId}/invitations`)
    expect(await problemOf(tooMany)).toEqual({ code: 'INVALID', fields: ['helpers'] })
    await env.DB.prepare(
      `${numbers} INSERT INTO staff SELECT 'event-' || i, ?, 'gate', 'helper-' || i, 'H', '2026-01-01T00:00:00.000Z', NULL, NULL, -i, -i FROM n`,
    )
      .bind(MAX_HELPING, hana.uid)
      .run()
    expect(await problemOf(await accept(hana, token))).toEqual({ code: 'INVALID', fields: ['account'] })
  })

  it('is charged like an op: made, accepted, withdrawn, and the help ended', async () => {
    const { olivia, hana, marathonId } = await scene()
    const spent = async ({ uid }: TestClient) =>
      (await env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?')
        .bind(uid)
        .first<number>('spent_until')) ?? 0
    const before = await spent(olivia)
    await makeHelper(olivia, hana, marathonId)
    await revoke(olivia, marathonId)
    expect((await spent(olivia)) - before).toBe(20_000)
    await invite(olivia, marathonId)
    const [open] = await listed(olivia, marathonId)
    expect((await withdraw(olivia, marathonId, open?._id)).status).toBe(200)
    expect((await spent(olivia)) - before).toBe(40_000)
    expect(await spent(hana)).toBeGreaterThan(Date.now())
    const far = Date.now() + 365 * DAY_MS
    const token = await invite(olivia, marathonId)
    const [another] = await listed(olivia, marathonId)
    await env.DB.prepare('UPDATE op_budget SET spent_until = ?').bind(far).run()
    for (const response of [
      await olivia.call('POST', `/marathons/${marathonId}/invitations`),
      await accept(hana, token),
      await withdraw(olivia, marathonId, another?._id),
    ]) {
      expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true])
    }
  })
})

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
        code: expect.stringMatching(/^[A-Z][0-9A-Z]{7}$/),
        status: 'registered',
        ver: 2,
        mine: false,
      },
    ])
  })

  it('is everything once, where it is older than the phone’s cursor; the phone starts over for it', async () => {
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
    await revoke(olivia, marathonId)
    const removed = await ravi.sync({ cursor })
    expect(removed.deleted).toMatchObject([{ type: 'helper', id: marathonId }])
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
    for (const call of ['entrants', 'helpers']) {
      expect(await statusOf(hana.call('GET', `/marathons/${marathonId}/${call}`))).toBe(403)
    }
    expect(await statusOf(hana.call('POST', `/marathons/${marathonId}/invitations`))).toBe(403)
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
    await revoke(all.olivia, all.marathonId)
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
      fields: { checkIns: { code: 'MOST_CHECK_INS', values: { max: 100 } } },
    })
    await hana.sync({ ops: many.slice(1).map(({ id }) => op('checkIn.void', id, { at: AT })) })
    const one = () => scan(marathonId, applicationId)
    await makeHelper(olivia, ravi, marathonId)
    expect((await ravi.sync({ ops: [one()] })).results).toMatchObject([{ status: 'applied' }])
    await revoke(olivia, marathonId)
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
    await revoke(olivia, marathonId)
    await ravi.sync({ ops: [op('application.update', applicationId, { lastName: 'New' }, { lastName: 'Lauf' })] })
    const removed = await hana.sync({ cursor })
    expect(removed).toMatchObject({ reset: false, applications: [], deleted: [{ type: 'helper', id: marathonId }] })
    expect((await hana.sync({ cursor: removed.cursor })).deleted).toEqual([])
    const fresh = await hana.sync()
    expect([fresh.applications, fresh.deleted]).toEqual([[], []])
    expect(fresh.marathons).toContainEqual(expect.objectContaining({ _id: marathonId, role: null }))
    expect(await helpers(olivia, marathonId)).toEqual([])
  })

  it('does not come back by the old invitation, and can by a new one', async () => {
    const { olivia, hana, marathonId, applicationId } = await scene()
    const token = await invite(olivia, marathonId)
    await accept(hana, token)
    const [{ _id: oldId }] = (await helpers(olivia, marathonId)) as [Helper]
    const path = `/marathons/${marathonId}/helpers/${oldId}`
    const counts = []
    for (let n = 0; n < 2; n++) counts.push(await (await olivia.call('DELETE', path)).json())
    expect(counts).toMatchObject([{ deletedCount: 1 }, { deletedCount: 0 }])
    const { cursor } = await hana.sync()
    expect(await statusOf(accept(hana, token))).toBe(404)
    await makeHelper(olivia, hana, marathonId)
    // The first call comes late once more. It does not remove the helper who came back.
    expect(await statusOf(olivia.call('DELETE', path))).toBe(404)
    expect(await hana.sync({ cursor })).toMatchObject({ reset: true, applications: [{ _id: applicationId }] })
  })

  it('is forgotten after 90 days, with expired invitations; a phone that did not hear of it starts over', async () => {
    const { olivia, hana, marathonId } = await scene({ startDate: inDays(400) })
    await makeHelper(olivia, hana, marathonId)
    const { cursor } = await hana.sync()
    await revoke(olivia, marathonId)
    const count = async (table: string) =>
      await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE marathon_id = ?`).bind(marathonId).first('n')
    await runRetention(env.DB, { now: Date.now() + (INVITATION_DAYS - 1) * DAY_MS })
    // The other one is the owner.
    expect([await count('staff'), await count('invitation')]).toEqual([2, 1])
    await runRetention(env.DB, { now: Date.now() + (TOMBSTONE_DAYS - 1) * DAY_MS })
    expect([await count('staff'), await count('invitation')]).toEqual([2, 0])
    expect((await hana.sync({ cursor })).deleted).toMatchObject([{ type: 'helper', id: marathonId }])
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
