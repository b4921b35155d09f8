import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AccountDataPage } from '../../contract/account-data.ts'
import type { HistoryRow } from '../../contract/history.ts'
import { DAY_MS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { Role } from '../../contract/roles.ts'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { deleteDueAccounts } from '../jobs/delete-account.ts'
import { registerPush } from '../jobs/push/push-subscriptions.ts'
import { endSessions, requestDeletion } from '../ops/account.ts'
import { applyRequest } from '../ops/apply-request.ts'
import { parseOp } from '../ops/decide/known-op.ts'
import { acceptInvitation } from '../ops/invitations.ts'
import { PART_ROWS } from '../reads/account-data.ts'
import { invite, makeHelper, problemOf, type Scene, sampleOf, signIn, staffBeside } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

// What is kept of an account, and its deletion (docs/decisions/059-your-data.md).

/** The tables that name the account of `scene`, in alphabetical order. */
const HAS_TRACES = [
  'application',
  'invitation',
  'marathon',
  'notice',
  'op_budget',
  'op_record',
  'push_subscription',
  'recording',
  'staff',
]

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Olivia organises an event with two places. Ravi has one of them, helps at Hana's event and has scanned Hana's
 * entrant, has written a notice there when Hana let him organise it, organises an event to which Olivia has applied, and
 * gets pushes. Walter waits for a place at Olivia's event.
 */
async function scene() {
  const [olivia, ravi, hana, walter] = await signIn('olivia', 'ravi', 'hana', 'walter')
  const phone = `+49 40 ${Math.random().toString().slice(2, 14)}`
  const [event, ravis, hanas] = [newId('marathon'), newId('marathon'), newId('marathon')]
  const [entry, waiting, olivias, scanned] = Array.from({ length: 4 }, () => newId('application')) as [
    string,
    string,
    string,
    string,
  ]
  await olivia.sync({ ops: [op('marathon.create', event, marathonFields({ capacity: 1 }))] })
  await ravi.sync({ ops: [op('marathon.create', ravis, marathonFields({ description: 'Along the river.' }))] })
  await hana.sync({ ops: [op('marathon.create', hanas, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', entry, applicationFields(event, { phoneNumber: phone }))] })
  await walter.sync({ ops: [op('application.create', waiting, applicationFields(event, { waitingList: true }))] })
  await olivia.sync({ ops: [op('application.create', olivias, applicationFields(ravis))] })
  await walter.sync({ ops: [op('application.create', scanned, applicationFields(hanas))] })
  await makeHelper(hana, ravi, hanas)
  const scan = op('checkIn.create', newId('check-in'), {
    marathonId: hanas,
    applicationId: scanned,
    at: inDays(0),
    gate: 'A',
  })
  await ravi.sync({ ops: [scan] })
  const noticeId = newId('notice')
  await become(ravi, hanas, 'organiser')
  await ravi.sync({
    ops: [op('notice.create', noticeId, { marathonId: hanas, text: 'Wind', urgent: true, at: inDays(0) })],
  })
  await become(ravi, hanas, 'gate')
  const push = sampleOf({ method: 'POST', path: '/push-subscriptions' }).make({} as Scene, ravi.uid)
  expect((await ravi.call('POST', push.path, push.body)).status).toBe(200)
  return {
    olivia,
    ravi,
    hana,
    walter,
    event,
    ravis,
    hanas,
    entry,
    waiting,
    olivias,
    scanned,
    phone,
    scanId: scan.id,
    noticeId,
  }
}

/** Changes what an account is at a marathon. */
const become = ({ uid }: TestClient, marathonId: string, role: Role) =>
  env.DB.prepare('UPDATE staff SET role = ? WHERE marathon_id = ? AND uid = ?').bind(role, marathonId, uid).run()

/** All rows of the database in which a text stands, by table. */
async function tracesOf(text: string): Promise<Record<string, number>> {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name <> 'd1_migrations'",
  ).all<{ name: string }>()
  const found: Record<string, number> = {}
  for (const { name } of tables.results) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all()
    const count = results.filter((row) => JSON.stringify(row).includes(text)).length
    if (count > 0) found[name] = count
  }
  return found
}

/** Reads the account's data, all pages. */
async function dataOf(client: TestClient): Promise<AccountDataPage['parts']> {
  const parts: AccountDataPage['parts'] = {}
  let query = ''
  for (let page = 0; page < 20; page++) {
    const response = await client.call('GET', `/account/data${query}`)
    expect(response.status).toBe(200)
    const { parts: found, next } = await response.json<AccountDataPage>()
    for (const [part, rows] of Object.entries(found)) {
      const known = parts[part as keyof typeof parts] ?? []
      parts[part as keyof typeof parts] = [...known, ...rows]
    }
    if (!next) return parts
    query = `?part=${next.part}&after=${next.after}`
  }
  throw new Error('the pages do not end')
}

async function deleteAccount({ uid }: TestClient, claims: Record<string, unknown> = {}): Promise<Response> {
  const client = new TestClient(uid)
  const headers = { Authorization: `Bearer ${emulatorToken(uid, claims)}`, 'CF-Connecting-IP': newId('ip') }
  const response = await client.call('POST', '/account/deletion', {}, headers)
  await client.untilQuiet()
  return response
}

/** Runs the cron of every five minutes. */
async function runCron() {
  const context = createExecutionContext()
  const event = createScheduledController({ scheduledTime: new Date(), cron: '*/5 * * * *' })
  await worker.scheduled(event, env)
  await waitOnExecutionContext(context)
}

const deletionOf = async ({ uid }: TestClient) =>
  (await env.DB.prepare('SELECT deletion FROM account WHERE uid = ?').bind(uid).first<{ deletion: string }>())?.deletion

/** Lets the crons run, from a minute later on, until nothing of the account is left. */
async function untilDeleted(client: TestClient) {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 65_000)
  for (let run = 0; run < 50 && (await deletionOf(client)) !== 'done'; run++) await runCron()
  expect(await deletionOf(client)).toBe('done')
}

/** Deletes an account, and lets the crons delete its rows. */
async function deleteWhole(client: TestClient) {
  expect((await deleteAccount(client)).status).toBe(200)
  await untilDeleted(client)
}

describe('GET /account/data', () => {
  it('has every row of the account, and nothing of others', async () => {
    const { olivia, ravi, hana, event, ravis, hanas, entry, phone, scanId, noticeId } = await scene()
    await env.DB.prepare(
      `INSERT INTO notice (id, marathon_id, application_id, to_uid, kind, text, urgent, at, by_name, by_uid, ver, seq)
      VALUES (?, ?, ?, ?, 'promoted', 'A place became free.', 1, '', '', ?, 1, 0)`,
    )
      .bind(newId('notice'), event, entry, ravi.uid, olivia.uid)
      .run()
    const parts = await dataOf(ravi)
    expect(parts.noticesToYou).toMatchObject([{ kind: 'promoted', marathonId: event }])
    const ids = (part: keyof typeof parts, field = 'id') => parts[part]?.map((row) => row[field])
    expect(ids('marathons')).toEqual([ravis])
    expect(ids('applications')).toEqual([entry])
    expect(parts.applications?.[0]).toMatchObject({ phoneNumber: phone, marathonId: event, status: 'registered' })
    expect(ids('scans')).toEqual([scanId])
    expect(ids('staff', 'marathonId')).toEqual([ravis, hanas])
    expect(ids('invitations', 'marathonId')).toEqual([hanas])
    expect(parts.pushes).toHaveLength(1)
    expect(ids('ownNotices')).toEqual([noticeId])
    expect(ids('changes', 'type')).toEqual(['marathon.create', 'application.create', 'checkIn.create', 'notice.create'])
    const text = JSON.stringify(parts)
    for (const other of [olivia, hana]) expect(text).not.toContain(other.uid)
    expect(JSON.stringify((await dataOf(hana)).notices)).not.toContain('byUid')
    expect(text).not.toMatch(/secretSeed|tokenHash|p256dh|"auth"/)
  })

  it('has a part for each table that names the account', async () => {
    const { ravi } = await scene()
    const { account, checkIns, noticesToYou, notices, deletions, ...parts } = await dataOf(ravi)
    expect([account, checkIns, noticesToYou, notices, deletions]).toEqual([[], [], [], [], []])
    const filled = Object.values(parts).filter((rows) => rows && rows.length > 0)
    expect(filled).toHaveLength(HAS_TRACES.length)
    expect(Object.keys(await tracesOf(ravi.uid)).sort()).toEqual(HAS_TRACES)
  })

  it('says where the account was checked in, and not by whom', async () => {
    const { walter, scanId, ravi } = await scene()
    const { checkIns } = await dataOf(walter)
    expect(checkIns).toMatchObject([{ id: scanId, gate: 'A' }])
    expect(JSON.stringify(checkIns)).not.toContain(ravi.uid)
  })

  it('has the deletions and the end of the sessions', async () => {
    const [ada] = await signIn('ada')
    const id = newId('marathon')
    await ada.sync({ ops: [op('marathon.create', id, marathonFields()), op('marathon.delete', id)] })
    await endSessions(env.DB, ada.uid, Date.now() - DAY_MS)
    const parts = await dataOf(await TestClient.signedIn(ada.uid))
    expect(parts.deletions).toMatchObject([{ type: 'marathon', id }])
    expect(parts.account).toMatchObject([{ uid: ada.uid }])
  })

  it('has every change of an account with many, over several pages', async () => {
    const [ada] = await signIn('ada')
    const count = PART_ROWS * 2 + 1
    await env.DB.prepare(`INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
      SELECT ?1 || value, ?1, 1000000000000 + value, 'checkIn.create', 'x' || value, '{}', 0, '2027-01-01', '' FROM
        (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?2) SELECT value FROM n)`)
      .bind(ada.uid, count)
      .run()
    const { changes } = await dataOf(ada)
    expect(new Set(changes?.map(({ targetId }) => targetId)).size).toBe(count)
    expect(changes).toHaveLength(count)
  })

  it.each([
    ['part=secrets', 'part'],
    ['after=-1', 'after'],
    ['after=x', 'after'],
  ])('refuses ?%s by name', async (query, field) => {
    const [ada] = await signIn('ada')
    const response = await ada.call('GET', `/account/data?${query}`)
    expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: [field] })
  })
})

