import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_APPLICATIONS, MAX_SYSTEM_NOTICES } from '../../contract/limits.ts'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { addStaff } from '../testing/calls.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { HIDE_SQL } from './hide-sql.ts'
import { OP_COST_MS } from './op-budget.ts'

// What strangers, and accounts in league, do to places that are handed on, with the raw API or two phones at once.

const SECRET = 'A'.repeat(22)
const OTHER = 'B'.repeat(22)
let event = ''
let run = ''
const uid = (name: string) => `${name}-${run}`
const call = (name: string, ops: Op[], d1 = env.DB) => syncAs(uid(name), ops, { d1, isLimited: false })
/** The verdicts. A request that is halted would stay first in the queue of its phone. */
async function codes(name: string, ops: Op[], d1 = env.DB) {
  const { results, halted } = await call(name, ops, d1)
  expect(halted).toBeNull()
  return results.map(({ code, status }) => code ?? status)
}
async function open(fields: Fields = {}, name = 'olivia') {
  const id = newId('marathon')
  expect(
    await codes(name, [op('marathon.create', id, marathonFields({ handOverUntil: inDays(9), ...fields }))]),
  ).toEqual(['applied'])
  return id
}
async function apply(name: string, at = event, fields: Fields = {}) {
  const id = newId('entry')
  const patch = applicationFields(at, { waitingList: true, ...fields })
  expect(await codes(name, [op('application.create', id, patch)])).toEqual(['applied'])
  return id
}
const offer = (id: string, secret: string | null = SECRET) => op('application.offer', id, { secret })
const take = (from: string, fields: Fields = {}, id = newId('taken')) =>
  op('application.takeOver', id, applicationFields(event, { firstName: 'Tom', from, secret: SECRET, ...fields }))
const defer = (from: string, to: string) => op('application.defer', newId('deferred'), { marathonId: to, from })
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first()
const change = (id: string, patch: Fields, base: Fields) => op('marathon.update', id, patch, base)
const registered = (id = event) =>
  env.DB.prepare('SELECT reg_count AS n FROM marathon WHERE id = ?').bind(id).first('n')
