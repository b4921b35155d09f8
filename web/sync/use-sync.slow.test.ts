import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deletedAccount, endedSession, Problem } from '../../contract/problem.ts'
import { NoResponse } from '../calls/call-api.ts'
import { type AccountDb, FIRST_SYNC } from '../store/account-db.ts'
import { SYNC_CHANNEL } from '../store/account-lock.ts'
import { deviceDb } from '../store/device-db.ts'
import { askForSync, setNextTry, setSyncPhase, syncPhase, useNextTry } from '../store/sync-status.ts'
import { type Rendered, renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount, queueEdits, sessionOf } from '../testing/test-account.ts'
import { PassEnded, type PassResult } from './sync-pass.ts'
import { useSync } from './use-sync.ts'

/** The result of a pass. The hook decides when a pass runs and what its end means. */
const pass = vi.hoisted(() => {
  // All test files share their modules. An earlier file may have loaded the real pass.
  vi.resetModules()
  return vi.fn<(db: AccountDb, signal: AbortSignal) => Promise<PassResult>>()
})
const renew = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
const renewLater = vi.hoisted(() => vi.fn<(...args: unknown[]) => Promise<void>>())
vi.mock('./run-sync.ts', () => ({ runSync: pass }))
// A later file must not get the pass of this one.
afterAll(() => void vi.resetModules())

const endRefused = vi.hoisted(() => vi.fn<(...args: unknown[]) => Promise<void>>())
const RENEWAL = { renewSession: renew, renewIfDue: renewLater, endRefusedSession: endRefused }
let db: AccountDb
/** Shows when sync tries again. */
let page: Rendered<unknown> | undefined
let visible: 'visible' | 'hidden'

beforeEach(async () => {
  db = await emptyAccount()
  visible = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  // This server takes every op. An op that stays `waiting` would be sent again at once.
  pass.mockReset().mockImplementation(async (account) => {
    await account.outbox.clear()
    return 'done'
  })
  renew.mockReset().mockResolvedValue(false)
  renewLater.mockReset().mockResolvedValue()
  endRefused.mockReset().mockResolvedValue()
})
afterEach(() => {
  page?.leave()
  page = undefined
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.restoreAllMocks()
  setSyncPhase('idle')
  setNextTry(null)
})

const passes = (count: number) => until(() => expect(pass).toHaveBeenCalledTimes(count))
const settle = () => new Promise((resolve) => setTimeout(resolve, 30))
async function start() {
  page = renderHook(() => {
    useSync(db, RENEWAL)
    return useNextTry()
  })
  await until(() => expect(pass).toHaveBeenCalled())
  await settle()
}

