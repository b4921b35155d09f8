import { describe, expect, it } from 'vitest'
import { PAST_MARATHON_DAYS } from '../../contract/limits.ts'
import type { Op } from '../../contract/sync.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

describe('POST /sync', () => {
  it('applies a create and returns the row in the same response', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const id = newId('marathon')
    const response = await olivia.sync({ ops: [op('marathon.create', id, marathonFields())] })
    expect(response.results).toEqual([expect.objectContaining({ status: 'applied' })])
    expect(response.marathons).toEqual([expect.objectContaining({ _id: id, role: 'owner', ver: 1, regCount: 0 })])
    expect(response).toMatchObject({ halted: null, more: false, reset: false })
  })

  it('has no page that a phone could take for the last one, if D1 is out', async () => {
    const d1 = racing(async () => Promise.reject(new Error('D1 is out')))
    expect(await syncAs('olivia', [op('marathon.create', newId('marathon'), marathonFields())], { d1 })).toMatchObject({
      results: [],
      halted: { code: 'UNAVAILABLE' },
      page: { cursor: null, more: true, reset: false, columns: {} },
    })
  })

  it('INV-1 answers a repeated op with its first verdict and applies it once', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const ravi = await TestClient.signedIn('ravi')
    const id = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ capacity: 1 }))] })
    const apply = op('application.create', newId('application'), applicationFields(id))
    const first = await ravi.sync({ ops: [apply] })
    const second = await ravi.sync({ ops: [apply, apply] })
    expect(second.results).toEqual([first.results[0], first.results[0]])
    expect(second.marathons.find((row) => row._id === id)?.regCount).toBe(1)
  })

  it('refuses an op id that was used with another type, row or content, and names it', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const [id, other] = [newId('marathon'), newId('marathon')]
    const first = op('marathon.create', id, marathonFields())
    await olivia.sync({ ops: [first, op('marathon.create', other, marathonFields())] })
    const wrong: Partial<Op>[] = [
      { type: 'marathon.delete', id: other, patch: {} },
      { id: other },
      { patch: { ...first.patch, location: 'Kiel' } },
    ]
    for (const change of wrong) {
      for (const ops of [
        [op('marathon.delete', other), { ...first, ...change }],
        [
          { ...first, opId: 'op-of-this-request', id: newId('marathon') },
          { ...first, ...change, opId: 'op-of-this-request' },
        ],
      ]) {
        const response = await olivia.call('POST', '/sync', { uid: 'olivia', cursor: null, ops })
        expect([response.status, await response.json()]).toMatchObject([
          422,
          { fields: { 'ops.1.opId': { code: 'USED' } } },
        ])
      }
    }
    expect((await olivia.sync({ ops: [first] })).results).toEqual([{ opId: first.opId, status: 'applied' }])
    expect((await olivia.sync()).marathons.filter((row) => [id, other].includes(row._id))).toHaveLength(2)
  })

  it('returns a deletion to the accounts that could see the row, and to no other', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const ravi = await TestClient.signedIn('ravi')
    const mallory = await TestClient.signedIn('mallory')
    const [shown, past] = [newId('marathon'), newId('marathon')]
    const old = { startDate: inDays(-PAST_MARATHON_DAYS - 1) }
    await olivia.sync({
      ops: [op('marathon.create', shown, marathonFields()), op('marathon.create', past, marathonFields(old))],
    })
    const [entry, kept] = [newId('application'), newId('application')]
    await ravi.sync({
      ops: [
        op('application.create', entry, applicationFields(shown)),
        op('application.create', kept, applicationFields(past)),
      ],
    })
    const people = [olivia, ravi, mallory]
    const cursors = await Promise.all(people.map(async (client) => (await client.sync()).cursor))
    await ravi.sync({ ops: [op('application.delete', entry)] })
    await olivia.sync({ ops: [op('marathon.delete', shown), op('marathon.delete', past)] })
    const told = await Promise.all(
      people.map(async (client, n) => (await client.sync({ cursor: cursors[n] ?? null })).deleted),
    )
    const at = expect.any(String)
    const gone = (...ids: string[]) => ids.map((id) => ({ type: id === entry ? 'application' : 'marathon', id, at }))
    expect(told).toEqual([gone(entry, shown, past), gone(entry, shown, past), gone(shown)])
  })

  it('INV-9 keeps edits to different fields and shows a clash on the same field', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const id = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', id, marathonFields())] })
    await olivia.sync({ ops: [op('marathon.update', id, { location: 'Kiel' }, { location: 'Hamburg' })] })
    const response = await olivia.sync({
      ops: [
        op('marathon.update', id, { location: 'Bremen', distance: '15k' }, { location: 'Hamburg', distance: '10k' }),
      ],
    })
    expect(response.results[0]).toMatchObject({
      status: 'applied',
      conflicts: { location: { base: 'Hamburg', yours: 'Bremen', theirs: 'Kiel' } },
    })
    expect(response.marathons.find((row) => row._id === id)).toMatchObject({
      location: 'Kiel',
      distance: '15k',
      ver: 3,
    })
  })

  it('returns a deletion, and returns entrants to the organiser only', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const ravi = await TestClient.signedIn('ravi')
    const id = newId('marathon')
    const entry = newId('application')
    const { cursor } = await olivia.sync({ ops: [op('marathon.create', id, marathonFields())] })
    await ravi.sync({ ops: [op('application.create', entry, applicationFields(id))] })
    const seen = await olivia.sync({ cursor })
    expect(seen.applications).toEqual([expect.objectContaining({ _id: entry, mine: false })])
    await ravi.sync({ ops: [op('application.delete', entry)] })
    const after = await olivia.sync({ cursor: seen.cursor })
    expect(after.deleted).toEqual([{ type: 'application', id: entry, at: expect.any(String) }])
    expect(after.marathons).toEqual([expect.objectContaining({ _id: id, regCount: 0 })])
  })

  it('halts at an op of an unknown version and decides neither this op nor any after it', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const [before, unknown, after] = [newId('marathon'), newId('marathon'), newId('marathon')]
    const response = await olivia.sync({
      ops: [
        op('marathon.create', before, marathonFields()),
        { ...op('marathon.create', unknown, marathonFields()), v: 2 },
        op('marathon.create', after, marathonFields()),
      ],
    })
    expect(response.results).toHaveLength(1)
    expect(response.halted).toEqual({ code: 'UNKNOWN_OP' })
    expect(response.marathons.map((row) => row._id)).not.toContain(after)
  })

  it('starts over for a cursor of another epoch or from the future', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const { cursor } = await olivia.sync({ ops: [op('marathon.create', newId('marathon'), marathonFields())] })
    const [epoch, seq] = String(cursor).split('.')
    expect((await olivia.sync({ cursor: `other.${seq}` })).reset).toBe(true)
    expect((await olivia.sync({ cursor: `${epoch}.${Number(seq) + 1}` })).reset).toBe(true)
    expect(await olivia.sync({ cursor })).toMatchObject({ reset: false, marathons: [], applications: [], deleted: [] })
  })

  it('returns a clash with base null for a field that is missing in the base of the op', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const id = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', id, marathonFields())] })
    const response = await olivia.sync({ ops: [op('marathon.update', id, { location: 'Bremen' }, {})] })
    expect(response.results[0]?.conflicts).toEqual({ location: { base: null, yours: 'Bremen', theirs: 'Hamburg' } })
  })
})
