import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_DAYS, DAY_MS, MAX_NOTICES, MAX_SYSTEM_NOTICES, PULL_PAGE_ROWS } from '../../contract/limits.ts'
import { type Notice, noticePartsSchema } from '../../contract/notice.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

const AT = inDays(-1)
let marathonId = ''
let olivia: TestClient
let ravi: TestClient
let mallory: TestClient

const written = (other: Fields = {}, id = newId('notice')) =>
  op('notice.create', id, { marathonId, text: 'Parking is at Pier 7.', urgent: false, at: AT, ...other })

async function codes(client: TestClient, ops: Op[]) {
  const { results } = await client.sync({ ops })
  return results.map(({ status, code }) => code ?? status)
}

/** The notices of the marathon that a phone gets which pulls for the first time. */
async function noticesOf(client: TestClient): Promise<Notice[]> {
  const { notices } = await client.sync()
  return notices.filter((notice) => notice.marathonId === marathonId)
}

const texts = async (client: TestClient) => (await noticesOf(client)).map(({ text }) => text)

async function addEvent(other: Fields = {}) {
  const id = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields(other))] })
  return id
}

async function apply(client: TestClient, other: Fields = {}) {
  const id = newId('application')
  expect(await codes(client, [op('application.create', id, applicationFields(marathonId, other))])).toEqual(['applied'])
  return id
}

async function change(patch: Fields, base: Fields) {
  expect(await codes(olivia, [op('marathon.update', marathonId, patch, base)])).toEqual(['applied'])
}

/** Makes an account a helper of the marathon. */
async function help(client: TestClient) {
  const { url } = (await (
    await olivia.call('POST', `/marathons/${marathonId}/invitations`, { role: 'gate' })
  ).json()) as { url: string }
  expect((await client.call('POST', `/invitations/${url.split('/').at(-1)}`)).status).toBe(200)
}

beforeEach(async () => {
  olivia = await TestClient.signedIn(newId('olivia'))
  ravi = await TestClient.signedIn(newId('ravi'))
  mallory = await TestClient.signedIn(newId('mallory'))
  marathonId = await addEvent({ startDate: '2037-03-05T08:00:00.000Z' })
})

it('a notice of the server has an id that nobody can know before and take elsewhere', async () => {
  await apply(ravi)
  const move = op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' })
  const [now, elsewhere] = [Date.now(), await addEvent()]
  // What followed from the op and the time.
  const known = JSON.stringify(['notice', marathonId, move.opId, new Date(now).toISOString()])
  const id = createHash('sha256').update(known).digest('base64url')
  expect(await codes(olivia, [written({ marathonId: elsewhere }, id)])).toEqual(['applied'])
  // A repeated op tells nothing twice.
  for (let n = 0; n < 2; n++) await syncAs(olivia.uid, [move], { now })
  expect(await noticesOf(ravi)).toMatchObject([{ kind: 'place' }])
})

