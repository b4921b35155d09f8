import { expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { postSync } from '../sync/post-sync.ts'
import { responseOf } from '../testing/test-account.ts'
import { callApi, lastResponse, NoResponse } from './call-api.ts'

const REQUEST = { uid: 'olivia', cursor: null, ops: [] }
const json = (body: unknown, init: ResponseInit = {}, type = 'application/json') =>
  new Response(JSON.stringify(body), { ...init, headers: { 'Content-Type': type, ...init.headers } })
const post = (response: () => Response | Promise<never>) => postSync((async () => response()) as typeof fetch, REQUEST)

it('gives our answer', async () => {
  expect(await post(() => json(wireOf(responseOf({ cursor: 'e.7' }))))).toMatchObject({ cursor: 'e.7' })
})

it.each([
  ['a captive portal’s page', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'foreign'],
  ['JSON that is not ours', () => json({ hello: 'world' }), 'foreign'],
  ['JSON that is null', () => json(null), 'foreign'],
  ['broken JSON', () => new Response('{', { headers: { 'Content-Type': 'application/json' } }), 'unreachable'],
  [
    'a problem that only a newer server knows',
    () => json({ code: 'TOO_EARLY', detail: 'Too early.' }, { status: 425 }, 'application/problem+json'),
    'broken',
  ],
  ['a captive portal that redirects', () => Response.error(), 'foreign'],
  ['a captive portal that says so (511)', () => new Response('<html>', { status: 511 }), 'foreign'],
  ['a failing server’s page', () => new Response('<html>', { status: 502 }), 'broken'],
  ['a broken connection', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ['a timeout', () => Promise.reject(new DOMException('timed out', 'TimeoutError')), 'slow'],
])('tells %s from an answer', async (_what, response, reason) => {
  const error = await post(response).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NoResponse)
  expect((error as NoResponse).reason).toBe(reason)
})

it('rebuilds the server’s problem, with fields and Retry-After', async () => {
  const body = new Problem('RATE_LIMITED', 'Wait.', { fields: { 'ops.0': { code: 'REQUIRED' } } }).toBody()
  const error = await post(() =>
    json(body, { status: 429, headers: { 'Retry-After': '7' } }, 'application/problem+json'),
  ).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Problem)
  expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 7, fields: { 'ops.0': { code: 'REQUIRED' } } })
})

it('keeps the request id of the last sync, and of the last call that failed', async () => {
  const withId =
    (id: string, status = 200) =>
    () =>
      json(status === 200 ? wireOf(responseOf()) : new Problem('UNAVAILABLE', '').toBody(), {
        status,
        headers: { 'X-Request-Id': id },
      })
  await post(withId('a-sync'))
  expect(lastResponse()?.requestId).toBe('a-sync')
  await callApi('/api/config', () => null, { fetch: async () => withId('a-read')() })
  expect(lastResponse()?.requestId).toBe('a-sync')
  await expect(callApi('/api/config', () => null, { fetch: async () => withId('failed', 503)() })).rejects.toThrow()
  expect(lastResponse()?.requestId).toBe('failed')
  await post(() => new Response('<html>', { status: 200 })).catch(() => undefined)
  expect(lastResponse()?.requestId).toBe('failed')
})

it('takes a problem of an unknown code for no answer of ours', async () => {
  const error = await post(() => json({ code: 'TEAPOT' }, { status: 418 })).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NoResponse)
})

it('compresses a large request, and never follows a redirect', async () => {
  let sent: RequestInit | undefined
  const fetchFn = (async (_path: string, init: RequestInit) => {
    sent = init
    return json(wireOf(responseOf()))
  }) as typeof fetch
  const op = {
    opId: 'op-000001',
    v: 1,
    type: 'marathon.update',
    id: 'event-0001',
    base: {},
    at: '2027-01-01T00:00:00Z',
  }
  await postSync(fetchFn, { ...REQUEST, ops: [{ ...op, patch: { description: 'x'.repeat(20_000) } }] })
  expect(sent).toMatchObject({ redirect: 'manual', headers: { 'Content-Encoding': 'gzip' } })
  expect(new Blob([sent?.body as ArrayBuffer]).size).toBeLessThan(2000)
})

it('names the next page while the body of this one is still on its way', async () => {
  const named: unknown[] = []
  const body = new ReadableStream()
  const headers = { 'Content-Type': 'application/json', 'Next-Cursor': 'e.500', Bookmark: 'b-7' }
  const fetchFn = (async () => new Response(body, { headers })) as typeof fetch
  const stop = new AbortController()
  const response = postSync(fetchFn, REQUEST, stop.signal, (from) => named.push(from))
  response.catch(() => undefined)
  await vi.waitFor(() => expect(named).toEqual([{ cursor: 'e.500', bookmark: 'b-7' }]), 10_000)
})
