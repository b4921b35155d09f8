import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { DESKTOP_FEATURES, findOrInstallChromium } from '../../scripts/local/chromium.ts'
import { logIn } from './log-in.ts'

const START_MS = 20_000
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--no-first-run',
  '--disable-gpu',
  '--remote-debugging-port=0',
  // Without StaticStorageQuota, a test can fill the storage.
  `--disable-features=${['StaticStorageQuota', ...DESKTOP_FEATURES].join(',')}`,
]

/** A browser with its own profile on the disk, like an installed app. Its process can be killed. */
export interface Phone {
  readonly context: BrowserContext
  readonly page: Page
  /** Kills the process, like a phone that needs the memory. The app gets no event. */
  kill(): Promise<void>
  /** Starts the browser again on the same profile. */
  restart(): Promise<void>
  /** Ends the browser like a user who turns the phone off, and copies its profile into the folder. */
  keepProfile(folder: string): Promise<void>
  /** Turns the network of the pages and the service worker off or on. */
  setOffline(offline: boolean): Promise<void>
  /** Ends the browser and deletes the profile. */
  close(): Promise<void>
}

/**
 * Starts a phone.
 * @param flags more arguments for its browser
 * @param kept a profile of `keepProfile` to begin with; without it the profile is empty
 */
export async function startPhone(flags: string[] = [], kept?: string): Promise<Phone> {
  const profile = mkdtempSync(join(tmpdir(), 'startline-phone-'))
  if (kept) cpSync(kept, profile, { recursive: true })
  let running = await launch(profile, flags)
  return {
    get context() {
      return running.context
    },
    get page() {
      return running.page
    },
    kill: () => end(running.child),
    async restart() {
      running = await launch(profile, flags)
    },
    async keepProfile(folder) {
      const session = await running.context.newCDPSession(running.page)
      const ended = new Promise((resolve) => running.child.once('exit', resolve))
      await session.send('Browser.close')
      await ended
      cpSync(profile, folder, { recursive: true, filter: (path) => !basename(path).startsWith('Singleton') })
    },
    setOffline: (offline) => running.context.setOffline(offline),
    async close() {
      await end(running.child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

async function launch(profile: string, flags: string[]) {
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  // A killed browser leaves these locks in its profile.
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket'])
    rmSync(join(profile, name), { force: true })
  const child = spawn(findOrInstallChromium(), [...FLAGS, ...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  })
  const gaveUp = Date.now() + START_MS
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) {
    if (Date.now() > gaveUp) throw new Error('Chromium does not start')
    await sleep(50)
  }
  const port = readFileSync(portFile, 'utf8').split('\n')[0]
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const context = browser.contexts()[0]
  if (!context) throw new Error('Chromium has no context')
  const page = context.pages()[0] ?? (await context.newPage())
  await page.setViewportSize({ width: 390, height: 844 })
  return { child, context, page }
}

/** Does a file in the folder or its subfolders contain this text? */
function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || !child.pid) return resolve()
    child.once('exit', () => resolve())
    process.kill(-child.pid, 'SIGKILL')
  })
}

/** Logs in on the login screen, and waits until the account's data is on the phone. */
export async function logInAndSync(page: Page, origin: string, email: string): Promise<void> {
  await logIn(page, { email }, '/login', origin)
  await untilSynced(page)
}

/** Waits until the first pull is complete. */
export async function untilSynced(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(readSyncedAt), { timeout: 60_000 }).toBeGreaterThan(0)
}

/** Waits until the service worker is installed and controls this page. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
}

/** Waits until a new version that the app found is installed. This takes long on a slow machine. */
export async function untilUpdateWaits(page: Page): Promise<void> {
  const waits = async () => Boolean((await navigator.serviceWorker.ready).waiting)
  await expect.poll(() => page.evaluate(waits), { timeout: 90_000 }).toBe(true)
}

/**
 * The time of the signed-in account's last pull, ms; 0 for none. The phone may also have the queues of other accounts.
 */
async function readSyncedAt(): Promise<number> {
  const answerOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  // Opening a database that does not exist would create it.
  const names = (await indexedDB.databases()).map(({ name }) => name)
  const read = async (name: string, store: string, key: string) => {
    if (!names.includes(name)) return undefined
    const db = await answerOf(indexedDB.open(name))
    try {
      return await answerOf(db.transaction(store).objectStore(store).get(key))
    } catch {
      return undefined
    } finally {
      db.close()
    }
  }
  const session = await read('startline-device', 'session', 'current')
  const sync = session && (await read(`startline-account-${session.uid}`, 'sync', 'sync'))
  return sync?.syncedAt ?? 0
}
