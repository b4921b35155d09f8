import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields, Op } from '../../contract/sync.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

let marathonId = ''
let ada = ''
let bo = ''

async function call(uid: string, ops: Op[], d1 = env.DB) {
  const { results, halted } = await syncAs(uid, ops, { d1, isLimited: false })
  expect(halted).toBeNull()
  return results
}
const codes = async (uid: string, ops: Op[]) => (await call(uid, ops)).map(({ status, code }) => code ?? status)
const assign = (id: string, bib: unknown, base: string | null = null) =>
  op('application.assignBib', id, { bib }, { bib: base })
const bibOf = (id: string) =>
  env.DB.prepare('SELECT bib FROM application WHERE id = ?').bind(id).first<string | null>('bib')

async function apply(uid: string, fields: Fields, event = marathonId) {
  const id = newId('application')
  await call(uid, [op('application.create', id, applicationFields(event, fields))])
  return id
}

beforeEach(async () => {
  marathonId = newId('marathon')
  await call('olivia', [op('marathon.create', marathonId, marathonFields())])
  ada = await apply('ravi', { firstName: 'Ada' })
  bo = await apply('sara', { firstName: 'Bo' })
})

describe('a bib', () => {
  it('is given by the organiser, trimmed, and taken away again', async () => {
    expect(await codes('olivia', [assign(ada, ' A7 ')])).toEqual(['applied'])
    expect(await bibOf(ada)).toBe('A7')
    expect(await codes('olivia', [assign(ada, null, 'A7')])).toEqual(['applied'])
    expect(await bibOf(ada)).toBeNull()
  })

  it('has 1 to 12 characters, and the op nothing else', async () => {
    const wrong = async (patch: Fields) => {
      const [verdict] = await call('olivia', [op('application.assignBib', ada, patch)])
      return [verdict?.code, Object.keys(verdict?.fields ?? {}).join()]
    }
    expect(await wrong({ bib: '' })).toEqual(['INVALID', 'bib'])
    expect(await wrong({ bib: '1234567890123' })).toEqual(['INVALID', 'bib'])
    expect(await wrong({ bib: 7 })).toEqual(['INVALID', 'bib'])
    expect(await wrong({})).toEqual(['INVALID', 'bib'])
    expect(await wrong({ bib: '7', firstName: 'Cy' })).toEqual(['INVALID', 'firstName'])
    expect(await codes('olivia', [assign(ada, '123456789012')])).toEqual(['applied'])
  })

  it('is not for the runner to choose, and tells strangers nothing', async () => {
    expect(await codes('ravi', [assign(ada, '7')])).toEqual(['FORBIDDEN'])
    expect(await codes('mallory', [assign(ada, '7')])).toEqual(['NOT_FOUND'])
    expect(await codes('ravi', [op('application.update', ada, { bib: '7' })])).toEqual(['INVALID'])
    await call('ravi', [op('application.delete', ada)])
    expect(await codes('mallory', [assign(ada, '7')])).toEqual(['NOT_FOUND'])
    expect(await codes('olivia', [assign(ada, '7')])).toEqual(['GONE'])
    expect(await codes('ravi', [assign(ada, '7')])).toEqual(['GONE'])
  })

  it('INV-18 that another entrant has is rejected, with the name of the holder', async () => {
    await call('olivia', [assign(ada, '7')])
    expect(await call('olivia', [assign(bo, ' 7')])).toMatchObject([
      { code: 'BIB_TAKEN', fields: { bib: { code: 'HELD_BY', values: { name: 'Ada Lauf' } } } },
    ])
    const event = newId('marathon')
    await call('olivia', [op('marathon.create', event, marathonFields())])
    expect(await codes('olivia', [assign(await apply('sara', {}, event), '7')])).toEqual(['applied'])
    await call('ravi', [op('application.delete', ada)])
    expect(await codes('olivia', [assign(bo, '7')])).toEqual(['applied'])
  })

  it.each([
    ['007', '7'],
    ['7', '007'],
    ['a12', 'A12'],
    ['7', '#7'],
    ['7', '7.0'],
    ['7', '٧'],
    ['A 7', 'a07'],
  ])('%s is also that of %s, and the verdict says how its holder writes it', async (held, wanted) => {
    await call('olivia', [assign(ada, held)])
    expect(await bibOf(ada)).toBe(held)
    expect(await call('olivia', [assign(bo, wanted)])).toMatchObject([
      { code: 'BIB_TAKEN', fields: { bib: { code: 'HELD_BY_AS', values: { name: 'Ada Lauf', bib: held } } } },
    ])
  })

  it('gets another spelling from its own holder, also in the request that gave it', async () => {
    expect(await codes('olivia', [assign(ada, '7'), assign(ada, '007', '7')])).toEqual(['applied', 'applied'])
    expect(await codes('olivia', [assign(ada, '#7', '007'), assign(bo, '7')])).toEqual(['applied', 'BIB_TAKEN'])
    expect([await bibOf(ada), await bibOf(bo)]).toEqual(['#7', null])
  })

  it('that was taken away leaves no spelling of it behind', async () => {
    await call('olivia', [assign(ada, '007')])
    await call('olivia', [assign(ada, null, '007')])
    expect(await codes('olivia', [assign(bo, '7')])).toEqual(['applied'])
  })

  it('for an entry of the same request is decided like any other', async () => {
    await call('olivia', [assign(ada, '7')])
    const [taken, free] = [newId('application'), newId('application')]
    const create = (id: string, firstName: string) =>
      op('application.create', id, applicationFields(marathonId, { firstName }))
    expect(await call('olivia', [create(taken, 'Di'), assign(taken, '7')])).toMatchObject([
      { status: 'applied' },
      { code: 'BIB_TAKEN', fields: { bib: { code: 'HELD_BY', values: { name: 'Ada Lauf' } } } },
    ])
    expect(await codes('olivia', [create(free, 'Ed'), assign(free, '8')])).toEqual(['applied', 'applied'])
    expect([await bibOf(taken), await bibOf(free)]).toEqual([null, '8'])
    // The same id at two events: the first create counts.
    const [twice, other] = [newId('application'), newId('marathon')]
    await call('olivia', [op('marathon.create', other, marathonFields())])
    const again = op('application.create', twice, applicationFields(other, { firstName: 'Gus' }))
    expect(await codes('olivia', [create(twice, 'Gus'), again, assign(twice, '7')])).toEqual([
      'applied',
      'applied',
      'BIB_TAKEN',
    ])
    // Nor does a stranger learn whether a bib is taken.
    const own = newId('application')
    expect(await codes('mallory', [create(own, 'Flo'), assign(own, '7')])).toEqual(['applied', 'FORBIDDEN'])
  })

  it('that two phones of the organiser gave is a clash, and stays', async () => {
    await call('olivia', [assign(ada, '7')])
    const [verdict] = await call('olivia', [assign(ada, '8')])
    expect(verdict?.conflicts).toEqual({ bib: { base: null, yours: '8', theirs: '7' } })
    expect(await bibOf(ada)).toBe('7')
  })

  it('moves between entrants within one request', async () => {
    await call('olivia', [assign(ada, '1'), assign(bo, '2')])
    expect(await codes('olivia', [assign(ada, null, '1'), assign(bo, '1', '2'), assign(ada, '2')])).toEqual([
      'applied',
      'applied',
      'applied',
    ])
    expect([await bibOf(ada), await bibOf(bo)]).toEqual(['2', '1'])
  })

  it('stays with the application when the runner edits it', async () => {
    await call('olivia', [assign(ada, '7')])
    await call('ravi', [op('application.update', ada, { location: 'Kiel' }, { location: '' })])
    expect(await bibOf(ada)).toBe('7')
  })
})

describe('a bib that somebody got between read and write', () => {
  it('INV-18 is refused, although a later op of the request gives it back', async () => {
    const d1 = racing(() => call('olivia', [assign(ada, '7')]))
    const results = await call('olivia', [assign(bo, '7'), assign(bo, null, '7')], d1)
    expect(results).toMatchObject([{ code: 'BIB_TAKEN' }, { status: 'applied' }])
    expect([await bibOf(ada), await bibOf(bo)]).toEqual(['7', null])
  })

  it('INV-18 is refused, however the two write it', async () => {
    const d1 = racing(() => call('olivia', [assign(ada, '007')]))
    const results = await call('olivia', [assign(bo, '7'), assign(bo, null, '7')], d1)
    expect(results).toMatchObject([{ code: 'BIB_TAKEN' }, { status: 'applied' }])
  })

  it('is given after all where its holder left', async () => {
    await call('olivia', [assign(ada, '7')])
    const d1 = racing(() => call('ravi', [op('application.delete', ada)]))
    expect(await call('olivia', [assign(bo, '7')], d1)).toMatchObject([{ status: 'applied' }])
  })
})
