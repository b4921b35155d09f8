import { liveQuery } from 'dexie'
import { finishWipes } from '../auth/wipe.ts'
import { AccountDb } from '../data/account-db.ts'
import { SYNC_CHANNEL } from '../data/account-lock.ts'
import { storedSession } from '../data/device-db.ts'
import { countUnsent } from '../data/outbox.ts'
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
  // The race packs, every so often, where the browser grants it (web/pwa/keep-ready asks for it).
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
  // A logout that was cut off is finished before anything of an account is opened.
  await finishWipes()
  // Never for an account that has logged out since: its queue waits for it.
  if ((await storedSession())?.uid !== uid) return
  const db = new AccountDb(uid)
  const ends = endWithSession(uid)
  try {
    const end = await runSync(db, ends.signal)
    const { total } = await countUnsent(db)
    await (navigator as { setAppBadge?(count: number): Promise<void> }).setAppBadge?.(total)
    // What the server did not get to must look like a failure, or the browser does not try again.
    if (end === 'halted') throw new Error('the queue is not sent yet')
  } finally {
    ends.stop()
    db.close()
  }
}

/**
 * Ends a pass when its account logs out, or when a page wants to send at once: a request that hangs here would keep the
 * page waiting for the account's lock.
 */
function endWithSession(uid: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const end = () => controller.abort()
  const watched = liveQuery(storedSession).subscribe({ next: (session) => session?.uid !== uid && end(), error: end })
  const channel = new BroadcastChannel(SYNC_CHANNEL)
  channel.onmessage = end
  return {
    signal: controller.signal,
    stop: () => {
      watched.unsubscribe()
      channel.close()
    },
  }
}
