import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb } from '../../store/device-db.ts'
import { endOnPhone, tellPushEnd } from './end-push.ts'
import { subscribePhone } from './phone-push.ts'
import { endedPush, endPushMark, keepPushMark, pushMark } from './push-mark.ts'
import { renewPush } from './renew-push.ts'

const KEY = 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30'
const NOW = 1_800_000_000_000

/** A browser with a push service: its subscription, and what it shows. */
function fakeRegistration(current: string | null = null) {
  let made = 0
  const closed: string[] = []
  const registration = {
    current,
    closed,
    active: {},
    pushManager: {
      getSubscription: async () => (registration.current === null ? null : subscription(registration.current)),
      subscribe: async () => {
        made += 1
        registration.current = `new-${made}`
        return subscription(registration.current)
      },
    },
    getNotifications: async () => ['ada', 'bob'].map((uid) => ({ data: { uid }, close: () => closed.push(uid) })),
  }
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      if (registration.current === endpoint) registration.current = null
      return true
    },
  })
  return registration
}

const asRegistration = (fake: ReturnType<typeof fakeRegistration>) => fake as unknown as ServiceWorkerRegistration

const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'demo.example.com', projectId: 'demo' },
  emulatorHost: null,
  vapidKey: KEY,
}

let config: object
let calls: { method: string; body: unknown }[]
let answer: () => Response | Promise<Response>

beforeEach(async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  await deviceDb.session.put({ key: 'current', uid: 'ada', email: '', displayName: '', photoURL: '', expiresAt: '' })
  config = CONFIG
  calls = []
  answer = () => Response.json({ success: true })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/config') return Response.json(config)
    calls.push({ method: init.method ?? '', body: JSON.parse(String(init.body)) })
    return answer()
  })
  vi.stubGlobal('Notification', { permission: 'granted' })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a phone that subscribes', () => {
  it('has a mark and a new subscription, which the server knows', async () => {
    const phone = fakeRegistration('of-somebody-before')
    expect(await subscribePhone(asRegistration(phone), 'ada', KEY)).toBe(true)
    expect(phone.current).toBe('new-1')
    expect(await pushMark()).toMatchObject({ uid: 'ada', endpoint: 'new-1', toldAt: expect.any(Number) })
    expect(calls).toEqual([{ method: 'POST', body: { endpoint: 'new-1', keys: { p256dh: 'p', auth: 'a' } } }])
  })

  it('is as before if the server cannot be told, and the server is told of the end', async () => {
    const phone = fakeRegistration()
    answer = () => Promise.reject(new TypeError('no network'))
    await expect(subscribePhone(asRegistration(phone), 'ada', KEY)).rejects.toMatchObject({ name: 'NoResponse' })
    expect([phone.current, await pushMark(), await endedPush()]).toEqual([null, null, 'new-1'])
  })

  it('has no mark where the user switched pushes off before the server answered', async () => {
    const phone = fakeRegistration()
    answer = async () => {
      await endPushMark()
      return Response.json({ success: true })
    }
    expect(await subscribePhone(asRegistration(phone), 'ada', KEY)).toBe(false)
    expect([await pushMark(), await endedPush()]).toEqual([null, 'new-1'])
  })

  it('for an account that logged out meanwhile has nothing', async () => {
    const phone = fakeRegistration()
    expect(await subscribePhone(asRegistration(phone), 'bob', KEY)).toBe(false)
    expect([phone.current, await pushMark(), calls]).toEqual([null, null, []])
  })
})

