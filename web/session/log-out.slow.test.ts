import Dexie from 'dexie'
import type { User } from 'firebase/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wireOf } from '../../contract/testing/wire-of.ts'
import { AccountDb, accountDbName, FIRST_SYNC } from '../store/account-db.ts'
import { accountLock } from '../store/account-lock.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { enqueueOps } from '../store/outbox.ts'
import { runSync } from '../sync/run-sync.ts'
import { applicationRow, marathonRow, responseOf } from '../testing/test-account.ts'
import { endedElsewhere } from './ended-elsewhere.ts'
import { finishLogouts } from './finish-logouts.ts'
import { logOutEverywhere } from './log-out-everywhere.ts'
import { logoutReason } from './logout-reason.ts'
import { endPushMark, keepPushMark, pushMark } from './push/push-mark.ts'
import { endSession, tellLogout, whenUntold } from './server-session.ts'
import { renewCookie } from './session-cookie.ts'
import { endAccount } from './session-store.ts'
import { duringSignIn, prepareSignIn, startSession } from './sign-in.ts'
import { finishWipes, wipeOrphans } from './wipe.ts'

const SESSION_MS = 14 * 86_400_000
const EDIT = { type: 'marathon.update' as const, id: 'event-0001', base: { location: 'a' }, patch: { location: 'b' } }
const user = (uid: string) =>
  ({ uid, email: `${uid}@example.com`, displayName: uid, photoURL: null, getIdToken: async () => 't' }) as never as User
const issued = () => Response.json({ success: true, expiresAt: new Date(Date.now() + SESSION_MS).toISOString() })

let uid: string
/** Decides by path how the server responds. */
let server: Record<string, (init: RequestInit) => Promise<Response>>
let calls: string[]

const realSetTimeout = globalThis.setTimeout
beforeEach(async () => {
  await deviceDb.marks.clear()
  uid = `ada-${crypto.randomUUID()}`
  calls = []
  server = { '/api/jwt': async () => issued(), '/api/logout': async () => Response.json({ success: true }) }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(path)
    const ended = new Promise<never>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
    return Promise.race([server[path]?.(init) ?? new Response('', { status: 404 }), ended])
  })
  await prepareSignIn()
  await startSession(user(uid))
})
afterEach(async () => {
  // Ends the calls to the server that still run.
  await prepareSignIn()
  vi.unstubAllGlobals()
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  for (const name of await Dexie.getDatabaseNames()) if (name.startsWith(accountDbName(''))) await Dexie.delete(name)
})

/** An organiser's phone: a marathon, an entrant with a phone number, and a queued edit that was already sent. */
async function fillAccount(account = uid): Promise<void> {
  const db = new AccountDb(account)
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'owner' }), own: 1, gen: 0 })
  await db.applications.put({ ...applicationRow('entry-0001', 'event-0001', { mine: false }), own: 0, gen: 0 })
  await db.packs.put({ marathonId: 'event-0001', seen: marathonRow('event-0001'), at: 0 })
  await db.drafts.put({ key: 'add-marathon', values: { title: 'Half done' }, at: 0 })
  await db.sync.put({ ...FIRST_SYNC, cursor: 'e.7', sentUpTo: 1, syncedAt: 1 })
  db.close()
}
async function queue(account = uid) {
  const db = new AccountDb(account)
  await enqueueOps(db, [EDIT])
  db.close()
}
async function read(account = uid) {
  const db = new AccountDb(account)
  const [marathons, applications, outbox, inbox, drafts, packs, sync] = await Promise.all([
    db.marathons.count(),
    db.applications.count(),
    db.outbox.count(),
    db.inbox.count(),
    db.drafts.count(),
    db.packs.count(),
    db.sync.get('sync'),
  ])
  db.close()
  return { marathons, applications, outbox, inbox, drafts, packs, sync }
}
const isOnDisk = (account = uid) => Dexie.exists(accountDbName(account))

