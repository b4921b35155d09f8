import type { PublicMarathon, UpcomingMarathon } from '../../contract/marathon.ts'

// The device database without Dexie: what a start asks of it. A visitor needs no Dexie before the first tap, and a
// signed-in user reads who is here while Dexie still loads. Everything else uses device-db.ts.

export const DEVICE_DB = 'startline-device'
/** The stores of the device database and their keys, as Dexie writes them. */
export const DEVICE_STORES = { session: 'key', lists: 'key', marks: 'key', errors: '++n' }
/** Dexie's version 1 is version 10 of the browser's database. */
export const DEVICE_VERSION = 10

/** The session: who is signed in on this phone. A logout removes it, and a server that ended the session. */
export interface SessionRecord {
  key: 'current'
  uid: string
  email: string
  displayName: string
  photoURL: string
  /** When the server's session cookie ends, ISO 8601. */
  expiresAt: string
}

/** A public list as the server last sent it. */
export interface PublicListRecord {
  key: 'explore' | 'upcoming'
  rows: PublicMarathon[] | UpcomingMarathon[]
  /** When it was saved, ms by the phone's clock. */
  savedAt: number
}

/** A note that must survive a page reload, for example `logout-pending` while the server does not know of a logout. */
export interface Mark {
  key: string
  value: string
}

/** An error of the error log, once or more times in a row. */
export interface ErrorRecord {
  n?: number
  trace: string
  times: number
  /** When it came last, ISO 8601. */
  at: string
}

interface Records {
  session: SessionRecord
  lists: PublicListRecord
  marks: Mark
}

/**
 * The browser does not allow this site to store data, for example because all cookies are blocked. Screens recognise
 * this error by its name.
 */
export class StorageRefused extends Error {
  constructor(cause?: unknown) {
    super('the browser refuses to store anything', { cause })
    this.name = 'StorageRefused'
  }
}

/** Does the browser refuse all storage of this site? Any other failure may pass. */
export function isRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; ) {
    if (['SecurityError', 'MissingAPIError', 'TypeError', 'ReferenceError'].includes(cause.name)) return true
    // Dexie wraps an error in `inner`.
    cause = (cause as { inner?: unknown }).inner ?? cause.cause
  }
  return false
}

/** What failed is tried again after these pauses. WebKit may lose the connection of a page in the background. */
const RETRY_AFTER_MS = [0, 500]
/** A request that takes longer may never end. */
const TIMEOUT_MS = 5000

let opened: Promise<IDBDatabase> | undefined

/** Opens the database once, and makes it where this phone has none yet, as Dexie would. */
function open(): Promise<IDBDatabase> {
  // A newer version of the app may have used this phone. Then its database is read as it is.
  opened ??= openVersion(DEVICE_VERSION).catch((error: unknown) => {
    if ((error as Error | null)?.name !== 'VersionError') throw error
    return openVersion()
  })
  // The next caller tries again.
  opened.catch(forget)
  return opened
}

function openVersion(version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DEVICE_DB, version)
    request.onupgradeneeded = () => {
      for (const [name, key] of Object.entries(DEVICE_STORES)) {
        request.result.createObjectStore(name, { keyPath: key.replace('++', ''), autoIncrement: key.startsWith('++') })
      }
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const db = request.result
      db.onclose = forget
      // Another tab upgrades or deletes the database, and waits for this one.
      db.onversionchange = () => {
        db.close()
        forget()
      }
      resolve(db)
    }
  })
}

function forget() {
  opened = undefined
}

async function ask<T>(
  store: keyof Records,
  mode: IDBTransactionMode,
  request: (of: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const run = async (): Promise<T> => {
    const transaction = (await open()).transaction(store, mode)
    const asked = request(transaction.objectStore(store))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  const runInTime = () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the storage does not answer')), TIMEOUT_MS)
    })
    return Promise.race([run(), tooLate]).finally(() => clearTimeout(timer))
  }
  for (let tries = 0; ; tries += 1) {
    try {
      return await runInTime()
    } catch (cause) {
      const pause = RETRY_AFTER_MS[tries]
      if (pause === undefined || isRefused(cause)) throw new StorageRefused(cause)
      forget()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Reads a record; undefined if there is none. @throws StorageRefused */
export function readDevice<S extends keyof Records>(store: S, key: string): Promise<Records[S] | undefined> {
  return ask<Records[S] | undefined>(store, 'readonly', (of) => of.get(key))
}

/** All marks. @throws StorageRefused */
export function readMarks(): Promise<Mark[]> {
  return ask<Mark[]>('marks', 'readonly', (of) => of.getAll())
}

/** Writes a record. A live query of Dexie does not see it. @throws StorageRefused */
export async function writeDevice<S extends keyof Records>(store: S, record: Records[S]): Promise<void> {
  await ask(store, 'readwrite', (of) => of.put(record))
}

/** The stored session, or null. @throws StorageRefused */
export async function readSession(): Promise<SessionRecord | null> {
  return (await readDevice('session', 'current')) ?? null
}
