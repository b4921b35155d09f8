import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PUBLIC_FEW, PUBLIC_OF_ACCOUNT } from '../../contract/limits.ts'
import type { Marathon } from '../../contract/marathon.ts'
import { newestPublic, upcomingPublic } from '../reads/lists.ts'
import { made, problemOf, signIn } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('GET /marathons', () => {
  it('leads through every page by Link, in both orders, each row once', async () => {
    const [olivia] = await signIn('olivia')
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
    const response = await olivia.call('GET', `/marathons?${query}`)
    expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: [field] })
  })
})

describe('?email=', () => {
  const plus = 'ada+run@example.com'

  async function signedInAs(email: string) {
    const client = new TestClient(newId('ada'))
    const headers = { Authorization: `Bearer ${emulatorToken(client.uid, { email })}`, 'CF-Connecting-IP': newId('ip') }
    const response = await client.call('POST', '/jwt', { email }, headers)
    client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  }

  it('is read as the original client sends it: not encoded, a space for a plus, or in upper case', async () => {
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
    const id = await made(olivia, '/marathons', marathonFields())
    const nasty = { firstName: '=1+1', lastName: '@SUM(A1)', additionalInfo: 'a, "b"\nc', phoneNumber: '-12345' }
    await made(ravi, '/marathonApplication', applicationFields(id, nasty))
    const response = await olivia.call('GET', `/marathons/${id}/entrants`, undefined, { Accept: 'text/csv' })
    expect(response.headers.get('Content-Type')).toContain('text/csv')
    const [, row] = (await response.text()).split('\r\n')
    expect(row).toMatch(/^\u200b=1\+1,\u200b@SUM\(A1\),\u200b-12345,,"a, ""b""\nc",/)
    expect(await (await olivia.call('GET', `/marathons/${id}/entrants`)).json()).toHaveLength(1)
  })

  it('have the answers and the category behind the columns that every CSV has', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const asked = { isRequired: false, staffSees: false }
    const questions = [
      { id: 'born01', kind: 'birthYear', label: '', ...asked },
      { id: 'shirts', kind: 'text', label: 'Shirt', ...asked },
    ]
    const bands = [{ name: 'Elders', sex: '', from: 60, to: null }]
    const fields = { questions: JSON.stringify(questions), categories: JSON.stringify({ bands }) }
    const id = await made(olivia, '/marathons', marathonFields(fields))
    const answers = { 'answers.born01': '1950', 'answers.shirts': '=M' }
    await made(ravi, '/marathonApplication', { ...applicationFields(id), ...answers })
    const response = await olivia.call('GET', `/marathons/${id}/entrants`, undefined, { Accept: 'text/csv' })
    const [heads, row] = (await response.text()).split('\r\n')
    expect(heads).toMatch(/^First Name,.*,Status,Entry,Bib,Birth Year,Shirt,Category$/)
    expect(row).toMatch(/,1950,\u200b=M,Elders$/)
  })
})

describe('a public list', () => {
  it('says nothing of who made an event', async () => {
    const [olivia] = await signIn('olivia')
    await made(olivia, '/marathons', marathonFields({ title: 'Whose is this' }))
    const nobody = new TestClient('')
    for (const path of ['/allMarathon', '/upcomingMarathon']) {
      await expect
        .poll(async () => await (await nobody.call('GET', path)).text(), { timeout: 3000 })
        .toContain('Whose is this')
      const response = await nobody.call('GET', path)
      expect(await response.text()).not.toMatch(/"name"|"email"|uid|@example\.com/i)
      expect(response.headers.get('Cache-Control')).toMatch(/^public, max-age=\d+/)
    }
  })
})

