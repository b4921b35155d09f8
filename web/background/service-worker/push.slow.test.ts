import { beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb } from '../../store/device-db.ts'
import { showPushes } from './push.ts'

const PAYLOAD = {
  kind: 'start',
  marathonId: 'm 1',
  title: 'Harbour Ten',
  text: 'The start is now 09:30.',
  at: '2037-03-05T08:00:00.000Z',
}

interface Page {
  url: string
  visibilityState: string
  focus: () => Promise<Page>
  navigate: (path: string) => Promise<void>
}

/** A service worker with these pages. */
function serviceWorker(urls: string[] = []) {
  const log: string[] = []
  const pages = urls.map((url): Page => {
    const page: Page = {
      url,
      visibilityState: 'visible',
      focus: async () => {
        log.push(`focus ${url}`)
        return page
      },
      navigate: async (path) => void log.push(`navigate ${path}`),
    }
    return page
  })
  const notifications = new Map<string, NotificationOptions & { title: string }>()
  let unsubscribed = 0
  const subscription = { endpoint: 'an-end', unsubscribe: async () => void unsubscribed++ }
  const self = Object.assign(new EventTarget(), {
    registration: {
      showNotification: vi.fn(async (title: string, options: NotificationOptions) => {
        notifications.set(String(options.tag), { title, ...options })
      }),
      pushManager: { getSubscription: async () => subscription },
      getNotifications: async ({ tag }: { tag: string }) => [notifications.get(tag)].filter(Boolean),
    },
    clients: {
      matchAll: async () => pages,
      openWindow: async (path: string) => void log.push(`open ${path}`),
    },
  })
  const sync = vi.fn(async () => undefined)
  const pause = Promise.withResolvers<void>()
  const pauseWithin = vi.fn(() => pause.promise)
  showPushes(self as unknown as ServiceWorkerGlobalScope, { sync, pauseWithin })
  const dispatch = async (type: string, fields: object) => {
    let done: Promise<unknown> = Promise.resolve()
    const waitUntil = (promise: Promise<unknown>) => {
      done = promise
    }
    self.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }))
    await done
  }
  return {
    log,
    pages,
    sync,
    pauseWithin,
    endPause: pause.resolve,
    shown: self.registration.showNotification,
    unsubscribed: () => unsubscribed,
    push: (text: string) => dispatch('push', { data: { json: () => JSON.parse(text) } }),
    click: () =>
      dispatch('notificationclick', {
        notification: { close: () => log.push('close'), data: { path: '/e/m%201' } },
      }),
  }
}

async function phoneOf(signedIn: string | null, pushesOf: string | null) {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  const profile = { email: '', displayName: '', photoURL: '', expiresAt: '' }
  if (signedIn) await deviceDb.session.put({ key: 'current', uid: signedIn, ...profile })
  const value = JSON.stringify({ uid: pushesOf, endpoint: 'an-endpoint', toldAt: 0 })
  if (pushesOf) await deviceDb.marks.put({ key: 'push', value })
}

beforeEach(() => phoneOf('ada', 'ada'))

