import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { INLINE_SCRIPT_HASH } from '../../contract/inline-script-hash.ts'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { FILE_FOLDERS } from './file-folders.ts'
import { pageHeaders } from './page-headers.ts'

const LIVE = { FIREBASE_PROJECT_ID: 'startline', FIREBASE_AUTH_DOMAIN: 'startline.firebaseapp.com' }
const LOCAL = {
  FIREBASE_PROJECT_ID: 'demo-startline',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
}

function policyOf(settings: Parameters<typeof pageHeaders>[0]): Record<string, string> {
  const policy = pageHeaders(settings, false)['Content-Security-Policy'] ?? ''
  return Object.fromEntries(
    policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  )
}

/** @param response of the file at this path; without it there is no such file, and only the app's page */
async function ask(path: string, response?: () => Response): Promise<Response> {
  const serve = (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return page()
    return pathname === path && response ? response() : new Response(null, { status: 404 })
  }
  const assets = { fetch: async (asked: Request) => serve(asked) } as unknown as Env['ASSETS']
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://localhost${path}`)
  return await worker.fetch(request, { ...env, ASSETS: assets }, createExecutionContext())
}

const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

describe('the content security policy', () => {
  it('allows scripts of the app and Google’s sign-in, and no eval or other inline script', () => {
    const policy = policyOf(LIVE)
    expect(policy['script-src']).toBe(`'self' https://apis.google.com '${INLINE_SCRIPT_HASH}'`)
    expect(policy['default-src']).toBe("'self'")
    expect(policy['object-src']).toBe("'none'")
    expect(policy['base-uri']).toBe("'none'")
    expect(policy['frame-ancestors']).toBe("'none'")
  })

  it('of a deployment allows Firebase and the auth domain, and nothing on this machine', () => {
    const policy = policyOf(LIVE)
    expect(policy['connect-src']).toBe(
      "'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com",
    )
    expect(policy['frame-src']).toBe('https://startline.firebaseapp.com')
    expect(Object.values(policy).join(' ')).not.toMatch(/http:|localhost|127\.0\.0\.1/)
  })

  it('allows the emulator in emulator mode only', () => {
    expect(policyOf(LOCAL)['connect-src']).toContain('http://127.0.0.1:9099')
    const half = { ...LOCAL, FIREBASE_PROJECT_ID: 'startline' }
    expect(policyOf(half)['connect-src']).not.toContain('http:')
  })

  it('ignores an auth domain that is not a host name', () => {
    const policy = policyOf({ ...LIVE, FIREBASE_AUTH_DOMAIN: "x; script-src 'unsafe-inline'" })
    expect(policy['frame-src']).toBe("'none'")
    expect(policy['script-src']).not.toContain('unsafe')
  })
})

describe('the permissions policy', () => {
  it('allows the camera to the app and to no frame in it, and nothing else', () => {
    const powers = pageHeaders(LIVE, false)['Permissions-Policy']?.split(', ') ?? []
    expect(powers.filter((power) => !power.endsWith('=()'))).toEqual(['camera=(self)'])
    expect(powers).toContain('microphone=()')
  })
})

describe('the app', () => {
  it('sends every page with its headers, and lets the sign-in popup reach its opener', async () => {
    for (const path of ['/', '/marathons/some-id', '/take/entry-0001.KAAAAAA5', '/no/such/page']) {
      const { status, headers } = await ask(path)
      expect(status).toBe(200)
      for (const [name, value] of Object.entries(pageHeaders(env, true))) expect(headers.get(name)).toBe(value)
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups')
      expect(headers.get('Cache-Control')).toBe('no-store')
    }
  })

  it('gives the picture of a shared link an absolute address', async () => {
    const shared = () =>
      new Response('<meta property="og:image" content="/og.png">', { headers: { 'Content-Type': 'text/html' } })
    expect(await (await ask('/og.html', shared)).text()).toContain('content="http://localhost/og.png"')
  })

  it.each([
    '/assets/old-build.js',
    '/icons/',
    '/icons/none',
    '/fonts/none.woff2',
    '/none.png',
    '/marathons/none.html',
    '/.well-known/none.json',
    ...FILE_FOLDERS.flatMap((folder) => [`/${folder}/none`, `/${folder}/none/none.svg`]),
  ])('responds to %s, which is no file, with an uncached 404 with the headers of a page', async (path) => {
    const response = await ask(path)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
    for (const [name, value] of Object.entries(pageHeaders(env, true))) expect(response.headers.get(name)).toBe(value)
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
  })

  it('serves a known asset unchanged', async () => {
    const script = () =>
      new Response('1', { headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'immutable' } })
    const response = await ask('/assets/app.js', script)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'immutable'])
  })

  it('serves /api and /api/ by the API, not as a page', async () => {
    for (const path of ['/api', '/api/']) {
      const response = await ask(path)
      expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/problem+json'])
    }
  })
})

describe('what everybody may read', () => {
  it('takes GET and HEAD alone, and HEAD has the headers of GET', async () => {
    const call = (method: string) =>
      worker.fetch(new Request('http://localhost/robots.txt', { method }), env, createExecutionContext())
    const [got, head] = [await call('GET'), await call('HEAD')]
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect([...head.headers]).toEqual([...got.headers])
    expect(got.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const post = await call('POST')
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
  })
})
