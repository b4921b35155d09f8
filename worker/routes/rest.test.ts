import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Application } from '../../contract/application.ts'
import type { Marathon } from '../../contract/marathon.ts'
import { emulatorToken, TestClient } from '../test-client.ts'
import { applicationFields, inDays, marathonFields, newId } from '../test-rows.ts'

async function signIn(...names: string[]) {
  return await Promise.all(names.map((name) => TestClient.signedIn(newId(name))))
}

async function made(client: TestClient, path: string, body: unknown): Promise<string> {
  const answer = await client.call('POST', path, body)
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  return (await answer.json<{ insertedId: string }>()).insertedId
}

async function problemOf(answer: Response) {
  const { code, fields } = await answer.json<{ code: string; fields?: Record<string, string> }>()
  return { code, fields: Object.keys(fields ?? {}) }
}

const one = async (client: TestClient, id: string) =>
  await (await client.call('GET', `/marathons/${id}`)).json<Marathon>()

describe('a new row', () => {
  it('takes the id of the client, is made once however often it is sent, and stays gone once deleted', async () => {
    const [olivia] = await signIn('olivia')
    if (!olivia) throw new Error('sign-in')
    const _id = newId('marathon')
    const body = { ...marathonFields(), _id }
    expect([await made(olivia, '/marathons', body), await made(olivia, '/marathons', body)]).toEqual([_id, _id])
    await olivia.call('DELETE', `/marathons/${_id}`)
    const again = await olivia.call('POST', '/marathons', body)
    expect(await problemOf(again)).toEqual({ code: 'GONE', fields: [] })
  })

  it.each(['/marathons', '/marathonApplication'])('of POST %s names _id where it is no id', async (path) => {
    const [olivia] = await signIn('olivia')
    for (const _id of ['short', 'with space in it', 7, null]) {
      const answer = await olivia?.call('POST', path, { ...marathonFields(), _id })
      expect(await problemOf(answer ?? new Response())).toEqual({ code: 'INVALID', fields: ['_id'] })
    }
  })

  it('keeps nothing of what a client says about name, email, regCount, ver and createdAt', async () => {
    const [olivia] = await signIn('olivia')
    if (!olivia) throw new Error('sign-in')
    const lies = { name: 'X', email: 'x@x.example', regCount: 9, ver: 9, createdAt: '2000-01-01', ownerUid: 'x' }
    const id = await made(olivia, '/marathons', { ...marathonFields(), ...lies })
    expect(await one(olivia, id)).toMatchObject({ email: `${olivia.uid}@example.com`, regCount: 0, ver: 1 })
  })
})

describe('Idempotency-Key', () => {
  it('makes a repeated call without _id one row with one answer', async () => {
    const [olivia] = await signIn('olivia')
    const key = { 'Idempotency-Key': newId('key') }
    const [first, second] = [
      await olivia?.call('POST', '/marathons', marathonFields(), key),
      await olivia?.call('POST', '/marathons', marathonFields(), { 'Idempotency-Key': `"${key['Idempotency-Key']}"` }),
    ]
    expect(await first?.json()).toEqual(await second?.json())
  })

  it('repeats a refusal too, of a write that would now be accepted', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    if (!olivia || !ravi) throw new Error('sign-in')
    const id = await made(olivia, '/marathons', marathonFields({ regStart: inDays(1) }))
    const key = { 'Idempotency-Key': newId('key') }
    const first = await ravi.call('POST', '/marathonApplication', applicationFields(id), key)
    await olivia.call('PUT', `/marathons/${id}`, { regStart: inDays(-1) })
    const second = await ravi.call('POST', '/marathonApplication', applicationFields(id), key)
    expect([await problemOf(first), await problemOf(second)]).toEqual([
      { code: 'REG_CLOSED', fields: [] },
      { code: 'REG_CLOSED', fields: [] },
    ])
  })

  it('of another account, or that is no id, is refused by its name', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const key = { 'Idempotency-Key': newId('key') }
    await olivia?.call('POST', '/marathons', marathonFields(), key)
    const foreign = await ravi?.call('POST', '/marathons', marathonFields(), key)
    const wrong = await ravi?.call('POST', '/marathons', marathonFields(), { 'Idempotency-Key': 'no' })
    expect(await problemOf(foreign ?? new Response())).toEqual({ code: 'WRONG_ACCOUNT', fields: ['Idempotency-Key'] })
    expect(await problemOf(wrong ?? new Response())).toEqual({ code: 'INVALID', fields: ['Idempotency-Key'] })
  })
})

