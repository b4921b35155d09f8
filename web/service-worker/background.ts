import { AccountDb } from '../data/account-db.ts'
import { storedSession } from '../data/device-db.ts'
import { runSync } from '../sync/run-sync.ts'
import { keepRacePictures } from './pictures.ts'

interface TaggedEvent extends ExtendableEvent {
  readonly tag: string
}

/** Syncs with no page open: the same pass as in a page, for the account that is signed in. */
export function syncInBackground(self: ServiceWorkerGlobalScope) {
  // A failure is tried again by the browser.
  self.addEventListener('sync', (event) => {
    const { tag } = event as TaggedEvent
    if (tag.startsWith('sync:')) (event as TaggedEvent).waitUntil(syncAccount(tag.slice('sync:'.length)))
  })
  // The race packs, every so often, where the browser grants it (contract: web/sync/keep-ready).
  self.addEventListener('periodicsync', (event) => {
    if ((event as TaggedEvent).tag === 'race-packs') (event as TaggedEvent).waitUntil(refreshPacks())
  })
}

async function refreshPacks() {
  const session = await storedSession()
  if (session) await syncAccount(session.uid)
  await keepRacePictures()
}

async function syncAccount(uid: string) {
  // Never for an account that has logged out since: its queue waits for it.
  if ((await storedSession())?.uid !== uid) return
  const db = new AccountDb(uid)
  try {
    const end = await runSync(db)
    const unsent = await db.outbox.where('state').anyOf('waiting', 'parked').count()
    await (navigator as { setAppBadge?(count: number): Promise<void> }).setAppBadge?.(unsent)
    // What the server did not get to must look like a failure, or the browser does not try again.
    if (end === 'halted') throw new Error('the queue is not sent yet')
  } finally {
    db.close()
  }
}