describe('the end of pushes', () => {
  it('unsubscribes what has no mark, and closes what is shown', async () => {
    const phone = fakeRegistration('left')
    await endOnPhone(asRegistration(phone))
    expect([phone.current, phone.closed]).toEqual([null, ['ada', 'bob']])
  })

  it('closes what is shown also where the push service does not answer', async () => {
    const phone = fakeRegistration('left')
    phone.pushManager.getSubscription = () => Promise.reject(new Error('no answer'))
    await endOnPhone(asRegistration(phone))
    expect(phone.closed).toEqual(['ada', 'bob'])
  })

  it('leaves the subscription that is marked, and what is shown to its account', async () => {
    const phone = fakeRegistration('mine')
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: 0 })
    await endOnPhone(asRegistration(phone))
    expect([phone.current, phone.closed]).toEqual(['mine', ['bob']])
  })

  it('is told again until the server answers, and a refusal is an answer', async () => {
    await deviceDb.marks.put({ key: 'push-ended', value: 'old' })
    answer = () => Promise.reject(new TypeError('no network'))
    await expect(tellPushEnd()).rejects.toThrow()
    expect(await endedPush()).toBe('old')
    const problem = { type: '', title: '', status: 401, detail: '', code: 'UNAUTHENTICATED' }
    answer = () => Response.json(problem, { status: 401, headers: { 'Content-Type': 'application/problem+json' } })
    await tellPushEnd()
    expect(await endedPush()).toBeNull()
    expect(calls.map(({ method, body }) => [method, body])).toEqual(Array(2).fill(['DELETE', { endpoint: 'old' }]))
  })
})

describe('the renewal at a start', () => {
  function onThisPhone(fake: ReturnType<typeof fakeRegistration>) {
    vi.stubGlobal('registration', fake)
    return fake
  }

  it('tells the server once a day', async () => {
    onThisPhone(fakeRegistration('mine'))
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    await renewPush('ada', NOW + 3_600_000)
    expect(calls).toEqual([])
    await renewPush('ada', NOW + 86_400_001)
    expect(calls.map(({ method }) => method)).toEqual(['POST'])
  })

  it.each([
    ['the same', KEY, 'mine'],
    ['another', 'AAAA', 'new-1'],
  ])('subscribes again where the server has a new key: its subscription is for %s', async (_which, key, left) => {
    const phone = fakeRegistration('mine')
    const ofKey = {
      applicationServerKey: Uint8Array.from(atob(key.replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer,
    }
    const { getSubscription } = phone.pushManager
    phone.pushManager.getSubscription = async () =>
      Object.assign((await getSubscription()) ?? {}, { options: ofKey }) as never
    onThisPhone(phone)
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    await renewPush('ada', NOW + 86_400_001)
    expect([phone.current, (await pushMark())?.endpoint]).toEqual([left, left])
  })

  it('subscribes again where the browser has ended or changed the subscription', async () => {
    const phone = onThisPhone(fakeRegistration('changed'))
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    await renewPush('ada', NOW)
    expect([phone.current, (await pushMark())?.endpoint, await endedPush()]).toEqual(['new-1', 'new-1', 'mine'])
  })

  it('keeps its mark if that fails, for the next time, and does not say that pushes are on', async () => {
    onThisPhone(fakeRegistration(null))
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    answer = () => Promise.reject(new TypeError('no network'))
    await expect(renewPush('ada', NOW)).rejects.toThrow()
    expect(await pushMark()).toEqual({ uid: 'ada', endpoint: 'mine', toldAt: 0 })
  })

  it('does not say that pushes are on either where the push service cannot be reached', async () => {
    const phone = onThisPhone(fakeRegistration('changed'))
    phone.pushManager.subscribe = () => Promise.reject(new DOMException('', 'AbortError'))
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    await expect(renewPush('ada', NOW)).rejects.toThrow()
    expect(await pushMark()).toEqual({ uid: 'ada', endpoint: 'mine', toldAt: 0 })
  })

  it('ends the pushes where the user took the permission back', async () => {
    const phone = onThisPhone(fakeRegistration('mine'))
    await keepPushMark({ uid: 'ada', endpoint: 'mine', toldAt: NOW })
    vi.stubGlobal('Notification', { permission: 'denied' })
    await renewPush('ada', NOW)
    expect([phone.current, await pushMark(), await endedPush()]).toEqual([null, null, 'mine'])
  })

  it('does nothing for an account without pushes', async () => {
    const phone = onThisPhone(fakeRegistration('of-bob'))
    await renewPush('ada', NOW)
    expect([phone.current, calls]).toEqual(['of-bob', []])
  })
})