const count = (from: string, ...values: string[]) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${from}`)
    .bind(...values)
    .first('n')
const join = (at: string, name: string, role: Role) => addStaff(at, uid(name), role)

beforeEach(async () => {
  run = newId('run')
  event = await open()
})

describe('a guessed code', () => {
  let made: Op
  const claim = (secret: unknown, id = made.id, marathonId = event) =>
    op('application.claim', id, { marathonId, secret })

  beforeEach(async () => {
    const person = { firstName: 'Walt', lastName: 'Ink', bib: null, code: newEntryCode(), above: 0 }
    made = op('application.walkIn', newId('walk-in'), { marathonId: event, ...person })
    await codes('olivia', [made])
  })

  it('tells nothing: no entry, another code, and another event are one answer', async () => {
    const guesses = [
      claim(newEntryCode()),
      claim(made.patch.code, newId('none')),
      claim(made.patch.code, made.id, newId('m')),
    ]
    const { results } = await call('mallory', guesses)
    for (const { opId: _, ...verdict } of results) expect(verdict).toEqual({ status: 'rejected', code: 'NOT_FOUND' })
    expect(await rowOf(made.id)).toMatchObject({ owner_uid: null, ver: 1 })
  })

  it('costs as much as an op, and an account has 3,000 of them', async () => {
    const now = Date.now()
    await syncAs(uid('mallory'), [claim(newEntryCode()), claim(newEntryCode())], { now })
    const until = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid('mallory'))
    expect(Number(await until.first('spent_until')) - now).toBe(2 * OP_COST_MS)
  })

  it('halts no queue after a restore, and the code of an entry that may still come waits', async () => {
    const at = env.DB.prepare('UPDATE clock SET restored_at = ?')
    await at.bind(Date.now()).run()
    try {
      expect(await codes('mallory', [claim(newEntryCode())])).toEqual(['NOT_FOUND'])
      expect((await call('mallory', [claim(made.patch.code, newId('none'))])).halted).toMatchObject({
        code: 'UNAVAILABLE',
      })
    } finally {
      await at.bind(0).run()
    }
  })

  it('is of use once: of two accounts at the same moment one has the entry', async () => {
    const raced = racing(() => codes('ravi', [claim(made.patch.code)]))
    expect(await codes('mallory', [claim(made.patch.code)], raced)).toEqual(['STALE'])
    expect(await rowOf(made.id)).toMatchObject({ owner_uid: uid('ravi') })
    const counts = env.DB.prepare('SELECT reg_count AS a, unclaimed_count AS b FROM marathon WHERE id = ?').bind(event)
    expect(await counts.first()).toEqual({ a: 1, b: 0 })
  })

  it('finds the namesake of an entry that its own request makes or renames', async () => {
    await apply('olivia', event, { firstName: 'Walt', lastName: 'Ink' })
    const again: Op = {
      ...made,
      opId: newId('op'),
      id: newId('walk-in'),
      patch: { ...made.patch, code: newEntryCode() },
    }
    const renamed: Op = {
      ...again,
      opId: newId('op'),
      id: newId('walk-in'),
      patch: { ...made.patch, code: newEntryCode(), firstName: 'Wim' },
    }
    expect(await codes('olivia', [again, claim(again.patch.code, again.id), renamed])).toEqual(Array(3).fill('applied'))
    const rename = op('application.correct', renamed.id, { firstName: 'Walt' }, { firstName: 'Wim' })
    expect(await codes('olivia', [rename, claim(renamed.patch.code, renamed.id), claim(made.patch.code)])).toEqual(
      Array(3).fill('applied'),
    )
    expect(await count('application WHERE marathon_id = ? AND owner_uid = ?', event, uid('olivia'))).toBe(4)
  })

  it('gives nobody more entries than an account may have', async () => {
    await codes('olivia', [change(event, { perAccount: 1 }, { perAccount: 10 })])
    await apply('mallory')
    expect(await codes('mallory', [claim(made.patch.code)])).toEqual(['ACCOUNT_LIMIT'])
  })
})

/** What comes before the taking over of Ravi's place, and the verdict on it. */
const REFUSED: [what: string, code: string, before: (from: string) => Promise<unknown>, fields?: Fields][] = [
  ['that was taken back', 'STALE', (from) => codes('ravi', [offer(from, null)])],
  ['that was offered anew', 'STALE', (from) => codes('ravi', [offer(from, OTHER)])],
  ['with another secret', 'STALE', async () => {}, { secret: OTHER }],
  [
    'of who waits',
    'STALE',
    (from) => env.DB.prepare("UPDATE application SET status = 'waiting' WHERE id = ?").bind(from).run(),
  ],
  ['that was withdrawn', 'GONE', (from) => codes('ravi', [op('application.delete', from)])],
  ['that another one took', 'GONE', (from) => codes('sara', [take(from)])],
  ['of a deleted event', 'GONE', () => codes('olivia', [op('marathon.delete', event)])],
  ['of a hidden event', 'REG_CLOSED', () => env.DB.batch(HIDE_SQL.map((one) => env.DB.prepare(one).bind(event)))],
  [
    'of a cancelled event',
    'REG_CLOSED',
    () => codes('olivia', [change(event, { cancelled: 'Storm' }, { cancelled: null })]),
  ],
  [
    'of a started event',
    'REG_CLOSED',
    () => env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(inDays(-1), event).run(),
  ],
  [
    'after the last moment',
    'REG_CLOSED',
    () => env.DB.prepare('UPDATE marathon SET hand_over_until = ? WHERE id = ?').bind(inDays(-1), event).run(),
  ],
  ['at another event', 'STALE', async () => {}, { marathonId: 'there' }],
  ['of a person whom the account has there', 'ALREADY_APPLIED', () => apply('mallory', event, { firstName: 'Tom' })],
  [
    'above the limit of the event',
    'ACCOUNT_LIMIT',
    () => Promise.all([apply('mallory'), codes('olivia', [change(event, { perAccount: 1 }, { perAccount: 10 })])]),
  ],
]

describe('a place is not taken over', () => {
  it.each(REFUSED)('%s: %s', async (_what, code, before, fields = {}) => {
    const there = await open()
    const from = await apply('ravi')
    await codes('ravi', [offer(from)])
    await before(from)
    const [row, numbers] = [await rowOf(from), await registered()]
    const asked = fields.marathonId ? { ...fields, marathonId: there } : fields
    expect(await codes('mallory', [take(from, asked)])).toEqual([code])
    expect([await rowOf(from), await registered()]).toEqual([row, numbers])
  })

  it('by the account that offers it, nor under an id that is used', async () => {
    const [from, other] = [await apply('ravi'), await apply('sara')]
    await codes('ravi', [offer(from)])
    const { results } = await call('ravi', [take(from)])
    expect(results).toMatchObject([{ code: 'INVALID', fields: { from: { code: 'OWN_ENTRY' } } }])
    expect(await codes('mallory', [take(from, {}, other), take(from, {}, from)])).toEqual(['GONE', 'GONE'])
    expect(await rowOf(from)).toMatchObject({ owner_uid: uid('ravi') })
  })

  it(`by an account that has ${MAX_APPLICATIONS} applications`, async () => {
    const from = await apply('ravi')
    await codes('ravi', [offer(from)])
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MAX_APPLICATIONS})
      INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, created_at, ver, seq)
      SELECT ?1 || i, 'elsewhere', ?1, i, '', '', '', 1, -1000000 - i FROM n`,
    )
      .bind(uid('mallory'))
      .run()
    const { results } = await call('mallory', [take(from)])
    await env.DB.prepare("DELETE FROM application WHERE marathon_id = 'elsewhere'").run()
    expect(results).toMatchObject([{ code: 'INVALID', fields: { account: { code: 'MOST_APPLICATIONS' } } }])
  })

  it('by two at the same moment: one has it, and the old code is dead', async () => {
    const from = await apply('ravi')
    await codes('ravi', [offer(from)])
    const { code } = (await rowOf(from)) ?? {}
    const raced = racing(() => codes('sara', [take(from)]))
    expect(await codes('mallory', [take(from)], raced)).toEqual(['GONE'])
    expect(await registered()).toBe(1)
    expect(await count('application WHERE marathon_id = ? AND code = ?', event, String(code))).toBe(0)
  })
})