describe('a pass runs', () => {
  it('when the app starts, as the account of the page, and the session is renewed after it', async () => {
    await start()
    expect(pass.mock.calls[0]?.[0]).toBe(db)
    await until(() => expect(syncPhase()).toBe('idle'))
    expect(renewLater).toHaveBeenCalledWith(db.uid, expect.any(Number), expect.any(AbortSignal))
  })

  it('and renews the session by the server’s clock, also on a phone that is days ahead', async () => {
    await db.sync.put({ ...FIRST_SYNC, serverOffsetMs: -2 * 86_400_000 })
    await start()
    await until(() => expect(renewLater).toHaveBeenCalled())
    expect(Math.abs(Number(renewLater.mock.calls[0]?.[1]) - Date.now() + 2 * 86_400_000)).toBeLessThan(60_000)
  })

  it('as the next account, if the account of the page changes, and not as the last one any more', async () => {
    const next = await emptyAccount()
    let current = db
    page = renderHook(() => {
      useSync(current, RENEWAL)
      return null
    })
    await passes(1)
    await settle()
    current = next
    page.as(null)
    await passes(2)
    expect(pass.mock.calls[1]?.[0]).toBe(next)
    await queueEdits(db, ['event-0001'])
    await settle()
    await queueEdits(next, ['event-0001'])
    await passes(3)
    expect(pass.mock.calls[2]?.[0]).toBe(next)
  })

  it('at once for an edit, once for each, and for what waited from before', async () => {
    await start()
    await queueEdits(db, ['event-0001'])
    await passes(2)
    await settle()
    expect(pass).toHaveBeenCalledTimes(2)
    await queueEdits(db, ['event-0001'])
    await passes(3)
  })

  it.each([
    ['the network is back', () => dispatchEvent(new Event('online'))],
    ['the window is looked at', () => dispatchEvent(new Event('focus'))],
    ['the page is shown again', () => dispatchEvent(new Event('pageshow'))],
    ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the user asks', () => askForSync()],
  ])('when %s, and not after the page was left', async (_name, happens) => {
    await start()
    // While a pass runs, nothing starts a second one.
    await until(() => expect(syncPhase()).toBe('idle'))
    happens()
    await passes(2)
    await settle()
    page?.leave()
    await settle()
    happens()
    await settle()
    expect(pass).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['the window', () => dispatchEvent(new Event('focus'))],
    ['a page shown again', () => dispatchEvent(new Event('pageshow'))],
    ['a page that becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('not twice for a look at %s while one runs', async (_name, happens) => {
    const running = Promise.withResolvers<never>()
    pass.mockImplementationOnce(() => running.promise)
    await start()
    happens()
    running.reject(new NoResponse('unreachable'))
    await until(() => expect(syncPhase()).toBe('offline'))
    await settle()
    expect(pass).toHaveBeenCalledTimes(1)
  })

  it('each minute while somebody looks, and not while nobody does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    page = renderHook(() => useSync(db, RENEWAL))
    await until(() => expect(renewLater).toHaveBeenCalled())
    visible = 'hidden'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pass).toHaveBeenCalledTimes(1)
    visible = 'visible'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pass).toHaveBeenCalledTimes(2)
  })

  it('not when the page is put away', async () => {
    await start()
    visible = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(pass).toHaveBeenCalledTimes(1)
  })

  it('once more at once for an edit that was made while the answer came', async () => {
    pass.mockImplementationOnce(async () => {
      await queueEdits(db, ['event-0001'])
      return 'done'
    })
    pass.mockImplementationOnce(async () => {
      await db.outbox.clear()
      return 'done'
    })
    await start()
    await passes(2)
  })

  it('is ended when the page is left', async () => {
    pass.mockImplementation((_db, signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new PassEnded())))
    })
    await start()
    expect(syncPhase()).toBe('sending')
    page?.leave()
    await until(() => expect(pass.mock.calls[0]?.[1].aborted).toBe(true))
    expect(syncPhase()).toBe('idle')
  })

  it('is followed by a renewal, which is ended too when the page is left', async () => {
    await start()
    await until(() => expect(renewLater).toHaveBeenCalled())
    const [, , signal] = renewLater.mock.calls[0] as unknown as [string, number, AbortSignal]
    expect(signal.aborted).toBe(false)
    page?.leave()
    expect(signal.aborted).toBe(true)
  })
})

describe('a request that hangs in another tab or in the service worker', () => {
  let heard: unknown[]
  let elsewhere: BroadcastChannel
  beforeEach(() => {
    heard = []
    elsewhere = new BroadcastChannel(SYNC_CHANNEL)
    elsewhere.onmessage = ({ data }) => heard.push(data)
    // This tab waits for the account's lock.
    pass.mockImplementation((_db, signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new PassEnded())))
    })
  })
  afterEach(() => elsewhere.close())

  it('is ended when the network is back', async () => {
    await start()
    window.dispatchEvent(new Event('online'))
    await until(() => expect(heard).toEqual(['online']))
  })

  it('is ended when the user comes back and this tab has waited for ten seconds, not before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await start()
    window.dispatchEvent(new Event('focus'))
    await settle()
    expect(heard).toEqual([])
    vi.setSystemTime(Date.now() + 10_000)
    window.dispatchEvent(new Event('focus'))
    await until(() => expect(heard).toEqual(['online']))
  })
})

