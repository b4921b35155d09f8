import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Op } from '../../contract/sync.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { sync } from './sync.ts'

const call = (uid: string, ops: Op[], d1 = env.DB) =>
  sync(d1, { uid, email: `${uid}@example.com`, name: uid }, { uid, cursor: null, ops }, Date.now, true)

/** A D1 that calls `between` before the first batch: after the read of a request and before its write. */
function racing(between: () => Promise<unknown>) {
  let batches = 0
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== 'batch') return Reflect.get(target, name).bind(target)
      return async (statements: D1PreparedStatement[]) => {
        batches += 1
        if (batches === 1) await between()
        return target.batch(statements)
      }
    },
  })
}

// The unique index checks only the state after the whole request. Every verdict before that must be correct as well.
it.each([
  [
    'a later rename',
    (id: string) => op('application.update', id, { firstName: 'Cy' }, { firstName: 'ADA' }),
    'NOT_FOUND',
  ],
  ['a later deletion', (id: string) => op('application.delete', id), 'NOT_FOUND'],
])(
  'a name that another phone took between read and write is refused, although %s would free it',
  async (_what, later, code) => {
    const [event, ours, theirs] = [newId('marathon'), newId('application'), newId('application')]
    await call('olivia', [op('marathon.create', event, marathonFields())])
    const uid = newId('ravi')
    const d1 = racing(() =>
      call(uid, [op('application.create', theirs, applicationFields(event, { firstName: 'Ada' }))]),
    )
    const create = op('application.create', ours, applicationFields(event, { firstName: 'ADA' }))
    const { results } = await call(uid, [create, later(ours)], d1)
    expect(results.map((verdict) => verdict.code)).toEqual(['ALREADY_APPLIED', code])
  },
)

it('a rename to a name that another phone took in between, and away again, is refused', async () => {
  const [event, ours, theirs] = [newId('marathon'), newId('application'), newId('application')]
  await call('olivia', [op('marathon.create', event, marathonFields())])
  const uid = newId('ravi')
  await call(uid, [op('application.create', ours, applicationFields(event, { firstName: 'Bo' }))])
  const rename = (from: string, to: string) => op('application.update', ours, { firstName: to }, { firstName: from })
  const d1 = racing(() => call(uid, [op('application.create', theirs, applicationFields(event, { firstName: 'Ada' }))]))
  const { results } = await call(uid, [rename('Bo', 'Ada'), rename('Ada', 'Cy')], d1)
  expect(results[0]).toMatchObject({ code: 'ALREADY_APPLIED' })
  expect(results[1]).toMatchObject({ conflicts: { firstName: { theirs: 'Bo' } } })
})
