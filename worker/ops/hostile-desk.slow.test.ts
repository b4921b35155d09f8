import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_SYSTEM_NOTICES, MAX_UNCLAIMED } from '../../contract/limits.ts'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { ownedId } from '../../contract/text/owned-id.ts'
import { addStaff } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { OP_COST_MS } from './op-budget.ts'

// What one of the staff does to entries with the raw API, or two phones at once.

let event = ''
const uid = (name: string) => `${name}-${event}`
const call = (name: string, ops: Op[], d1 = env.DB) => syncAs(uid(name), ops, { d1, isLimited: false })
/** The verdicts. A request that is halted would stay first in the queue of its phone. */
async function codes(name: string, ops: Op[], d1 = env.DB) {
  const { results, halted } = await call(name, ops, d1)
  expect(halted).toBeNull()
  return results.map(({ code, status }) => code ?? status)
}
const walkIn = (fields: Fields = {}, id = newId('walk-in')) => {
  const person = { firstName: 'Walt', lastName: 'Ink', bib: null, code: newEntryCode(), above: 0 }
  return op('application.walkIn', id, { marathonId: event, ...person, ...fields })
}
async function apply(name = 'ravi', fields: Fields = {}) {
  const id = newId('entry')
  expect(await codes(name, [op('application.create', id, applicationFields(event, fields))])).toEqual(['applied'])
  return id
}
const correct = (id: string, patch: Fields, base: Fields) => op('application.correct', id, patch, base)
const withdraw = (id: string) => op('application.withdraw', id, { reason: 'Injured.' })
const claim = ({ id, patch }: Op) => op('application.claim', id, { marathonId: event, secret: patch.code })
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first()
const setUnclaimed = (count: number) =>
  env.DB.prepare('UPDATE marathon SET unclaimed_count = ? WHERE id = ?').bind(count, event).run()
const count = async (from: string, ...values: string[]) =>
  await env.DB.prepare(`SELECT count(*) AS n FROM ${from}`)
    .bind(...values)
    .first('n')

beforeEach(async () => {
  event = newId('marathon')
  await call('olivia', [op('marathon.create', event, marathonFields({ capacity: 1000 }))])
  const staff: [string, Role][] = [
    ['oscar', 'organiser'],
    ['dora', 'desk'],
    ['rita', 'desk'],
  ]
  for (const [name, role] of staff) await addStaff(event, uid(name), role)
  await env.DB.prepare('UPDATE staff SET removed_at = since WHERE uid = ?').bind(uid('rita')).run()
})

