/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { DEVICE_STORES, DEVICE_VERSION } from '../../web/store/device-db.ts'
import { type FirebaseSignIn, PASSWORD, signIn } from './account.ts'

const POP_UP = 'Login Successful.'
/** A file of the app that runs none of its code. */
const NO_CODE = '/favicon.svg'

/**
 * Opens a screen as an account. A browser on which nobody has signed in gets the session as the form leaves it, because the
 * form takes four times as long. Any other browser logs in by the form.
 * @param path what is asked for, perhaps with the origin: a screen behind the sign-in, or the form, which leads on to
 *   where it would after it
 * @param origin of the app, for a browser that knows none
 */
export async function logIn(page: Page, account: { email: string }, path = '/login', origin = ''): Promise<void> {
  if (page.url() !== 'about:blank') return logInByForm(page, account, path, origin)
  await page.goto((URL.canParse(path) ? new URL(path).origin : origin) + NO_CODE)
  const isNew = await page.evaluate(async () =>
    (await indexedDB.databases()).every(({ name }) => !name?.startsWith('startline-account-')),
  )
  if (!isNew) return logInByForm(page, account, path, origin)
  const user = await signIn(new URL(page.url()).origin, account.email)
  await page.evaluate(putSession, { ...user, email: account.email, version: DEVICE_VERSION, stores: DEVICE_STORES })
  await page.goto(origin + path)
  await untilIn(page)
}

/**
 * Logs in by the form.
 * @param path what is asked for: a screen behind the sign-in leads to the form, and back after it
 * @param origin of the app, for a browser that knows none
 */
export async function logInByForm(
  page: Page,
  { email }: { email: string },
  path = '/login',
  origin = '',
): Promise<void> {
  await page.goto(origin + path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await notePopUp(page)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 })
  // The pop-up closes by itself after 1.5 s. It may come after the screen, and would take the focus from what the test
  // does there.
  await expect.poll(() => page.evaluate(() => 'popUpCame' in window), { timeout: 30_000 }).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: POP_UP }).waitFor({ state: 'hidden' })
  await untilIn(page)
}

/** Waits until the page shows that somebody is signed in. */
async function untilIn(page: Page) {
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 })
  const isIn = page.getByRole('button', { name: 'Logout' }).or(page.getByRole('button', { name: 'Menu', exact: true }))
  // This notices it at once; `expect` would look again after up to half a second.
  await isIn.waitFor({ timeout: 30_000 })
}

/** Stores what a login stores: the cookie, the session of the app and the user of Firebase. */
async function putSession({
  uid,
  email,
  displayName,
  photoUrl,
  idToken,
  refreshToken,
  version,
  stores,
}: FirebaseSignIn & { email: string; version: number; stores: Record<string, string> }) {
  const headers = { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' }
  const response = await fetch('/api/jwt', { method: 'POST', headers, body: JSON.stringify({ email }) })
  if (!response.ok) throw new Error(`POST /api/jwt answers ${response.status}`)
  const { expiresAt } = (await response.json()) as { expiresAt: string }
  const put = (name: string, version: number, stores: Record<string, string>, into: string, record: object) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      opening.onupgradeneeded = () => {
        for (const [store, key] of Object.entries(stores)) {
          opening.result.createObjectStore(store, {
            keyPath: key.replace('++', ''),
            autoIncrement: key.startsWith('++'),
          })
        }
      }
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const change = opening.result.transaction(into, 'readwrite')
        change.objectStore(into).put(record)
        change.onerror = () => reject(change.error)
        change.oncomplete = () => {
          opening.result.close()
          resolve()
        }
      }
    })
  const session = { key: 'current', uid, email, displayName, photoURL: photoUrl, expiresAt }
  localStorage.setItem('signed-in', '1')
  await put('startline-device', version, stores, 'session', session)
  const now = Date.now()
  const provider = {
    providerId: 'password',
    uid: email,
    displayName,
    email,
    phoneNumber: null,
    photoURL: photoUrl || null,
  }
  const user = {
    uid,
    email,
    emailVerified: false,
    displayName,
    isAnonymous: false,
    photoURL: photoUrl || undefined,
    phoneNumber: undefined,
    tenantId: undefined,
    providerData: [provider],
    stsTokenManager: { refreshToken, accessToken: idToken, expirationTime: now + 3_600_000 },
    _redirectEventId: undefined,
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey: 'demo',
    appName: '[DEFAULT]',
  }
  const record = { fbase_key: 'firebase:authUser:demo:[DEFAULT]', value: user }
  await put('firebaseLocalStorageDb', 1, { firebaseLocalStorage: 'fbase_key' }, 'firebaseLocalStorage', record)
}

/** Notes on the window that the pop-up was opened. A starved machine may paint no frame while it is open. */
function notePopUp(page: Page) {
  return page.evaluate((title) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.swal2-container')?.textContent?.includes(title)) return
      observer.disconnect()
      Object.assign(window, { popUpCame: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, POP_UP)
}
