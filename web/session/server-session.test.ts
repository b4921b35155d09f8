import Dexie from 'dexie'
import type { User } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { SIGNED_IN } from '../page.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { noteLanguage } from '../store/noted-language.ts'
import { AuthFailure } from './auth-failure.ts'
import { endSession, tellLogout } from './server-session.ts'
import { prepareSignIn, startSession } from './sign-in.ts'
import { withAccountLock } from './wipe.ts'

const ada = {
  uid: 'ada',
  email: 'ada@example.com',
  displayName: 'Ada',
  photoURL: null,
  getIdToken: async () => 'token-of-ada',
} as unknown as User

const expiresAt = '2027-01-01T00:00:00.000Z'
const TOO_MANY = new Problem('RATE_LIMITED', 'Wait.')
const REFUSED = new Problem('UNAUTHENTICATED', 'No.')
const network = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  network.mockImplementation(async () => Response.json({ success: true, expiresAt }))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  network.mockReset()
  await deviceDb.session.clear()
  await deviceDb.marks.clear()
})

describe('startSession', () => {
  it('sends the ID token as bearer and keeps who is signed in', async () => {
    await startSession(ada)
    const [path, init] = network.mock.calls[0] ?? []
    expect(path).toBe('/api/jwt')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer token-of-ada' })
    expect(JSON.parse(String(init?.body))).toEqual({ email: 'ada@example.com', language: 'en' })
    expect(await storedSession()).toEqual({
      key: 'current',
      uid: 'ada',
      email: 'ada@example.com',
      displayName: 'Ada',
      photoURL: '',
      expiresAt,
    })
  })

  it('names the language of the app for mails, but not the pseudo-language', async () => {
    for (const [noted, sent] of [
      ['bn', 'bn'],
      ['qps', undefined],
    ] as const) {
      await noteLanguage(noted)
      await startSession(ada)
      expect(JSON.parse(String(network.mock.lastCall?.[1]?.body)).language).toBe(sent)
    }
  })

  it('keeps an account of which Firebase knows nothing but the id', async () => {
    await startSession({ ...ada, email: null, displayName: null } as User)
    expect(JSON.parse(String(network.mock.calls[0]?.[1]?.body))).toEqual({ email: '', language: 'en' })
    expect(await storedSession()).toMatchObject({ uid: 'ada', email: '', displayName: '', photoURL: '' })
  })

  it('asks the server for no cookie where the phone cannot note it', async () => {
    vi.spyOn(deviceDb.marks, 'put').mockRejectedValue(new Error('no storage'))
    await expect(startSession(ada)).rejects.toThrow('no storage')
    expect(deviceDb.marks.put).toHaveBeenCalledTimes(1)
    expect(network).not.toHaveBeenCalled()
  })

  it('does not begin where the phone cannot tell what the last logout left', async () => {
    vi.spyOn(deviceDb.marks, 'get').mockImplementation((() => Dexie.Promise.reject(new Error('no'))) as never)
    await expect(prepareSignIn()).rejects.toMatchObject({ name: 'AuthFailure', code: 'no-storage' })
  })

  it('keeps its cookie where the last logout is told while the phone stores the session', async () => {
    let told: Promise<boolean> | undefined
    network.mockImplementation(async () => {
      told ??= tellLogout()
      return Response.json({ success: true, expiresAt })
    })
    const stored = withAccountLock('ada', () => new Promise<void>((resolve) => setTimeout(resolve, 100)))
    await startSession(ada)
    await Promise.all([stored, told])
    expect(network.mock.calls.map(([path]) => path)).toEqual(['/api/jwt'])
  })

  it('notes that somebody is signed in, for the next page', async () => {
    await startSession(ada)
    expect(localStorage.getItem(SIGNED_IN)).toBe('1')
    localStorage.clear()
  })

  it.each([
    ['a server that fails', () => Promise.resolve(new Response('oops', { status: 500 })), 'other'],
    [
      'a captive portal',
      () => Promise.resolve(new Response('<html>', { headers: { 'Content-Type': 'text/html' } })),
      'portal',
    ],
    ['a refusal', () => Promise.resolve(Response.json(REFUSED.toBody(), { status: 401 })), 'other'],
    ['too many tries', () => Promise.resolve(Response.json(TOO_MANY.toBody(), { status: 429 })), 'rate-limited'],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  ])('keeps nothing for %s', async (_name, answer, code) => {
    network.mockImplementation(answer)
    await expect(startSession(ada)).rejects.toMatchObject({ name: 'AuthFailure', code })
    expect(await storedSession()).toBeNull()
  })
})

describe('endSession', () => {
  it('signs out on the phone at once and tells the server when it can', async () => {
    await startSession(ada)
    network.mockRejectedValue(new TypeError('Failed to fetch'))
    await endSession('clean')
    await tellLogout()
    expect(await storedSession()).toBeNull()
    network.mockResolvedValue(Response.json({ success: true }))
    await tellLogout()
    await tellLogout()
    const logouts = network.mock.calls.filter(([path]) => path === '/api/logout')
    expect(logouts).toHaveLength(2)
  })

  it('forgets a pending logout once somebody signs in again', async () => {
    await endSession('clean')
    await startSession(ada)
    network.mockClear()
    await tellLogout()
    expect(network).not.toHaveBeenCalled()
  })
})

it('an AuthFailure says by its code what happened', () => {
  expect(new AuthFailure('offline')).toMatchObject({ name: 'AuthFailure', message: 'offline' })
})