describe('a request of another tab', () => {
  it('ends the wait that the server asked for only where the user tapped there', async () => {
    pass.mockRejectedValue(new Problem('RATE_LIMITED', '', { retryAfterSeconds: 60 }))
    const elsewhere = new BroadcastChannel(SYNC_CHANNEL)
    await start()
    elsewhere.postMessage('online')
    await settle()
    expect(pass).toHaveBeenCalledTimes(1)
    elsewhere.postMessage('user')
    await passes(2)
    elsewhere.close()
  })
})

describe('what keeps the queue here is said', () => {
  const problem = (code: ConstructorParameters<typeof Problem>[0]) => new Problem(code, '')
  it.each([
    ['unreachable', new NoResponse('unreachable'), 'offline'],
    ['slow', new NoResponse('slow'), 'offline'],
    ['a portal', new NoResponse('foreign'), 'portal'],
    ['a broken server', new NoResponse('broken'), 'failing'],
    ['a full phone', new DOMException('', 'QuotaExceededError'), 'storage-full'],
    ['too much at once', problem('RATE_LIMITED'), 'busy'],
    ['no session', problem('UNAUTHENTICATED'), 'needs-sign-in'],
    ['another account', problem('WRONG_ACCOUNT'), 'needs-sign-in'],
    ['a server out of order', problem('UNAVAILABLE'), 'failing'],
    ['a mistake of ours', new TypeError('x is not a function'), 'failing'],
    ['an end from outside', new PassEnded(), 'idle'],
  ] as const)('for %s', async (_name, error, phase) => {
    pass.mockRejectedValue(error)
    await start()
    await until(() => expect(syncPhase()).toBe(phase))
    expect(renewLater).not.toHaveBeenCalled()
  })

  it.each([
    ['halted', 'failing'],
    ['needs-update', 'needs-update'],
  ] as const)('for a pass that ends %s', async (result, phase) => {
    pass.mockResolvedValue(result)
    await start()
    await until(() => expect(syncPhase()).toBe(phase))
  })

  it.each([
    ['could not be sent', new NoResponse('foreign'), 'not-sent'],
    ['got no answer', new NoResponse('unreachable'), 'not-sent'],
    ['the server was busy', problem('UNAVAILABLE'), 'not-sent'],
    ['were too many', problem('RATE_LIMITED'), 'busy'],
  ] as const)('for a pass that has read, and whose edits %s', async (_name, error, phase) => {
    pass.mockImplementation(async (account) => {
      await account.sync.put({ ...FIRST_SYNC, syncedAt: Date.now() })
      throw error
    })
    await start()
    await until(() => expect(syncPhase()).toBe(phase))
  })

  it('for a pass that has read, where signing in again fails', async () => {
    renew.mockRejectedValue(new NoResponse('unreachable'))
    pass.mockImplementation(async (account) => {
      await account.sync.put({ ...FIRST_SYNC, syncedAt: Date.now() })
      throw problem('UNAUTHENTICATED')
    })
    await start()
    await until(() => expect(syncPhase()).toBe('cannot-renew'))
  })

  it('not of a pass that was ended', async () => {
    pass.mockImplementation((_db, signal) => {
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new NoResponse('broken'))))
    })
    await start()
    page?.leave()
    await settle()
    expect(syncPhase()).toBe('idle')
  })
})

describe('a failed pass is tried again', () => {
  it.each([
    ['by itself where that can help', new NoResponse('unreachable'), true],
    ['only by the user where a login is missing', new Problem('UNAUTHENTICATED', ''), false],
    ['only by the user where another account is signed in', new Problem('WRONG_ACCOUNT', ''), false],
    ['never where it was ended', new PassEnded(), false],
  ])('%s', async (_name, error, again) => {
    pass.mockRejectedValue(error)
    await start()
    await until(() => expect(syncPhase()).not.toBe('sending'))
    await settle()
    expect(page?.value() !== null).toBe(again)
  })

  it.each([
    ['halted', true],
    ['needs-update', false],
  ] as const)('after it ended %s: %s', async (result, again) => {
    pass.mockResolvedValue(result)
    await start()
    await until(() => expect(syncPhase()).not.toBe('sending'))
    await settle()
    expect(page?.value() !== null).toBe(again)
  })
})

