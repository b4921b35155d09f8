import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { base64url, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SESSION_DAYS } from '../../contract/limits.ts'
import type { Env } from '../env.ts'
import worker from '../index.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'

type Changed = { [name in keyof JWTPayload]?: JWTPayload[name] | undefined }

const nowS = () => Math.floor(Date.now() / 1000)

function claims(changed: Changed = {}): JWTPayload {
  return {
    iss: 'startline',
    aud: env.FIREBASE_PROJECT_ID,
    sub: 'ada',
    email: 'ada@example.com',
    name: 'Ada',
    iat: nowS(),
    exp: nowS() + 60,
    ...changed,
  } as JWTPayload
}

function sign(changed: Changed = {}, secret = env.SESSION_SECRET, alg = 'HS256') {
  return new SignJWT(claims(changed)).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))
}

async function statusWith(token: string, overrides: Partial<Env> = {}): Promise<number> {
  const client = new TestClient('ada', overrides)
  client.cookie = `session=${token}`
  return (await client.call('GET', '/marathonApplication')).status
}

// The worker remembers sessions that it has verified. It must still check their end and the current settings.
describe('a session that is remembered as verified', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is not verified again', async () => {
    const token = await sign()
    const verify = vi.spyOn(crypto.subtle, 'verify')
    for (let n = 0; n < 3; n++) expect(await statusWith(token)).toBe(200)
    expect(verify).toHaveBeenCalledTimes(1)
    verify.mockRestore()
  })

  it('is refused after it has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = await sign()
    expect(await statusWith(token)).toBe(200)
    vi.setSystemTime(Date.now() + 59_000)
    expect(await statusWith(token)).toBe(200)
    vi.setSystemTime(Date.now() + 2000)
    expect(await statusWith(token)).toBe(401)
  })

  it('is accepted during a rotation of the secret, and no longer', async () => {
    const fresh = 'another-secret-0123456789abcdef0123456789abcdef'
    const [before, after] = [await sign(), await sign({}, fresh)]
    const rotating = { SESSION_SECRET: fresh, SESSION_SECRET_PREVIOUS: env.SESSION_SECRET }
    expect(await statusWith(before, rotating)).toBe(200)
    expect(await statusWith(after, rotating)).toBe(200)
    expect(await statusWith(await sign({}, 'a-third-secret-0123456789abcdef0123456789abcdef'), rotating)).toBe(401)
    const done = { SESSION_SECRET: fresh }
    expect(await statusWith(before, done)).toBe(401)
    expect(await statusWith(after, done)).toBe(200)
    // A new session is signed with the new secret alone.
    const ada = await TestClient.signedIn('ada', rotating)
    expect(await statusWith(ada.cookie.split('=')[1] ?? '', done)).toBe(200)
  })

  it('is refused after SESSION_SECRET or the project has changed', async () => {
    const token = await sign()
    expect(await statusWith(token)).toBe(200)
    expect(await statusWith(token, { SESSION_SECRET: 'another-secret-0123456789abcdef0123456789abcdef' })).toBe(401)
    expect(await statusWith(token, { FIREBASE_PROJECT_ID: 'demo-another' })).toBe(401)
    expect(await statusWith(token)).toBe(200)
  })
})

