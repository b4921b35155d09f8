import { env } from 'cloudflare:workers'
import { base64url, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../env.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { isEmulatorMode } from './emulator-mode.ts'
import { verifyIdToken } from './verify-id-token.ts'

const PROJECT = 'startline-live'
const LIVE: Env = { ...env, FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR_HOST: '' }
const KEY_ID = 'key-1'
const TOLERANCE_S = 60
const MONTH_S = 30 * 86_400

let google: CryptoKeyPair
let other: CryptoKeyPair
const nowS = () => Math.floor(Date.now() / 1000)
const keys = async () => google.publicKey

beforeAll(async () => {
  google = await generateKeyPair('RS256', { extractable: true })
  other = await generateKeyPair('RS256')
})

function claims(changed: JWTPayload = {}): JWTPayload {
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    sub: 'ada',
    email: 'ada@example.com',
    name: 'Ada',
    auth_time: nowS() - 10,
    iat: nowS() - 10,
    exp: nowS() + 3600,
    ...changed,
  }
}

function signed(changed: JWTPayload = {}, key = google.privateKey) {
  return new SignJWT(claims(changed)).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(key)
}

async function codeOf(token: string, env: Env = LIVE): Promise<string> {
  try {
    await verifyIdToken(env, token, keys)
    return 'accepted'
  } catch (error) {
    return error instanceof Problem ? error.code : `threw ${String(error)}`
  }
}

describe('an ID token', () => {
  it('is accepted if Google signed it for this project, even weeks after the login', async () => {
    const [authTime, issuedAt] = [nowS() - 20, nowS() - 10]
    expect(await verifyIdToken(LIVE, await signed({ auth_time: authTime, iat: issuedAt }), keys)).toEqual({
      uid: 'ada',
      email: 'ada@example.com',
      isVerified: false,
      name: 'Ada',
      authTime,
      issuedAt,
    })
    expect(await codeOf(await signed({ auth_time: nowS() - MONTH_S }))).toBe('accepted')
    expect(await codeOf(await signed({ exp: nowS() - TOLERANCE_S / 2 }))).toBe('accepted')
  })

  it.each([
    ['expired', { exp: 0 }],
    ['expired a little beyond the tolerance', { exp: Math.floor(Date.now() / 1000) - 2 * TOLERANCE_S }],
    ['without expiry', { exp: undefined }],
    ['for another project', { aud: 'somebody-else' }],
    ['for several projects but ours', { aud: ['a', 'b'] }],
    ['of another issuer', { iss: 'https://securetoken.google.com/somebody-else' }],
    ['of an issuer that only begins like ours', { iss: `https://securetoken.google.com/${PROJECT}.evil.example` }],
    ['issued in the future', { iat: Math.floor(Date.now() / 1000) + 3600 }],
    ['without issue time', { iat: undefined }],
    ['signed in in the future', { auth_time: Math.floor(Date.now() / 1000) + 3600 }],
    ['without sign-in time', { auth_time: undefined }],
    ['not valid yet', { nbf: Math.floor(Date.now() / 1000) + 3600 }],
    ['without subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a subject no account can have', { sub: 'x'.repeat(129) }],
    ['without email', { email: undefined }],
    ['with an empty email', { email: '' }],
    ['with an email that is no text', { email: ['ada@example.com'] }],
  ] as [string, JWTPayload][])('is refused when %s', async (_, changed) => {
    const token = new SignJWT({ ...claims(), ...changed }).setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
    expect(await codeOf(await token.sign(google.privateKey))).toBe('UNAUTHENTICATED')
  })

  it('is accepted up to a minute before its time, because clocks differ', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1000) * 1000 })
    const ahead = (seconds: number) => signed({ iat: nowS() + seconds, auth_time: nowS() + seconds })
    expect(await codeOf(await ahead(TOLERANCE_S))).toBe('accepted')
    expect(await codeOf(await ahead(TOLERANCE_S + 1))).toBe('UNAUTHENTICATED')
    vi.useRealTimers()
  })

  it('is refused when another key signed it', async () => {
    expect(await codeOf(await signed({}, other.privateKey))).toBe('UNAUTHENTICATED')
  })

  it('is refused when one character of any part was changed', async () => {
    const [header = '', payload = '', signature = ''] = (await signed()).split('.')
    const forged = base64url.encode(JSON.stringify(claims({ sub: 'mallory' })))
    expect(await codeOf(`${header}.${forged}.${signature}`)).toBe('UNAUTHENTICATED')
    expect(await codeOf(`${header}.${payload}.${signature.slice(0, -4)}AAAA`)).toBe('UNAUTHENTICATED')
    expect(await codeOf(`${header}.${payload}.`)).toBe('UNAUTHENTICATED')
  })

  it('is refused when it is signed with HS256 and the public key as the secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(google.publicKey))
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: KEY_ID }).sign(secret)
    expect(await codeOf(token)).toBe('UNAUTHENTICATED')
  })

  it.each([
    ['unsigned', () => new UnsecuredJWT(claims()).encode()],
    [
      'unsigned in capitals',
      () => `${base64url.encode('{"alg":"NONE"}')}.${base64url.encode(JSON.stringify(claims()))}.`,
    ],
    ['empty', () => ''],
    ['no token at all', () => 'Bearer'],
    ['three dots', () => '...'],
    ['of bytes that are no JSON', () => `${base64url.encode('{')}.${base64url.encode('{')}.AAAA`],
    [
      'marked with an extension nobody knows',
      () => `${base64url.encode('{"alg":"RS256","crit":["x"],"x":1}')}.e30.AAAA`,
    ],
  ])('is refused when it is %s', async (_, make) => {
    expect(await codeOf(make())).toBe('UNAUTHENTICATED')
  })
})

describe('emulator mode', () => {
  const unsigned = (project: string) =>
    new UnsecuredJWT(claims({ aud: project, iss: `https://securetoken.google.com/${project}` })).encode()

  it('reads unsigned tokens on loopback with a demo project', async () => {
    const demo: Env = { ...env, FIREBASE_PROJECT_ID: 'demo-x', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }
    expect(await codeOf(unsigned('demo-x'), demo)).toBe('accepted')
  })

  it.each([
    ['without the variable', 'demo-x', undefined],
    ['with an empty variable', 'demo-x', ''],
    ['with a project that is not a demo', 'startline', '127.0.0.1:9099'],
    ['with a host elsewhere', 'demo-x', '10.0.0.7:9099'],
    ['with a host that begins like loopback', 'demo-x', '127.0.0.1.evil.example:9099'],
    ['with a host that ends like loopback', 'demo-x', 'evil.example@localhost:9099'],
  ])('does not exist %s: an unsigned token is refused', async (_, project, host) => {
    const { FIREBASE_AUTH_EMULATOR_HOST: _host, ...rest } = env
    const guarded: Env = {
      ...rest,
      FIREBASE_PROJECT_ID: project,
      ...(host === undefined ? {} : { FIREBASE_AUTH_EMULATOR_HOST: host }),
    }
    expect(isEmulatorMode(guarded)).toBe(false)
    expect(await codeOf(unsigned(project), guarded)).toBe('UNAUTHENTICATED')
  })

  it('is off for POST /jwt of a worker without the variable', async () => {
    const client = new TestClient('ada', { FIREBASE_AUTH_EMULATOR_HOST: '' })
    const headers = { Authorization: `Bearer ${emulatorToken('ada')}` }
    const response = await client.call('POST', '/jwt', { email: 'ada@example.com' }, headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('Set-Cookie')).toBeNull()
  })
})