describe('a logout', () => {
  it('leaves nothing of the account where nothing was unsent', async () => {
    await fillAccount()
    await endAccount('clean')
    expect(await storedSession()).toBeNull()
    expect(await isOnDisk()).toBe(false)
    await vi.waitFor(async () => expect(await deviceDb.marks.toArray()).toEqual([]), 10_000)
  })

  it('INV-12 keeps the queue and nothing else that is the server’s, where the user says so', async () => {
    await fillAccount()
    await queue()
    await endAccount('keep')
    const { sync, ...left } = await read()
    expect(left).toEqual({ marathons: 0, applications: 0, outbox: 1, inbox: 0, drafts: 1, packs: 0 })
    // The phone fetches all rows again, and a discard can still say that the server may have received the edit.
    expect(sync).toMatchObject({ cursor: null, syncedAt: null, sentUpTo: 1 })
  })

  it('never throws away a refusal that came after the user was asked', async () => {
    await fillAccount()
    const db = new AccountDb(uid)
    const op = { ...EDIT, opId: 'op-000001', v: 1, at: '2027-01-01T00:00:00.000Z' }
    await db.inbox.put({ opId: op.opId, target: 'marathon:event-0001', op, at: op.at, code: 'FULL' })
    db.close()
    await endAccount('clean')
    expect(await read()).toMatchObject({ inbox: 1, marathons: 0, applications: 0 })
  })

  it('discards the queue where the user says so', async () => {
    await fillAccount()
    await queue()
    await endAccount('discard')
    expect(await isOnDisk()).toBe(false)
  })

  it('does not wait for the server, which is told again until it answers', async () => {
    server['/api/logout'] = () => new Promise(() => undefined)
    await fillAccount()
    await endAccount('clean')
    expect(await isOnDisk()).toBe(false)
    expect(await deviceDb.marks.get('logout-pending')).toBeDefined()
  })

  it('deletes stored pictures where the storage is full, and fails only if that is not enough', async () => {
    const deleted = vi.fn(async (_name: string) => true)
    vi.stubGlobal('caches', { delete: deleted })
    await fillAccount()
    const full = () => Promise.reject(new DOMException('', 'QuotaExceededError')) as never
    const put = vi.spyOn(deviceDb.marks, 'put').mockImplementation(full)
    await expect(endAccount('clean')).rejects.toThrow()
    expect(deleted).toHaveBeenCalledWith('pictures')
    expect((await storedSession())?.uid).toBe(uid)
    put.mockRestore()
    vi.spyOn(deviceDb.marks, 'put').mockImplementationOnce(full)
    await endAccount('clean')
    expect(await storedSession()).toBeNull()
    expect(await isOnDisk()).toBe(false)
  })

  it('that the server asks for makes room as well', async () => {
    const deleted = vi.fn(async (_name: string) => true)
    vi.stubGlobal('caches', { delete: deleted })
    await fillAccount()
    const full = () => Promise.reject(new DOMException('', 'QuotaExceededError')) as never
    vi.spyOn(deviceDb.marks, 'put').mockImplementationOnce(full)
    const session = await storedSession()
    if (!session) throw new Error('nobody is signed in')
    await endedElsewhere(session, false)
    expect(deleted).toHaveBeenCalledWith('pictures')
    expect([await storedSession(), await logoutReason()]).toEqual([null, 'everywhere'])
    expect(await read()).toMatchObject({ marathons: 0, applications: 0 })
  })

  it('stays untold where the call fails', async () => {
    await endSession('clean')
    server['/api/logout'] = async () => new Response('', { status: 502 })
    await tellLogout()
    expect(await deviceDb.marks.get('logout-pending')).toBeDefined()
    server['/api/logout'] = async () => Response.json({ success: true })
    await tellLogout()
    expect(await deviceDb.marks.get('logout-pending')).toBeUndefined()
  })

  it('is told again after a minute while the page stays open, until the server answers', async () => {
    let fails = 2
    server['/api/logout'] = async () =>
      fails-- > 0 ? new Response('', { status: 502 }) : Response.json({ success: true })
    const pauses: number[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      if (ms === 60_000) pauses.push(ms)
      return realSetTimeout(run, ms === 60_000 ? 20 : ms)
    }) as typeof setTimeout)
    // This page stays for the tests that follow, and must not listen any more.
    vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined)
    vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined)
    await finishLogouts()
    calls = []
    await endAccount('clean')
    await vi.waitFor(async () => expect(await deviceDb.marks.get('logout-pending')).toBeUndefined(), 10_000)
    await new Promise((resolve) => realSetTimeout(resolve, 100))
    whenUntold(() => {})
    expect(calls.filter((path) => path === '/api/logout')).toHaveLength(3)
    expect(pauses).toHaveLength(2)
    vi.restoreAllMocks()
  })

  it('is told to the server also where the wipe fails', async () => {
    const failing = vi.spyOn(deviceDb.marks, 'where').mockImplementation(() => {
      throw new Error('unreadable')
    })
    expect(await endAccount('clean')).toBe('wiped-later')
    failing.mockRestore()
    await vi.waitFor(() => expect(calls).toContain('/api/logout'), 10_000)
  })

  it('says so where some data is still there, because a frozen tab has the database open', async () => {
    await fillAccount()
    const frozen = indexedDB.open(accountDbName(uid))
    await new Promise((resolve) => {
      frozen.onsuccess = resolve
    })
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      realSetTimeout(run, (ms ?? 0) >= 1000 ? 50 : ms)) as typeof setTimeout)
    expect(await endAccount('clean')).toBe('wiped-later')
    expect(await storedSession()).toBeNull()
    vi.restoreAllMocks()
    frozen.result.close()
    expect(await finishWipes()).toBe(true)
  })

  it('does not wait without end for a storage that does not answer', async () => {
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      realSetTimeout(run, (ms ?? 0) >= 1000 ? 50 : ms)) as typeof setTimeout)
    const hanging = { startsWith: () => ({ toArray: () => new Promise(() => undefined) }) }
    vi.spyOn(deviceDb.marks, 'where').mockReturnValueOnce(hanging as never)
    expect(await endAccount('clean')).toBe('wiped-later')
    vi.restoreAllMocks()
  })

  it('everywhere ends no session of an account that has logged in since the question', async () => {
    await startSession(user('bob'))
    calls = []
    await expect(logOutEverywhere(new AccountDb(uid))).rejects.toMatchObject({ code: 'WRONG_ACCOUNT' })
    expect(calls).toEqual([])
    expect((await storedSession())?.uid).toBe('bob')
    server['/api/logout-everywhere'] = async () => Response.json({ success: true })
    expect(await logOutEverywhere(new AccountDb('bob'))).toBe('ended')
  })

  it('everywhere keeps a form that is begun on this phone: nobody was asked about it', async () => {
    await fillAccount()
    server['/api/logout-everywhere'] = async () => Response.json({ success: true })
    expect(await logOutEverywhere(new AccountDb(uid))).toBe('ended')
    expect(await read()).toMatchObject({ marathons: 0, applications: 0, drafts: 1 })
  })

  it('ends nothing of an account that has logged in since the question', async () => {
    await fillAccount()
    await queue()
    expect(await endAccount('discard', 'the-last-account')).toBe('other-account')
    expect((await storedSession())?.uid).toBe(uid)
    expect(await read()).toMatchObject({ marathons: 1, outbox: 1 })
    expect(calls).not.toContain('/api/logout')
    expect(await endAccount('discard', uid)).toBe('ended')
    expect(await storedSession()).toBeNull()
  })

  it('is not told to the server for somebody who has logged in since', async () => {
    await deviceDb.marks.put({ key: 'logout-pending', value: '' })
    calls = []
    await tellLogout()
    expect(calls).toEqual([])
  })

  it('does not wait for Firebase, which may still be starting in a network that hangs', async () => {
    await fillAccount()
    const signOut = vi.fn(() => new Promise<void>(() => {}))
    vi.resetModules()
    vi.doMock('./load-firebase.ts', () => ({ signOutOfFirebase: signOut }))
    const fresh = await import('./session-store.ts')
    vi.doUnmock('./load-firebase.ts')
    await fresh.endAccount('clean', 'the-last-account')
    expect(signOut, 'Firebase knows the account that has logged in since the question').not.toHaveBeenCalled()
    await fresh.endAccount('clean')
    expect(signOut).toHaveBeenCalled()
    expect(await isOnDisk()).toBe(false)
  })

  it('deletes Firebase’s own record without a network', async () => {
    const firebase = new Dexie('firebaseLocalStorageDb')
    firebase.version(1).stores({ firebaseLocalStorage: 'fbase_key' })
    await firebase
      .table('firebaseLocalStorage')
      .put({ fbase_key: 'user', value: { refreshToken: 'good for a session' } })
    server = {}
    await endAccount('clean')
    expect(await firebase.table('firebaseLocalStorage').count()).toBe(0)
    firebase.close()
  })

  it('forgets which pictures were looked at, also in Workbox’s own notes', async () => {
    const notes = new Dexie('workbox-expiration')
    notes.version(1).stores({ 'cache-entries': 'id' })
    await notes.table('cache-entries').put({ id: 'pictures|https://example.com/a.jpg' })
    await endAccount('clean')
    expect(await notes.table('cache-entries').count()).toBe(0)
    notes.close()
  })

  it('closes other connections for good: what is read later must not make the database anew', async () => {
    await fillAccount()
    const other = new AccountDb(uid)
    await other.open()
    await endAccount('clean')
    await expect(other.sync.get('sync')).rejects.toThrow()
    expect(await isOnDisk()).toBe(false)
  })
})

