import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields, Op } from '../../contract/sync.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { rowsOfPage, syncAs } from '../testing/sync-as.ts'
import { sync } from './sync.ts'

const NOW = Date.now()
let marathonId = ''

async function call(uid: string, ops: Op[], now = NOW) {
  const { results } = await syncAs(uid, ops, { now, isLimited: false })
  return results.map(({ status, code }) => code ?? status)
}
/** An application by its runner, who takes a place on the waiting list. */
const join = (firstName: string, other: Fields = {}) =>
  op('application.create', newId('entry'), applicationFields(marathonId, { firstName, waitingList: true, ...other }))
const leave = (joined: Op) => op('application.delete', joined.id)
const update = (patch: Fields, base: Fields) => op('marathon.update', marathonId, patch, base)

async function open(capacity: number | null, other: Fields = {}) {
  marathonId = newId('event')
  await call('olivia', [op('marathon.create', marathonId, marathonFields({ capacity, ...other }))])
}
async function numbers() {
  return env.DB.prepare('SELECT reg_count AS registered, waiting_count AS waiting FROM marathon WHERE id = ?')
    .bind(marathonId)
    .first()
}
async function names(status: string) {
  const { results } = await env.DB.prepare(
    'SELECT first_name AS name FROM application WHERE marathon_id = ? AND status = ? ORDER BY created_at, seq',
  )
    .bind(marathonId, status)
    .all<{ name: string }>()
  return results.map(({ name }) => name).sort()
}

beforeEach(() => open(2))