describe('a notice that the organiser writes', () => {
  it('INV-21 reaches the organiser, the runners and the helpers, and nobody else', async () => {
    const helper = await TestClient.signedIn(newId('hana'))
    await help(helper)
    await apply(ravi)
    const notice = written({ text: ' Wave 2 starts at 09:15. ', urgent: true })
    expect(await codes(olivia, [notice])).toEqual(['applied'])
    const whole = { marathonId, applicationId: null, kind: 'written', text: 'Wave 2 starts at 09:15.', urgent: true }
    const expected = [{ _id: notice.id, ...whole, at: AT, by: `Name of ${olivia.uid}` }]
    for (const client of [olivia, ravi, helper]) expect(await noticesOf(client)).toEqual(expected)
    expect(await noticesOf(mallory)).toEqual([])
  })

  it('is applied once, however often it arrives', async () => {
    const notice = written()
    expect(await codes(olivia, [notice])).toEqual(['applied'])
    expect(await codes(olivia, [notice, { ...notice, opId: newId('op') }])).toEqual(['applied', 'applied'])
    expect(await noticesOf(olivia)).toHaveLength(1)
  })

  it('has the time at which it was written, and never one in the future', async () => {
    const now = Date.parse('2026-12-01T08:00:00.000Z')
    const ops = [written({ at: '2026-12-01T07:30:00Z' }), written({ at: '2036-01-01T00:00:00Z' })]
    await syncAs(olivia.uid, ops, { now })
    expect((await noticesOf(olivia)).map(({ at }) => at)).toEqual([
      '2026-12-01T07:30:00.000Z',
      '2026-12-01T08:00:00.000Z',
    ])
  })

  it('is refused to all others, and to an event that is not there or was deleted', async () => {
    await apply(ravi)
    expect(await codes(ravi, [written()])).toEqual(['FORBIDDEN'])
    expect(await codes(olivia, [written({ marathonId: newId('marathon') })])).toEqual(['NOT_FOUND'])
    const before = written()
    expect(await codes(olivia, [op('marathon.delete', marathonId), before])).toEqual(['applied', 'GONE'])
    expect(await noticesOf(olivia)).toEqual([])
  })

  it.each<[Fields, Fields]>([
    [{ text: '' }, { text: { code: 'REQUIRED' } }],
    [{ text: 'a'.repeat(501) }, { text: { code: 'TOO_LONG', values: { max: 500 } } }],
    [{ urgent: 'yes' }, { urgent: { code: 'NOT_VALID', values: { expected: 'boolean' } } }],
    [{ at: 'today' }, { at: { code: 'NOT_VALID', values: { expected: 'datetime' } } }],
    [{ kind: 'cancelled' }, { kind: { code: 'UNKNOWN_FIELD' } }],
  ])('%j is INVALID', async (wrong, fields) => {
    const { results } = await olivia.sync({ ops: [written(wrong)] })
    expect(results).toMatchObject([{ status: 'rejected', code: 'INVALID', fields }])
  })

  it('has an id of its own: no notice of another event, and none that was deleted', async () => {
    const notice = written()
    await codes(olivia, [notice])
    const first = marathonId
    marathonId = await addEvent()
    expect(await codes(olivia, [written({}, notice.id)])).toEqual(['GONE'])
    marathonId = first
    expect(await codes(olivia, [op('notice.delete', notice.id), written({}, notice.id)])).toEqual(['applied', 'GONE'])
  })
})

describe('the number of notices', () => {
  const many = (count: number) => Array.from({ length: count }, () => written())

  it('of one event is limited, and the error names the limit', async () => {
    const ops = many(MAX_NOTICES + 1)
    const { results } = await olivia.sync({ ops })
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(MAX_NOTICES)
    const fields = { notices: { code: 'MOST_NOTICES', values: { max: 200 } } }
    expect(results.at(-1)).toMatchObject({ code: 'INVALID', fields })
    const [gone, again] = [0, 1].map(() => op('notice.delete', String(ops[0]?.id))) as [Op, Op]
    // A deletion that is repeated makes no room for a second one.
    const room = [gone, again, written(), written()]
    expect(await codes(olivia, room)).toEqual(['applied', 'applied', 'applied', 'INVALID'])
  })

  it('rejects nothing that another phone has made room for meanwhile', async () => {
    const ops = many(MAX_NOTICES)
    await codes(olivia, ops)
    const between = () => codes(olivia, [op('notice.delete', String(ops[0]?.id))])
    const { results } = await syncAs(olivia.uid, [written()], { d1: racing(between), isLimited: false })
    expect(results).toMatchObject([{ status: 'applied' }])
  })

  it('is held also where another phone writes the last one meanwhile', async () => {
    await codes(olivia, many(MAX_NOTICES - 1))
    const between = () => codes(olivia, [written()])
    const { results } = await syncAs(olivia.uid, [written()], { d1: racing(between), isLimited: false })
    expect(results).toMatchObject([{ code: 'INVALID' }])
  })

  it('of the server’s own is kept to the newest, and phones hear of the older ones', async () => {
    await apply(ravi)
    await codes(olivia, [written()])
    const moves = Array.from({ length: MAX_SYSTEM_NOTICES + 2 }, (_, index) =>
      op(
        'marathon.update',
        marathonId,
        { location: `Pier ${index + 1}` },
        { location: index ? `Pier ${index}` : 'Hamburg' },
      ),
    )
    const { cursor } = await ravi.sync()
    await codes(olivia, moves.slice(0, MAX_SYSTEM_NOTICES))
    const read = await ravi.sync({ cursor })
    expect(read.notices).toHaveLength(MAX_SYSTEM_NOTICES)
    await codes(olivia, moves.slice(MAX_SYSTEM_NOTICES))
    const then = await ravi.sync({ cursor: read.cursor })
    expect(then.deleted.map(({ id }) => id)).toEqual(read.notices.slice(0, 2).map(({ _id }) => _id))
    expect((await texts(ravi)).filter((text) => text.startsWith('The place'))).toHaveLength(MAX_SYSTEM_NOTICES)
    expect(await texts(ravi)).toContain('Parking is at Pier 7.')
  })
})