describe('a logout that was cut off', () => {
  it('is finished at the next start, as the user chose', async () => {
    await fillAccount()
    await queue()
    await endSession('discard')
    expect(await isOnDisk()).toBe(true)
    expect(await finishWipes()).toBe(true)
    expect(await isOnDisk()).toBe(false)
  })

  it('tries the pictures again at the next start, if the browser could not delete them', async () => {
    const deleted = vi.fn(async (_name: string) => true)
    vi.stubGlobal('caches', { delete: deleted })
    deleted.mockRejectedValueOnce(new DOMException('', 'UnknownError'))
    await fillAccount()
    // Neither the logout nor the next login fails because of them.
    await endAccount('clean')
    expect([await storedSession(), await isOnDisk()]).toEqual([null, false])
    deleted.mockClear().mockRejectedValueOnce(new DOMException('', 'UnknownError'))
    await prepareSignIn()
    expect(deleted).toHaveBeenCalled()
    deleted.mockClear()
    expect(await finishWipes()).toBe(true)
    expect(deleted).toHaveBeenCalledWith('pictures')
    deleted.mockClear()
    await finishWipes()
    expect(deleted).not.toHaveBeenCalled()
  })

  it('is finished before the next login: what was discarded is never sent', async () => {
    await fillAccount()
    await queue()
    await endSession('discard')
    await prepareSignIn()
    await startSession(user(uid))
    expect((await read()).outbox).toBe(0)
    expect(await finishWipes()).toBe(true)
  })

  it('leaves the record of who logs in next alone', async () => {
    await endSession('clean')
    await prepareSignIn()
    await startSession(user(uid))
    const firebase = new Dexie('firebaseLocalStorageDb')
    firebase.version(1).stores({ firebaseLocalStorage: 'fbase_key' })
    await firebase.table('firebaseLocalStorage').put({ fbase_key: 'user', value: {} })
    await finishWipes()
    expect(await firebase.table('firebaseLocalStorage').count()).toBe(1)
    firebase.close()
  })

  it('is finished at the next start where it was interrupted, and the error log goes with it', async () => {
    await fillAccount()
    await endSession('discard')
    await deviceDb.errors.add({ trace: 'Lost', times: 1, at: '' })
    // This page stays for the tests that follow, and must not listen any more.
    vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => undefined)
    vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined)
    await finishLogouts()
    vi.restoreAllMocks()
    whenUntold(() => {})
    expect(await isOnDisk(uid)).toBe(false)
    expect([await deviceDb.marks.where('key').startsWith('wipe:').count(), await deviceDb.errors.count()]).toEqual([
      0, 0,
    ])
  })

  it('has no leftovers: what nobody is signed in to goes, a queue stays', async () => {
    const bob = `bob-${crypto.randomUUID()}`
    const cy = `cy-${crypto.randomUUID()}`
    for (const account of [uid, bob, cy]) await fillAccount(account)
    await queue(cy)
    const bobs = new AccountDb(bob)
    await bobs.drafts.clear()
    bobs.close()
    await wipeOrphans(false)
    expect(await read()).toMatchObject({ marathons: 1, applications: 1 })
    expect(await isOnDisk(bob)).toBe(false)
    expect(await read(cy)).toMatchObject({ marathons: 0, applications: 0, outbox: 1 })
  })

  it('keeps unfinished forms that the user has kept, also at the next start', async () => {
    const bob = `bob-${crypto.randomUUID()}`
    await fillAccount(bob)
    await wipeOrphans(false)
    await wipeOrphans(false)
    expect(await read(bob)).toMatchObject({ marathons: 0, applications: 0, drafts: 1 })
  })

  it('leaves Firebase’s record alone while another tab signs somebody in', async () => {
    await endAccount('clean')
    const firebase = new Dexie('firebaseLocalStorageDb')
    firebase.version(1).stores({ firebaseLocalStorage: 'fbase_key' })
    const records = firebase.table('firebaseLocalStorage')
    await records.put({ fbase_key: 'user', value: { refreshToken: 'of the login that runs' } })
    await duringSignIn(() => wipeOrphans(false))
    expect(await records.count()).toBe(1)
    await wipeOrphans(false)
    expect(await records.count()).toBe(0)
    firebase.close()
  })
})

