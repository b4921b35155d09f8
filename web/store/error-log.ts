import { expected, recordError, recordErrorsWith } from '../../contract/errors.ts'
import type { ErrorRecord } from './device-db.ts'

// The error log: the last errors of this phone that nobody was shown. It has names and places in the code, and nothing
// that a user wrote. The user can copy it, and a logout deletes it.

/** Most errors in the log. */
const MOST = 200
/** The pause before errors are stored: the code of the database is not asked for while a screen starts. */
const STORE_AFTER_MS = 1000

/** What is not stored yet. */
let unstored: ErrorRecord[] = []
let isStoring = false

// The log is part of what a first screen loads. The database is not.
const device = async () => (await import('./device-db.ts')).deviceDb

/** Keeps what this page or service worker records, and the errors that nothing catches. */
export function keepErrors(): void {
  recordErrorsWith((trace) => {
    unstored = added(unstored, { trace, times: 1, at: new Date().toISOString() }).slice(-MOST)
    if (!isStoring) setTimeout(store, STORE_AFTER_MS)
    isStoring = true
  })
  addEventListener('error', ({ error }) => recordError(error))
  addEventListener('unhandledrejection', ({ reason }) => recordError(reason))
}

/** Adds a record, or counts it where the last one is the same. */
function added(records: ErrorRecord[], { trace, times, at }: ErrorRecord): ErrorRecord[] {
  const last = records.at(-1)
  if (last?.trace !== trace) return [...records, { trace, times, at }]
  return [...records.slice(0, -1), { ...last, times: last.times + times, at }]
}

/** Stores what is not stored yet. Where the phone stores nothing, it stays for the life of the page. */
async function store(): Promise<void> {
  isStoring = false
  const storing = unstored
  unstored = []
  try {
    const db = await device()
    const { errors } = db
    await db.transaction('rw', errors, async () => {
      const last = await errors.orderBy('n').reverse().limit(1).toArray()
      await errors.bulkPut(storing.reduce(added, last))
      const excess = (await errors.count()) - MOST
      if (excess > 0) await errors.orderBy('n').limit(excess).delete()
    })
  } catch {
    // Recording it would store it again.
    unstored = expected('refused', [...storing, ...unstored].slice(-MOST))
  }
}

/** The log as text, newest error last. */
export async function errorLog(): Promise<string> {
  await store()
  const stored = await device()
    .then(({ errors }) => errors.orderBy('n').toArray())
    .catch(() => expected('refused', []))
  const lines = [...stored, ...unstored].map(({ trace, times, at }) => `${at} ${times} × ${trace}`)
  return [navigator.userAgent, ...lines].join('\n')
}

/** Empties the log. */
export async function forgetErrors(): Promise<void> {
  unstored = []
  await (await device()).errors.clear()
}
