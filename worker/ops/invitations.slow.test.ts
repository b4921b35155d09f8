import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS, INVITATION_DAYS, MAX_STAFF, MAX_STAFFED } from '../../contract/limits.ts'
import type { OpenInvitation } from '../../contract/rest.ts'
import { INVITED_ROLES } from '../../contract/roles.ts'
import { invite, makeHelper, problemOf, signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { racing } from '../testing/sync-as.ts'
import { HIDE_SQL, SHOW_SQL } from './hide-sql.ts'
import { acceptInvitation, invite as invitationOf, withdrawInvitation } from './invitations.ts'

/** Olivia's marathon, and two accounts that are nothing there yet. */
async function scene() {
  const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  return { olivia, ravi, hana, marathonId }
}

/** Who is staff of a marathon beside its owner. */
async function staffOf(marathonId: string) {
  const { results } = await env.DB.prepare(
    "SELECT uid, role FROM staff WHERE marathon_id = ? AND role <> 'owner' AND removed_at IS NULL ORDER BY seq",
  )
    .bind(marathonId)
    .all()
  return results
}

/** The environment of a write; `between` runs after its first read. */
function writeOf({ uid }: TestClient, between: () => Promise<unknown>) {
  const actor = { uid, email: `${uid}@example.com`, name: uid }
  return { d1: racing(between), actor, now: Date.now(), isLimited: false }
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
    const response = await olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' })
    const { url, expiresAt } = await response.json<{ url: string; expiresAt: string }>()
    expect(url).toMatch(/^http:\/\/localhost\/invitation\/[\w-]{22}$/)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - INVITATION_DAYS * DAY_MS)).toBeLessThan(60_000)
    const stored = await env.DB.prepare('SELECT * FROM invitation WHERE marathon_id = ?').bind(marathonId).all()
    expect(stored.results).toHaveLength(1)
    expect(JSON.stringify(stored.results)).not.toContain(url.split('/').at(-1))
  })

  it('is the same for a repeated call with its key, and another for another event or key', async () => {
    const { olivia, ravi, marathonId } = await scene()
    const other = newId('marathon')
    await ravi.sync({ ops: [op('marathon.create', other, marathonFields())] })
    const call = async (client: TestClient, id: string, key: string) =>
      await (
        await client.call('POST', `/marathons/${id}/invitations`, { role: 'gate' }, { 'Idempotency-Key': key })
      ).text()
    const first = await call(olivia, marathonId, 'same-key-1')
    expect(await call(olivia, marathonId, 'same-key-1')).toBe(first)
    expect(await call(olivia, marathonId, 'same-key-2')).not.toBe(first)
    expect(await call(ravi, other, 'same-key-1')).not.toContain(JSON.parse(first).url.split('/').at(-1))
    const wrong = await olivia.call(
      'POST',
      `/marathons/${marathonId}/invitations`,
      { role: 'gate' },
      {
        'Idempotency-Key': 'x',
      },
    )
    expect(await problemOf(wrong)).toEqual({ code: 'INVALID', fields: ['Idempotency-Key'] })
  })

  it('names its event, and is accepted once: again by the same account, by nobody else', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    const named = await (await hana.call('GET', `/invitations/${token}`)).json()
    expect(named).toMatchObject({ marathonId, title: 'Harbour Ten', timeZone: 'Europe/Berlin', role: 'gate' })
    for (let n = 0; n < 2; n++) expect(await (await accept(hana, token)).json()).toEqual({ marathonId, role: 'gate' })
    expect(await (await hana.call('GET', `/invitations/${token}`)).json()).toEqual(named)
    expect(await statusOf(accept(ravi, token))).toBe(404)
    expect(await statusOf(ravi.call('GET', `/invitations/${token}`))).toBe(404)
    expect(await staffOf(marathonId)).toEqual([{ uid: hana.uid, role: 'gate' }])
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

  it('to an event that the operator hid is as if it were gone, until the event is shown again', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const [token, used] = [await invite(olivia, marathonId), await invite(olivia, marathonId)]
    await accept(ravi, used)
    const change = (statements: string[]) => env.DB.batch(statements.map((one) => env.DB.prepare(one).bind(marathonId)))
    // It is hidden between the read and the write.
    const acceptance = acceptInvitation(
      writeOf(hana, () => change(HIDE_SQL)),
      token,
    )
    await expect(acceptance).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const client of [hana, new TestClient('')])
      expect(await statusOf(client.call('GET', `/invitations/${token}`))).toBe(404)
    expect(await statusOf(accept(hana, token))).toBe(404)
    // Staff see the event.
    expect(await statusOf(ravi.call('GET', `/invitations/${used}`))).toBe(200)
    expect(await staffOf(marathonId)).toEqual([{ uid: ravi.uid, role: 'gate' }])
    await change(SHOW_SQL)
    expect(await statusOf(accept(hana, token))).toBe(200)
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
    expect(await staffOf(marathonId)).toHaveLength(2)
  })

  it('is accepted by one of ten accounts that try at the same moment', async () => {
    const { olivia, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    const crowd = await signIn(...Array.from({ length: 10 }, (_, n) => `crowd-${n}`))
    const statuses = await Promise.all(crowd.map((client) => statusOf(accept(client, token))))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 404)).toHaveLength(9)
    expect(await staffOf(marathonId)).toHaveLength(1)
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
        olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' }, { 'Idempotency-Key': 'late-key' })
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
        `${numbers} INSERT INTO invitation SELECT ? || i, ?, '2090-01-01T00:00:00.000Z', 'gate', ?, NULL FROM n`,
      )
        .bind(MAX_STAFF - 1, newId('hash'), marathonId, olivia.uid)
        .run()
      const another = () => olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' })
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
      expect(await staffOf(marathonId)).toHaveLength(1)
    })

    it('is accepted or withdrawn, not both, when one comes in the middle of the other', async () => {
      const { olivia, hana, marathonId } = await scene()
      const token = await invite(olivia, marathonId)
      const [first] = await listed(olivia, marathonId)
      const acceptance = acceptInvitation(
        writeOf(hana, () => withdraw(olivia, marathonId, first?._id)),
        token,
      )
      await expect(acceptance).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await staffOf(marathonId)).toEqual([])

      const other = await invite(olivia, marathonId)
      const [second] = await listed(olivia, marathonId)
      const withdrawal = withdrawInvitation(
        writeOf(olivia, () => accept(hana, other)),
        marathonId,
        second?._id ?? '',
      )
      await expect(withdrawal).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(await staffOf(marathonId)).toHaveLength(1)
    })
  })

  it('is refused above the limits, which are named', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId)
    await makeHelper(olivia, ravi, marathonId)
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)'
    await env.DB.prepare(
      `${numbers} INSERT INTO invitation SELECT 'hash-' || i, ?, '2090-01-01T00:00:00.000Z', 'gate', ?, NULL FROM n`,
    )
      .bind(MAX_STAFF - 3, marathonId, olivia.uid)
      .run()
    await invite(olivia, marathonId)
    const tooMany = await olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' })
    expect(await problemOf(tooMany)).toEqual({ code: 'INVALID', fields: ['staff'] })
    await env.DB.prepare(
      `${numbers} INSERT INTO staff SELECT 'event-' || i, ?, 'gate', 'helper-' || i, 'H', '2026-01-01T00:00:00.000Z', NULL, NULL, -i, -i FROM n`,
    )
      .bind(MAX_STAFFED, hana.uid)
      .run()
    expect(await problemOf(await accept(hana, token))).toEqual({ code: 'INVALID', fields: ['account'] })
  })

  it('is charged like an op: made, accepted and withdrawn', async () => {
    const { olivia, hana, marathonId } = await scene()
    const spent = async ({ uid }: TestClient) =>
      (await env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?')
        .bind(uid)
        .first<number>('spent_until')) ?? 0
    const before = await spent(olivia)
    await makeHelper(olivia, hana, marathonId)
    await env.DB.prepare('DELETE FROM staff WHERE uid = ?').bind(hana.uid).run()
    await invite(olivia, marathonId)
    const [open] = await listed(olivia, marathonId)
    expect((await withdraw(olivia, marathonId, open?._id)).status).toBe(200)
    expect((await spent(olivia)) - before).toBe(30_000)
    expect(await spent(hana)).toBeGreaterThan(Date.now())
    const far = Date.now() + 365 * DAY_MS
    const token = await invite(olivia, marathonId)
    const [another] = await listed(olivia, marathonId)
    await env.DB.prepare('UPDATE op_budget SET spent_until = ?').bind(far).run()
    for (const response of [
      await olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' }),
      await accept(hana, token),
      await withdraw(olivia, marathonId, another?._id),
    ]) {
      expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true])
    }
  })

  it('names event and role to anybody, by the address, and a used one only to who used it', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId, 'desk')
    const named = {
      marathonId,
      title: 'Harbour Ten',
      location: 'Hamburg',
      startDate: expect.any(String),
      timeZone: 'Europe/Berlin',
      role: 'desk',
    }
    const keys: string[] = []
    const READ_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) < 3 }) }
    const visitor = new TestClient('', { READ_LIMIT })
    const look = () => visitor.call('GET', `/invitations/${token}`, undefined, { 'CF-Connecting-IP': '192.0.2.7' })
    expect(await (await look()).json()).toEqual(named)
    await accept(hana, token)
    expect((await look()).status).toBe(404)
    expect((await look()).status).toBe(429)
    expect(new Set(keys)).toEqual(new Set(['address:192.0.2.7']))
    expect(await (await hana.call('GET', `/invitations/${token}`)).json()).toEqual(named)
    expect(await statusOf(ravi.call('GET', `/invitations/${token}`))).toBe(404)
  })
})