/** Opens a database with one object store, as a library makes it. */
async function openStore(name: string, store: string): Promise<IDBDatabase> {
  await Dexie.delete(name)
  return new Promise((resolve) => {
    const asked = indexedDB.open(name, 1)
    asked.onupgradeneeded = () => asked.result.createObjectStore(store)
    asked.onsuccess = () => resolve(asked.result)
  })
}

/** Keeps a transaction open, like a tab that is frozen in it. @returns a function that ends it */
function keepBusy(database: IDBDatabase, name: string): () => void {
  let isOver = false
  const store = database.transaction(name, 'readwrite').objectStore(name)
  const again = () => {
    if (!isOver) store.get('any').onsuccess = again
  }
  again()
  return () => {
    isOver = true
  }
}

describe('a tab that is in the way of a logout', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('and keeps the database open puts off the next login, until it is closed', async () => {
    await fillAccount()
    const asked = indexedDB.open(accountDbName(uid))
    const tab = await new Promise<IDBDatabase>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    await endSession('clean')
    const deletes = vi.spyOn(indexedDB, 'deleteDatabase')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const signIn = prepareSignIn().catch((error: unknown) => error)
    while (deletes.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(5000)
    expect(await signIn).toMatchObject({ code: 'busy' })
    vi.useRealTimers()
    tab.close()
    await prepareSignIn()
    expect(await isOnDisk()).toBe(false)
  })

  it('and blocks the record of Firebase does not keep the account’s data on the phone', async () => {
    await fillAccount()
    const tab = await openStore('firebaseLocalStorageDb', 'firebaseLocalStorage')
    const release = keepBusy(tab, 'firebaseLocalStorage')
    await endSession('clean')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const wiped = finishWipes()
    while (await isOnDisk()) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(5000)
    expect(await wiped).toBe(false)
    vi.useRealTimers()
    release()
    tab.close()
    expect(await finishWipes()).toBe(true)
  })

  it('and is frozen in a transaction is waited for 15 seconds, and then the login says so', async () => {
    await fillAccount()
    const db = new AccountDb(uid)
    const frozen = Promise.withResolvers<void>()
    const isHeld = Promise.withResolvers<void>()
    const held = db.transaction('rw', db.tables, async () => {
      await db.marathons.count()
      isHeld.resolve()
      await Dexie.waitFor(frozen.promise)
    })
    await isHeld.promise
    await endSession('clean')
    const times: unknown[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
      times.push(ms)
      return realSetTimeout(run, ms === 15_000 ? 0 : ms)
    }) as typeof setTimeout)
    expect(await finishWipes()).toBe(false)
    expect(times).toContain(15_000)
    await expect(prepareSignIn()).rejects.toMatchObject({ code: 'busy' })
    vi.restoreAllMocks()
    frozen.resolve()
    await held
    db.close()
    expect(await finishWipes()).toBe(true)
    expect(await isOnDisk()).toBe(false)
  })

  it('and is frozen with the lock of the account is waited for five seconds', async () => {
    await fillAccount()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    const frozen = Promise.withResolvers<void>()
    const lock = navigator.locks.request(accountLock(uid), () => frozen.promise)
    await endSession('clean')
    expect(await finishWipes()).toBe(true)
    expect(timeout).toHaveBeenCalledWith(5000)
    expect(await isOnDisk()).toBe(false)
    frozen.resolve()
    await lock
  })
})

