import { expected, recordError } from '../../contract/errors.ts'
import { type AccountDb, isSetAsideItself } from '../store/account-db.ts'
import { liveRead } from '../store/live-read.ts'
import { ownRows } from '../store/rows/own-rows.ts'
import { racePictures } from '../store/rows/race-pictures.ts'
import { countUnread } from '../store/rows/unread.ts'
import { unsentCounts } from '../store/unsent.ts'
import { installState } from './install-prompt.ts'
import { keepScanner } from './kept-scanner.ts'
import { keepStorage, keepStorageOnce } from './persistent-storage.ts'
import { keepPictures } from './use-picture-kept.ts'

const REFRESH_EVERY_MS = 12 * 60 * 60 * 1000

/** Only some browsers have `periodicSync`. */
type PeriodicRegistration = ServiceWorkerRegistration & {
  periodicSync: { register(tag: string, options: { minInterval: number }): Promise<void> }
}
type BadgeNavigator = Navigator & { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> }

/**
 * Keeps the phone ready while the app is open. It stores the pictures of the user's races, and for organisers and
 * helpers the scanner of the check-in. It shows the number of unsent edits and unread notices on the app icon, and asks
 * the browser for persistent storage after the first edit.
 * @param db null for visitors, who have nothing to keep
 * @returns a function that stops it
 */
export function keepReady(db: AccountDb | null): () => void {
  const stopInstall = installState.subscribe(() => {
    if (!installState.get().isJustInstalled) return
    void keepStorage()
    void refreshPeriodically()
  })
  void refreshPeriodically()
  if (!db) {
    showBadge(0)
    void keepPictures()
    return stopInstall
  }
  let known = ''
  const pictures = liveRead(() => racePictures(db, Date.now())).subscribe((urls) => {
    const next = urls.join()
    if (next === known) return
    known = next
    void keepPictures()
  })
  // At a finish line edits come ten times a second, and notices do not.
  const counts: { unsent?: number; unread?: number } = {}
  const show = (part: typeof counts) => {
    const { unsent, unread } = Object.assign(counts, part)
    if (unsent !== undefined && unread !== undefined) showBadge(unsent + unread)
  }
  const unsent = unsentCounts(db).subscribe(({ total }) => show({ unsent: total }))
  const unread = liveRead(() => countUnread(db)).subscribe((count) => show({ unread: count }))
  // Asks for persistent storage as soon as the outbox has an edit, sent or not: also at a start with a queue.
  const edits = liveRead(() => db.outbox.orderBy('n').lastKey()).subscribe((last) => {
    if (last !== undefined) void keepStorageOnce().then(edits, recordError)
  })
  const rejections = tellWhileHidden(db)
  let isScannerAsked = false
  const scanner = liveRead(() => isStaff(db)).subscribe((isOfStaff) => {
    // Each pull of entrants comes here again, and once is enough for a start.
    if (!isOfStaff || isScannerAsked) return
    isScannerAsked = true
    void keepScanner()
  })
  return () => {
    stopInstall()
    for (const stop of [pictures, unsent, unread, edits, scanner, rejections]) stop()
    // After a logout nobody has anything unread. The app may be closed before the next account shows its number.
    showBadge(0)
  }
}

/**
 * Tells of edits that are rejected or set aside while this page is open and nobody looks at it. While no page is open,
 * the service worker does.
 */
function tellWhileHidden(db: AccountDb) {
  let known: ReadonlySet<string> | undefined
  const told = () =>
    Promise.all([
      db.inbox.filter(({ code }) => code !== undefined).primaryKeys(),
      db.outbox.where('state').equals('parked').filter(isSetAsideItself).toArray(),
    ])
  return liveRead(told).subscribe(([rejected, parked]) => {
    const ids = [...rejected, ...parked.map(({ opId }) => opId)]
    const before = known
    // An edit that is set aside is tried again each hour, and told of once.
    known = new Set([...(before ?? []), ...ids])
    if (!before || document.visibilityState === 'visible' || ids.every((id) => before.has(id))) return
    // Few phones ever need this code.
    const tell = async () => (await import('../session/push/rejections.ts')).tellRejectionsHere(db, before)
    void tell().catch(recordError)
  })
}

/** Does the account organise a marathon, or help at one? Only their phones have applications of others. */
async function isStaff(db: AccountDb): Promise<boolean> {
  const ofOthers = db.applications.where('[own+marathonId]').between([0, ''], [0, '\uffff'])
  return (await ownRows(db.marathons).limit(1).count()) + (await ofOthers.limit(1).count()) > 0
}

function showBadge(count: number) {
  const { setAppBadge, clearAppBadge } = navigator as BadgeNavigator
  const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
  void shown?.catch(() => expected('refused'))
}

/** Registers Periodic Background Sync, if the browser has granted it. It does not ask the user. */
async function refreshPeriodically(): Promise<void> {
  try {
    const { state } = await navigator.permissions.query({ name: 'periodic-background-sync' as PermissionName })
    if (state !== 'granted') return
    const registration = (await navigator.serviceWorker.ready) as PeriodicRegistration
    await registration.periodicSync.register('race-packs', { minInterval: REFRESH_EVERY_MS })
  } catch {
    // This browser has no Periodic Background Sync. Sync then runs only while the app is open.
    expected('refused')
  }
}
