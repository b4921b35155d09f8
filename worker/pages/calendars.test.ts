import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import worker from '../index.ts'
import { signIn } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { inDays, marathonFields, newId, op } from '../testing/rows.ts'

let olivia: TestClient
let id = ''

beforeEach(async () => {
  const [one] = await signIn('olivia')
  olivia = one
  id = await create()
})

async function create(fields: object = {}): Promise<string> {
  const created = newId('calendar')
  await olivia.sync({ ops: [op('marathon.create', created, marathonFields({ ...fields }))] })
  return created
}

async function verify(isVerified = true) {
  await new TestClient(olivia.uid).call(
    'POST',
    '/jwt',
    { email: `${olivia.uid}@example.com` },
    { Authorization: `Bearer ${emulatorToken(olivia.uid, { email_verified: isVerified })}` },
  )
}

/** Each test has a host of its own: an isolate keeps what it answered for a second. */
let host = 0
beforeEach(() => void host++)

async function get(path: string, method = 'GET', overrides = {}): Promise<Response> {
  const request = new Request<unknown, IncomingRequestCfProperties>(`https://h${host}.example${path}`, { method })
  return await worker.fetch(request, { ...env, ...overrides }, createExecutionContext())
}

/** The same a second later, when nothing is kept any more. */
async function later(path: string): Promise<string> {
  host++
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1001 })
  const text = await (await get(path)).text()
  vi.useRealTimers()
  return text
}

const lineOf = (file: string, name: string) => file.split('\r\n').find((line) => line.startsWith(`${name}:`))

describe('/e/{id}.ics', () => {
  it('is the calendar file of an event, with the address of its page', async () => {
    const response = await get(`/e/${id}.ics?utm_source=x`)
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="${id}.ics"`)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('X-Robots-Tag')).toBe('noindex')
    const file = await response.text()
    expect(lineOf(file, 'UID')).toBe(`UID:${id}@startline`)
    expect(lineOf(file, 'URL')).toBe(`URL:https://h${host}.example/e/${id}`)
    expect(lineOf(file, 'TRIGGER')).toBe('TRIGGER:-P1D')
    expect(file).not.toMatch(/olivia@|Name of/)
  })

  it('has the next version once the event is cancelled, and says so', async () => {
    const before = lineOf(await (await get(`/e/${id}.ics`)).text(), 'SEQUENCE')
    await olivia.sync({ ops: [op('marathon.update', id, { cancelled: 'Storm' }, { cancelled: null })] })
    const file = await later(`/e/${id}.ics`)
    expect([before, lineOf(file, 'SEQUENCE'), lineOf(file, 'STATUS')]).toEqual([
      'SEQUENCE:1',
      'SEQUENCE:2',
      'STATUS:CANCELLED',
    ])
    expect(file).toContain('DESCRIPTION:Cancelled: Storm')
  })

  it.each(['/e/none-00000001.ics', '/e/x.ics', '/e/%00.ics', "/e/a'b%22.ics"])('is a 404 for %s', async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  })

  it('costs a crowd one read a second, and asks the limit of addresses for each read', async () => {
    const limit = vi.fn(async () => ({ success: true }))
    await Promise.all([await get(`/e/${id}.ics`, 'GET', { READ_LIMIT: { limit } })])
    for (let n = 0; n < 20; n++) await get(`/e/${id}.ics?n=${n}`, 'GET', { READ_LIMIT: { limit }, DB: undefined })
    expect(limit).toHaveBeenCalledTimes(1)
    const refused = await get(`/e/none-${host}-00000.ics`, 'GET', {
      READ_LIMIT: { limit: async () => ({ success: false }) },
    })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
  })
})

describe('/upcoming.ics', () => {
  it('has the events of organisers with a verified address alone', async () => {
    expect(await (await get('/upcoming.ics')).text()).not.toContain(id)
    await verify()
    const feed = await later('/upcoming.ics')
    expect(lineOf(feed, 'X-WR-CALNAME')).toBe('X-WR-CALNAME:Startline')
    expect(feed).toContain(`UID:${id}@startline`)
    await verify(false)
    expect(await later('/upcoming.ics')).not.toContain(id)
  })

  it('has what is to come, also cancelled, and nothing that is over or hidden', async () => {
    await verify()
    const over = await create({ regStart: inDays(-20), regEnd: inDays(-10), startDate: inDays(-1) })
    const hidden = await create()
    await env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?').bind(inDays(0), hidden).run()
    await olivia.sync({ ops: [op('marathon.update', id, { cancelled: 'Storm' }, { cancelled: null })] })
    const response = await get('/upcoming.ics')
    expect(response.headers.get('Content-Disposition')).toBe('inline; filename="upcoming.ics"')
    const feed = await response.text()
    expect(feed).toMatch(new RegExp(`UID:${id}@startline[^]*STATUS:CANCELLED`))
    expect([feed.includes(over), feed.includes(hidden)]).toEqual([false, false])
    expect(feed).not.toMatch(/VALARM|olivia@|Name of/)
  })
})