describe('what runs while the user logs out', () => {
  it('a first pull writes nothing afterwards', async () => {
    let answer: (response: Response) => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      server['/api/sync'] = () => {
        resolve()
        return new Promise((given) => {
          answer = given
        })
      }
    })
    const db = new AccountDb(uid)
    const pass = runSync(db, undefined, { fetch, now: Date.now }).catch((error: unknown) => error)
    await asked
    await endSession('clean')
    const wiped = finishWipes()
    answer(
      Response.json(
        wireOf(responseOf({ applications: [applicationRow('entry-0001', 'event-0001', { mine: false })] })),
      ),
    )
    await expect(pass).resolves.toMatchObject({ name: 'PassEnded' })
    expect(await wiped).toBe(true)
    expect(await isOnDisk()).toBe(false)
  })

  it('a pass that waits for its turn does not begin', async () => {
    await navigator.locks.request(accountLock(uid), async () => {
      void runSync(new AccountDb(uid)).catch(() => undefined)
      await endSession('clean')
    })
    await finishWipes()
    expect(calls).not.toContain('/api/sync')
    expect(await isOnDisk()).toBe(false)
  })

  it('a renewal does not sign the user in again, and its cookie is cleared', async () => {
    let answer: (response: Response) => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      server['/api/jwt'] = () => {
        resolve()
        return new Promise((given) => {
          answer = given
        })
      }
    })
    const renewal = renewCookie(user(uid))
    await asked
    await endAccount('clean')
    calls = []
    answer(issued())
    expect(await renewal).toBe(false)
    expect(await storedSession()).toBeNull()
    await vi.waitFor(async () => expect(await deviceDb.marks.get('logout-pending')).toBeUndefined(), 10_000)
    expect(calls).toContain('/api/logout')
  })
})

