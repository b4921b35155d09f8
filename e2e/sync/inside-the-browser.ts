/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test'

type Stores = Record<string, unknown[]>

/** Everything in the accounts' databases of this browser, by uid and store. */
export async function dumpAccounts(page: Page): Promise<Record<string, Stores>> {
  return page.evaluate(async () => {
    const prefix = 'startline-account-'
    const promised = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: Record<string, Record<string, unknown[]>> = {}
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith(prefix)) continue
      const db = await promised(indexedDB.open(name))
      const stores: Record<string, unknown[]> = {}
      for (const store of Array.from(db.objectStoreNames)) {
        stores[store] = await promised(db.transaction(store).objectStore(store).getAll())
      }
      db.close()
      found[name.slice(prefix.length)] = stores
    }
    return found
  })
}

/** Has the browser fire a background sync in the app's service worker, as it does when the network is back. */
export async function sendInBackground(page: Page, origin: string, tag: string): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registration,
    tag,
    lastChance: false,
  })
  return session
}