describe('an ended session', () => {
  it('is renewed without asking anybody, and the pass begins anew', async () => {
    pass.mockRejectedValueOnce(new Problem('UNAUTHENTICATED', ''))
    renew.mockResolvedValue(true)
    await start()
    await passes(2)
    await until(() => expect(syncPhase()).toBe('idle'))
    expect(renew).toHaveBeenCalledWith(db.uid, expect.any(AbortSignal))
  })

  it.each([
    ['nobody answers', new NoResponse('unreachable'), 'offline'],
    ['a portal answers', new NoResponse('foreign'), 'portal'],
    ['the server is out of order', new Problem('UNAVAILABLE', ''), 'failing'],
  ])('does not ask for a login where %s, and is renewed at the next try', async (_what, failure, phase) => {
    pass.mockRejectedValue(new Problem('UNAUTHENTICATED', ''))
    renew.mockRejectedValueOnce(failure).mockResolvedValue(true)
    await start()
    await until(() => expect(syncPhase()).toBe(phase))
    // The time of the next try is shown: it comes by itself.
    await until(() => expect(page?.value()).not.toBeNull())
    pass.mockReset().mockRejectedValueOnce(new Problem('UNAUTHENTICATED', '')).mockResolvedValue('done')
    window.dispatchEvent(new Event('online'))
    await passes(2)
    await until(() => expect(syncPhase()).toBe('idle'))
  })

  it('is renewed once a pass', async () => {
    pass.mockRejectedValue(new Problem('UNAUTHENTICATED', ''))
    renew.mockResolvedValue(true)
    await start()
    await until(() => expect(syncPhase()).toBe('needs-sign-in'))
    expect([pass, renew].map((fn) => fn.mock.calls.length)).toEqual([2, 1])
  })

  it('is ended here where it was ended elsewhere, and is not renewed', async () => {
    await deviceDb.session.put(sessionOf(db.uid))
    pass.mockRejectedValue(endedSession())
    renew.mockResolvedValue(true)
    await start()
    await until(() => expect(endRefused).toHaveBeenCalledExactlyOnceWith(sessionOf(db.uid), false))
    await until(() => expect(syncPhase()).toBe('idle'))
    expect(renew).not.toHaveBeenCalled()
    await deviceDb.session.clear()
  })

  it('is ended here where the account was deleted', async () => {
    await deviceDb.session.put(sessionOf(db.uid))
    pass.mockRejectedValue(deletedAccount())
    await start()
    await until(() => expect(endRefused).toHaveBeenCalledExactlyOnceWith(sessionOf(db.uid), true))
    await deviceDb.session.clear()
  })

  it('of another account is not ended for it', async () => {
    await deviceDb.session.put(sessionOf('somebody-else'))
    pass.mockRejectedValue(endedSession())
    await start()
    await until(() => expect(syncPhase()).toBe('needs-sign-in'))
    expect(endRefused).not.toHaveBeenCalled()
    await deviceDb.session.clear()
  })

  it('is not renewed for any other failure', async () => {
    pass.mockRejectedValue(new Problem('UNAVAILABLE', ''))
    renew.mockResolvedValue(true)
    await start()
    expect(renew).not.toHaveBeenCalled()
  })
})

it('an edit is also left to Background Sync, where the browser has it', async () => {
  const register = vi.fn(() => Promise.reject(new Error('not allowed')))
  const serviceWorker = { getRegistration: async () => ({ sync: { register } }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  await start()
  expect(register).not.toHaveBeenCalled()
  await queueEdits(db, ['event-0001'])
  await until(() => expect(register).toHaveBeenCalledWith(`sync:${db.uid}`))
  page?.leave()
  await queueEdits(db, ['event-0001'])
  await settle()
  expect(register).toHaveBeenCalledTimes(1)
})