it('an account that logs in without a logout finds nothing of the last, whose queue waits', async () => {
  await fillAccount()
  await queue()
  await startSession(user('bob'))
  expect(await read()).toMatchObject({ marathons: 0, applications: 0, packs: 0, outbox: 1 })
  expect((await storedSession())?.uid).toBe('bob')
})

describe('the pushes of an account', () => {
  const SUBSCRIPTION = '/api/push-subscriptions'
  const endpoint = 'https://fcm.googleapis.com/fcm/send/of-ada'
  let unsubscribed: number
  let shown: number

  beforeEach(async () => {
    unsubscribed = 0
    shown = 1
    const subscription = { endpoint, unsubscribe: async () => void unsubscribed++ }
    vi.stubGlobal('registration', {
      pushManager: { getSubscription: async () => subscription },
      getNotifications: async () => [{ close: () => void shown-- }],
    })
    server[SUBSCRIPTION] = async () => Response.json({ acknowledged: true, deletedCount: 1 })
    await keepPushMark({ uid, endpoint, toldAt: 1 })
    calls = []
  })

  it('end with a logout: on the phone first, and at the server while it still has the session', async () => {
    await endAccount('clean')
    expect([await pushMark(), unsubscribed, shown]).toEqual([null, 1, 0])
    await vi.waitFor(async () => expect(await deviceDb.marks.toArray()).toEqual([]), 10_000)
    expect(calls).toEqual([SUBSCRIPTION, '/api/logout'])
  })

  it('are told to have ended again until the server answers, and hold up no logout', async () => {
    server[SUBSCRIPTION] = () => Promise.reject(new TypeError('no network'))
    await endAccount('clean')
    await vi.waitFor(async () => expect(await deviceDb.marks.get('logout-pending')).toBeUndefined(), 10_000)
    expect(calls).toEqual([SUBSCRIPTION, '/api/logout'])
    expect(await tellLogout()).toBe(false)
    expect(calls.slice(2)).toEqual([SUBSCRIPTION])
    server[SUBSCRIPTION] = async () => Response.json({ acknowledged: true, deletedCount: 1 })
    expect(await tellLogout()).toBe(true)
    expect(calls.slice(3)).toEqual([SUBSCRIPTION])
    expect(await deviceDb.marks.toArray()).toEqual([])
  })

  it('end where the app was closed in the middle of the logout', async () => {
    await endSession('clean')
    expect(await pushMark()).toBeNull()
    await finishWipes()
    expect([unsubscribed, shown]).toEqual([1, 0])
    await tellLogout()
    expect(calls).toEqual([SUBSCRIPTION, '/api/logout'])
  })

  it('end at a later start, where only their end was noted before the app was closed', async () => {
    await endPushMark()
    await finishWipes()
    expect([unsubscribed, shown]).toEqual([1, 0])
  })

  it('end where another account logs in without a logout', async () => {
    await startSession(user('bob'))
    expect([await pushMark(), unsubscribed, shown]).toEqual([null, 1, 0])
  })

  it('go on where the same account logs in again, and the server is told of them again', async () => {
    await startSession(user(uid))
    expect(await pushMark()).toEqual({ uid, endpoint, toldAt: 0 })
    expect(unsubscribed).toBe(0)
  })

  it('that the user switched off are told to have ended, and the session goes on', async () => {
    await endPushMark()
    await tellLogout()
    expect(calls).toEqual([SUBSCRIPTION])
    expect((await storedSession())?.uid).toBe(uid)
  })
})