describe('a role', () => {
  it.each(INVITED_ROLES)('%s is what the invitation said', async (role) => {
    const { olivia, hana, marathonId } = await scene()
    const token = await invite(olivia, marathonId, role)
    expect(await listed(olivia, marathonId)).toMatchObject([{ role }])
    expect(await (await accept(hana, token)).json()).toEqual({ marathonId, role })
    expect(await staffOf(marathonId)).toEqual([{ uid: hana.uid, role }])
    expect((await hana.sync()).marathons).toContainEqual(expect.objectContaining({ _id: marathonId, role }))
  })

  it('that one has stays as it is, also when two invitations are accepted at the same moment', async () => {
    const { olivia, hana, marathonId } = await scene()
    await makeHelper(olivia, hana, marathonId, 'desk')
    const second = await invite(olivia, marathonId, 'organiser')
    expect(await (await accept(hana, second)).json()).toEqual({ marathonId, role: 'desk' })
    expect(await staffOf(marathonId)).toEqual([{ uid: hana.uid, role: 'desk' }])

    const other = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', other, marathonFields())] })
    const [first, late] = [await invite(olivia, other, 'organiser'), await invite(olivia, other, 'timer')]
    const acceptance = acceptInvitation(
      writeOf(hana, () => accept(hana, first)),
      late,
    )
    expect(await acceptance).toMatchObject({ role: 'organiser', seq: 0 })
    expect(await staffOf(other)).toEqual([{ uid: hana.uid, role: 'organiser' }])
  })

  it('other than these is refused, with the field', async () => {
    const { olivia, marathonId } = await scene()
    for (const body of [{}, { role: 'owner' }, { role: 'helper' }, { role: null }]) {
      const response = await olivia.call('POST', `/marathons/${marathonId}/invitations`, body)
      expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: ['role'] })
    }
    expect(await listed(olivia, marathonId)).toEqual([])
  })

  it('of an organiser invites and withdraws helpers; organisers are the owner’s alone', async () => {
    const { olivia, ravi, hana, marathonId } = await scene()
    await makeHelper(olivia, ravi, marathonId, 'organiser')
    await invite(olivia, marathonId, 'organiser')
    const [ofOwner] = await listed(ravi, marathonId)
    expect(await problemOf(await withdraw(ravi, marathonId, ofOwner?._id))).toMatchObject({ code: 'FORBIDDEN' })
    const make = (role: string) => ravi.call('POST', `/marathons/${marathonId}/invitations`, { role })
    expect(await problemOf(await make('organiser'))).toMatchObject({ code: 'FORBIDDEN' })
    for (const role of ['desk', 'gate', 'timer']) expect((await make(role)).status).toBe(201)
    const open = await listed(ravi, marathonId)
    expect(open).toHaveLength(4)
    for (const { _id, role } of open) {
      if (role !== 'organiser') expect((await withdraw(ravi, marathonId, _id)).status).toBe(200)
    }
    expect(await listed(olivia, marathonId)).toEqual([ofOwner])
    for (const role of ['desk', 'gate', 'timer'] as const) {
      await env.DB.prepare('UPDATE staff SET role = ? WHERE uid = ?').bind(role, ravi.uid).run()
      expect(await problemOf(await make('gate'))).toMatchObject({ code: 'FORBIDDEN' })
      expect(await problemOf(await withdraw(ravi, marathonId, ofOwner?._id))).toMatchObject({ code: 'FORBIDDEN' })
      expect((await ravi.call('GET', `/marathons/${marathonId}/invitations`)).status).toBe(403)
    }
    expect(await staffOf(marathonId)).not.toContainEqual(expect.objectContaining({ uid: hana.uid }))
  })

  it('that is taken between the read and the write of an invitation writes nothing', async () => {
    const { olivia, ravi, marathonId } = await scene()
    await makeHelper(olivia, ravi, marathonId, 'organiser')
    await invite(olivia, marathonId)
    const [open] = await listed(olivia, marathonId)
    const remove = () =>
      env.DB.prepare("UPDATE staff SET removed_at = '2026-01-01T00:00:00.000Z' WHERE uid = ?").bind(ravi.uid).run()
    const back = () => env.DB.prepare('UPDATE staff SET removed_at = NULL WHERE uid = ?').bind(ravi.uid).run()
    const made = invitationOf(writeOf(ravi, remove), marathonId, { role: 'gate', token: 'a-token-of-ravi' })
    await expect(made).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await back()
    const withdrawal = withdrawInvitation(writeOf(ravi, remove), marathonId, open?._id ?? '')
    await expect(withdrawal).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await listed(olivia, marathonId)).toEqual([open])
  })
})
