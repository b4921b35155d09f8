import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Op } from '../../contract/sync.ts'
import { mayMake, ownedId } from '../../contract/text/owned-id.ts'
import { signIn } from '../testing/calls.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { NEW_EPOCH_SQL } from './new-epoch.ts'

const idOf = (uid: string) => ownedId(crypto.randomUUID(), uid)

describe('the id of a new row', () => {
  const at = new Date().toISOString()
  const creates: [string, (id: string, marathonId: string, entryId: string) => Op][] = [
    ['an event', (id) => op('marathon.create', id, marathonFields())],
    ['an entry', (id, marathonId) => op('application.create', id, applicationFields(marathonId, { firstName: 'Bo' }))],
    [
      'a scan',
      (id, marathonId, applicationId) => op('checkIn.create', id, { marathonId, applicationId, at, gate: '' }),
    ],
    ['a notice', (id, marathonId) => op('notice.create', id, { marathonId, text: 'Rain.', urgent: false, at })],
  ]

  it.each(creates)('is taken of the account that made it, and of no other: %s', async (_, create) => {
    const [olivia] = await signIn('olivia')
    const [event, entry] = [idOf(olivia.uid), idOf(olivia.uid)]
    const before = [
      op('marathon.create', event, marathonFields()),
      op('application.create', entry, applicationFields(event)),
    ]
    await olivia.sync({ ops: before })
    const ops = [idOf('somebody else'), idOf(olivia.uid), newId('plain')].map((id) => create(id, event, entry))
    // One account registers a person once.
    const last = ops[2]
    if (last?.type === 'application.create') last.patch.firstName = 'Cy'
    const { results } = await olivia.sync({ ops })
    expect(results).toMatchObject([
      { status: 'rejected', code: 'INVALID', fields: { id: { code: 'OTHER_ACCOUNTS' } } },
      { status: 'applied' },
      { status: 'applied' },
    ])
  })

  it('is bound to the account too where the server makes it', async () => {
    const [olivia] = await signIn('olivia')
    const { insertedId } = await (await olivia.call('POST', '/marathons', marathonFields())).json<{
      insertedId: string
    }>()
    expect([mayMake(insertedId, olivia.uid), mayMake(insertedId, 'mallory')]).toEqual([true, false])
  })
})

describe('a restored database', () => {
  it('gives a forgotten event to nobody but its organiser, whose phone sends it again', async () => {
    const [olivia, ravi, mallory] = await signIn('olivia', 'ravi', 'mallory')
    const event = idOf(olivia.uid)
    const create = op('marathon.create', event, marathonFields())
    const apply = op('application.create', idOf(ravi.uid), applicationFields(event, { phoneNumber: '+49 40 999999' }))
    await olivia.sync({ ops: [create] })
    await ravi.sync({ ops: [apply] })
    await env.DB.batch([
      env.DB.prepare('DELETE FROM application WHERE marathon_id = ?').bind(event),
      env.DB.prepare('DELETE FROM marathon WHERE id = ?').bind(event),
      env.DB.prepare('DELETE FROM op_record WHERE op_id IN (?, ?)').bind(create.opId, apply.opId),
      env.DB.prepare(NEW_EPOCH_SQL),
    ])
    const stolen = await mallory.sync({ ops: [op('marathon.create', event, marathonFields())] })
    expect(stolen.results).toMatchObject([{ code: 'INVALID', fields: { id: { code: 'OTHER_ACCOUNTS' } } }])
    const asOwn = await mallory.sync({ ops: [op('application.create', apply.id, applicationFields(event))] })
    expect(asOwn.results).toMatchObject([{ code: 'INVALID', fields: { id: { code: 'OTHER_ACCOUNTS' } } }])
    const cursor = `${stolen.epoch}.0`
    expect((await olivia.sync({ cursor, ops: [create] })).results).toMatchObject([{ status: 'applied' }])
    expect((await ravi.sync({ cursor, ops: [apply] })).results).toMatchObject([{ status: 'applied' }])
    expect((await mallory.sync()).applications).toEqual([])
    expect((await olivia.sync()).applications).toMatchObject([{ phoneNumber: '+49 40 999999' }])
  })
})
