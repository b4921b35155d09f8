import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { wireOf } from '../../../contract/testing/wire-of.ts'
import { type Deletion, deletionOf, putDeletion } from '../../session/deletion-marks.ts'
import { deviceDb } from '../../store/device-db.ts'
import { emptyAccount, queueEdits, responseOf, sessionOf } from '../../testing/test-account.ts'
import { syncInBackground } from './background.ts'
import { endWork } from './ending.ts'

const DELETION: Deletion = {
  uid: 'ada',
  email: 'ada@example.com',
  refreshToken: 'refresh of ada',
  askedAt: Date.now(),
  state: 'due',
}
const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'localhost', projectId: 'startline' },
  emulatorHost: null,
  vapidKey: null,
}
const network = vi.fn<typeof fetch>()

beforeEach(async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async (url) => {
    if (String(url) === '/api/config') return Response.json(CONFIG)
    return Response.json(String(url).includes('/v1/token') ? { id_token: 'fresh' } : { success: true })
  })
  await putDeletion(DELETION)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  pages = []
  await deviceDb.marks.clear()
})

const showNotification = vi.fn(async () => undefined)
let pages: string[] = []
let shown: { data: { uid: string }; close: () => void }[] = []

/** Wakes a service worker for a Background Sync. @returns a promise that is rejected if the browser must try again */
function wake(tag: string): Promise<unknown> {
  const registration = { showNotification, getNotifications: async () => shown }
  vi.stubGlobal('registration', registration)
  const self = Object.assign(new EventTarget(), {
    registration,
    clients: { matchAll: async () => pages.map((visibilityState) => ({ visibilityState })) },
  })
  syncInBackground(self as unknown as ServiceWorkerGlobalScope)
  let done: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => {
    done = promise
  }
  self.dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }))
  return done
}

it('a Background Sync tells the server of a deletion while no page is open', async () => {
  await wake('account-deletions')
  expect((await deletionOf('ada'))?.state).toBe('done')
})

it('is asked for again where the server cannot be reached', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(wake('account-deletions')).rejects.toThrow('has not heard')
  expect((await deletionOf('ada'))?.state).toBe('due')
})

describe('a Background Sync of an account', () => {
  /** An account with pushes and an edit, which the server refuses. */
  async function refusedEdit(): Promise<string> {
    const db = await emptyAccount()
    await deviceDb.session.put(sessionOf(db.uid))
    await deviceDb.marks.put({ key: 'push', value: JSON.stringify({ uid: db.uid, endpoint: 'e', toldAt: 1 }) })
    const [{ opId } = { opId: '' }] = await queueEdits(db, ['event-0001'])
    network.mockImplementation(async () =>
      Response.json(wireOf(responseOf({ results: [{ opId, status: 'rejected', code: 'FORBIDDEN' }] }))),
    )
    return db.uid
  }

  it('that finds the session ended elsewhere logs out on this phone', async () => {
    const uid = await refusedEdit()
    const answer = { code: 'UNAUTHENTICATED', message: 'over', fields: { session: { code: 'ENDED' } } }
    network.mockImplementation(async () => Response.json(answer, { status: 401 }))
    await wake(`sync:${uid}`).catch(() => undefined)
    expect(await deviceDb.session.count()).toBe(0)
  })

  it('tells of a refusal, where nobody looks at the app', async () => {
    const uid = await refusedEdit()
    pages = ['hidden']
    await wake(`sync:${uid}`)
    expect(showNotification).toHaveBeenCalledTimes(1)
  })

  it('tells of a refusal in the language that the app last showed', async () => {
    const uid = await refusedEdit()
    await deviceDb.marks.put({ key: 'language', value: 'qps' })
    await wake(`sync:${uid}`)
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^⟦Nót áccéptéd/),
      expect.objectContaining({ body: expect.stringMatching(/^⟦Ópén thé ápp/) }),
    )
  })

  it('tells of a refusal although a later request of the pass fails, and once', async () => {
    const uid = await refusedEdit()
    const respond = network.getMockImplementation() ?? fetch
    let answers = 0
    network.mockImplementation(async (...call) => {
      answers += 1
      if (answers > 1) throw new TypeError('Failed to fetch')
      return Response.json({ ...((await (await respond(...call)).json()) as object), more: true })
    })
    await wake(`sync:${uid}`).catch(() => undefined)
    expect(answers).toBeGreaterThan(1)
    expect(showNotification).toHaveBeenCalledTimes(1)
    await wake(`sync:${uid}`).catch(() => undefined)
    expect(showNotification).toHaveBeenCalledTimes(1)
  })

  it('leaves what is shown to its account while an ended subscription is not told yet', async () => {
    const uid = await refusedEdit()
    await deviceDb.marks.put({ key: 'push-ended', value: 'old' })
    const close = vi.fn()
    shown = [{ data: { uid }, close }]
    await wake(`sync:${uid}`)
    shown = []
    expect(close).not.toHaveBeenCalled()
  })

  it('tells nothing where a page is looked at', async () => {
    const uid = await refusedEdit()
    pages = ['hidden', 'visible']
    await wake(`sync:${uid}`)
    expect(showNotification).not.toHaveBeenCalled()
  })

  it('ends, to be run again, when a new version is to take over', async () => {
    const uid = await refusedEdit()
    let isAborted = false
    network.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            isAborted = true
            reject(init.signal?.reason)
          })
          setTimeout(endWork)
        }),
    )
    await expect(wake(`sync:${uid}`)).rejects.toThrow()
    expect(isAborted).toBe(true)
  })

  it('clears the number on the icon where the session ends meanwhile', async () => {
    const clearAppBadge = vi.fn(async () => undefined)
    Object.defineProperty(navigator, 'clearAppBadge', { value: clearAppBadge, configurable: true })
    const uid = await refusedEdit()
    network.mockImplementation(async () => {
      await deviceDb.session.clear()
      return Response.json(wireOf(responseOf()))
    })
    await wake(`sync:${uid}`).catch(() => undefined)
    Reflect.deleteProperty(navigator, 'clearAppBadge')
    expect(clearAppBadge).toHaveBeenCalledTimes(1)
  })
})