describe('the public lists', () => {
  type Listed = { title: string; startDate: string }
  const listsOf = async () =>
    Promise.all(
      [newestPublic(env.DB), upcomingPublic(env.DB, Date.now())].map(
        async (json) => JSON.parse(await json) as Listed[],
      ),
    )
  const add = (client: TestClient, titles: string[], fields = {}) =>
    client.sync({
      ops: titles.map((title) => op('marathon.create', newId('marathon'), marathonFields({ title, ...fields }))),
    })
  const range = (name: string, length: number) => Array.from({ length }, (_, n) => `${name} ${n}`)

  it('have at most three events of one account, in order, where others fill them', async () => {
    await env.DB.prepare('UPDATE marathon SET cancelled = ?').bind('of another test').run()
    const [olivia, mallory, ...others] = await signIn('olivia', 'mallory', 'ada', 'bea', 'cem')
    await add(olivia, range('Olivia', 5))
    for (const [n, client] of others.entries()) await add(client, range(`Other ${n}`, 2))
    await add(mallory, range('Spam', 100), { startDate: inDays(0.5) })
    const [all = [], upcoming = []] = await listsOf()
    for (const list of [all, upcoming]) {
      const names = list.map(({ title }) => title.split(' ')[0])
      expect(names.filter((name) => name === 'Spam')).toHaveLength(PUBLIC_OF_ACCOUNT)
      expect(names.filter((name) => name === 'Olivia')).toHaveLength(PUBLIC_OF_ACCOUNT)
      expect(names).toHaveLength(2 * PUBLIC_OF_ACCOUNT + 6)
    }
    const starts = upcoming.map(({ startDate }) => startDate)
    expect(starts).toEqual(starts.toSorted())
    expect([all[0]?.title, all.at(-1)?.title]).toEqual([expect.stringMatching(/Spam/), expect.stringMatching(/Olivia/)])
  })

  it('are filled up to ten with the first ones of all, where few accounts have events', async () => {
    await env.DB.prepare('UPDATE marathon SET cancelled = ?').bind('of another test').run()
    const [olivia] = await signIn('olivia')
    await add(olivia, range('Olivia', 12))
    expect((await listsOf()).map(({ length }) => length)).toEqual([PUBLIC_FEW, PUBLIC_FEW])
    await add((await signIn('ravi'))[0], ['Ravi'], { startDate: inDays(300) })
    for (const list of await listsOf()) expect(list.map(({ title }) => title)).toContain('Ravi')
  })

  it('have up to a hundred events, in cells that are joined in order', async () => {
    const starts = (n: number) => ({ startDate: inDays(10 + n) })
    await env.DB.prepare('UPDATE marathon SET cancelled = ?').bind('of another test').run()
    const clients = await Promise.all(
      range('many', 36).map((name) => TestClient.signedIn(newId(name.replace(' ', '-')))),
    )
    for (const [n, client] of clients.entries()) await add(client, range('Event', 3), starts(n))
    const [all = [], upcoming = []] = await listsOf()
    expect([all.length, upcoming.length]).toEqual([100, 100])
    const dates = upcoming.map(({ startDate }) => startDate)
    expect(dates).toEqual(dates.toSorted())
  })
})

describe('an unknown call', () => {
  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/', 404],
    ['PATCH', '/jwt', 404],
    ['GET', '/marathons/%E0%A4%A', 401],
    ['OPTIONS', '/allMarathon', 404],
    ['GET', '/allMarathon/%', 404],
  ])('%s %s returns a problem with status %i', async (method, path, status) => {
    const response = await new TestClient('').call(method, path)
    expect(response.status).toBe(status)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it.each(['%E0%A4%A', '%', 'x', '..%2f..', 'a'.repeat(65), 'marathon%00id'])('finds no marathon %s', async (id) => {
    const [olivia] = await signIn('olivia')
    for (const method of ['GET', 'DELETE']) {
      const response = await olivia.call(method, `/marathons/${id}`)
      expect(response.status).toBe(404)
    }
  })

  it('responds to HEAD like to GET, without a body', async () => {
    const [olivia] = await signIn('olivia')
    const response = await olivia.call('HEAD', '/marathons')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('tells a database that is out as UNAVAILABLE with Retry-After, and nothing of its reason', async () => {
    const broken = {
      ...env.DB,
      prepare: () => {
        throw new Error('no such table: secret_table')
      },
    } as unknown as D1Database
    const [olivia] = await signIn('olivia')
    const client = new TestClient(olivia.uid, { DB: broken })
    client.cookie = olivia.cookie
    // The health is kept for a second, and another test may just have asked for it.
    expect((await olivia.call('GET', '/health')).status).toBe(200)
    const later = Date.now() + 2000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    for (const [method, path, body] of [
      ['GET', '/marathons'],
      ['GET', '/health'],
      ['POST', '/marathons', marathonFields()],
    ] as const) {
      const response = await client.call(method, path, body)
      expect(response.status).toBe(503)
      expect(await response.text()).not.toContain('secret_table')
    }
  })
})
