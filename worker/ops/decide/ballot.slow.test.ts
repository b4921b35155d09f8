import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields, Op } from '../../../contract/sync.ts'
import { drawOf } from '../../reads/draws.ts'
import { applicationFields, marathonFields, newId, op } from '../../testing/rows.ts'
import { racing, rowsOfPage, syncAs } from '../../testing/sync-as.ts'
import { sync } from '../sync.ts'
import { commitmentOf, drawnOrder } from './ballot.ts'

const HOUR_MS = 3_600_000
const NOW = Date.now()
const CLOSED = NOW + 2 * HOUR_MS
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()

let marathonId = ''

/** One sync call. @returns the verdict of each op: its code, or its status */
async function call(uid: string, ops: Op[], now = NOW, d1 = env.DB) {
  const { results, halted } = await syncAs(uid, ops, { now, d1, isLimited: false })
  return halted ? [halted.code] : results.map(({ status, code }) => code ?? status)
}

async function fieldsOf(uid: string, one: Op, now = NOW) {
  return (await syncAs(uid, [one], { now, isLimited: false })).results[0]?.fields
}

async function open(capacity: number, other: Fields = {}) {
  marathonId = newId('marathon')
  const fields = marathonFields({ registration: 'ballot', capacity, regEnd: at(1), ...other })
  return await call('olivia', [op('marathon.create', marathonId, fields)])
}

const join = (firstName: string, more: Fields = {}) =>
  op('application.create', newId('application'), applicationFields(marathonId, { firstName, ...more }))
const draw = () => op('marathon.draw', marathonId)
const update = (patch: Fields, base: Fields) => op('marathon.update', marathonId, patch, base)

type Row = { id: string; status: string; waiting_order: number | null; draw_order: number | null; ver: number }

/** The applications in the order of the draw, then of the waiting list. */
async function line(): Promise<Row[]> {
  const { results } = await env.DB.prepare(
    `SELECT id, status, waiting_order, draw_order, ver FROM application WHERE marathon_id = ?
      ORDER BY status = 'waiting', draw_order IS NULL, draw_order, waiting_order`,
  )
    .bind(marathonId)
    .all<Row>()
  return results
}

async function stored() {
  const row = await env.DB.prepare(
    `SELECT registration, commitment, seed, secret_seed AS secret, reg_count AS registered, waiting_count AS waiting,
      entered_count AS entered, ver FROM marathon WHERE id = ?`,
  )
    .bind(marathonId)
    .first<Record<string, string | number | null>>()
  return row ?? {}
}

/** Ten runners of one account apply. @returns their ids in the order of the draw */
async function enterTen(): Promise<string[]> {
  const ops = Array.from({ length: 10 }, (_, n) => join(`Ann ${n}`))
  await call('ann', ops)
  return drawnOrder(
    String((await stored()).secret),
    ops.map(({ id }) => id),
  )
}

beforeEach(async () => {
  await open(3)
})

describe('a ballot', () => {
  it('INV-20 tells the hash of its seed from the start, and not the seed', async () => {
    const { secret, commitment, seed } = await stored()
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect([seed, commitment]).toEqual([null, commitmentOf(String(secret))])
    await open(3)
    expect((await stored()).secret).not.toBe(secret)
  })

  it('needs a capacity and a last day, and says so by field', async () => {
    const without = (fields: Fields) =>
      op('marathon.create', newId('marathon'), marathonFields({ registration: 'ballot', capacity: 3, ...fields }))
    expect(await fieldsOf('olivia', without({ capacity: null }))).toEqual({ capacity: { code: 'NEEDED_FOR_BALLOT' } })
    expect(Object.keys((await fieldsOf('olivia', without({ regEnd: '' }))) ?? {})).toEqual(['regEnd'])
    expect(Object.keys((await fieldsOf('olivia', without({ registration: 'lottery' }))) ?? {})).toEqual([
      'registration',
    ])
    const lifted = await fieldsOf('olivia', update({ capacity: null }, { capacity: 3 }))
    expect(lifted).toEqual({ capacity: { code: 'NEEDED_FOR_BALLOT' } })
  })

  it('takes every application inside the window, above the capacity too, and none outside of it', async () => {
    await enterTen()
    expect(await stored()).toMatchObject({ registered: 0, waiting: 0, entered: 10 })
    expect(new Set((await line()).map(({ status }) => status))).toEqual(new Set(['entered']))
    expect(await call('bea', [join('Bea', { waitingList: true })])).toEqual(['applied'])
    expect(await call('cem', [join('Cem')], CLOSED)).toEqual(['REG_CLOSED'])
  })

  it('may be left again before the draw', async () => {
    const ann = join('Ann')
    await call('ann', [ann])
    expect(await call('ann', [op('application.delete', ann.id)])).toEqual(['applied'])
    expect(await stored()).toMatchObject({ entered: 0 })
  })

  it('is fixed once somebody has applied, and after the draw', async () => {
    const toFirst = update({ registration: 'first-come' }, { registration: 'ballot' })
    await enterTen()
    const applied = { registration: { code: 'FIXED_BY_APPLICATION' } }
    expect(await fieldsOf('olivia', toFirst)).toEqual(applied)
    await open(3)
    const later = update({ registration: 'first-come' }, { registration: 'ballot' })
    expect(await call('olivia', [join('Olivia'), later])).toEqual(['applied', 'INVALID'])
    await open(3, { regEnd: at(-1) })
    await call('olivia', [draw()])
    const again = update({ registration: 'first-come' }, { registration: 'ballot' })
    expect(await fieldsOf('olivia', again)).toEqual({ registration: { code: 'FIXED_BY_DRAW' } })
  })

  it('gets its seed when an event becomes a ballot, and loses it when it is none any more', async () => {
    await open(3, { registration: 'first-come' })
    expect(await stored()).toMatchObject({ secret: null, commitment: null })
    await call('olivia', [update({ registration: 'ballot' }, { registration: 'first-come' })])
    const { secret, commitment } = await stored()
    expect(commitment).toBe(commitmentOf(String(secret)))
    await call('olivia', [update({ location: 'Kiel' }, { location: 'Hamburg' })])
    expect((await stored()).secret).toBe(secret)
    await call('olivia', [update({ registration: 'first-come' }, { registration: 'ballot' })])
    expect(await stored()).toMatchObject({ secret: null, commitment: null, seed: null })
  })

  it('stays as it is if somebody applies while another phone changes it', async () => {
    await open(3, { registration: 'first-come' })
    const raced = racing(async () => {
      await call('ann', [join('Ann')])
    })
    const change = update({ registration: 'ballot' }, { registration: 'first-come' })
    expect(await call('olivia', [change], NOW, raced)).toEqual(['INVALID'])
    expect(await stored()).toMatchObject({ registration: 'first-come', registered: 1, secret: null })
  })
})

