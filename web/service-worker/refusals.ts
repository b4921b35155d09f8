import { marathonIdOf } from '../../contract/ops.ts'
import type { AccountDb, InboxRecord } from '../data/account-db.ts'
import { pushMark } from '../data/push-mark.ts'

/** The edits that the server refused and the user has not seen to, by op id. */
export async function refusals(db: AccountDb): Promise<Map<string, InboxRecord>> {
  const items = await db.inbox.filter(({ code }) => code !== undefined).toArray()
  return new Map(items.map((item) => [item.opId, item]))
}

/**
 * Tells the user of edits that were refused in the background. The verdict is the answer to this phone's own request,
 * so no push service has a part in it. It is shown to a user who switched pushes on and looks at no page of the app.
 * @param known the refusals of before the pass
 */
export async function tellRefusals(
  self: ServiceWorkerGlobalScope,
  db: AccountDb,
  known: ReadonlyMap<string, unknown>,
): Promise<void> {
  if ((await pushMark())?.uid !== db.uid) return
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const refused = [...(await refusals(db)).values()].filter(({ opId }) => !known.has(opId))
  const [first] = refused
  if (!first) return
  const marathon = await db.marathons.get(marathonIdOf(first.op) ?? '')
  const one = marathon?.title ?? first.was?.title ?? 'a change'
  const shown = self.registration.showNotification(
    refused.length === 1 ? `Not accepted: ${one}` : `${refused.length} changes were not accepted`,
    {
      body: 'Open the app to see why, and what you can do.',
      icon: '/icons/icon-192.png',
      tag: 'refused',
      renotify: true,
      data: { path: '/unsent' },
    } as NotificationOptions,
  )
  // The user may have blocked notifications since. The edits are sent all the same, and the inbox has the refusals.
  await shown.catch(() => undefined)
}
