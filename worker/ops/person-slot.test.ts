import { expect, it } from 'vitest'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

// The unique index checks only the state after the whole request. Every verdict before that must be correct as well.
it.each([
  [
    'a later rename',
    (id: string) => op('application.update', id, { firstName: 'Cy' }, { firstName: 'ADA' }),
    'NOT_FOUND',
  ],
  ['a later deletion', (id: string) => op('application.delete', id), 'NOT_FOUND'],
])('a name that another phone took meanwhile is refused, although %s would free it', async (_what, later, code) => {
  const [event, ours, theirs] = [newId('marathon'), newId('application'), newId('application')]
  await syncAs('olivia', [op('marathon.create', event, marathonFields())])
  const uid = newId('ravi')
  const d1 = racing(() =>
    syncAs(uid, [op('application.create', theirs, applicationFields(event, { firstName: 'Ada' }))]),
  )
  const create = op('application.create', ours, applicationFields(event, { firstName: 'ADA' }))
  const { results } = await syncAs(uid, [create, later(ours)], { d1 })
  expect(results.map((verdict) => verdict.code)).toEqual(['ALREADY_APPLIED', code])
})

it('INV-2 a rename to a name that another phone took in between, and away again, is refused', async () => {
  const [event, ours, theirs] = [newId('marathon'), newId('application'), newId('application')]
  await syncAs('olivia', [op('marathon.create', event, marathonFields())])
  const uid = newId('ravi')
  await syncAs(uid, [op('application.create', ours, applicationFields(event, { firstName: 'Bo' }))])
  const rename = (from: string, to: string) => op('application.update', ours, { firstName: to }, { firstName: from })
  const d1 = racing(() =>
    syncAs(uid, [op('application.create', theirs, applicationFields(event, { firstName: 'Ada' }))]),
  )
  const { results } = await syncAs(uid, [rename('Bo', 'Ada'), rename('Ada', 'Cy')], { d1 })
  expect(results[0]).toMatchObject({ code: 'ALREADY_APPLIED' })
  expect(results[1]).toMatchObject({ conflicts: { firstName: { theirs: 'Bo' } } })
})

it('an entry renamed in its own request to a person of before is refused, and the rest done', async () => {
  const [event, before, ours] = [newId('marathon'), newId('application'), newId('application')]
  await syncAs('olivia', [op('marathon.create', event, marathonFields())])
  const uid = newId('ravi')
  await syncAs(uid, [op('application.create', before, applicationFields(event, { firstName: 'Ada' }))])
  const create = op('application.create', ours, applicationFields(event, { firstName: 'Bo' }))
  const rename = (from: string, to: string) => op('application.update', ours, { firstName: to }, { firstName: from })
  const { results } = await syncAs(uid, [create, rename('Bo', 'ada'), rename('Bo', 'Cy')])
  expect(results.map(({ status, code }) => code ?? status)).toEqual(['applied', 'ALREADY_APPLIED', 'applied'])
})