describe('entries without account', () => {
  it('end at their limit: the one above is refused, and a withdrawal makes room', async () => {
    const [first, second] = [walkIn(), walkIn()]
    await setUnclaimed(MAX_UNCLAIMED - 1)
    const { results } = await call('dora', [first, second])
    expect(results.map(({ code, status }) => code ?? status)).toEqual(['applied', 'INVALID'])
    expect(results[1]?.fields).toEqual({ entries: { code: 'MOST_WALK_INS', values: { max: MAX_UNCLAIMED } } })
    expect(await codes('dora', [withdraw(first.id), walkIn(), walkIn()])).toEqual(['applied', 'applied', 'INVALID'])
  })

  it('end there for two desks at the same moment too', async () => {
    await setUnclaimed(MAX_UNCLAIMED - 1)
    const raced = racing(() => codes('oscar', [walkIn()]))
    expect(await codes('dora', [walkIn()], raced)).toEqual(['INVALID'])
    expect(await count('application WHERE marathon_id = ?', event)).toBe(1)
  })

  it('of who lost the role end at half of it, and leave the other half to the desk', async () => {
    await setUnclaimed(MAX_UNCLAIMED / 2 - 1)
    expect(await codes('rita', [walkIn(), walkIn()])).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(await count('application WHERE marathon_id = ?', event)).toBe(1)
    expect(await codes('dora', [walkIn()])).toEqual(['applied'])
  })

  it('of who lost the role let nobody in before they are confirmed, nor does a hidden event', async () => {
    const own = walkIn()
    expect(await codes('rita', [own, claim(own)])).toEqual(['FORBIDDEN', 'NOT_FOUND'])
    const link = new TestClient('').call('GET', `/entries/${own.id}.${own.patch.code}`)
    expect((await link).status).toBe(404)
    expect(await rowOf(own.id)).toMatchObject({ owner_uid: null, status: 'unconfirmed' })
    expect(await codes('oscar', [op('application.confirm', own.id)])).toEqual(['applied'])
    const hidden = env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?')
    await hidden.bind('x', event).run()
    expect(await codes('walt', [claim(own)])).toEqual(['NOT_FOUND'])
    await hidden.bind(null, event).run()
    expect(await codes('walt', [claim(own)])).toEqual(['applied'])
  })

  it.each<[string, string, Fields, ops: number]>([
    ['of a desk a tenth of an op', 'dora', {}, 0.1],
    ['of a desk with a bib that somebody has a tenth', 'dora', { bib: '7' }, 0.1],
    [
      'of a desk with long names as many tenths as they take',
      'dora',
      { firstName: '\ufdfa'.repeat(80), lastName: '\ufdfa'.repeat(80) },
      0.3,
    ],
    ['of who lost the role an op', 'rita', {}, 1],
  ])('cost %s', async (_what, name, fields, ops) => {
    await codes('dora', [walkIn({ bib: '7' })])
    const now = Date.now()
    await syncAs(uid(name), [walkIn(fields)], { now })
    const spent = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid(name))
    expect((Number(await spent.first('spent_until')) - now) / OP_COST_MS).toBe(ops)
  })

  it('get codes of their own where a desk sends those of others, also in one request and at once', async () => {
    const taken = walkIn()
    await codes('oscar', [taken])
    const { code } = taken.patch
    const other = newEntryCode()
    const same = () => walkIn({ code: other })
    expect(await codes('dora', [walkIn({ code }), same(), same()])).toEqual(['applied', 'applied', 'applied'])
    const third = newEntryCode()
    const raced = racing(() => codes('oscar', [walkIn({ code: third })]))
    expect(await codes('dora', [walkIn({ code: third }), walkIn({ code: third })], raced)).toEqual([
      'applied',
      'applied',
    ])
    expect(await count('(SELECT DISTINCT code FROM application WHERE marathon_id = ?)', event)).toBe(7)
    expect(await rowOf(taken.id)).toMatchObject({ code })
  })

  it('take no id of another account, of an entry elsewhere, or of a deleted one', async () => {
    const mine = await apply()
    const before = await rowOf(mine)
    const elsewhere = newId('entry')
    const there = newId('marathon')
    await call('mallory', [op('marathon.create', there, marathonFields())])
    await call('ravi', [op('application.create', elsewhere, applicationFields(there))])
    const gone = await apply('ravi', { firstName: 'Gus' })
    await codes('ravi', [op('application.delete', gone)])
    const tagged = ownedId(crypto.randomUUID(), uid('ravi'))
    const ids = [tagged, elsewhere, gone, mine].map((id) => walkIn({}, id))
    expect(await codes('dora', ids)).toEqual(['INVALID', 'GONE', 'GONE', 'applied'])
    expect(await rowOf(mine)).toEqual(before)
    expect(await codes('dora', [walkIn({ marathonId: there })])).toEqual(['FORBIDDEN'])
    expect(await count('application WHERE marathon_id = ?', there)).toBe(1)
  })

  it('leave with their marathon, with what was made or said of them; claimed ones stay', async () => {
    const [made, claimed, late] = [walkIn(), walkIn(), walkIn()]
    await codes('dora', [made, claimed])
    await codes('dora', [correct(made.id, { firstName: 'Wilma' }, { firstName: 'Another' })])
    await codes('ravi', [claim(claimed)])
    const own = walkIn()
    expect(await codes('olivia', [late, own, claim(own), op('marathon.delete', event)])).toEqual(
      Array(4).fill('applied'),
    )
    const left = await env.DB.prepare('SELECT id FROM application WHERE marathon_id = ? ORDER BY id').bind(event).all()
    expect(left.results).toEqual([{ id: claimed.id }, { id: own.id }])
    expect(await codes('ravi', [claim(made)])).toEqual(['GONE'])
    expect(await count("op_record WHERE target_id = ? AND verdict LIKE '%Wilma%'", made.id)).toBe(0)
  })
})