describe('If-Match', () => {
  it('lets a write pass at the version of the ETag, and at no other', async () => {
    const [olivia] = await signIn('olivia')
    if (!olivia) throw new Error('sign-in')
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

describe('GET /marathons', () => {
  it('leads through every page by Link, in both orders, each row once', async () => {
    const [olivia] = await signIn('olivia')
    if (!olivia) throw new Error('sign-in')
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await made(olivia, '/marathons', marathonFields()))
    const email = encodeURIComponent(`${olivia.uid}@example.com`)
    for (const sort of ['asc', 'desc']) {
      const seen: string[] = []
      let next: string | undefined = `/marathons?sort=${sort}&limit=2&email=${email}`
      while (next) {
        const page = await olivia.call('GET', next)
        seen.push(...(await page.json<Marathon[]>()).map((row) => row._id))
        next = /^<\/api([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1]
      }
      expect(seen.toSorted()).toEqual(ids.toSorted())
    }
  })

  it.each([
    ['sort', 'sort=up'],
    ['limit', 'limit=0'],
    ['limit', 'limit=501'],
    ['limit', 'limit=x'],
    ['limit', 'limit=1.5'],
    ['cursor', 'cursor=x'],
    ['cursor', 'cursor=%27%3B--'],
  ])('names %s as wrong in ?%s', async (field, query) => {
    const [olivia] = await signIn('olivia')
    const answer = await olivia?.call('GET', `/marathons?${query}`)
    expect(await problemOf(answer ?? new Response())).toEqual({ code: 'INVALID', fields: [field] })
  })
})

describe('?email=', () => {
  const plus = 'ada+run@example.com'

  async function signedInAs(email: string) {
    const client = new TestClient(newId('ada'))
    const headers = { Authorization: `Bearer ${emulatorToken(client.uid, { email })}`, 'CF-Connecting-IP': newId('ip') }
    const answer = await client.call('POST', '/jwt', { email }, headers)
    client.cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  }

  it('is read as older clients send it: not encoded, a space for a plus, in any case', async () => {
    const ada = await signedInAs(plus)
    for (const sent of [plus, encodeURIComponent(plus), plus.replace('+', '%20'), plus.toUpperCase()]) {
      expect((await ada.call('GET', `/marathonApplication?email=${sent}`)).status, sent).toBe(200)
      expect((await ada.call('GET', `/marathons?email=${sent}`)).status, sent).toBe(200)
    }
  })

  it('of somebody else is FORBIDDEN, and an account of the same email sees only its own rows', async () => {
    const [first, second] = [await signedInAs(plus), await signedInAs(plus)]
    await made(first, '/marathons', marathonFields())
    const own = await second.call('GET', `/marathons?email=${encodeURIComponent(plus)}`)
    expect(await own.json()).toEqual([])
    for (const path of ['/marathons', '/marathonApplication']) {
      for (const email of ['x@example.com', '']) {
        expect((await second.call('GET', `${path}?email=${email}`)).status).toBe(403)
      }
    }
  })
})

describe('entrants', () => {
  it('are CSV by Accept, with every cell harmless in a spreadsheet', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    if (!olivia || !ravi) throw new Error('sign-in')
    const id = await made(olivia, '/marathons', marathonFields())
    const nasty = { firstName: '=1+1', lastName: '@SUM(A1)', additionalInfo: 'a, "b"\nc', phoneNumber: '-12345' }
    await made(ravi, '/marathonApplication', applicationFields(id, nasty))
    const answer = await olivia.call('GET', `/marathons/${id}/entrants`, undefined, { Accept: 'text/csv' })
    expect(answer.headers.get('Content-Type')).toContain('text/csv')
    const [, row] = (await answer.text()).split('\r\n')
    expect(row).toMatch(/^'=1\+1,'@SUM\(A1\),'-12345,,"a, ""b""\nc",/)
    expect(await (await olivia.call('GET', `/marathons/${id}/entrants`)).json()).toHaveLength(1)
  })
})

describe('capacity and persons', () => {
  it('keeps places, one registration a person, and the count right through REST', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    if (!olivia || !ravi) throw new Error('sign-in')
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

describe('a public list', () => {
  it('says nothing of who made an event', async () => {
    const [olivia] = await signIn('olivia')
    if (!olivia) throw new Error('sign-in')
    await made(olivia, '/marathons', marathonFields({ title: 'Whose is this' }))
    const nobody = new TestClient('')
    for (const path of ['/allMarathon', '/upcomingMarathon']) {
      await expect
        .poll(async () => await (await nobody.call('GET', path)).text(), { timeout: 3000 })
        .toContain('Whose is this')
      const answer = await nobody.call('GET', path)
      expect(await answer.text()).not.toMatch(/"name"|"email"|uid|@example\.com/i)
      expect(answer.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+/)
    }
  })
})

describe('what is not a call', () => {
  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/', 404],
    ['PATCH', '/jwt', 404],
    ['GET', '/marathons/%E0%A4%A', 401],
    ['OPTIONS', '/allMarathon', 404],
    ['GET', '/allMarathon/%', 404],
  ])('%s %s answers a problem with status %i', async (method, path, status) => {
    const answer = await new TestClient('').call(method, path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it.each(['%E0%A4%A', '%', 'x', '..%2f..', 'a'.repeat(65), 'marathon%00id'])('finds no marathon %s', async (id) => {
    const [olivia] = await signIn('olivia')
    for (const method of ['GET', 'DELETE']) {
      const answer = await olivia?.call(method, `/marathons/${id}`)
      expect(answer?.status).toBe(404)
    }
  })

  it('answers HEAD as GET, without a body', async () => {
    const [olivia] = await signIn('olivia')
    const answer = await olivia?.call('HEAD', '/marathons')
    expect([answer?.status, await answer?.text()]).toEqual([200, ''])
  })

  it('tells a database that is out as UNAVAILABLE with Retry-After, and nothing of its reason', async () => {
    const broken = {
      ...env.DB,
      prepare: () => {
        throw new Error('no such table: secret_table')
      },
    } as unknown as D1Database
    const [olivia] = await signIn('olivia')
    const client = new TestClient(olivia?.uid ?? '', { DB: broken })
    client.cookie = olivia?.cookie ?? ''
    for (const [method, path, body] of [
      ['GET', '/marathons'],
      ['GET', '/health'],
      ['POST', '/marathons', marathonFields()],
    ] as const) {
      const answer = await client.call(method, path, body)
      expect(answer.status).toBe(503)
      expect(await answer.text()).not.toContain('secret_table')
    }
  })
})

it("keeps an application's title and start date through every update", async () => {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  if (!olivia || !ravi) throw new Error('sign-in')
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
