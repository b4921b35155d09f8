import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { DEVICE_STORES, DEVICE_VERSION } from '../../web/store/device-db.ts'
import { sessionCookie } from './session.ts'

/** The path of the benches' browser: CHROMIUM_PATH, or Debian's Chromium. */
export function chromiumPath(): string {
  const path = process.env.CHROMIUM_PATH || '/usr/bin/chromium'
  if (!existsSync(path)) throw new Error(`There is no Chromium at ${path}; name one with CHROMIUM_PATH`)
  return path
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath() })
}

/** Limits the network to a phone's: 150 ms, 1.6 Mbit/s down, 0.75 Mbit/s up. It is the same for all subjects. */
export async function shapeNetwork(session: CDPSession, shaped = true): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: shaped ? 150 : 0,
    downloadThroughput: shaped ? (1.6 * 1e6) / 8 : -1,
    uploadThroughput: shaped ? (0.75 * 1e6) / 8 : -1,
  })
}

/** Signs an account in without the login screen: it sets the session cookie, and the phone's record of the account. */
export async function signIn(context: BrowserContext, page: Page, origin: string, uid: string): Promise<void> {
  const [name = '', value = ''] = sessionCookie(uid).split('=')
  await context.addCookies([{ name, value, url: origin }])
  await page.goto(origin)
  await page.getByText('Explore Marathons').waitFor()
  const record = {
    key: 'current',
    uid,
    email: `${uid}@example.com`,
    displayName: `Name of ${uid}`,
    photoURL: '',
    expiresAt: new Date(Date.now() + 12 * 86_400_000).toISOString(),
  }
  await page.evaluate(`new Promise((resolve, reject) => {
    localStorage.setItem('signed-in', '1')
    // The page may not have made its database yet.
    const open = indexedDB.open('startline-device', ${DEVICE_VERSION})
    open.onupgradeneeded = () => {
      for (const [name, key] of Object.entries(${JSON.stringify(DEVICE_STORES)})) {
        open.result.createObjectStore(name, { keyPath: key.replace('++', ''), autoIncrement: key.startsWith('++') })
      }
    }
    open.onerror = () => reject(open.error)
    open.onsuccess = () => {
      const write = open.result.transaction('session', 'readwrite')
      write.objectStore('session').put(${JSON.stringify(record)})
      write.oncomplete = () => { open.result.close(); resolve() }
    }
  })`)
}