describe('a desk', () => {
  it('changes no entry that has an account, also where it is claimed at that moment', async () => {
    const [id, made] = [await apply(), walkIn()]
    const ops = (of: string) => [correct(of, { firstName: 'Eve' }, {}), withdraw(of)]
    expect(await codes('dora', ops(id))).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    await codes('dora', [made])
    const raced = racing(() => codes('ravi', [claim(made)]))
    expect(await codes('dora', ops(made.id), raced)).toEqual(['FORBIDDEN', 'FORBIDDEN'])
    expect(await rowOf(made.id)).toMatchObject({ first_name: 'Walt', owner_uid: uid('ravi') })
  })

  it('writes no contact data, alone or beside a name', async () => {
    const made = walkIn()
    await codes('dora', [made])
    for (const field of ['email', 'phoneNumber', 'additionalInfo']) {
      const value = { email: 'eve@example.com', phoneNumber: '0123456', additionalInfo: 'Eve' }[field]
      const patch = { firstName: 'Eve', [field]: value }
      expect(await codes('dora', [correct(made.id, patch, { firstName: 'Walt', [field]: '' })])).toEqual(['FORBIDDEN'])
    }
    expect(await rowOf(made.id)).toMatchObject({ first_name: 'Walt', email: '', phone_number: '', ver: 1 })
  })

  it('whose role ends meanwhile changes nothing, and its entry waits for the organiser', async () => {
    const made = walkIn()
    await codes('dora', [made])
    const end = () =>
      env.DB.batch([
        env.DB.prepare('UPDATE clock SET seq = seq + 1'),
        env.DB.prepare(
          'UPDATE staff SET removed_at = since, seq = (SELECT seq FROM clock) WHERE marathon_id = ? AND uid = ?',
        ).bind(event, uid('dora')),
      ])
    const late = walkIn()
    const ops = [late, correct(made.id, { firstName: 'Eve' }, {}), withdraw(made.id)]
    expect(await codes('dora', ops, racing(end))).toEqual(['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await rowOf(late.id)).toMatchObject({ status: 'unconfirmed' })
    expect(await rowOf(made.id)).toMatchObject({ first_name: 'Walt' })
  })
})

describe('the organiser', () => {
  it('of a deleted event changes no entry of it: the runner keeps the entry', async () => {
    const id = await apply()
    const before = await rowOf(id)
    await codes('olivia', [op('marathon.delete', event)])
    const ops = [
      correct(id, { lastName: 'Eve' }, { lastName: 'Lauf' }),
      op('application.assignBib', id, { bib: '7' }, { bib: null }),
      op('application.moveUp', id),
      op('application.confirm', id),
      withdraw(id),
    ]
    for (const name of ['olivia', 'oscar']) {
      expect(
        await codes(
          name,
          ops.map((one) => ({ ...one, opId: newId('op') })),
        ),
      ).toEqual([...Array(4).fill('GONE'), 'applied'])
    }
    expect(await rowOf(id)).toEqual(before)
  })

  it.each<[string, (id: string, n: number) => Op]>([
    ['corrections', (id, n) => correct(id, { additionalInfo: `${n}` }, { additionalInfo: n ? `${n - 1}` : '' })],
    ['moves in the waiting list', (id) => op('application.moveUp', id)],
  ])('leaves a runner the newest notices of %s, and others theirs', async (_what, make) => {
    await codes('olivia', [op('marathon.update', event, { capacity: 1 }, { capacity: 1000 })])
    const calm = await apply('sara')
    const id = await apply('ravi', { waitingList: true })
    await codes('oscar', [correct(calm, { lastName: 'Byron' }, { lastName: 'Lauf' })])
    const most = MAX_SYSTEM_NOTICES + 20
    const ops = Array.from({ length: most }, (_, n) => make(id, n))
    for (const half of [ops.slice(0, 70), ops.slice(70)]) await codes('oscar', half)
    expect(await count('notice WHERE to_uid = ?', uid('ravi'))).toBe(MAX_SYSTEM_NOTICES)
    expect(await count('notice WHERE to_uid = ?', uid('sara'))).toBe(1)
    const { results } = await env.DB.prepare('SELECT seq FROM notice WHERE to_uid = ? ORDER BY seq DESC')
      .bind(uid('ravi'))
      .all<{ seq: number }>()
    const newest = await env.DB.prepare('SELECT max(seq) AS n FROM notice WHERE marathon_id = ?').bind(event).first('n')
    expect(results[0]?.seq).toBe(newest)
    // The phone is told of those that left.
    expect(await count("tombstone WHERE owner_uid = ? AND type = 'notice' AND seq > 0", uid('ravi'))).toBe(20)
  })

  it('pays for what a correction tells, and for the push', async () => {
    const [info, id] = ['長'.repeat(1000), await apply()]
    const spent = async (patch: Fields, base: Fields) => {
      const now = Date.now()
      await env.DB.prepare('DELETE FROM op_budget WHERE uid = ?').bind(uid('oscar')).run()
      await syncAs(uid('oscar'), [correct(id, patch, base)], { now })
      const until = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(uid('oscar'))
      return (Number(await until.first('spent_until')) - now) / OP_COST_MS
    }
    expect(await spent({ lastName: 'Byron' }, { lastName: 'Lauf' })).toBe(2)
    expect(await spent({ additionalInfo: info }, { additionalInfo: '' })).toBeGreaterThanOrEqual(4)
    // What was there goes to the runner too.
    expect(await spent({ additionalInfo: '長'.repeat(999) }, { additionalInfo: info })).toBeGreaterThanOrEqual(5)
  })
})
