import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { commitmentOf } from './decide/ballot.ts'
import { NEW_EPOCH_SQL, newSeedSql, UNDRAWN_SQL } from './new-epoch.ts'

const create = (id: string) => op('marathon.create', id, marathonFields())

/**
 * A database that was restored from a backup. Olivia's phone has a marathon that the restored database does not have.
 */
async function restored() {
  const [olivia, bea] = [await TestClient.signedIn(newId('olivia')), await TestClient.signedIn(newId('bea'))]
  await olivia.sync({ ops: [create(newId('marathon'))] })
  const back = await env.DB.prepare('SELECT seq FROM clock').first<number>('seq')
  const lost = newId('marathon')
  const { cursor } = await olivia.sync({ ops: [create(lost)] })
  await env.DB.batch([
    env.DB.prepare('DELETE FROM marathon WHERE seq > ?').bind(back),
    env.DB.prepare('DELETE FROM staff WHERE seq > ?').bind(back),
    env.DB.prepare('DELETE FROM op_record WHERE seq > ?').bind(back),
    env.DB.prepare('UPDATE clock SET seq = ?').bind(back),
  ])
  const since = newId('marathon')
  const passCursor = async () => {
    await bea.sync({ ops: [create(since)] })
    await bea.sync({ ops: [create(newId('marathon'))] })
    return olivia.sync({ cursor })
  }
  return { since, lost, passCursor }
}

it('makes a phone with an old cursor start over: it gets every row and loses the lost one', async () => {
  const { since, lost, passCursor } = await restored()
  const before = await env.DB.prepare('SELECT epoch FROM clock').first('epoch')
  const epoch = await env.DB.prepare(NEW_EPOCH_SQL).first('epoch')
  expect([epoch === before, epoch]).toEqual([false, expect.stringMatching(/^[0-9a-f]{16}$/)])
  const response = await passCursor()
  const told = response.marathons.map((row) => row._id)
  expect([response.reset, told.includes(since), told.includes(lost)]).toEqual([true, true, false])
})

it('is necessary: with the old epoch the phone misses a row', async () => {
  const { since, passCursor } = await restored()
  const response = await passCursor()
  expect([response.reset, response.marathons.some((row) => row._id === since)]).toEqual([false, false])
})

it('an undrawn ballot has a new seed and commitment, and any other event keeps what it has', async () => {
  const [olivia] = [await TestClient.signedIn(newId('olivia'))]
  const [undrawn, drawn, first] = [newId('ballot'), newId('ballot'), newId('marathon')]
  const ballot = (id: string) => op('marathon.create', id, marathonFields({ registration: 'ballot', capacity: 1 }))
  await olivia.sync({ ops: [ballot(undrawn), ballot(drawn), create(first)] })
  await env.DB.prepare('UPDATE marathon SET seed = secret_seed WHERE id = ?').bind(drawn).run()
  const rows = async () =>
    (
      await env.DB.prepare(
        'SELECT id, secret_seed, commitment, ver, seq FROM marathon WHERE id IN (?, ?, ?) ORDER BY id',
      )
        .bind(undrawn, drawn, first)
        .all<{ id: string; secret_seed: string | null; commitment: string | null; ver: number; seq: number }>()
    ).results
  const before = await rows()
  for (const { id } of (await env.DB.prepare(UNDRAWN_SQL).all<{ id: string }>()).results)
    await env.DB.batch(
      newSeedSql(id)
        .split(';')
        .filter((one) => one.trim())
        .map((sql) => env.DB.prepare(sql)),
    )
  const after = await rows()
  const [was, is] = [before, after].map((all) => all.find(({ id }) => id === undrawn))
  expect(is?.secret_seed).toMatch(/^[0-9a-f]{64}$/)
  expect(is?.secret_seed).not.toBe(was?.secret_seed)
  expect(is?.commitment).toBe(commitmentOf(String(is?.secret_seed)))
  expect([is?.ver, Number(is?.seq) > Number(was?.seq)]).toEqual([2, true])
  expect(after.filter(({ id }) => id !== undrawn)).toEqual(before.filter(({ id }) => id !== undrawn))
})
