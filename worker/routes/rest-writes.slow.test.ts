import { describe, expect, it } from 'vitest'
import type { Application } from '../../contract/application.ts'
import type { Marathon } from '../../contract/marathon.ts'
import { made, problemOf, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

const one = async (client: TestClient, id: string) =>
  await (await client.call('GET', `/marathons/${id}`)).json<Marathon>()

describe('a new row', () => {
  it('has the id of the client, is created once if sent twice, and stays gone once deleted', async () => {
    const [olivia] = await signIn('olivia')
    const _id = newId('marathon')
    const body = { ...marathonFields(), _id }
    expect([await made(olivia, '/marathons', body), await made(olivia, '/marathons', body)]).toEqual([_id, _id])
    await olivia.call('DELETE', `/marathons/${_id}`)
    const again = await olivia.call('POST', '/marathons', body)
    expect(await problemOf(again)).toEqual({ code: 'GONE', fields: [] })
  })

  it.each(['/marathons', '/marathonApplication'])(
    'of POST %s with a malformed _id is refused by field',
    async (path) => {
      const [olivia] = await signIn('olivia')
      for (const _id of ['short', 'with space in it', 7, null]) {
        const response = await olivia.call('POST', path, { ...marathonFields(), _id })
        expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: ['_id'] })
      }
    },
  )

  it('keeps nothing of what a client says about name, email, regCount, ver and createdAt', async () => {
    const [olivia] = await signIn('olivia')
    const lies = { name: 'X', email: 'x@x.example', regCount: 9, ver: 9, createdAt: '2000-01-01', ownerUid: 'x' }
    const id = await made(olivia, '/marathons', { ...marathonFields(), ...lies })
    expect(await one(olivia, id)).toMatchObject({ email: `${olivia.uid}@example.com`, regCount: 0, ver: 1 })
  })
})

describe('Idempotency-Key', () => {
  it('makes a repeated call without _id create one row and return the same response', async () => {
    const [olivia] = await signIn('olivia')
    const key = { 'Idempotency-Key': newId('key') }
    const body = marathonFields()
    const [first, second] = [
      await olivia.call('POST', '/marathons', body, key),
      await olivia.call('POST', '/marathons', body, { 'Idempotency-Key': `"${key['Idempotency-Key']}"` }),
    ]
    expect(await first.json()).toEqual(await second.json())
  })

  it('INV-3 repeats a refusal too, of a write that would now be accepted', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const id = await made(olivia, '/marathons', marathonFields({ regStart: inDays(1) }))
    const key = { 'Idempotency-Key': newId('key') }
    const body = applicationFields(id)
    const first = await ravi.call('POST', '/marathonApplication', body, key)
    await olivia.call('PUT', `/marathons/${id}`, { regStart: inDays(-1) })
    const second = await ravi.call('POST', '/marathonApplication', body, key)
    expect([await problemOf(first), await problemOf(second)]).toEqual([
      { code: 'REG_CLOSED', fields: ['regStart'] },
      { code: 'REG_CLOSED', fields: ['regStart'] },
    ])
  })

  it('of another account, or malformed, is refused by field', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const key = { 'Idempotency-Key': newId('key') }
    await olivia.call('POST', '/marathons', marathonFields(), key)
    const foreign = await ravi.call('POST', '/marathons', marathonFields(), key)
    const wrong = await ravi.call('POST', '/marathons', marathonFields(), { 'Idempotency-Key': 'no' })
    expect(await problemOf(foreign)).toEqual({ code: 'WRONG_ACCOUNT', fields: ['Idempotency-Key'] })
    expect(await problemOf(wrong)).toEqual({ code: 'INVALID', fields: ['Idempotency-Key'] })
  })

  it('that is used again with another body is refused by field, and changes nothing', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const id = await made(olivia, '/marathons', marathonFields())
    const body = applicationFields(id)
    const calls = [
      [olivia, 'PUT', `/marathons/${id}`, { location: 'Kiel', distance: '5k' }, { location: 'Bremen', distance: '5k' }],
      [olivia, 'POST', '/marathons', marathonFields({ title: 'One' }), marathonFields({ title: 'Two' })],
      [ravi, 'POST', '/marathonApplication', body, { ...body, firstName: 'Bo' }],
      [
        ravi,
        'POST',
        '/marathonApplication',
        { ...body, firstName: 'Cy' },
        { ...body, firstName: 'Cy', _id: newId('x') },
      ],
    ] as const
    for (const [client, method, path, first, second] of calls) {
      const key = { 'Idempotency-Key': newId('key') }
      const done = await client.call(method, path, first, key)
      expect(done.ok).toBe(true)
      expect(await problemOf(await client.call(method, path, second, key))).toEqual({
        code: 'INVALID',
        fields: ['Idempotency-Key'],
      })
      // The order of the fields does not matter.
      const same = Object.fromEntries(Object.entries(first).reverse())
      expect(await (await client.call(method, path, same, key)).json()).toEqual(await done.json())
    }
    expect(await one(olivia, id)).toMatchObject({ location: 'Kiel', regCount: 2 })
  })

  it('repeats the response to an application by title, though another marathon now has it too', async () => {
    const [olivia, ravi, mallory] = await signIn('olivia', 'ravi', 'mallory')
    const named = { title: `Twin ${newId('n')}`, startDate: inDays(20) }
    await made(olivia, '/marathons', marathonFields(named))
    const { marathonId: _, ...body } = applicationFields('', named)
    const key = { 'Idempotency-Key': newId('key') }
    const first = await ravi.call('POST', '/marathonApplication', body, key)
    await made(mallory, '/marathons', marathonFields(named))
    const second = await ravi.call('POST', '/marathonApplication', body, key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
    const other = await ravi.call('POST', '/marathonApplication', { ...body, firstName: 'Bo' }, key)
    expect(await problemOf(other)).toEqual({ code: 'INVALID', fields: ['Idempotency-Key'] })
  })

  it('of another call is refused and changes nothing', async () => {
    const [olivia] = await signIn('olivia')
    const [first, second] = [
      await made(olivia, '/marathons', marathonFields()),
      await made(olivia, '/marathons', marathonFields()),
    ]
    const key = { 'Idempotency-Key': newId('key') }
    await olivia.call('PUT', `/marathons/${first}`, { location: 'Kiel' }, key)
    const otherRow = await olivia.call('PUT', `/marathons/${second}`, { location: 'Kiel' }, key)
    const otherCall = await olivia.call('DELETE', `/marathons/${first}`, undefined, key)
    expect([await problemOf(otherRow), await problemOf(otherCall)]).toEqual([
      { code: 'INVALID', fields: ['Idempotency-Key'] },
      { code: 'INVALID', fields: ['Idempotency-Key'] },
    ])
    expect(await (await olivia.call('GET', `/marathons/${first}`)).json()).toMatchObject({ location: 'Kiel' })
  })
})