describe('a session cookie', () => {
  it('is accepted if this deployment signed it', async () => {
    expect(await statusWith(await sign())).toBe(200)
  })

  it.each([
    ['expired', () => sign({ exp: nowS() - 1 })],
    ['without expiry', () => sign({ exp: undefined })],
    ['without its time', () => sign({ iat: undefined })],
    ['of another deployment by its secret', () => sign({}, 'another-secret-0123456789abcdef0123456789abcdef')],
    ['of another project with the same secret', () => sign({ aud: 'somebody-else' })],
    ['of another issuer', () => sign({ iss: 'somebody-else' })],
    ['without subject', () => sign({ sub: undefined })],
    ['without email', () => sign({ email: undefined })],
    ['of another algorithm', () => sign({}, env.SESSION_SECRET.repeat(2), 'HS512')],
    ['unsigned', async () => new UnsecuredJWT(claims()).encode()],
    ['an ID token', async () => emulatorToken('ada')],
    ['empty', async () => ''],
    ['no token', async () => 'a.b.c'],
    ['malformed percent-encoding', async () => '%E0%A4%A'],
  ])('is refused when %s', async (_, make) => {
    expect(await statusWith(await make())).toBe(401)
  })

  it('is refused when its claims were changed', async () => {
    const [header, , signature] = (await sign()).split('.')
    const forged = base64url.encode(JSON.stringify(claims({ sub: 'mallory' })))
    expect(await statusWith(`${header}.${forged}.${signature}`)).toBe(401)
  })

  it('on https is bound to the host, hidden from scripts, and lives 14 days', async () => {
    const request = new Request<unknown, IncomingRequestCfProperties>('https://startline.example/api/jwt', {
      method: 'POST',
      headers: {
        Origin: 'https://startline.example',
        Authorization: `Bearer ${emulatorToken('ada')}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ email: 'ada@example.com' }),
    })
    const response = await worker.fetch(request, env, createExecutionContext())
    const cookie = response.headers.get('Set-Cookie') ?? ''
    for (const part of [/^__Host-session=/, /; Path=\//, /; HttpOnly/, /; Secure/, /; SameSite=Strict/]) {
      expect(cookie).toMatch(part)
    }
    expect(cookie).not.toMatch(/Domain=/)
    const { expiresAt } = await response.json<{ expiresAt: string }>()
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(SESSION_DAYS)
  })

  it('on https is not read from a cookie without the prefix, which another host could set', async () => {
    const request = new Request<unknown, IncomingRequestCfProperties>('https://startline.example/api/marathons', {
      headers: { Cookie: `session=${await sign()}` },
    })
    expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(401)
  })

  it('is cleared by logout and by nothing else', async () => {
    const ada = await TestClient.signedIn('ada')
    const failed = await ada.call('POST', '/jwt', { email: 'ada@example.com' }, { Authorization: 'Bearer wrong' })
    expect(failed.headers.get('Set-Cookie')).toBeNull()
    const cleared = await ada.call('POST', '/logout')
    expect(cleared.headers.get('Set-Cookie')).toMatch(/^session=;.*Max-Age=0/)
  })

  it('is not given for an email that is not the one of the token', async () => {
    const ada = new TestClient('ada')
    const headers = { Authorization: `Bearer ${emulatorToken('ada')}` }
    const response = await ada.call('POST', '/jwt', { email: 'mallory@example.com' }, headers)
    expect(response.status).toBe(403)
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })

  it('contains the name cut after 80 characters, and never inside of one', async () => {
    const ada = new TestClient('ada')
    const headers = { Authorization: `Bearer ${emulatorToken('ada', { name: `${'x'.repeat(79)}😀😀` })}` }
    const cookie = (await ada.call('POST', '/jwt', { email: 'ada@example.com' }, headers)).headers.get('Set-Cookie')
    const payload = cookie?.split('.')[1] ?? ''
    const { name } = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as { name: string }
    expect(name).toBe(`${'x'.repeat(79)}😀`)
  })

  it('is neither issued nor read with a secret that is too short', async () => {
    const ada = new TestClient('ada', { SESSION_SECRET: 'short' })
    const headers = { Authorization: `Bearer ${emulatorToken('ada')}` }
    expect((await ada.call('POST', '/jwt', { email: 'ada@example.com' }, headers)).status).toBe(503)
    expect(await statusWith(await sign(), { SESSION_SECRET: 'short' })).toBe(503)
    expect(await statusWith(await sign(), { SESSION_SECRET_PREVIOUS: 'short' })).toBe(503)
  })
})
