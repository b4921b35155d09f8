import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { application, goneOf, helper, marathon, NOW, OLIVIA, op, RAVI } from '../testing/state.ts'
import {
  accept,
  accountSlot,
  type Before,
  type Decided,
  type Effect,
  type Precondition,
  personSlot,
  reject,
} from './decide/decision.ts'
import { writeStatements } from './write-ops.ts'

const nothing: Before = {
  marathons: new Map(),
  applications: new Map(),
  checkIns: new Map(),
  recordings: new Map(),
  rulings: new Map(),
  notices: new Map(),
  people: new Map(),
  bibs: new Map(),
  gone: new Map(),
  staff: new Map(),
}
const asRead: Before = {
  marathons: new Map([[marathon.id, marathon]]),
  applications: new Map([[application.id, application]]),
  checkIns: new Map(),
  recordings: new Map(),
  rulings: new Map(),
  notices: new Map(),
  people: new Map([[personSlot(marathon.id, 'ravi', 'adalauf'), application.id]]),
  bibs: new Map(),
  gone: new Map([['marathon:event-gone', goneOf('olivia')]]),
  staff: new Map(),
}

/** What was decided; without a uid it is of the actor of `write`. */
type OfActor = Omit<Decided, 'uid'> & { uid?: string }

/** Writes what was decided of what was read before. @returns whether the guards let it through */
async function write(decided: OfActor[], before: Before, { uid } = RAVI): Promise<boolean> {
  const ofActor = decided.map((one) => ({ uid, ...one }))
  const { writes } = writeStatements(env.DB, { decided: ofActor, actors: [], before, now: NOW, isLimited: false })
  try {
    await env.DB.batch(writes)
    return true
  } catch (error) {
    expect(String(error)).toMatch(/constraint failed/i)
    return false
  }
}
const decided = (
  preconditions: Precondition[],
  effects: Effect[] = [],
  type: Parameters<typeof op>[0] = 'application.update',
): OfActor => ({
  op: { ...op(type, 'entry-0001'), opId: `op-${crypto.randomUUID()}` },
  decision: accept(effects, preconditions),
})
const count = async (table: 'op_record' | 'marathon' | 'application' | 'tombstone') =>
  Number((await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n)

beforeEach(async () => {
  const tables = ['marathon', 'application', 'tombstone', 'op_record']
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  const rows: Effect[] = [
    { kind: 'put-marathon', row: marathon },
    { kind: 'delete-marathon', row: { ...marathon, id: 'event-gone' } },
  ]
  expect(await write([decided([], rows)], nothing, OLIVIA)).toBe(true)
  const applied: Effect[] = [
    { kind: 'put-application', row: application },
    { kind: 'count', marathonId: marathon.id, registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
  ]
  expect(await write([decided([], applied)], nothing)).toBe(true)
})

describe('a write goes through where all is as it was read, and else is none', () => {
  const theEvent: Precondition = { kind: 'marathon', id: marathon.id }
  const ravis: Precondition = { kind: 'application', id: application.id }
  const counts = (kind: 'count-at-least' | 'count-at-most', n: number): Precondition => ({
    kind,
    marathonId: marathon.id,
    of: 'regCount',
    count: n,
  })
  const owned = (kind: 'owned-at-least' | 'owned-at-most', n: number): Precondition => ({
    kind,
    type: 'application',
    uid: 'ravi',
    count: n,
  })
  const person = (name: string): Precondition => ({
    kind: 'no-person',
    marathonId: marathon.id,
    uid: 'ravi',
    person: name,
  })
  const without = (part: Partial<Before>): Before => ({ ...asRead, ...part })

  it.each<[string, Precondition[], Before, boolean]>([
    ['a marathon of this version', [theEvent], asRead, true],
    [
      'a marathon of another version',
      [theEvent],
      without({ marathons: new Map([[marathon.id, { ...marathon, ver: 4 }]]) }),
      false,
    ],
    ['a marathon that was not there', [theEvent], without({ marathons: new Map() }), false],
    [
      'a marathon that is there no more',
      [{ kind: 'marathon', id: 'event-0002' }],
      without({ marathons: new Map([['event-0002', marathon]]) }),
      false,
    ],
    ['no event', [{ kind: 'marathon', id: 'event-0002' }], asRead, true],
    ['a deleted event', [{ kind: 'marathon', id: 'event-gone' }], asRead, true],
    [
      'a marathon that was deleted since',
      [{ kind: 'marathon', id: 'event-gone' }],
      without({ gone: new Map() }),
      false,
    ],
    [
      'a deletion that is forgotten since',
      [{ kind: 'marathon', id: 'event-0002' }],
      without({ gone: new Map([['marathon:event-0002', goneOf('o')]]) }),
      false,
    ],
    ['an application of this version', [ravis], asRead, true],
    [
      'an application of another version',
      [ravis],
      without({ applications: new Map([[application.id, { ...application, ver: 2 }]]) }),
      false,
    ],
    ['an application that was not there', [ravis], without({ applications: new Map() }), false],
    ['a deletion of another kind', [{ kind: 'application', id: 'event-gone' }], asRead, true],
    ['a helper who is none as before', [{ kind: 'staff', marathonId: marathon.id, uid: 'ravi' }], asRead, true],
    [
      'a helper who was one when it was read',
      [{ kind: 'staff', marathonId: marathon.id, uid: 'ravi' }],
      without({ staff: new Map([[accountSlot(marathon.id, 'ravi'), helper]]) }),
      false,
    ],
    ['one runner at least', [counts('count-at-least', 1)], asRead, true],
    ['two runners at least', [counts('count-at-least', 2)], asRead, false],
    ['one runner at most', [counts('count-at-most', 1)], asRead, true],
    ['no runner', [counts('count-at-most', 0)], asRead, false],
    [
      'the narrower of two bounds',
      [counts('count-at-most', 5), counts('count-at-most', 0), counts('count-at-most', 5)],
      asRead,
      false,
    ],
    [
      'the higher of two bounds',
      [counts('count-at-least', 0), counts('count-at-least', 2), counts('count-at-least', 0)],
      asRead,
      false,
    ],
    [
      'a count of a marathon that this request makes',
      [counts('count-at-most', 0)],
      without({ marathons: new Map() }),
      true,
    ],
    ['one own application at least', [owned('owned-at-least', 1)], asRead, true],
    ['two own applications at least', [owned('owned-at-least', 2)], asRead, false],
    ['one own application at most', [owned('owned-at-most', 1)], asRead, true],
    ['no own application', [owned('owned-at-most', 0)], asRead, false],
    [
      'own events, of which there are none',
      [{ kind: 'owned-at-most', type: 'marathon', uid: 'ravi', count: 0 }],
      asRead,
      true,
    ],
    ['nobody of a name that is free', [person('bolauf')], asRead, true],
    ['a name that was free and is taken', [person('adalauf')], without({ people: new Map() }), false],
    ['a name as it was taken', [person('adalauf')], asRead, true],
    [
      'a name that was taken and is free',
      [person('bolauf')],
      without({ people: new Map([[personSlot(marathon.id, 'ravi', 'bolauf'), 'entry-0009']]) }),
      false,
    ],
  ])('%s', async (_what, preconditions, before, passes) => {
    const records = await count('op_record')
    expect(await write([decided(preconditions)], before)).toBe(passes)
    expect(await count('op_record')).toBe(passes ? records + 1 : records)
  })

  it('a refusal rests on its preconditions as well', async () => {
    const no = {
      op: { ...op('application.create', 'entry-0002'), opId: 'op-refused-1' },
      decision: reject('FULL', [counts('count-at-least', 2)]),
    }
    expect(await write([no], asRead)).toBe(false)
  })

  it('what the request itself adds before is taken off', async () => {
    const one: Effect[] = [
      { kind: 'put-application', row: { ...application, id: 'entry-0002', personKey: 'bolauf', code: 'BA000006' } },
      { kind: 'count', marathonId: marathon.id, registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ]
    const other: Effect[] = [
      { kind: 'put-application', row: { ...application, id: 'entry-0003', personKey: 'cylauf', code: 'CA000005' } },
      { kind: 'count', marathonId: marathon.id, registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ]
    const create = 'application.create' as const
    const wanted = [decided([counts('count-at-most', 1), owned('owned-at-most', 1)], one, create)]
    expect(
      await write([...wanted, decided([counts('count-at-most', 1), owned('owned-at-most', 2)], other, create)], asRead),
    ).toBe(false)
    expect(
      await write([...wanted, decided([counts('count-at-most', 2), owned('owned-at-most', 1)], other, create)], asRead),
    ).toBe(false)
    expect(
      await write([...wanted, decided([counts('count-at-most', 2), owned('owned-at-most', 2)], other, create)], asRead),
    ).toBe(true)
    expect(await count('application')).toBe(3)
  })

  it('a deletion before makes room', async () => {
    const gone: Effect[] = [
      { kind: 'delete-application', row: application },
      { kind: 'count', marathonId: marathon.id, registered: -1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ]
    const made: Effect[] = [
      { kind: 'put-application', row: { ...application, id: 'entry-0002' } },
      { kind: 'count', marathonId: marathon.id, registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 },
    ]
    const first = decided([ravis], gone, 'application.delete')
    const second = decided(
      [counts('count-at-most', 0), owned('owned-at-most', 0), person('adalauf')],
      made,
      'application.create',
    )
    expect(await write([first, second], asRead)).toBe(true)
    expect([await count('application'), await count('tombstone')]).toEqual([1, 2])
  })
})

describe('what is written', () => {
  const rowsOf = async (sql: string) => (await env.DB.prepare(sql).all()).results

  it('says of a deletion whose it was, who may still be told, and when', async () => {
    await write([decided([], [{ kind: 'delete-application', row: application }])], asRead)
    expect(
      await rowsOf('SELECT type, id, owner_uid, marathon_id, shown_until, deleted_at FROM tombstone ORDER BY type'),
    ).toEqual([
      {
        type: 'application',
        id: 'entry-0001',
        owner_uid: 'ravi',
        marathon_id: marathon.id,
        shown_until: '',
        deleted_at: '2027-06-01T12:00:00.000Z',
      },
      {
        type: 'marathon',
        id: 'event-gone',
        owner_uid: 'olivia',
        marathon_id: '',
        shown_until: marathon.shownUntil,
        deleted_at: '2027-06-01T12:00:00.000Z',
      },
    ])
  })

  it('is a row’s last state, with a seq of its own for every row and record, in order', async () => {
    const before = Number((await rowsOf('SELECT seq FROM clock'))[0]?.seq)
    const put = (row: typeof application): Effect => ({ kind: 'put-application', row })
    await write(
      [
        decided([], [put({ ...application, ver: 2, location: 'Kiel' })]),
        decided(
          [],
          [
            put({ ...application, ver: 3, location: 'Bremen' }),
            put({ ...application, id: 'entry-0002', personKey: 'bolauf', code: 'BA000006' }),
          ],
        ),
      ],
      asRead,
    )
    const rows = await rowsOf('SELECT id, location, ver, seq FROM application ORDER BY id')
    expect(rows.map(({ id, location, ver }) => [id, location, ver])).toEqual([
      ['entry-0001', 'Bremen', 3],
      ['entry-0002', '', 1],
    ])
    const records = await rowsOf(`SELECT seq FROM op_record WHERE seq > ${before}`)
    const seqs = [...rows, ...records].map(({ seq }) => Number(seq)).sort((a, b) => a - b)
    expect(seqs).toEqual([1, 2, 3, 4].map((n) => before + n))
    expect((await rowsOf('SELECT seq FROM clock'))[0]?.seq).toBe(before + 4)
  })

  it('counts together what a request adds to a marathon, and nothing where it comes to none', async () => {
    const counted = async () => (await rowsOf('SELECT reg_count AS n, seq FROM marathon'))[0]
    const before = await counted()
    const by = (delta: 1 | -1): Effect => ({
      kind: 'count',
      marathonId: marathon.id,
      registered: delta,
      waiting: 0,
      entered: 0,
      unclaimed: 0,
      promoted: 0,
    })
    await write([decided([], [by(1), by(-1)])], asRead)
    expect(await counted()).toEqual(before)
    await write([decided([], [by(1), by(1), by(-1), by(1)])], asRead)
    expect((await counted())?.n).toBe(3)
  })

  it('tells of an op whether it changed a row: a count alone is none', async () => {
    await env.DB.prepare('DELETE FROM op_record').run()
    await write(
      [
        decided(
          [],
          [
            {
              kind: 'count',
              marathonId: marathon.id,
              registered: 1,
              waiting: 0,
              entered: 0,
              unclaimed: 0,
              promoted: 0,
            },
          ],
        ),
      ],
      asRead,
    )
    expect((await rowsOf('SELECT modified FROM op_record'))[0]?.modified).toBe(0)
    await env.DB.prepare('DELETE FROM op_record').run()
    await write([decided([], [{ kind: 'put-application', row: { ...application, ver: 2 } }])], asRead)
    expect((await rowsOf('SELECT modified FROM op_record'))[0]?.modified).toBe(1)
  })
})