describe('POST /account/deletion', () => {
  it('leaves nothing of the account but ends of sessions and budget, and tombstones', async () => {
    const { ravi, phone } = await scene()
    expect(Object.keys(await tracesOf(ravi.uid)).sort()).toEqual(HAS_TRACES)
    await deleteWhole(ravi)
    expect(await tracesOf(ravi.uid)).toEqual({ account: 1, op_budget: 1, tombstone: 2, staff: 2 })
    expect(await tracesOf(phone)).toEqual({})
    expect(await tracesOf(`Name of ${ravi.uid}`)).toEqual({})
  })

  it('tells the others what an ordinary withdrawal and deletion tells them', async () => {
    const { olivia, ravi, hana, walter, event, ravis, hanas, entry, waiting, olivias, scanId, noticeId } = await scene()
    const [ofOlivia, ofHana, ofWalter] = await Promise.all([olivia.sync(), hana.sync(), walter.sync()])
    await deleteWhole(ravi)
    const seen = await olivia.sync({ cursor: ofOlivia.cursor })
    expect(seen.deleted.map(({ id }) => id).sort()).toEqual([entry, ravis].sort())
    // Olivia's own application at the deleted event stays hers.
    expect((await dataOf(olivia)).applications?.map(({ id }) => id)).toContain(olivias)
    // The place went to the waiting list.
    expect((await walter.sync({ cursor: ofWalter.cursor })).applications).toMatchObject([
      { _id: waiting, status: 'registered' },
    ])
    expect(seen.marathons.find(({ _id }) => _id === event)).toMatchObject({ regCount: 1, waitingCount: 0 })
    // What Ravi wrote at Hana's event stays, without a name.
    expect((await hana.sync({ cursor: ofHana.cursor })).notices).toMatchObject([
      { _id: noticeId, text: 'Wind', by: '' },
    ])
    // The scan stays with its organiser, without a name, and counts.
    expect((await hana.sync({ cursor: ofHana.cursor })).checkIns).toMatchObject([
      { _id: scanId, by: '', confirmed: true },
    ])
    expect(await staffBeside(hana, hanas)).toEqual([])
  })

  it('ends the sessions at once, and says why', async () => {
    const { ravi } = await scene()
    const loggedInAt = Math.floor(Date.now() / 1000)
    expect((await deleteAccount(ravi)).status).toBe(200)
    const response = await ravi.call('POST', '/marathons', marathonFields())
    expect([response.status, await problemOf(response)]).toEqual([
      401,
      { code: 'UNAUTHENTICATED', fields: ['session', 'account'] },
    ])
    const create = op('marathon.create', newId('marathon'), marathonFields())
    // A phone whose session is too old to write must learn of it too: it cannot be renewed.
    for (const phone of [ravi, await TestClient.signedInAgo(ravi.uid, 2 * DAY_MS)]) {
      for (const ops of [[], [create]]) {
        const pull = await phone.call('POST', '/sync', { uid: ravi.uid, cursor: null, ops })
        expect(await problemOf(pull)).toEqual({ code: 'UNAUTHENTICATED', fields: ['session', 'account'] })
      }
    }
    const signIn = await new TestClient(ravi.uid).call(
      'POST',
      '/jwt',
      { email: `${ravi.uid}@example.com` },
      {
        Authorization: `Bearer ${emulatorToken(ravi.uid, { auth_time: loggedInAt })}`,
        'CF-Connecting-IP': newId('ip'),
      },
    )
    expect((await problemOf(signIn)).fields).toContain('account')
  })

  it('leaves what was made after a new login, also when the call comes again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { ravi } = await scene()
    const nowS = Math.floor(Date.now() / 1000)
    await deleteWhole(ravi)
    const again = await TestClient.signedIn(ravi.uid)
    const id = newId('marathon')
    expect((await again.sync()).applications).toEqual([])
    await again.sync({ ops: [op('marathon.create', id, marathonFields())] })
    // The answer to the first call was lost: the phone tells it again, with the login of before.
    expect((await deleteAccount(ravi, { auth_time: nowS })).status).toBe(200)
    await runCron()
    expect((await again.sync()).marathons.map(({ _id }) => _id)).toContain(id)
    expect((await again.call('POST', '/marathons', marathonFields())).status).toBe(201)
    // A new wish is a new deletion.
    await deleteWhole(again)
    expect((await env.DB.prepare('SELECT id FROM marathon WHERE id = ?').bind(id).first()) ?? null).toBeNull()
  })

  it('is refused to a login from before "log out everywhere"', async () => {
    const { ravi, ravis } = await scene()
    const nowS = Math.floor(Date.now() / 1000)
    await endSessions(env.DB, ravi.uid, nowS * 1000)
    const response = await deleteAccount(ravi, { auth_time: nowS })
    expect([response.status, await problemOf(response)]).toEqual([
      401,
      { code: 'UNAUTHENTICATED', fields: ['session'] },
    ])
    await runCron()
    expect(await env.DB.prepare('SELECT id FROM marathon WHERE id = ?').bind(ravis).first()).not.toBeNull()
  })

  it('deletes a large account over several runs', async () => {
    const [ada, olivia] = await signIn('ada', 'olivia')
    const event = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', event, marathonFields({ perAccount: 2000 }))] })
    const count = 1200
    const many = Array.from({ length: count }, (_, n) =>
      op('application.create', newId('application'), applicationFields(event, { firstName: `Ada ${n}` })),
    )
    for (let from = 0; from < count; from += 400) await ada.sync({ ops: many.slice(from, from + 400) })
    expect((await deleteAccount(ada)).status).toBe(200)
    const left = () =>
      env.DB.prepare('SELECT count(*) AS n FROM application WHERE owner_uid = ?').bind(ada.uid).first<{ n: number }>()
    expect((await left())?.n).toBe(count - 1000)
    await untilDeleted(ada)
    expect((await left())?.n).toBe(0)
    // The records of the deletion itself go too, also those of a later run.
    expect(await tracesOf(ada.uid)).not.toHaveProperty('op_record')
    expect((await olivia.sync()).marathons.find(({ _id }) => _id === event)?.regCount).toBe(0)
  })

  it('takes no session, and counts wrong tokens by address, and right ones by account', async () => {
    const [ada] = await signIn('ada')
    const full: RateLimit = { limit: async () => ({ success: false }) }
    const call = async (limits: Partial<Env>, headers: Record<string, string>) => {
      const client = new TestClient(ada.uid, limits)
      client.cookie = ada.cookie
      return (await client.call('POST', '/account/deletion', {}, headers)).status
    }
    expect(await call({}, {})).toBe(401)
    expect(await call({ JWT_LIMIT: full }, {})).toBe(429)
    const right = { Authorization: `Bearer ${emulatorToken(ada.uid)}` }
    expect(await call({ SIGN_IN_LIMIT: full }, right)).toBe(429)
    expect((await ada.call('POST', '/marathons', marathonFields())).status).toBe(201)
    expect(await call({ JWT_LIMIT: full }, right)).toBe(200)
  })

  it('leaves everything that a new login makes before the old rows are gone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { olivia, ravi, hana, event, hanas, ravis, scanned } = await scene()
    await requestDeletion(env.DB, ravi.uid, Math.floor(Date.now() / 1000), Date.now)
    vi.setSystemTime(Date.now() + 1000)
    const again = await TestClient.signedIn(ravi.uid)
    const [id, entry] = [newId('marathon'), newId('application')]
    await again.sync({ ops: [op('marathon.create', id, marathonFields())] })
    const apply = op('application.create', entry, applicationFields(id))
    await again.sync({ ops: [apply] })
    const gone = newId('marathon')
    const withdrawal = op('marathon.delete', gone)
    await again.sync({ ops: [op('marathon.create', gone, marathonFields()), withdrawal] })
    await makeHelper(hana, again, hanas)
    const at = new Date().toISOString()
    const scan = op('checkIn.create', newId('scan'), { marathonId: hanas, applicationId: scanned, at, gate: 'B' })
    await again.sync({ ops: [scan] })
    // A log-out everywhere is no second deletion.
    await endSessions(env.DB, ravi.uid, Date.now())
    const refused = await again.call('POST', '/marathons', marathonFields())
    expect((await problemOf(refused)).fields).toEqual(['session'])
    expect(await deletionOf(ravi)).toBe('due')
    await untilDeleted(ravi)

    const left = await dataOf(await TestClient.signedIn(ravi.uid))
    expect(left.marathons?.map((row) => row.id)).toEqual([id])
    expect(left.applications?.map((row) => row.id)).toEqual([entry])
    const here = left.staff?.filter(({ removedAt }) => removedAt === null)
    expect(here?.map((row) => [row.marathonId, row.role])).toEqual([
      [hanas, 'gate'],
      [id, 'owner'],
      [gone, 'owner'],
    ])
    expect(left.scans?.map((row) => row.id)).toEqual([scan.id])
    const changes = left.changes?.map((row) => row.opId)
    expect(changes).toEqual(expect.arrayContaining([apply.opId, withdrawal.opId]))
    for (const old of [ravis, event]) expect(JSON.stringify(left.applications)).not.toContain(old)
    expect((await olivia.sync()).marathons.map(({ _id }) => _id)).toContain(event)
  })

  it('leaves an event that somebody took over meanwhile, as its organiser', async () => {
    const { ravi, olivia, ravis } = await scene()
    await makeHelper(ravi, olivia, ravis)
    await requestDeletion(env.DB, ravi.uid, Math.floor(Date.now() / 1000), Date.now)
    await env.DB.batch([
      env.DB.prepare('UPDATE clock SET seq = seq + 2'),
      env.DB.prepare(
        "UPDATE staff SET role = 'organiser', seq = (SELECT seq FROM clock) WHERE uid = ? AND marathon_id = ?",
      ).bind(ravi.uid, ravis),
      env.DB.prepare(
        "UPDATE staff SET role = 'owner', seq = (SELECT seq FROM clock) - 1 WHERE uid = ? AND marathon_id = ?",
      ).bind(olivia.uid, ravis),
      env.DB.prepare('UPDATE marathon SET owner_uid = ? WHERE id = ?').bind(olivia.uid, ravis),
    ])
    await untilDeleted(ravi)
    expect((await olivia.sync()).marathons.find(({ _id }) => _id === ravis)).toMatchObject({ role: 'owner' })
    const row = env.DB.prepare('SELECT name, removed_at IS NULL AS isHere FROM staff WHERE uid = ? AND marathon_id = ?')
    expect(await row.bind(ravi.uid, ravis).first()).toEqual({ name: '', isHere: 0 })
  })

  it('leaves an event that a new login took over before the old rows are gone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { ravi, hana, hanas } = await scene()
    await requestDeletion(env.DB, ravi.uid, Math.floor(Date.now() / 1000), Date.now)
    vi.setSystemTime(Date.now() + 1000)
    await makeHelper(hana, await TestClient.signedIn(ravi.uid), hanas)
    await env.DB.batch([
      env.DB.prepare('UPDATE clock SET seq = seq + 2'),
      env.DB.prepare(
        "UPDATE staff SET role = 'organiser', seq = (SELECT seq FROM clock) WHERE uid = ? AND marathon_id = ?",
      ).bind(hana.uid, hanas),
      env.DB.prepare(
        "UPDATE staff SET role = 'owner', seq = (SELECT seq FROM clock) - 1 WHERE uid = ? AND marathon_id = ?",
      ).bind(ravi.uid, hanas),
      env.DB.prepare('UPDATE marathon SET owner_uid = ? WHERE id = ?').bind(ravi.uid, hanas),
    ])
    await untilDeleted(ravi)
    const again = await TestClient.signedIn(ravi.uid)
    expect((await again.sync()).marathons.find(({ _id }) => _id === hanas)).toMatchObject({ role: 'owner' })
  })

  it('keeps in the history of others what was changed, and not by whom', async () => {
    const { ravi, hana, hanas, ravis } = await scene()
    const insert =
      env.DB.prepare(`INSERT INTO op_record (seq, op_id, uid, type, target_id, verdict, modified, decided_at,
      content, marathon_id, fields, by_name) SELECT seq - ?1, 'told' || ?1 || ?2, ?2, 'marathon.update', ?3,
      '{"status":"applied","conflicts":{"location":{"yours":"secret"}}}', 1, '2027-01-01T08:00:00.000Z', 'c', ?3,
      '["location"]', ?4 FROM clock`)
    await env.DB.batch([
      env.DB.prepare('UPDATE clock SET seq = seq + 2'),
      insert.bind(0, ravi.uid, hanas, `Name of ${ravi.uid}`),
      insert.bind(1, ravi.uid, ravis, `Name of ${ravi.uid}`),
    ])
    await deleteWhole(ravi)
    const history = await (await hana.call('GET', `/marathons/${hanas}/history`)).json<HistoryRow[]>()
    const kept = history.filter(({ type }) => type === 'marathon.update')
    expect(kept).toMatchObject([{ fields: ['location'], who: 'deleted', by: '' }])
    for (const text of [ravi.uid, 'secret']) expect(await tracesOf(text)).not.toHaveProperty('op_record')
    const gone = env.DB.prepare('SELECT count(*) AS n FROM op_record WHERE target_id = ?').bind(ravis)
    expect(await gone.first('n')).toBe(0)
  })

  it('lets nothing of an older session be written later, whenever that was checked', async () => {
    const { olivia, ravi, hana, event, hanas, phone } = await scene()
    const issuedAt = Math.floor(Date.now() / 1000)
    const actor = { uid: ravi.uid, email: '', name: 'Ravi', issuedAt }
    // The deletion is recorded between the read of these writes and their commit.
    const deletes = (d1 = env.DB) => {
      let isFirst = true
      const batch = async (statements: D1PreparedStatement[]) => {
        if (isFirst) await requestDeletion(env.DB, ravi.uid, issuedAt, Date.now)
        isFirst = false
        return d1.batch(statements)
      }
      return { prepare: (query: string) => d1.prepare(query), batch } as unknown as D1Database
    }
    const token = await invite(olivia, event)
    const late = newId('application')
    const create = op('application.create', late, applicationFields(event, { firstName: 'Late' }))
    const known = parseOp({ ...create, type: 'application.create', content: '' })
    const options = { timeSource: Date.now, isLimited: false }
    await expect(applyRequest(deletes(), { actor, ops: [known] }, options)).rejects.toThrow(/deleted/)
    const write = { d1: env.DB, actor, now: Date.now(), isLimited: false }
    await expect(acceptInvitation(write, token)).rejects.toThrow(Problem)
    const push = { endpoint: `${phone}2`, keys: { p256dh: '', auth: '' } }
    expect(await registerPush(env.DB, actor, push, Date.now())).toBe(false)
    await untilDeleted(ravi)
    expect(await tracesOf(ravi.uid)).not.toHaveProperty('push_subscription')
    expect(await env.DB.prepare('SELECT id FROM application WHERE id = ?').bind(late).first()).toBeNull()
    expect((await olivia.sync()).marathons.find(({ _id }) => _id === event)?.regCount).toBe(1)
    expect(await staffBeside(hana, hanas)).toEqual([])
  })

  it('leaves what a new login makes within seconds, when the call comes again and the cron runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { ravi, hana, hanas } = await scene()
    const nowS = Math.floor(Date.now() / 1000)
    await deleteAccount(ravi, { auth_time: nowS })
    vi.setSystemTime((nowS + 1) * 1000)
    const again = await TestClient.signedIn(ravi.uid)
    const [id, entry] = [newId('marathon'), newId('application')]
    await again.sync({ ops: [op('marathon.create', id, marathonFields())] })
    await again.sync({ ops: [op('application.create', entry, applicationFields(id))] })
    await makeHelper(hana, again, hanas)
    const push = sampleOf({ method: 'POST', path: '/push-subscriptions' }).make({} as Scene, ravi.uid)
    await again.call('POST', push.path, push.body)
    // The first answer was lost. Two tabs of the phone tell it again, at the same moment, with the login of before.
    await Promise.all([1, 2].map(() => deleteAccount(ravi, { auth_time: nowS })))
    await runCron()
    await untilDeleted(ravi)
    const left = await dataOf(await TestClient.signedIn(ravi.uid))
    expect([left.marathons, left.applications].map((rows) => rows?.map((row) => row.id))).toEqual([[id], [entry]])
    const here = left.staff?.filter(({ removedAt }) => removedAt === null)
    expect(here?.map((row) => [row.marathonId, row.role])).toEqual([
      [hanas, 'gate'],
      [id, 'owner'],
    ])
    expect(left.pushes).toHaveLength(1)
  })

  it('of an account that fails does not hold up the others', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const [bad, good] = await signIn('bad', 'good')
    for (const client of [bad, good]) {
      await client.sync({ ops: [op('marathon.create', newId('marathon'), marathonFields())] })
      await requestDeletion(env.DB, client.uid, Math.floor(Date.now() / 1000), Date.now)
    }
    vi.setSystemTime(Date.now() + 65_000)
    const failing = {
      prepare: (query: string) => env.DB.prepare(query),
      batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    }
    const prepare = (query: string) => {
      const statement = env.DB.prepare(query)
      const bind = (...values: unknown[]) => {
        if (query.includes('FROM application WHERE owner_uid') && values[0] === bad.uid) throw new Error('D1_ERROR')
        return statement.bind(...values)
      }
      return { bind } as unknown as D1PreparedStatement
    }
    const d1 = { ...failing, prepare } as unknown as D1Database
    for (let run = 0; run < 5; run++) {
      await expect(deleteDueAccounts(d1, Date.now, () => undefined)).rejects.toThrow('D1_ERROR')
    }
    expect([await deletionOf(bad), await deletionOf(good)]).toEqual(['due', 'done'])
    await untilDeleted(bad)
  })
})