describe('places in circles', () => {
  it('of two accounts in league change no numbers, and leave each the newest notices', async () => {
    let from = await apply('ravi')
    const rounds = 60
    const now = Date.now()
    for (let round = 0; round < rounds; round++) {
      const [giver, taker] = round % 2 === 0 ? ['ravi', 'mallory'] : ['mallory', 'ravi']
      const taking = take(from)
      await codes(giver ?? '', [offer(from)])
      if (round === 0) await syncAs(uid(taker ?? ''), [taking], { now })
      else await codes(taker ?? '', [taking])
      from = taking.id
    }
    expect([await registered(), await count('application WHERE marathon_id = ?', event)]).toEqual([1, 1])
    for (const name of ['ravi', 'mallory'])
      expect(await count('notice WHERE to_uid = ?', uid(name))).toBeLessThanOrEqual(MAX_SYSTEM_NOTICES)
    // Each round costs them three ops: the offer, the taking over, and the push.
    const until = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid('mallory'))
    expect(Number(await until.first('spent_until')) - now).toBe(2 * OP_COST_MS)
  })

  it('of two events add one place above the capacity of each, and not one a round', async () => {
    const [first, second] = [await open({ capacity: 1 }), await open({ capacity: 1 })]
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const)
      await codes('olivia', [change(from, { deferTo: to }, { deferTo: null })])
    let from = await apply('ravi', first)
    for (const at of [first, second]) for (const name of ['sara', 'tess']) await apply(name, at)
    for (let round = 0; round < 6; round++) {
      const one = defer(from, round % 2 === 0 ? second : first)
      expect(await codes('ravi', [one])).toEqual(['applied'])
      from = one.id
    }
    expect([await registered(first), await registered(second)]).toEqual([2, 1])
  })
})

