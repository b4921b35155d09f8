/// <reference lib="dom" />
import { type CDPSession, expect, type Page } from '@playwright/test'

type Stores = Record<string, unknown[]>
type Databases = Record<string, Stores>

/**
 * Reads all databases of this browser whose names start with `prefix`, by database and store. It creates none.
 * @param only the stores that are read; without it all
 */
export async function readDatabases(page: Page, prefix = '', only?: readonly string[]): Promise<Databases> {
  return page.evaluate(
    async ([prefix, only]) => {
      const promised = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      // A database may have been deleted since it was listed. Opening it must not create it again.
      const openOld = (name: string) =>
        new Promise<IDBDatabase | null>((resolve) => {
          const request = indexedDB.open(name)
          request.onupgradeneeded = () => request.transaction?.abort()
          request.onsuccess = () => resolve(request.result)
          request.onerror = (event) => {
            event.preventDefault()
            resolve(null)
          }
        })
      const found: Record<string, Record<string, unknown[]>> = {}
      for (const { name } of await indexedDB.databases()) {
        const db = name?.startsWith(prefix) ? await openOld(name) : null
        if (!db) continue
        const stores: Record<string, unknown[]> = {}
        for (const store of Array.from(db.objectStoreNames)) {
          if (only && !only.includes(store)) continue
          stores[store] = await promised(db.transaction(store).objectStore(store).getAll())
        }
        found[db.name] = stores
        db.close()
      }
      return found
    },
    [prefix, only] as const,
  )
}

const ACCOUNT_DB = 'startline-account-'

/** Reads the databases of all accounts in this browser, by uid and store. @param only as for `readDatabases` */
export async function dumpAccounts(page: Page, only?: readonly string[]): Promise<Databases> {
  const databases = Object.entries(await readDatabases(page, ACCOUNT_DB, only))
  return Object.fromEntries(databases.map(([name, stores]) => [name.slice(ACCOUNT_DB.length), stores]))
}

/**
 * The places on this phone where one of these words is stored, and everything that a logout must always delete:
 * pictures of race packs. The list is empty if there is nothing.
 */
export async function tracesOf(page: Page, words: readonly string[]): Promise<string[]> {
  const says = (text: string) => words.some((word) => text.includes(word))
  const databases = Object.entries(await readDatabases(page)).flatMap(([name, stores]) => [
    ...(says(name) ? [name] : []),
    ...Object.entries(stores)
      .filter(([, rows]) => says(JSON.stringify(rows)))
      .map(([store]) => `${name}/${store}`),
  ])
  const { items, cached } = await page.evaluate(readStorages)
  const kept = Object.entries(items).filter(([key, value]) => says(key + value))
  const saved = cached.filter(({ cache, url, text }) => cache === 'pack-pictures' || says(url + text))
  return [...databases, ...kept.map(([key]) => `localStorage ${key}`), ...saved.map(({ cache, url }) => cache + url)]
}

async function readStorages() {
  const cached: { cache: string; url: string; text: string }[] = []
  for (const cache of await caches.keys()) {
    const opened = await caches.open(cache)
    for (const { url } of await opened.keys()) {
      const text = await opened.match(url, { ignoreVary: true }).then((answer) => answer?.text())
      cached.push({ cache, url, text: text ?? '' })
    }
  }
  return { items: { ...localStorage }, cached }
}

/** Makes the stored session of the signed-in user `days` days old. The app renews it after the next pass. */
export async function ageSession(page: Page, days: number): Promise<void> {
  await page.evaluate((days) => {
    const opening = indexedDB.open('startline-device')
    return new Promise<void>((resolve, reject) => {
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const change = opening.result.transaction('session', 'readwrite')
        const store = change.objectStore('session')
        const read = store.get('current')
        read.onsuccess = () => {
          const expiresAt = new Date(Date.now() + (14 - days) * 24 * 60 * 60 * 1000).toISOString()
          store.put({ ...read.result, expiresAt })
        }
        change.oncomplete = () => {
          opening.result.close()
          resolve()
        }
        change.onerror = () => reject(change.error)
      }
    })
  }, days)
}

/** A wake-up of the service worker, as the debugging protocol names it. */
type WakeUp = 'dispatchSyncEvent' | 'dispatchPeriodicSyncEvent'

/**
 * Wakes the app's service worker until `hasHappened`, as the browser does while the app is closed. It wakes it once a
 * second, because the debugging protocol loses an event for a service worker that is just starting.
 * @param tag the tag of the background sync or of the periodic one
 */
export async function wakeInBackground(
  page: Page,
  origin: string,
  wakeUp: WakeUp,
  tag: string,
  hasHappened: () => Promise<boolean> | boolean,
): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const event = { origin, registrationId: await found, tag }
  const wake = async () => {
    if (wakeUp === 'dispatchSyncEvent') await session.send(`ServiceWorker.${wakeUp}`, { ...event, lastChance: false })
    else await session.send(`ServiceWorker.${wakeUp}`, event)
  }
  await expect
    .poll(
      async () => {
        if (await hasHappened()) return true
        await wake()
        return false
      },
      { intervals: [1000], timeout: 60_000 },
    )
    .toBe(true)
  return session
}

/** Everything that this browser stores, as one text: databases, localStorage, sessionStorage and caches. */
export async function readStorage(page: Page): Promise<string> {
  const databases = JSON.stringify(await readDatabases(page))
  const others = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })
  return `${databases}\n${others}`
}

/** The number of tabs that sync now, and of tabs that wait for the lock. */
export async function readTurns() {
  const { held = [], pending = [] } = await navigator.locks.query()
  const ours = (locks: LockInfo[]) => locks.filter(({ name }) => name?.startsWith('sync:')).length
  return { held: ours(held), pending: ours(pending) }
}