describe('a deletion', () => {
  it('by the organiser reaches all who have the notice', async () => {
    await apply(ravi)
    const notice = written()
    await codes(olivia, [notice])
    const [mine, theirs] = [await olivia.sync(), await ravi.sync()]
    expect(await codes(olivia, [op('notice.delete', notice.id)])).toEqual(['applied'])
    for (const [client, { cursor }] of [
      [olivia, mine],
      [ravi, theirs],
    ] as const) {
      const { deleted, notices } = await client.sync({ cursor })
      expect(notices).toEqual([])
      expect(deleted.map(({ type, id }) => ({ type, id }))).toEqual([{ type: 'notice', id: notice.id }])
    }
    expect(await codes(olivia, [op('notice.delete', notice.id)])).toEqual(['applied'])
  })

  it('by anybody else is refused, and one of a notice that is not there changes nothing', async () => {
    await apply(ravi)
    const notice = written()
    await codes(olivia, [notice])
    expect(await codes(ravi, [op('notice.delete', notice.id)])).toEqual(['FORBIDDEN'])
    expect(await codes(ravi, [op('notice.delete', newId('notice'))])).toEqual(['applied'])
    expect(await noticesOf(ravi)).toHaveLength(1)
  })
})

describe('who applies', () => {
  it('gets the notices of before, though the cursor is past them', async () => {
    await codes(olivia, [written({ text: 'One' }), written({ text: 'Two' })])
    const { cursor } = await ravi.sync()
    const ops = [op('application.create', newId('application'), applicationFields(marathonId))]
    const { notices } = await ravi.sync({ cursor, ops })
    expect(notices.map(({ text }) => text)).toEqual(['One', 'Two'])
  })

  it('gets them once, and not again with each change of the application', async () => {
    await codes(olivia, [written({ text: 'One' }), written({ text: 'Two' })])
    const entry = newId('application')
    await ravi.sync({ ops: [op('application.create', entry, applicationFields(marathonId))] })
    let { cursor } = await ravi.sync()
    await olivia.sync({ ops: [op('application.assignBib', entry, { bib: '7' }, { bib: null })] })
    const page = await ravi.sync({ cursor })
    expect([page.applications.map(({ bib }) => bib), page.notices]).toEqual([['7'], []])
    ;({ cursor } = page)
    const edit = op('application.update', entry, { lastName: 'Byron' }, { lastName: 'Lauf' })
    expect((await ravi.sync({ cursor, ops: [edit] })).notices).toEqual([])
    await codes(olivia, [written({ text: 'Three' })])
    expect((await ravi.sync({ cursor })).notices.map(({ text }) => text)).toEqual(['Three'])
    // A phone that reads everything has all of them once.
    expect((await ravi.sync()).notices.map(({ text }) => text)).toEqual(['One', 'Two', 'Three'])
  })

  it('INV-21 gets all of them, though they are more than a page has left', async () => {
    const ops = Array.from({ length: MAX_NOTICES }, (_, index) => written({ text: `Notice ${index}` }))
    await codes(olivia, ops)
    const { cursor } = await ravi.sync()
    // Rows of other events, so that the page would be cut between the notices.
    const from = Number((await env.DB.prepare('SELECT seq FROM clock').first<{ seq: number }>())?.seq)
    const others = PULL_PAGE_ROWS - 50
    await env.DB.batch([
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
          description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
        SELECT 'filler-' || printf('%08d', ?2 + i), 'nowhere-' || i, ?3, i, '', '', '', '', '', 'A', 'B', '', '',
          '', '', 1, ?2 + i FROM n`).bind(others, from, ravi.uid),
      env.DB.prepare('UPDATE clock SET seq = seq + ?').bind(others),
    ])
    await apply(ravi)
    const pages = []
    for (let next = cursor, more = true; more; ) {
      const page = await ravi.sync({ cursor: next })
      pages.push(page.notices.length)
      next = page.cursor
      more = page.more
    }
    expect(pages.reduce((sum, count) => sum + count)).toBe(MAX_NOTICES)
    expect(pages.length).toBeGreaterThan(1)
  })

  it('and withdraws gets no notice any more', async () => {
    const id = await apply(ravi)
    await codes(ravi, [op('application.delete', id)])
    const { cursor } = await ravi.sync()
    await codes(olivia, [written()])
    expect((await ravi.sync({ cursor })).notices).toEqual([])
  })
})

describe('the server tells', () => {
  it('a new start, place and window as one notice, by the clock at the place', async () => {
    await apply(ravi)
    const { cursor } = await ravi.sync()
    await change(
      { startDate: '2037-03-05T08:30:00.000Z', location: 'Kiel' },
      { startDate: '2037-03-05T08:00:00.000Z', location: 'Hamburg' },
    )
    const { notices } = await ravi.sync({ cursor })
    expect(notices).toMatchObject([
      {
        applicationId: null,
        kind: 'start',
        text:
          'The start is now Thu Mar 5, 2037, 09:30 (Europe/Berlin). It was Thu Mar 5, 2037, 09:00. ' +
          'The place is now Kiel. It was Hamburg.',
        urgent: true,
        by: '',
      },
    ])
  })

  it('a cancellation with its reason, and that it was taken back', async () => {
    await apply(ravi)
    await change({ cancelled: 'Storm' }, { cancelled: null })
    await change({ cancelled: null }, { cancelled: 'Storm' })
    expect((await noticesOf(ravi)).map(({ kind, text, urgent }) => ({ kind, text, urgent }))).toEqual([
      { kind: 'cancelled', text: 'The event was cancelled. Reason: Storm', urgent: true },
      { kind: 'restored', text: 'The event takes place after all.', urgent: true },
    ])
  })

  it('a change of an event that was over yesterday, and not urgently', async () => {
    await apply(ravi)
    const startOf = (days: number) => {
      const start = inDays(days)
      return env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(start, marathonId).run()
    }
    await startOf(-0.9)
    await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
    await startOf(-1.1)
    await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Bremen' })
    // It takes place another time.
    await olivia.call('PUT', `/marathons/${marathonId}`, { startDate: inDays(9) })
    const told = (await noticesOf(ravi)).map(({ kind, urgent }) => [kind, urgent])
    expect(told).toEqual([
      ['place', true],
      ['place', false],
      ['start', true],
    ])
  })

  it('a new window, not urgently, and no other change', async () => {
    await apply(ravi)
    await change(
      { description: 'Hilly.', distance: '5k', capacity: 9 },
      {
        description: 'Flat and fast along the water.',
        distance: '10k',
        capacity: null,
      },
    )
    expect(await noticesOf(ravi)).toEqual([])
    const { marathons } = await olivia.sync()
    const { regStart, regEnd } = marathons.find(({ _id }) => _id === marathonId) ?? {}
    await change({ regEnd: '2037-01-31' }, { regEnd })
    expect(await noticesOf(ravi)).toMatchObject([{ kind: 'window', urgent: false }])
    expect((await texts(ravi))[0]).toMatch(/^Registration is now open from .+ until Sat Jan 31, 2037, 23:59\.$/)
    await change({ regStart: '2026-01-01' }, { regStart })
    expect(
      (await texts(ravi)).filter((text) => text.startsWith('Registration is now open from Thu Jan 1, 2026')),
    ).toHaveLength(1)
  })

  it('nothing where an edit clashes, and nothing twice where its op is repeated', async () => {
    const edit = op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'elsewhere' })
    await codes(olivia, [edit])
    expect(await noticesOf(olivia)).toEqual([])
    const again = op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Hamburg' })
    await codes(olivia, [again])
    await codes(olivia, [again])
    expect(await noticesOf(olivia)).toHaveLength(1)
  })

  it('the longest texts within the limit', async () => {
    const long = 'w'.repeat(120)
    await change({ location: long }, { location: 'Hamburg' })
    await change({ cancelled: 'x'.repeat(300) }, { cancelled: null })
    await change(
      {
        cancelled: null,
        location: 'v'.repeat(120),
        startDate: '2037-03-06T08:00:00.000Z',
        timeZone: 'America/Argentina/ComodRivadavia',
        regEnd: '2037-01-31',
      },
      {
        cancelled: 'x'.repeat(300),
        location: long,
        startDate: '2037-03-05T08:00:00.000Z',
        timeZone: 'Europe/Berlin',
        regEnd: inDays(10),
      },
    )
    for (const text of await texts(olivia)) expect(text.length).toBeLessThanOrEqual(500)
  })

  it('INV-21 a promoted runner alone, also of two at once', async () => {
    marathonId = await addEvent({ capacity: 1 })
    await apply(mallory)
    const bo = await apply(ravi, { firstName: 'Bo', waitingList: true })
    const sara = await TestClient.signedIn(newId('sara'))
    const saras = await apply(sara, { waitingList: true })
    await change({ capacity: 3 }, { capacity: 1 })
    const promoted = { kind: 'promoted', text: 'A place became free, and it is yours.', urgent: true, by: '' }
    expect(await noticesOf(ravi)).toMatchObject([{ ...promoted, applicationId: bo }])
    expect(await noticesOf(sara)).toMatchObject([{ ...promoted, applicationId: saras }])
    for (const other of [olivia, mallory]) expect(await noticesOf(other)).toEqual([])
    const [first] = await noticesOf(ravi)
    expect(await codes(olivia, [op('notice.delete', String(first?._id))])).toEqual(['FORBIDDEN'])
    await codes(ravi, [op('application.delete', bo)])
    expect(await noticesOf(ravi)).toEqual([])
  })

  it('a draw by one notice', async () => {
    marathonId = await addEvent({ capacity: 1, registration: 'ballot' })
    await apply(ravi)
    await apply(mallory)
    const { results } = await syncAs(olivia.uid, [op('marathon.draw', marathonId)], { now: Date.now() + 11 * DAY_MS })
    expect(results).toMatchObject([{ status: 'applied' }])
    for (const client of [olivia, ravi, mallory]) {
      expect(await noticesOf(client)).toMatchObject([{ kind: 'drawn', urgent: false }])
    }
  })
})

describe('the parts of a notice', () => {
  const parts = async (client: TestClient) => (await noticesOf(client)).map((notice) => notice.parts)
  const START = '2037-03-05T08:00:00.000Z'

  it('are the values of each thing that changed, in the order of the text', async () => {
    const { marathons } = await olivia.sync()
    const { regStart, regEnd } = marathons.find(({ _id }) => _id === marathonId) ?? {}
    await change({ cancelled: 'Storm "Ada"' }, { cancelled: null })
    await change(
      { cancelled: null, startDate: '2037-03-05T08:30:00.000Z', location: 'Kiel', regEnd: '2037-01-31' },
      { cancelled: 'Storm "Ada"', startDate: START, location: 'Hamburg', regEnd },
    )
    const timeZone = 'Europe/Berlin'
    const expected = [
      [{ kind: 'cancelled', reason: 'Storm "Ada"' }],
      [
        { kind: 'restored' },
        { kind: 'start', from: START, to: '2037-03-05T08:30:00.000Z', timeZone },
        { kind: 'place', from: 'Hamburg', to: 'Kiel' },
        { kind: 'window', from: regStart, to: '2037-01-31T22:59:59.999Z', timeZone },
      ],
    ]
    expect(await parts(olivia)).toEqual(expected)
    for (const one of expected) expect(noticePartsSchema.parse(one)).toEqual(one)
  })

  it('are not there where the organiser wrote it, or its kind says all', async () => {
    marathonId = await addEvent({ capacity: 1, registration: 'ballot' })
    await apply(ravi)
    await apply(ravi, { firstName: 'Bo' })
    await codes(olivia, [written()])
    const raised = op('marathon.update', marathonId, { capacity: 2 }, { capacity: 1 })
    await syncAs(olivia.uid, [op('marathon.draw', marathonId), raised], { now: Date.now() + 11 * DAY_MS })
    const notices = await noticesOf(ravi)
    expect(notices.map(({ kind }) => kind).sort()).toEqual(['drawn', 'promoted', 'written'])
    for (const notice of notices) expect(notice).not.toHaveProperty('parts')
  })

  it('are not there in a row that a worker of before wrote', async () => {
    await env.DB.prepare(
      `INSERT INTO notice (id, marathon_id, kind, text, urgent, at, by_name, ver, seq)
      VALUES (?, ?, 'place', 'The place is now Kiel. It was Hamburg.', 1, ?, '', 1, (SELECT seq FROM clock))`,
    )
      .bind(newId('notice'), marathonId, AT)
      .run()
    const notices = await noticesOf(olivia)
    expect(notices).toMatchObject([{ kind: 'place', text: 'The place is now Kiel. It was Hamburg.' }])
    expect(notices[0]).not.toHaveProperty('parts')
  })
})

describe('a commit', () => {
  it('knows the notices that it made, and for whom', async () => {
    marathonId = await addEvent({ capacity: 1 })
    await apply(mallory)
    await apply(ravi, { waitingList: true })
    const notice = written({ urgent: true })
    const raised = op(
      'marathon.update',
      marathonId,
      { capacity: 2, location: 'Kiel' },
      { capacity: 1, location: 'Hamburg' },
    )
    const { commit } = await syncAs(olivia.uid, [notice, raised])
    const notices = await noticesOf(ravi)
    const idOf = (kind: string) => notices.find((one) => one.kind === kind)?._id
    expect(commit.notices).toEqual([
      { id: notice.id, marathonId, kind: 'written', urgent: true, to: null },
      { id: idOf('place'), marathonId, kind: 'place', urgent: true, to: null },
      { id: idOf('promoted'), marathonId, kind: 'promoted', urgent: true, to: ravi.uid },
    ])
    expect((await syncAs(olivia.uid, [notice, raised])).commit.notices).toEqual([])
  })
})

describe('notices leave', () => {
  it('with their event, but for the one that tells its runners', async () => {
    await apply(ravi)
    await codes(olivia, [written()])
    await codes(olivia, [op('marathon.delete', marathonId)])
    expect(await noticesOf(olivia)).toEqual([])
    expect((await noticesOf(ravi)).map(({ kind }) => kind)).toEqual(['deleted'])
  })

  it('when the contact data of their event goes, and phones hear of it', async () => {
    marathonId = await addEvent({ startDate: inDays(5), capacity: 1 })
    await apply(mallory)
    await apply(ravi, { waitingList: true })
    await codes(olivia, [written()])
    await change({ capacity: 2 }, { capacity: 1 })
    const before = await ravi.sync()
    expect(before.notices).toHaveLength(2)
    const now = Date.now() + (CONTACT_DAYS + 6) * DAY_MS
    expect(await runRetention(env.DB, { now })).toMatchObject({ failed: [], badRows: 0 })
    const { deleted } = await ravi.sync({ cursor: before.cursor })
    const gone = deleted.filter(({ type }) => type === 'notice').map(({ id }) => id)
    expect(gone.sort()).toEqual(before.notices.map(({ _id }) => _id).sort())
    expect(await noticesOf(ravi)).toEqual([])
    expect(await noticesOf(olivia)).toEqual([])
  })
})
