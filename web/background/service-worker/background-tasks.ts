import { expected, recordError } from '../../../contract/errors.ts'
import { endedElsewhere } from '../../session/ended-elsewhere.ts'
import { rejections, tellRejections } from '../../session/push/rejections.ts'
import { tellDeletions } from '../../session/tell-deletions.ts'
import { finishWipes } from '../../session/wipe.ts'
import { AccountDb } from '../../store/account-db.ts'
import { SYNC_CHANNEL } from '../../store/account-lock.ts'
import { storedSession } from '../../store/device-db.ts'
import { liveRead } from '../../store/live-read.ts'
import { badgeCount } from '../../store/rows/unread.ts'
import { runSyncRenewed } from '../../sync/run-sync-renewed.ts'
import { untilEnded } from './ending.ts'
import { keepRacePictures } from './keep-race-pictures.ts'
import { renewInBackground } from './renew.ts'
import { showNotedLanguage } from './show-language.ts'

const RENEWAL = { renewSession: renewInBackground, endRefusedSession: endedElsewhere }

/** @throws Error if the server was not told, so that the browser tries again later */
export async function finishDeletions() {
  await finishWipes().catch(recordError)
  if (!(await tellDeletions())) throw new Error('the server has not heard of a deletion')
}

/** Syncs the signed-in account, and fetches the pictures of its races. */
export async function refreshPacks(self: ServiceWorkerGlobalScope) {
  // Also where nobody is signed in any more, and so no pass runs.
  await finishDeletions().catch(recordError)
  const session = await storedSession()
  if (session) await syncAccount(self, session.uid)
  await keepRacePictures()
}

/**
 * Syncs an account, if it is signed in, and tells the user of what was rejected. @throws Error if its queue is not sent
 */
export async function syncAccount(self: ServiceWorkerGlobalScope, uid: string) {
  // An interrupted logout is finished before an account database is opened. If it fails, another account is not to
  // wait.
  await finishWipes().catch(recordError)
  // An account that has logged out since must not sync. Its outbox waits for its next login.
  if ((await storedSession())?.uid !== uid) return
  const db = new AccountDb(uid)
  const ends = endWithSession(uid)
  try {
    const known = await rejections(db)
    // A pass may fail after the verdicts of its first request are stored. The next pass would take them for known.
    const end = await runSyncRenewed(db, RENEWAL, ends.signal).finally(() => tellUnseen(self, db, known))
    await (navigator as { setAppBadge?(count: number): Promise<void> }).setAppBadge?.(await badgeCount(db))
    // The promise must reject if the server did not get to all ops. Otherwise the browser does not try again.
    if (end === 'halted') throw new Error('the queue is not sent yet')
  } finally {
    ends.stop()
    db.close()
    await clearBadgeOfNobody().catch(() => expected('refused'))
  }
}

/** Tells of new rejections, unless the user looks at the app. It throws nothing, so that the end of the pass counts. */
async function tellUnseen(
  self: ServiceWorkerGlobalScope,
  db: AccountDb,
  known: Awaited<ReturnType<typeof rejections>>,
) {
  if (await isAppVisible(self)) return
  await showNotedLanguage()
  await tellRejections(self.registration, db, known).catch(recordError)
}

/**
 * Clears the number on the app icon if nobody is signed in: the session may have ended elsewhere, with no page open.
 */
export async function clearBadgeOfNobody() {
  if (await storedSession()) return
  await (navigator as { clearAppBadge?(): Promise<void> }).clearAppBadge?.()
}

/** Does the user look at a page of the app? */
export async function isAppVisible(self: ServiceWorkerGlobalScope): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window' })
  return pages.some(({ visibilityState }) => visibilityState === 'visible')
}

/**
 * Makes a signal that ends a pass when its account logs out, when a page wants to sync at once, or when a new version
 * is to take over. A request that hangs here would make the page wait for the account's lock.
 */
function endWithSession(uid: string): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const end = () => controller.abort()
  const stopWatching = liveRead(storedSession).subscribe((session) => session?.uid !== uid && end(), end)
  const channel = new BroadcastChannel(SYNC_CHANNEL)
  channel.onmessage = end
  return {
    signal: AbortSignal.any([controller.signal, untilEnded()]),
    stop: () => {
      stopWatching()
      channel.close()
    },
  }
}
