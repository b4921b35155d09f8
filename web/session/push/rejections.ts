import { expected } from '../../../contract/errors.ts'
import { marathonIdOf } from '../../../contract/ops.ts'
import { type AccountDb, type InboxRecord, isSetAsideItself } from '../../store/account-db.ts'
import * as texts from '../../texts/compiled/notifications.js'
import { phoneRegistration } from './end-push.ts'
import { pushMark } from './push-mark.ts'

/**
 * The edits that the server rejected, and those that are set aside because it does not take them, by op id. The user has
 * not seen to them.
 */
export async function rejections(db: AccountDb): Promise<Map<string, Pick<InboxRecord, 'opId' | 'op' | 'was'>>> {
  const [items, parked] = await db.transaction('r', db.inbox, db.outbox, () =>
    Promise.all([
      db.inbox.filter(({ code }) => code !== undefined).toArray(),
      db.outbox.where('state').equals('parked').filter(isSetAsideItself).toArray(),
    ]),
  )
  return new Map([...items, ...parked].map((item) => [item.opId, item]))
}

const TAG = 'refused'

/**
 * Tells the user of edits that were rejected or set aside in the background. The verdict is the answer to this phone's
 * own request, so no push service has a part in it. It is shown to a user who switched pushes on and looks at no page
 * of the app: the caller knows that. A hidden page and the service worker may both tell of the same rejection. The
 * second one is silent.
 * @param known the rejections of before
 */
export async function tellRejections(
  registration: ServiceWorkerRegistration,
  db: AccountDb,
  known: { has(opId: string): boolean },
): Promise<void> {
  if ((await pushMark())?.uid !== db.uid) return
  const rejected = [...(await rejections(db)).values()].filter(({ opId }) => !known.has(opId))
  const [first] = rejected
  if (!first) return
  const marathon = await db.marathons.get(marathonIdOf(first.op) ?? '')
  const title =
    rejected.length === 1
      ? titleOfOne(marathon?.title ?? first.was?.title)
      : texts.refusedSeveral({ count: rejected.length })
  const before = (await registration.getNotifications({ tag: TAG })).some((each) => each.title === title)
  const shown = registration.showNotification(title, {
    body: texts.refusedWhatToDo(),
    icon: '/icons/icon-192.png',
    tag: TAG,
    ...(before ? { silent: true } : { renotify: true }),
    data: { path: '/unsent', uid: db.uid },
  } as NotificationOptions)
  // The user may have blocked notifications since. The edits are sent all the same, and the inbox has the rejections.
  await shown.catch(() => expected('refused'))
}

function titleOfOne(title: unknown): string {
  return typeof title === 'string' ? texts.refused({ title }) : texts.refusedUntitled()
}

/** The same, from a page that nobody looks at. */
export async function tellRejectionsHere(db: AccountDb, known: { has(opId: string): boolean }): Promise<void> {
  const registration = await phoneRegistration()
  if (registration) await tellRejections(registration, db, known)
}