describe('the waiting list', () => {
  it('is for a full marathon: before that the runner gets a place', async () => {
    expect(await call('ann', [join('Ann')])).toEqual(['applied'])
    expect(await call('bea', [join('Bea', { waitingList: false })])).toEqual(['applied'])
    expect(await call('cem', [join('Cem', { waitingList: undefined })])).toEqual(['FULL'])
    expect(await call('dan', [join('Dan', { waitingList: false })])).toEqual(['FULL'])
    expect(await call('eva', [join('Eva')])).toEqual(['applied'])
    expect([await names('registered'), await names('waiting'), await numbers()]).toEqual([
      ['Ann', 'Bea'],
      ['Eva'],
      { registered: 2, waiting: 1 },
    ])
  })

  it('moves in order of joining when a registered runner leaves, not when a waiting one does', async () => {
    const [ann, bea, cem, dan, eva] = [join('Ann'), join('Bea'), join('Cem'), join('Dan'), join('Eva')]
    for (const [uid, one] of Object.entries({ ann, bea, cem, dan, eva })) await call(uid, [one])
    await call('cem', [leave(cem)])
    expect([await names('registered'), await names('waiting')]).toEqual([
      ['Ann', 'Bea'],
      ['Dan', 'Eva'],
    ])
    await call('ann', [leave(ann)])
    expect([await names('registered'), await names('waiting'), await numbers()]).toEqual([
      ['Bea', 'Dan'],
      ['Eva'],
      { registered: 2, waiting: 1 },
    ])
    const row = await env.DB.prepare('SELECT ver, promoted_at AS at FROM application WHERE id = ?').bind(dan.id).first()
    expect(row).toEqual({ ver: 2, at: new Date(NOW).toISOString() })
  })

  it('INV-16 keeps the place of who joins and edits the entry in one request', async () => {
    await call('ann', [join('Ann'), join('Bea')])
    const [cem, dan] = [join('Cem'), join('Dan')]
    await call('cem', [
      cem,
      dan,
      op('application.update', cem.id, { phoneNumber: '99999' }, { phoneNumber: '+49 40 123456' }),
    ])
    const { results } = await env.DB.prepare(
      'SELECT first_name FROM application WHERE marathon_id = ? AND waiting_order > 0 ORDER BY waiting_order',
    )
      .bind(marathonId)
      .all()
    expect(results.map((row) => row.first_name)).toEqual(['Cem', 'Dan'])
  })

  it('is on the wire in the order in which it moves, also where times and ids say otherwise', async () => {
    for (const name of ['Ann', 'Bea']) await call(name, [join(name)])
    // The clocks of the isolates differ, and the ids are of the phones.
    const late = ['c', 'b', 'a'].map((id) => ({ ...join(`Wait ${id}`), id: newId(`entry-${id}`) }))
    for (const [n, one] of late.entries()) await call(`wait-${n}`, [one], NOW - n)
    const { applications } = rowsOfPage((await syncAs('olivia', [], { now: NOW })).page)
    const line = applications
      .filter(({ status, marathonId: of }) => status === 'waiting' && of === marathonId)
      .toSorted((a, b) => Number(a.waitingOrder) - Number(b.waitingOrder))
    expect(line.map(({ _id }) => _id)).toEqual(late.map(({ id }) => id))
    const promoted: (string | undefined)[] = []
    for (const capacity of [3, 4, 5]) {
      await call('olivia', [update({ capacity }, { capacity: capacity - 1 })])
      const page = rowsOfPage((await syncAs('olivia', [], { now: NOW })).page)
      const placed = page.applications.filter(({ promotedAt, marathonId: of }) => promotedAt && of === marathonId)
      promoted.push(placed.find(({ _id }) => !promoted.includes(_id))?._id)
      expect(placed.map(({ waitingOrder }) => waitingOrder)).toEqual(placed.map(() => null))
    }
    expect(promoted).toEqual(line.map(({ _id }) => _id))
  })

  it('INV-15 moves when the owner raises or lifts the capacity', async () => {
    for (const name of ['Ann', 'Bea', 'Cem', 'Dan', 'Eva', 'Fay']) await call(name, [join(name)])
    await call('olivia', [update({ capacity: 3 }, { capacity: 2 })])
    expect(await numbers()).toEqual({ registered: 3, waiting: 3 })
    await call('olivia', [update({ location: 'Kiel' }, { location: 'Hamburg' })])
    expect(await names('waiting')).toEqual(['Dan', 'Eva', 'Fay'])
    await call('olivia', [update({ capacity: null }, { capacity: 3 })])
    expect(await numbers()).toEqual({ registered: 6, waiting: 0 })
  })

  it('counts who joined it in the same request, when the capacity is raised after them', async () => {
    await open(1)
    const ops = [join('Ann'), join('Bea'), join('Cem'), update({ capacity: 2 }, { capacity: 1 })]
    expect(await call('olivia', ops)).toEqual(['applied', 'applied', 'applied', 'applied'])
    expect([await names('registered'), await numbers()]).toEqual([['Ann', 'Bea'], { registered: 2, waiting: 1 }])
  })

  it('stands still after the start, and moves again when the start is moved to a later day', async () => {
    const startDate = inDays(5)
    await open(1, { startDate })
    const [ann, bea] = [join('Ann'), join('Bea')]
    await call('ann', [ann])
    await call('bea', [bea])
    const later = NOW + 6 * 86_400_000
    await call('ann', [leave(ann)], later)
    expect(await numbers()).toEqual({ registered: 0, waiting: 1 })
    await call('olivia', [update({ startDate: inDays(9) }, { startDate })], later)
    expect(await numbers()).toEqual({ registered: 1, waiting: 0 })
  })

  it('stands still while the marathon is cancelled, and moves on when that is taken back', async () => {
    await open(1)
    const [ann, bea] = [join('Ann'), join('Bea')]
    await call('ann', [ann])
    await call('bea', [bea])
    await call('olivia', [update({ cancelled: 'Storm' }, { cancelled: null })])
    expect(await call('cem', [join('Cem')])).toEqual(['REG_CLOSED'])
    expect(await call('ann', [leave(ann)])).toEqual(['applied'])
    await call('olivia', [update({ capacity: 5 }, { capacity: 1 })])
    expect(await numbers()).toEqual({ registered: 0, waiting: 1 })
    await call('olivia', [update({ cancelled: null }, { cancelled: 'Storm' })])
    expect([await names('registered'), await numbers()]).toEqual([['Bea'], { registered: 1, waiting: 0 }])
    expect(await call('cem', [join('Cem')])).toEqual(['applied'])
  })

  it('is told to the runner and to the organiser with the next pull', async () => {
    await open(1)
    const [ann, bea] = [join('Ann'), join('Bea')]
    await call('ann', [ann])
    await call('bea', [bea])
    const pull = async (uid: string, cursor: string | null) => {
      const actor = { uid, email: '', name: '', issuedAt: 0 }
      const { page } = await sync(env.DB, actor, { uid, cursor, ops: [] }, () => NOW, false)
      return { cursor: page.cursor, ...rowsOfPage(page) }
    }
    const [beas, olivias] = [(await pull('bea', null)).cursor, (await pull('olivia', null)).cursor]
    await call('ann', [leave(ann)])
    const promoted = { _id: bea.id, status: 'registered', promotedAt: new Date(NOW).toISOString() }
    expect((await pull('bea', beas)).applications).toMatchObject([promoted])
    const { applications, marathons } = await pull('olivia', olivias)
    expect(applications).toMatchObject([promoted])
    expect(marathons).toMatchObject([{ _id: marathonId, regCount: 1, waitingCount: 0 }])
  })

  // Who is promoted is known only when the batch is written, so a later op on such a row is decided after a commit.
  it('INV-15 comes to the same when one request does several things to it', async () => {
    await open(1)
    const [ann, bea, cem] = [join('Ann'), join('Bea'), join('Cem')]
    await call('ann', [ann, bea])
    await call('cem', [cem])
    await call('ann', [leave(ann), leave(bea)])
    expect([await names('registered'), await numbers()]).toEqual([['Cem'], { registered: 1, waiting: 0 }])
  })

  it('keeps the place of a runner who left the list after it became theirs, and says so', async () => {
    await open(1)
    const [ann, bea, cem] = [join('Ann'), join('Bea'), join('Cem')]
    await call('ann', [ann])
    await call('bea', [bea])
    await call('cem', [cem])
    const leaveList = (of: Op) => op('application.delete', of.id, {}, { status: 'waiting' })
    expect(await call('cem', [leaveList(cem)])).toEqual(['applied'])
    await call('ann', [leave(ann)])
    expect(await call('bea', [leaveList(bea)])).toEqual(['STALE'])
    expect([await names('registered'), await numbers()]).toEqual([['Bea'], { registered: 1, waiting: 0 }])
    expect(await call('bea', [leave(bea)])).toEqual(['applied'])
    expect(await numbers()).toEqual({ registered: 0, waiting: 0 })
  })

  it('gives a place to nobody twice: a promoted runner leaves in the same request', async () => {
    await open(1)
    const [ann, bea, cem, dan] = [join('Ann'), join('Bea'), join('Cem'), join('Dan')]
    await call('ann', [ann, bea])
    await call('ann', [leave(ann), leave(bea), cem, dan])
    expect([await names('registered'), await names('waiting'), await numbers()]).toEqual([
      ['Cem'],
      ['Dan'],
      { registered: 1, waiting: 1 },
    ])
  })

  it('lets a runner leave whom the same request promoted, even with the start in the past', async () => {
    const startDate = inDays(5)
    await open(1, { startDate })
    const [ann, liv, cem] = [join('Ann'), join('Liv'), join('Cem')]
    await call('ann', [ann])
    await call('olivia', [liv])
    await call('cem', [cem])
    const results = await call('olivia', [
      update({ capacity: 2 }, { capacity: 1 }),
      update({ startDate: inDays(-1) }, { startDate }),
      leave(liv),
    ])
    expect(results).toEqual(['applied', 'applied', 'applied'])
    expect([await names('registered'), await names('waiting'), await numbers()]).toEqual([
      ['Ann'],
      ['Cem'],
      { registered: 1, waiting: 1 },
    ])
  })

  it('keeps the applications of a deleted marathon as they are', async () => {
    await open(1)
    const [ann, bea] = [join('Ann'), join('Bea')]
    await call('ann', [ann])
    await call('bea', [bea])
    await call('olivia', [op('marathon.delete', marathonId)])
    expect(await call('ann', [leave(ann)])).toEqual(['applied'])
    expect(await names('waiting')).toEqual(['Bea'])
  })

  it('takes only true or false', async () => {
    expect(await call('ann', [join('Ann', { waitingList: 'yes' })])).toEqual(['INVALID'])
  })
})