describe('If-Match', () => {
  it('accepts a write only if the row has the version of the ETag', async () => {
    const [olivia] = await signIn('olivia')
    const id = await made(olivia, '/marathons', marathonFields())
    const etag = (await olivia.call('GET', `/marathons/${id}`)).headers.get('ETag') ?? ''
    expect(etag).toBe('"1"')
    const put = (location: string, tag: string) =>
      olivia.call('PUT', `/marathons/${id}`, { location }, { 'If-Match': tag })
    const statuses = []
    for (const tag of [etag, etag, 'W/"2"', 'nonsense', '*', '"3"']) statuses.push((await put(`at ${tag}`, tag)).status)
    expect(statuses).toEqual([200, 412, 412, 412, 200, 200])
    expect((await olivia.call('DELETE', `/marathons/${id}`, undefined, { 'If-Match': '"1"' })).status).toBe(412)
  })
})

describe('capacity and persons', () => {
  it('INV-7 keeps places, one registration a person, and the count right through REST', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const id = await made(olivia, '/marathons', marathonFields({ capacity: 2 }))
    const first = await made(ravi, '/marathonApplication', applicationFields(id))
    const twin = await ravi.call('POST', '/marathonApplication', applicationFields(id, { firstName: ' ADA ' }))
    expect(await problemOf(twin)).toMatchObject({ code: 'ALREADY_APPLIED' })
    const second = await made(ravi, '/marathonApplication', applicationFields(id, { firstName: 'Bea' }))
    const renamed = await ravi.call('PUT', `/marathonApplication/${second}`, { firstName: 'ada' })
    expect(await problemOf(renamed)).toMatchObject({ code: 'ALREADY_APPLIED' })
    const third = await ravi.call('POST', '/marathonApplication', applicationFields(id, { firstName: 'Cleo' }))
    expect(await problemOf(third)).toMatchObject({ code: 'FULL' })
    await ravi.call('DELETE', `/marathonApplication/${first}`)
    expect((await one(olivia, id)).regCount).toBe(1)
  })
})

it('lists all own applications, the newest first', async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const ids: string[] = []
  for (const _event of [1, 2, 3]) {
    const marathonId = await made(olivia, '/marathons', marathonFields())
    ids.unshift(await made(ravi, '/marathonApplication', applicationFields(marathonId)))
  }
  const listed = await (await ravi.call('GET', '/marathonApplication')).json<Application[]>()
  expect(listed.map(({ _id }) => _id)).toEqual(ids)
})

it("keeps an application's title and start date through every update", async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const marathonId = await made(olivia, '/marathons', marathonFields())
  const id = await made(ravi, '/marathonApplication', applicationFields(marathonId))
  const read = async () => (await (await ravi.call('GET', '/marathonApplication')).json<Application[]>())[0]
  const before = await read()
  await ravi.call('PUT', `/marathonApplication/${id}`, {
    ...before,
    title: 'X',
    startDate: '2000-01-01',
    lastName: 'New',
  })
  expect(await read()).toEqual({ ...before, lastName: 'New', ver: 2 })
})

it('a time zone has one stored spelling, and an update in another case changes nothing', async () => {
  const [olivia] = await signIn('olivia')
  const id = await made(olivia, '/marathons', marathonFields({ timeZone: 'aMeRiCa/NEW_york' }))
  expect(await one(olivia, id)).toMatchObject({ timeZone: 'America/New_York', ver: 1 })
  const other = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', other, marathonFields({ timeZone: 'ASIA/TOKYO' }))] })
  await olivia.sync({ ops: [op('marathon.update', other, { timeZone: 'asia/tokyo' }, { timeZone: 'Asia/Tokyo' })] })
  expect(await one(olivia, other)).toMatchObject({ timeZone: 'Asia/Tokyo', ver: 1 })
})