describe('a place of a deleted event', () => {
  it('is not offered, deferred or taken, and halts no queue', async () => {
    const later = await open()
    await codes('olivia', [change(event, { deferTo: later }, { deferTo: null })])
    const from = await apply('ravi')
    await codes('olivia', [op('marathon.delete', event)])
    expect(await codes('ravi', [offer(from), defer(from, later)])).toEqual(['GONE', 'GONE'])
    expect(await codes('mallory', [take(from)])).toEqual(['GONE'])
  })
})

describe('a place is not deferred', () => {
  it.each<[string, (there: string) => Promise<unknown>]>([
    ['of somebody else', async () => {}],
    ['where the actor alone is an organiser', (there) => join(there, 'oscar', 'organiser')],
    ['where the owner sits at the desk alone', (there) => join(there, 'olivia', 'desk')],
  ])('to an event %s', async (_what, prepare) => {
    const there = await open({}, 'mallory')
    await prepare(there)
    await join(event, 'oscar', 'organiser')
    for (const name of ['olivia', 'oscar']) {
      const { results } = await call(name, [change(event, { deferTo: there }, { deferTo: null })])
      expect(results).toMatchObject([{ code: 'INVALID', fields: { deferTo: { code: 'NOT_YOURS' } } }])
    }
  })

  it('by an organiser who is none of the other event, though the owner is', async () => {
    const there = await open()
    await join(event, 'oscar', 'organiser')
    expect(await codes('oscar', [change(event, { deferTo: there }, { deferTo: null })])).toEqual(['INVALID'])
  })

  it('to the same event', async () => {
    expect(await codes('olivia', [change(event, { deferTo: event }, { deferTo: null })])).toEqual(['INVALID'])
  })

  it('to an event that the owner organises no more: its staff could not end it', async () => {
    const there = await open({}, 'pia')
    await join(there, 'olivia', 'organiser')
    expect(await codes('olivia', [change(event, { deferTo: there }, { deferTo: null })])).toEqual(['applied'])
    const [early, late] = [await apply('ravi'), await apply('sara')]
    expect(await codes('ravi', [defer(early, there)])).toEqual(['applied'])
    const end = () =>
      env.DB.batch([
        env.DB.prepare('UPDATE clock SET seq = seq + 1'),
        env.DB.prepare(
          'UPDATE staff SET removed_at = since, seq = (SELECT seq FROM clock) WHERE marathon_id = ? AND uid = ?',
        ).bind(there, uid('olivia')),
      ])
    expect(await codes('sara', [defer(late, there)], racing(end))).toEqual(['REG_CLOSED'])
    expect(await registered(there)).toBe(1)
  })

  it('into a ballot before its draw', async () => {
    const ballot = await open({ registration: 'ballot', capacity: 5 })
    await codes('olivia', [change(event, { deferTo: ballot }, { deferTo: null })])
    expect(await codes('ravi', [defer(await apply('ravi'), ballot)])).toEqual(['REG_CLOSED'])
  })

  it('twice by two phones at the same moment, nor after it was handed on', async () => {
    const later = await open()
    await codes('olivia', [change(event, { deferTo: later }, { deferTo: null })])
    const [from, other] = [await apply('ravi'), await apply('sara')]
    const raced = racing(() => codes('ravi', [defer(from, later)]))
    expect(await codes('ravi', [defer(from, later)], raced)).toEqual(['GONE'])
    await codes('sara', [offer(other)])
    const handed = racing(() => codes('tom', [take(other)]))
    expect(await codes('sara', [defer(other, later)], handed)).toEqual(['GONE'])
    expect([await registered(), await registered(later)]).toEqual([1, 1])
  })
})