describe('a draw', () => {
  it('INV-16 registers the first of the drawn order, and lets the others wait in that order', async () => {
    const order = await enterTen()
    expect(await call('olivia', [draw()], CLOSED)).toEqual(['applied'])
    const rows = await line()
    expect(rows.map(({ id }) => id)).toEqual(order)
    expect(rows.map(({ draw_order }) => draw_order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(rows.map(({ status }) => status)).toEqual([...Array(3).fill('registered'), ...Array(7).fill('waiting')])
    expect(rows.every(({ ver }) => ver === 2)).toBe(true)
    const { secret, ...row } = await stored()
    expect(row).toMatchObject({ seed: secret, registered: 3, waiting: 7, entered: 0, ver: 2 })
  })

  it('is possible for the owner alone, and only after the window', async () => {
    await enterTen()
    expect(await call('ann', [draw()], CLOSED)).toEqual(['FORBIDDEN'])
    expect(await call('olivia', [draw()])).toEqual(['REG_OPEN'])
    expect(await call('olivia', [draw()], NOW + HOUR_MS)).toEqual(['REG_OPEN'])
    expect(await call('olivia', [draw()], NOW + HOUR_MS + 1)).toEqual(['applied'])
    expect(await call('olivia', [op('marathon.draw', newId('none'))])).toEqual(['NOT_FOUND'])
    await call('olivia', [op('marathon.delete', marathonId)])
    expect(await call('olivia', [draw()])).toEqual(['GONE'])
  })

  it('is refused by field where nothing is to be drawn', async () => {
    await call('olivia', [update({ cancelled: 'Storm' }, { cancelled: null })])
    expect(await fieldsOf('olivia', draw(), CLOSED)).toEqual({ cancelled: { code: 'STILL_CANCELLED' } })
    await open(3, { registration: 'first-come' })
    expect(await fieldsOf('olivia', draw(), CLOSED)).toEqual({ registration: { code: 'NOT_A_BALLOT' } })
    const patched = op('marathon.draw', marathonId, { seed: '00' })
    expect(await fieldsOf('olivia', patched, CLOSED)).toEqual({ seed: { code: 'UNKNOWN_FIELD' } })
  })

  it('changes nothing the second time, from another phone too', async () => {
    const order = await enterTen()
    await call('olivia', [draw()], CLOSED)
    const before = [await line(), await stored()]
    expect(await call('olivia', [draw(), draw()], CLOSED)).toEqual(['applied', 'applied'])
    expect([await line(), await stored()]).toEqual(before)
    expect(JSON.parse(await drawOf(env.DB, marathonId)).ids).toEqual(order)
  })

  it('is one draw, although two phones of the owner draw at the same moment', async () => {
    const order = await enterTen()
    const raced = racing(async () => {
      await call('olivia', [draw()], CLOSED)
    }, 2)
    expect(await call('olivia', [draw()], CLOSED, raced)).toEqual(['applied'])
    expect((await line()).map(({ id, ver }) => [id, ver])).toEqual(order.map((id) => [id, 2]))
  })

  it('has everybody who is in the ballot when it is written', async () => {
    const order = await enterTen()
    const left = op('application.delete', order[0] ?? '')
    const joined = join('Bea')
    // Between the read of the draw and its write, one leaves and another joins, whose request was decided in time.
    const raced = racing(async () => {
      await call('ann', [left], CLOSED)
      await call('bea', [joined], NOW)
    }, 2)
    expect(await call('olivia', [draw()], CLOSED, raced)).toEqual(['applied'])
    const rows = await line()
    expect(rows.map(({ id }) => id).sort()).toEqual([...order.slice(1), joined.id].sort())
    expect(rows.map(({ status }) => status)).toEqual([...Array(3).fill('registered'), ...Array(7).fill('waiting')])
    expect(await stored()).toMatchObject({ registered: 3, waiting: 7, entered: 0 })
  })

  it('sees what the same request did before it, and is seen by what follows', async () => {
    const olivias = [join('Liv'), join('Lou'), join('Lea')]
    await open(1)
    for (const one of olivias) one.patch.marathonId = marathonId
    await call('olivia', olivias)
    const [liv, lou, lea] = olivias.map(({ id }) => id) as [string, string, string]
    const order = drawnOrder(String((await stored()).secret), [lou, lea])
    const ops = [op('application.delete', liv), draw(), op('application.delete', order[0] ?? '')]
    expect(await call('olivia', ops, CLOSED)).toEqual(['applied', 'applied', 'applied'])
    expect((await line()).map(({ id, status }) => [id, status])).toEqual([[order[1], 'registered']])
    expect(await stored()).toMatchObject({ registered: 1, waiting: 0, entered: 0 })
  })

  it('is followed by promotions in its order', async () => {
    const order = await enterTen()
    await call('olivia', [draw()], CLOSED)
    await call('ann', [op('application.delete', order[1] ?? '')], CLOSED)
    await call('olivia', [update({ capacity: 5 }, { capacity: 3 })], CLOSED)
    const registered = (await line()).filter(({ status }) => status === 'registered').map(({ id }) => id)
    expect(registered).toEqual([0, 2, 3, 4, 5].map((index) => order[index]))
    expect((await line()).every(({ draw_order }) => draw_order !== null)).toBe(true)
  })

  it('gives way to nobody later: a reopened window leads to the end of the waiting list', async () => {
    const order = await enterTen()
    await call('olivia', [draw()], CLOSED)
    await call('olivia', [update({ regEnd: at(9) }, { regEnd: at(1) })], CLOSED)
    expect(await call('bea', [join('Bea')], CLOSED)).toEqual(['FULL'])
    const bea = join('Bea', { waitingList: true })
    expect(await call('bea', [bea], CLOSED)).toEqual(['applied'])
    expect((await line()).map(({ id }) => id)).toEqual([...order, bea.id])
    expect((await line()).at(-1)).toMatchObject({ status: 'waiting', draw_order: null })
  })

  it('gives everybody a place where there are enough', async () => {
    const [ann, bea] = [join('Ann'), join('Bea')]
    await call('ann', [ann, bea])
    await call('olivia', [draw()], CLOSED)
    expect(await stored()).toMatchObject({ registered: 2, waiting: 0, entered: 0 })
    expect(JSON.parse(await drawOf(env.DB, marathonId))).toMatchObject({ places: 2 })
  })

  it('reaches the phones with the pull, the seed with it', async () => {
    await enterTen()
    const pull = async (uid: string, cursor: string | null) => {
      const actor = { uid, email: '', name: '', issuedAt: 0 }
      const { page } = await sync(env.DB, actor, { uid, cursor, ops: [] }, () => CLOSED, false)
      return { cursor: page.cursor, ...rowsOfPage(page) }
    }
    const before = [await pull('ann', null), await pull('olivia', null)]
    await call('olivia', [draw()], CLOSED)
    const { secret, commitment } = await stored()
    for (const { cursor } of before) {
      const uid = cursor === before[0]?.cursor ? 'ann' : 'olivia'
      const { applications, marathons } = await pull(uid, cursor)
      expect(applications).toHaveLength(10)
      expect(marathons).toMatchObject([{ _id: marathonId, seed: secret, commitment, enteredCount: 0 }])
    }
  })

  it('is kept as a list of ids, with those who withdraw later, until the marathon is deleted', async () => {
    const order = await enterTen()
    await expect(drawOf(env.DB, marathonId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await call('olivia', [draw()], CLOSED)
    await call('ann', [op('application.delete', order[0] ?? '')], CLOSED)
    const { secret, commitment } = await stored()
    const list = JSON.parse(await drawOf(env.DB, marathonId))
    expect(list).toEqual({ marathonId, commitment, seed: secret, places: 3, ids: order })
    await call('olivia', [op('marathon.delete', marathonId)], CLOSED)
    await expect(drawOf(env.DB, marathonId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM draw WHERE marathon_id = ?').bind(marathonId).first('n'),
    ).toBe(0)
  })
})
