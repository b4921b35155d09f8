import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { ENDED_SERVICE_WORKER } from './ended-service-worker.ts'

async function serviceWorker(overrides: Partial<Env>): Promise<Response> {
  const assets = { fetch: async () => new Response('real') } as unknown as Env['ASSETS']
  const request = new Request<unknown, IncomingRequestCfProperties>('http://localhost/service-worker.js')
  return await worker.fetch(request, { ...env, ASSETS: assets, ...overrides }, createExecutionContext())
}

it('serves the real service worker unless SERVICE_WORKER is off', async () => {
  expect(await (await serviceWorker({})).text()).toBe('real')
  expect(await (await serviceWorker({ SERVICE_WORKER: 'on' })).text()).toBe('real')
})

it('serves a service worker that unregisters itself, not cached, if SERVICE_WORKER is off', async () => {
  const response = await serviceWorker({ SERVICE_WORKER: 'off' })
  expect(await response.text()).toBe(ENDED_SERVICE_WORKER)
  expect(response.headers.get('Content-Type')).toContain('text/javascript')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