describe('a push', () => {
  it('is shown to the account that asked for it', async () => {
    const worker = serviceWorker(['https://startline.test/'])
    await worker.push(JSON.stringify(PAYLOAD))
    expect(worker.shown).toHaveBeenCalledExactlyOnceWith('Harbour Ten', {
      body: 'The start is now 09:30.',
      icon: '/icons/icon-192.png',
      tag: 'race:m 1:start',
      renotify: true,
      data: { path: '/e/m%201', at: PAYLOAD.at, uid: 'ada' },
      timestamp: Date.parse(PAYLOAD.at),
    })
  })

  it('is shown in the language that the app last showed, and its tag says no language', async () => {
    const worker = serviceWorker(['https://startline.test/'])
    const parts = [{ kind: 'place', from: 'Hamburg', to: 'Kiel' }]
    const place = { ...PAYLOAD, kind: 'place', text: 'The place is now Kiel. It was Hamburg.', parts }
    const promoted = { ...PAYLOAD, kind: 'promoted', text: 'A place became free, and it is yours.' }
    const say = async (language: string, push: object) => {
      await deviceDb.marks.put({ key: 'language', value: language })
      await worker.push(JSON.stringify(push))
      const [, options] = worker.shown.mock.lastCall as unknown as [string, { body: string; tag: string }]
      return [options.body, options.tag]
    }
    const tag = `race:m 1:${promoted.text}`
    expect(await say('qps', place)).toEqual([
      expect.stringMatching(/^⟦Thé plácé ís nów Kiel. Ít wás Hamburg.[· ]+⟧$/),
      'race:m 1:place',
    ])
    expect(await say('qps', promoted)).toEqual([expect.stringMatching(/^⟦Á plácé bécámé fréé/), tag])
    expect(await say('qps', { ...place, parts: [{ kind: 'weather' }] })).toEqual([place.text, 'race:m 1:place'])
    // A language that a later version had, and was taken back.
    const text = 'The start is now Thu Mar 5, 2037, 08:30 (UTC). It was Thu Mar 5, 2037, 08:00.'
    const [from, to] = ['2037-03-05T08:00:00.000Z', '2037-03-05T08:30:00.000Z']
    const start = { ...PAYLOAD, text: 'not this', parts: [{ kind: 'start', from, to, timeZone: 'UTC' }] }
    expect(await say('xx', start)).toEqual([text, 'race:m 1:start'])
    expect(await say('en', promoted)).toEqual([promoted.text, tag])
  })

  it('that is older than the one on the screen leaves that one there, without a sound', async () => {
    const worker = serviceWorker(['https://startline.test/'])
    const newer = { ...PAYLOAD, text: 'The start is now 10:00.', at: '2037-03-05T09:00:00.000Z' }
    await worker.push(JSON.stringify(newer))
    await worker.push(JSON.stringify(PAYLOAD))
    const [first, second] = worker.shown.mock.calls
    expect(second).toEqual(['Harbour Ten', { ...first?.[1], renotify: undefined, silent: true }])
    expect(second?.[1]).toMatchObject({ body: newer.text, tag: 'race:m 1:start' })
    await worker.push(JSON.stringify({ ...newer, at: '2037-03-05T10:00:00.000Z', text: 'The start is now 11:00.' }))
    expect(worker.shown).toHaveBeenLastCalledWith(
      'Harbour Ten',
      expect.objectContaining({ body: 'The start is now 11:00.' }),
    )
  })

  it('replaces one of the same subject alone: a written one replaces none', async () => {
    const tags = async (...pushes: object[]) => {
      const worker = serviceWorker(['https://startline.test/'])
      for (const push of pushes) await worker.push(JSON.stringify({ ...PAYLOAD, ...push }))
      const calls = worker.shown.mock.calls as unknown as [string, { tag: string }][]
      return new Set(calls.map(([, { tag }]) => tag)).size
    }
    expect(await tags({ kind: 'start' }, { kind: 'start', text: 'The start is now 10:00.' })).toBe(1)
    expect(await tags({ kind: 'cancelled', text: 'Storm' }, { kind: 'restored', text: 'It takes place.' })).toBe(1)
    expect(await tags({ kind: 'start' }, { kind: 'place' }, { kind: 'written' })).toBe(3)
    expect(await tags({ kind: 'written' }, { kind: 'written', text: 'Bring water.' })).toBe(2)
    expect(await tags({ kind: 'start' }, { kind: 'start', marathonId: 'm 2' })).toBe(2)
  })

  it.each([
    ['nobody is signed in', null, 'ada'],
    ['another account is signed in', 'bob', 'ada'],
    ['the account has no pushes here', 'ada', null],
  ])('is not shown where %s, and its subscription ends', async (_, signedIn, pushesOf) => {
    await phoneOf(signedIn, pushesOf)
    // A logout that was cut off is finished too.
    await deviceDb.marks.put({ key: 'wipe:eve', value: 'clean' })
    const worker = serviceWorker()
    await worker.push(JSON.stringify(PAYLOAD))
    expect(worker.shown).not.toHaveBeenCalled()
    expect(worker.unsubscribed()).toBe(1)
    expect(await deviceDb.marks.where('key').startsWith('wipe:').count()).toBe(0)
  })

  it('syncs a closed app after a random pause of some seconds, and an open app not at all', async () => {
    const [closed, opened, open] = [serviceWorker(), serviceWorker(), serviceWorker(['https://startline.test/'])]
    const told = [closed, opened, open].map((worker) => worker.push(JSON.stringify(PAYLOAD)))
    for (const { pauseWithin } of [closed, opened]) {
      await vi.waitFor(() => expect(pauseWithin).toHaveBeenCalledExactlyOnceWith(10_000), 10_000)
    }
    expect(closed.sync).not.toHaveBeenCalled()
    // The user opens the app meanwhile, and its page syncs.
    opened.pages.push(...open.pages)
    for (const { endPause } of [closed, opened]) endPause()
    await Promise.all(told)
    expect(closed.sync).toHaveBeenCalledExactlyOnceWith(expect.anything(), 'ada')
    for (const { sync } of [opened, open]) expect(sync).not.toHaveBeenCalled()
    expect(open.pauseWithin).not.toHaveBeenCalled()
  })

  it.each(['null', '{}', '"text"', '{"title":"forged"}', '{', JSON.stringify({ ...PAYLOAD, text: 5 })])(
    'that says %s is not shown',
    async (text) => {
      const worker = serviceWorker(['https://startline.test/'])
      await worker.push(text)
      expect(worker.shown).not.toHaveBeenCalled()
    },
  )
})

describe('a tap on it', () => {
  it('opens the race in a new window where none is open', async () => {
    const worker = serviceWorker()
    await worker.click()
    expect(worker.log).toEqual(['close', 'open /e/m%201'])
  })

  it('leads an open window there', async () => {
    const worker = serviceWorker(['https://startline.test/start'])
    await worker.click()
    expect(worker.log).toEqual(['close', 'focus https://startline.test/start', 'navigate /e/m%201'])
  })

  it('focuses the window that shows the race', async () => {
    const worker = serviceWorker(['https://startline.test/', 'https://startline.test/marathons/m%201'])
    await worker.click()
    expect(worker.log).toEqual(['close', 'focus https://startline.test/marathons/m%201'])
  })
})
