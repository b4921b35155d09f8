import { env } from 'cloudflare:workers'
import { exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose'
import { beforeAll, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../env.ts'
import { createKeySource } from './key-source.ts'
import { verifyIdToken } from './verify-id-token.ts'

const PROJECT = 'startline-live'
const LIVE: Env = { ...env, FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR_HOST: '' }
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
let pairs: Record<string, CryptoKeyPair>

beforeAll(async () => {
  pairs = { old: await generateKeyPair('RS256'), fresh: await generateKeyPair('RS256') }
})

/** A fake of Google's key server: the keys that it serves, whether it responds, and the number of requests. */
function keyServer(serves: string[]) {
  const server = {
    serves,
    answers: true,
    asked: 0,
    now: Date.now(),
    cacheControl: `public, max-age=${HOUR_MS / 1000}` as string | undefined,
  }
  const get = async () => {
    server.asked += 1
    if (!server.answers) throw new TypeError('network')
    const keys = await Promise.all(
      server.serves.map(async (kid) => ({
        ...(await exportJWK(pairOf(kid).publicKey)),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    )
    return Response.json({ keys }, { headers: server.cacheControl ? { 'Cache-Control': server.cacheControl } : {} })
  }
  return Object.assign(server, {
    source: createKeySource({ url: 'https://keys.example', fetch: get, now: () => server.now }),
  })
}

function pairOf(kid: string): CryptoKeyPair {
  const pair = pairs[kid]
  if (!pair) throw new Error(`no key ${kid}`)
  return pair
}

async function tokenOf(kid: string, signer = kid) {
  return await new SignJWT({ email: 'ada@example.com', auth_time: Math.floor(Date.now() / 1000) })
    .setProtectedHeader({ alg: 'RS256', kid })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setSubject('ada')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(pairOf(signer).privateKey)
}

async function codeOf(keys: JWTVerifyGetKey, token: string) {
  try {
    return (await verifyIdToken(LIVE, token, keys)).uid
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code
  }
}

it('gives up a fetch that gets no response', async () => {
  const get = vi.fn<typeof fetch>(async () => Response.json({ keys: [] }))
  await codeOf(createKeySource({ url: 'https://keys.example', fetch: get }), await tokenOf('old'))
  expect(get).toHaveBeenCalledWith('https://keys.example', { signal: expect.any(AbortSignal) })
})

it('fetches the keys once while they are fresh', async () => {
  const server = keyServer(['old'])
  for (let n = 0; n < 3; n++) expect(await codeOf(server.source, await tokenOf('old'))).toBe('ada')
  expect(server.asked).toBe(1)
  server.now += HOUR_MS
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('ada')
  expect(server.asked).toBe(2)
})

it.each([
  ['for the time that the response tells', 'public, max-age=7200', 2 * HOUR_MS],
  ['for five minutes at least', 'no-cache, max-age=0', 5 * MINUTE_MS],
  ['for a day at most', 'max-age=31536000', 24 * HOUR_MS],
  ['for an hour where the response tells none', undefined, HOUR_MS],
])('takes keys for fresh %s', async (_what, cacheControl, freshMs) => {
  const server = keyServer(['old'])
  server.cacheControl = cacheControl
  await codeOf(server.source, await tokenOf('old'))
  server.now += freshMs - 1
  await codeOf(server.source, await tokenOf('old'))
  expect(server.asked).toBe(1)
  server.now += 1
  await codeOf(server.source, await tokenOf('old'))
  expect(server.asked).toBe(2)
})

it('accepts a new key at once after a rotation, and refuses the key that was withdrawn', async () => {
  const server = keyServer(['old'])
  await codeOf(server.source, await tokenOf('old'))
  server.serves = ['fresh']
  server.now += MINUTE_MS
  expect(await codeOf(server.source, await tokenOf('fresh'))).toBe('ada')
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('UNAUTHENTICATED')
})

it('uses a stale key set for days while the key server is down', async () => {
  const server = keyServer(['old'])
  await codeOf(server.source, await tokenOf('old'))
  server.answers = false
  server.now += 72 * HOUR_MS
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('ada')
  expect(await codeOf(server.source, await tokenOf('old', 'fresh'))).toBe('UNAUTHENTICATED')
})

it('responds with UNAVAILABLE, not UNAUTHENTICATED, if it never fetched a key set', async () => {
  const server = keyServer(['old'])
  server.answers = false
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('UNAVAILABLE')
  server.answers = true
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('ada')
})

it('responds with UNAVAILABLE for an unknown key while the newest set cannot be fetched', async () => {
  const server = keyServer(['old'])
  await codeOf(server.source, await tokenOf('old'))
  server.answers = false
  server.now += MINUTE_MS
  expect(await codeOf(server.source, await tokenOf('fresh'))).toBe('UNAVAILABLE')
})

it('fetches at most twice a minute, whatever the number of unknown keys', async () => {
  const server = keyServer(['old'])
  for (let n = 0; n < 20; n++) expect(await codeOf(server.source, await tokenOf('fresh'))).toBe('UNAUTHENTICATED')
  expect(server.asked).toBe(1)
  server.now += MINUTE_MS
  for (let n = 0; n < 20; n++) await codeOf(server.source, await tokenOf('fresh'))
  expect(server.asked).toBe(2)
})

it('keeps its keys when the server responds with something that is not a key set', async () => {
  const server = keyServer(['old'])
  await codeOf(server.source, await tokenOf('old'))
  server.serves = []
  server.now += 2 * HOUR_MS
  expect(await codeOf(server.source, await tokenOf('old'))).toBe('ada')
})

it('refuses a token without a key id if several keys could have signed it', async () => {
  const server = keyServer(['old', 'fresh'])
  const [, payload, signature] = (await tokenOf('old')).split('.')
  expect(await codeOf(server.source, `${btoa('{"alg":"RS256"}')}.${payload}.${signature}`)).toBe('UNAUTHENTICATED')
})
