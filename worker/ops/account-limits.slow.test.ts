import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { MAX_APPLICATIONS, MAX_MARATHONS, MAX_OPS } from '../../contract/limits.ts'
import type { Op } from '../../contract/sync.ts'
import { requestD1 } from '../db/request-d1.ts'
import { makeHelper, signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, OWN_SQL, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

const NOW = Date.now()
const HOUR_MS = 3_600_000
const call = (uid: string, ops: Op[], now = NOW, isLimited = true) => syncAs(uid, ops, { now, isLimited })
/** Ops that the server accepts and that change nothing. */
const idle = (count = MAX_OPS) => Array.from({ length: count }, () => op('marathon.delete', newId('none')))
const recorded = async (uid: string) =>
  Number(await env.DB.prepare('SELECT count(*) AS n FROM op_record WHERE uid = ?').bind(uid).first('n'))

describe('the budget of an account', () => {
  it('allows 3,000 edits at once, and after that tells how long to wait', async () => {
    for (let sent = 0; sent < 3500; sent += MAX_OPS) {
      expect((await call('busy', idle())).results).toHaveLength(MAX_OPS)
    }
    const refusedFor = (retryAfterSeconds: number) => ({ code: 'RATE_LIMITED', retryAfterSeconds })
    // 5,000 s are left. A phone is sent away for an hour at most, because it ignores a stored wait of many hours.
    await expect(call('busy', idle(1))).rejects.toMatchObject(refusedFor(3600))
    await expect(call('busy', idle(1), NOW + 3_600_000)).rejects.toMatchObject(refusedFor(1400))
    expect(await recorded('busy')).toBe(3500)
    expect((await call('another', idle(1))).results).toHaveLength(1)
    expect((await call('busy', idle(1), NOW + 5_000_000)).results).toHaveLength(1)
  })

  it('is charged once for an op that is sent again, and never for a pull', async () => {
    const ops = idle()
    for (let n = 0; n < 10; n++) await call('repeating', ops)
    for (let n = 0; n < 10; n++) await call('repeating', [])
    expect((await call('repeating', idle())).results).toHaveLength(MAX_OPS)
  })

  it('limits an account that sends twenty flushes at the same moment', async () => {
    const flushes = await Promise.allSettled(Array.from({ length: 20 }, () => call('crowd', idle())))
    const refused = flushes.filter((flush) => flush.status === 'rejected')
    expect(refused.every(({ reason }) => reason.code === 'RATE_LIMITED')).toBe(true)
    expect(await recorded('crowd')).toBeLessThanOrEqual(3500)
  })

  it('is paid off by time, is never above its maximum, and is not charged if limits are off', async () => {
    for (let n = 0; n < 8; n++) await call('free', idle(), NOW, false)
    expect(await env.DB.prepare("SELECT uid FROM op_budget WHERE uid = 'free'").first()).toBeNull()
    await call('patient', idle(10), NOW)
    for (let n = 0; n < 7; n++) await call('patient', idle(), NOW + 1000 * HOUR_MS)
    await expect(call('patient', idle(1), NOW + 1000 * HOUR_MS)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('lets an organiser give 10,000 bibs, check in as many, and then write a notice at once', async () => {
    const [organiser, event] = [newId('organiser'), newId('marathon')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    await own('runner', 10_000, event)
    const entrants = Array.from({ length: 10_000 }, (_, index) => ({ id: `runner-${index + 1}`, bib: `${index + 1}` }))
    const at = new Date(NOW).toISOString()
    const scan = { marathonId: event, at, gate: 'A' }
    const bibs = entrants.map(({ id, bib }) => op('application.assignBib', id, { bib }, { bib: null }))
    const scans = entrants.map(({ id }) => op('checkIn.create', newId('scan'), { ...scan, applicationId: id }))
    const notice = op('notice.create', newId('notice'), { marathonId: event, text: 'Start at 9.', urgent: false, at })
    const ops = [...bibs, ...scans, notice]
    const codes = new Set<string>()
    for (let sent = 0; sent < ops.length; sent += MAX_OPS) {
      for (const code of await verdicts(organiser, ops.slice(sent, sent + MAX_OPS))) codes.add(code)
    }
    expect([...codes]).toEqual(['applied'])
    const spentUntil = await env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?')
      .bind(organiser)
      .first('spent_until')
    // 20,000 ops of a tenth of a second, and ten seconds each for the event and the notice.
    expect(spentUntil).toBe(NOW + 2_020_000)
  })

  const spent = async (uid: string) =>
    Number(await env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid).first('spent_until')) - NOW
  const TEN_S = 10_000

  it('costs more for a clash with long texts, which stays for 90 days', async () => {
    const [organiser, runner, event, entry] = ['organiser', 'runner', 'marathon', 'entry'].map((name) => newId(name))
    if (!organiser || !runner || !event || !entry) throw new Error('four ids')
    await call(organiser, [op('marathon.create', event, marathonFields())])
    await call(runner, [
      op('application.create', entry, applicationFields(event, { additionalInfo: 'x'.repeat(1000) })),
    ])
    const before = await spent(runner)
    const short = op('application.update', entry, { phoneNumber: '040 777777' }, { phoneNumber: '040 000000' })
    await call(runner, [short])
    expect((await spent(runner)) - before).toBe(TEN_S)
    const texts = { additionalInfo: 'y'.repeat(1000), location: 'y'.repeat(120), description: 'y'.repeat(4000) }
    const bases = { additionalInfo: 'z'.repeat(1000), location: 'z'.repeat(120), description: 'z'.repeat(4000) }
    const { results } = await call(runner, [op('application.update', entry, texts, bases)])
    expect(results[0]?.conflicts).toBeDefined()
    // The texts of both sides and the base are about 11,000 characters.
    expect((await spent(runner)) - before).toBe(TEN_S + 6 * TEN_S)
  })

  it('costs more for a long marathon, which goes to the phones of all accounts', async () => {
    const [organiser, event] = [newId('organiser'), newId('marathon')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    expect(await spent(organiser)).toBe(TEN_S)
    await call(organiser, [op('marathon.update', event, { description: 'x'.repeat(4000) })])
    expect(await spent(organiser)).toBe(TEN_S + 3 * TEN_S)
  })

  it('costs more for an urgent notice to many people, each of whom may get a push', async () => {
    const [organiser, event] = [newId('organiser'), newId('marathon')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    await env.DB.prepare('UPDATE marathon SET reg_count = 9000, waiting_count = 1000 WHERE id = ?').bind(event).run()
    const before = await spent(organiser)
    const at = new Date(NOW).toISOString()
    const notice = (urgent: boolean) =>
      op('notice.create', newId('notice'), { marathonId: event, text: 'Hi', urgent, at })
    await call(organiser, [notice(false)])
    expect((await spent(organiser)) - before).toBe(TEN_S)
    await call(organiser, [notice(true)])
    expect((await spent(organiser)) - before).toBe(TEN_S + 51 * TEN_S)
    // A new place is an urgent notice too.
    await call(organiser, [op('marathon.update', event, { location: 'Kiel' }, { location: 'Hamburg' })])
    expect((await spent(organiser)) - before).toBe(TEN_S + 102 * TEN_S)
  })

  it('costs more for an urgent notice to a single runner, too', async () => {
    const [organiser, event] = [newId('organiser'), newId('marathon')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    await env.DB.prepare('UPDATE marathon SET reg_count = 1 WHERE id = ?').bind(event).run()
    const before = await spent(organiser)
    await call(organiser, [op('marathon.update', event, { location: 'Kiel' }, { location: 'Hamburg' })])
    expect((await spent(organiser)) - before).toBe(2 * TEN_S)
  })

  it('costs as much as an op to send a scan after the removal, although the organiser gets it', async () => {
    const [olivia, hana] = await signIn('olivia', 'hana')
    const [event, entry] = [newId('marathon'), newId('entry')]
    await call(olivia.uid, [op('marathon.create', event, marathonFields())])
    await call('runner-of-hana', [op('application.create', entry, applicationFields(event))])
    await makeHelper(olivia, hana, event)
    await env.DB.prepare('UPDATE staff SET removed_at = since WHERE marathon_id = ?').bind(event).run()
    const before = await spent(hana.uid)
    const at = new Date(NOW).toISOString()
    const scan = op('checkIn.create', newId('scan'), { marathonId: event, applicationId: entry, at, gate: 'A' })
    expect((await call(hana.uid, [scan])).results).toMatchObject([
      { code: 'FORBIDDEN', fields: { checkIn: expect.anything() } },
    ])
    expect((await spent(hana.uid)) - before).toBe(TEN_S)
  })

  it('costs as much as an op to take back a scan that is not known', async () => {
    const nobody = newId('nobody')
    await call(nobody, [op('checkIn.void', newId('check-in'), { at: new Date(NOW).toISOString() })])
    expect(await spent(nobody)).toBe(TEN_S)
  })

  it('costs little for a bib that is the entrant’s already, as two phones may give the same', async () => {
    const [organiser, event, entry] = [newId('organiser'), newId('marathon'), newId('entry')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    await call(organiser, [op('application.create', entry, applicationFields(event))])
    const before = await spent(organiser)
    for (let n = 0; n < 2; n++) await call(organiser, [op('application.assignBib', entry, { bib: '7' }, { bib: null })])
    expect((await spent(organiser)) - before).toBe(200)
  })

  it('costs a tenth for a bib that clashes or is taken, and ten seconds for other refusals', async () => {
    const [organiser, event, entry, other] = [newId('organiser'), newId('marathon'), newId('entry'), newId('entry')]
    await call(organiser, [op('marathon.create', event, marathonFields())])
    for (const [id, firstName] of [
      [entry, 'Ada'],
      [other, 'Bea'],
    ] as const)
      await call(organiser, [op('application.create', id, applicationFields(event, { firstName }))])
    const give = (id: string, bib: string) => op('application.assignBib', id, { bib }, { bib: null })
    await call(organiser, [give(entry, '7')])
    const before = await spent(organiser)
    const { results } = await call(organiser, [give(entry, '8'), give(other, '7')])
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ['applied', undefined],
      ['rejected', 'BIB_TAKEN'],
    ])
    expect(results[0]?.conflicts).toBeDefined()
    expect((await spent(organiser)) - before).toBe(2 * (TEN_S / 10))
    const stranger = newId('stranger')
    await call(stranger, [give(entry, '9')])
    expect(await spent(stranger)).toBe(TEN_S)
  })

  it('refuses sync and REST writes with Retry-After', async () => {
    const ada = await TestClient.signedIn(newId('ada'))
    await env.DB.prepare('INSERT INTO op_budget VALUES (?, ?)')
      .bind(ada.uid, Date.now() + 10 * HOUR_MS)
      .run()
    const synced = await ada.call('POST', '/sync', { uid: ada.uid, cursor: null, ops: idle(1) })
    const written = await ada.call('POST', '/marathons', marathonFields())
    expect([synced.status, written.status]).toEqual([429, 429])
    for (const response of [synced, written]) expect(response.headers.get('Retry-After')).toBe('3600')
    expect((await ada.call('POST', '/sync', { uid: ada.uid, cursor: null, ops: [] })).status).toBe(200)
  })
})

/** Inserts `count` marathons of an account, or `count` of its applications to `marathonId`. */
async function own(uid: string, count: number, marathonId?: string) {
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)'
  const statement = marathonId
    ? env.DB.prepare(
        `${numbers} INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date,
          location, image, description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
        SELECT ?2 || '-' || i, ?3, ?2, 'p' || i, '', ?4, '', '', '', 'P' || i, 'L', '12345', '', '', ?4, 1,
          -i - (SELECT count(*) FROM application) FROM n`,
      ).bind(count, uid, marathonId, inDays(20))
    : env.DB.prepare(
        `${numbers} INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start,
          reg_end, start_date, time_zone, name, email, created_at, ver, seq, shown_until)
        SELECT ?2 || '-' || i, ?2, 'T', 'L', 'D', 'I', '5k', ?3, ?3, ?3, 'UTC', 'N', 'E', ?3, 1,
          -i - (SELECT count(*) FROM marathon), ?3 FROM n`,
      ).bind(count, uid, inDays(20))
  await statement.run()
  if (!marathonId) await env.DB.prepare(OWN_SQL).bind(uid).run()
}

const verdicts = async (uid: string, ops: Op[]) =>
  (await call(uid, ops)).results.map(({ code, status }) => code ?? status)
const newMarathon = () => op('marathon.create', newId('marathon'), marathonFields())

describe('the number of rows of an account', () => {
  it(`is at most ${MAX_MARATHONS} marathons; the error names the limit, a deletion makes room`, async () => {
    const uid = newId('organiser')
    await own(uid, MAX_MARATHONS - 1)
    const { results } = await call(uid, [newMarathon(), newMarathon()])
    expect(results[0]?.status).toBe('applied')
    expect(results[1]).toMatchObject({
      code: 'INVALID',
      fields: { account: { code: 'MOST_EVENTS', values: { max: 200 } } },
    })
    const room = [op('marathon.delete', `${uid}-1`), newMarathon(), newMarathon()]
    expect(await verdicts(uid, room)).toEqual(['applied', 'applied', 'INVALID'])
    expect(await verdicts(newId('organiser'), [newMarathon()])).toEqual(['applied'])
  })

  it(`is at most ${MAX_APPLICATIONS} applications`, async () => {
    const [club, event] = [newId('club'), newId('marathon')]
    await call('olivia', [op('marathon.create', event, marathonFields())])
    await own(club, MAX_APPLICATIONS - 1, newId('elsewhere'))
    const apply = () =>
      op('application.create', newId('application'), applicationFields(event, { firstName: newId('n') }))
    expect(await verdicts(club, [apply(), apply()])).toEqual(['applied', 'INVALID'])
    expect(await verdicts(club, [op('application.delete', `${club}-1`), apply()])).toEqual(['applied', 'applied'])
  })

  it('tells nothing of an id that is used, to an account that is full', async () => {
    const [event, used] = [newId('marathon'), newId('application')]
    await call('olivia-of-ids', [op('marathon.create', event, marathonFields())])
    await call('ravi-of-ids', [op('application.create', used, applicationFields(event))])
    const full = newId('full')
    await own(full, MAX_APPLICATIONS, newId('elsewhere'))
    const asked = [used, newId('unused')].map((id) => op('application.create', id, applicationFields(event)))
    const { results } = await call(full, asked)
    expect(results.map(({ code }) => code)).toEqual(['INVALID', 'INVALID'])
  })

  it('stays below the limit if many phones of the account create the last row at the same moment', async () => {
    const uid = newId('organiser')
    await own(uid, MAX_MARATHONS - 1)
    const decided = await Promise.all(Array.from({ length: 10 }, () => verdicts(uid, [newMarathon()])))
    expect(decided.flat().filter((verdict) => verdict === 'applied')).toHaveLength(1)
    const { n } =
      (await env.DB.prepare('SELECT count(*) AS n FROM marathon WHERE owner_uid = ?').bind(uid).first()) ?? {}
    expect(n).toBe(MAX_MARATHONS)
  })

  it('lets a new row pass if a deletion between read and write made room for it', async () => {
    const uid = newId('organiser')
    await own(uid, MAX_MARATHONS)
    const asked = newMarathon()
    const { db: d1, meter } = requestD1(racing(() => call(uid, [op('marathon.delete', `${uid}-1`)])))
    const { results } = await syncAs(uid, [asked], { d1, now: NOW })
    // Two tries, and each of them reads and writes.
    expect([results, meter.roundTrips]).toEqual([[{ opId: asked.opId, status: 'applied' }], 4])
  })
})
