import { expected, recordError } from '../../../contract/errors.ts'
import type { PushPayload } from '../../../contract/push.ts'
import { pushSubject } from '../../../contract/push-subject.ts'
import { endOnPhone } from '../../session/push/end-push.ts'
import { pushMark } from '../../session/push/push-mark.ts'
import { renewPush } from '../../session/push/renew-push.ts'
import { finishWipes } from '../../session/wipe.ts'
import { storedSession } from '../../store/device-db.ts'
import { noticeText } from '../../store/rows/notice-text.ts'
import { isSignInMissing } from '../../sync/run-sync-renewed.ts'
import { clearBadgeOfNobody, isAppVisible, syncAccount } from './background-tasks.ts'
import { renewInBackground } from './renew.ts'
import { showNotedLanguage } from './show-language.ts'

const ICON = '/icons/icon-192.png'

/**
 * A push reaches thousands of phones at the same moment. Each one waits a random part of this before it syncs. Browsers
 * end a service worker that takes much longer than that for an event.
 */
const SYNC_SPREAD_MS = 10_000

/** What showing a push needs of the world. Tests pass their own. */
export interface World {
  sync: typeof syncAccount
  /** Waits a random part of this time. */
  pauseWithin: (ms: number) => Promise<unknown>
}
const WORLD: World = {
  sync: syncAccount,
  pauseWithin: (ms) => new Promise((resolve) => setTimeout(resolve, ms * Math.random())),
}

/**
 * Puts the pushes of this phone right, if somebody is signed in. If the server does not accept the session any more, the
 * session is renewed, and this is tried once again.
 */
export async function renewPushes() {
  const { uid } = (await storedSession()) ?? {}
  if (!uid) return
  await renewPush(uid).catch(async (error: unknown) => {
    if (isSignInMissing(error) && (await renewInBackground(uid))) await renewPush(uid)
  })
}

/**
 * Shows a push. A push for an account that is not signed in any more is not shown, and the subscription that brought it
 * is ended.
 */
export async function showPush(
  self: ServiceWorkerGlobalScope,
  data: PushMessageData | null,
  { sync, pauseWithin }: World = WORLD,
) {
  const [session, mark] = await Promise.all([
    storedSession().catch((error) => recordError(error, null)),
    pushMark().catch((error) => recordError(error, null)),
  ])
  if (!session || mark?.uid !== session.uid) {
    await endOnPhone(self.registration)
    await clearBadgeOfNobody().catch(() => expected('refused'))
    // The account of this push is not signed in here. If its logout was interrupted, it is finished now.
    return void (await finishWipes().catch(recordError))
  }
  const payload = readPayload(data)
  if (!payload) return
  await showNotedLanguage()
  await showNotice(self.registration, session.uid, payload)
  // So that the app has the news too, also with no network at the tap. An open page pulls by itself.
  if (await isAppVisible(self)) return
  await pauseWithin(SYNC_SPREAD_MS)
  if (!(await isAppVisible(self))) await sync(self, session.uid).catch(recordError)
}

/**
 * Shows the notification of a notice.
 *
 * - A newer notice of the same subject replaces the older notification, with a sound.
 * - A notice without a subject has the server's text as tag, because a push has no id. So a push that comes twice shows
 *   once, in any language.
 * - If an older push comes late, the newer notification is shown again, without a sound: a push must show something, and
 *   push services keep no order.
 * @param uid the account that it is for. `endOnPhone` closes those of other accounts
 */
async function showNotice(registration: ServiceWorkerRegistration, uid: string, payload: PushPayload) {
  const { kind, marathonId, title, text, at } = payload
  const tag = `race:${marathonId}:${pushSubject(kind) ?? text}`
  const [shown] = await registration.getNotifications({ tag })
  const isOutdated = shown !== undefined && String(shown.data?.at) > at
  const { title: head, ...rest } = isOutdated
    ? { title: shown.title, body: shown.body, data: shown.data, silent: true }
    : {
        title,
        body: noticeText(payload),
        data: { path: `/e/${encodeURIComponent(marathonId)}`, at, uid },
        renotify: true,
      }
  // The type of the platform knows neither `renotify` nor `timestamp`.
  const options = { ...rest, icon: ICON, tag, timestamp: Date.parse(rest.data.at) || Date.now() }
  await registration.showNotification(head, options as NotificationOptions)
}

function readPayload(data: PushMessageData | null): PushPayload | null {
  try {
    const { kind, marathonId, title, text, parts, at } = (data?.json() ?? {}) as Record<keyof PushPayload, unknown>
    if ([kind, marathonId, title, text, at].every((value) => typeof value === 'string')) {
      return { kind, marathonId, title, text, parts, at } as PushPayload
    }
  } catch {
    // This is no push of our server.
    expected('not-ours')
  }
  return null
}
