import { expected, recordError } from '../../../contract/errors.ts'
import type { World } from './push-tasks.ts'

// Like background.ts: what these events need is evaluated when the first one comes.
const tasks = () => import('./push-tasks.ts')

/**
 * Shows pushes while the app is closed, and opens the screen that a notification is about.
 * @param world what showing a push needs; tests pass their own
 */
export function showPushes(self: ServiceWorkerGlobalScope, world?: World) {
  self.addEventListener('push', (event) =>
    event.waitUntil(tasks().then(({ showPush }) => showPush(self, event.data, world))),
  )
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    // `showPush` made the notification, with a path.
    const { path } = event.notification.data as { path: string }
    event.waitUntil(openScreen(self, path))
  })
  // The browser has replaced or ended the subscription.
  self.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(
      tasks()
        .then(({ renewPushes }) => renewPushes())
        .catch(recordError),
    ),
  )
}

/** Shows the screen in a window that is open, or in a new one. */
async function openScreen(self: ServiceWorkerGlobalScope, path: string) {
  const pages = await self.clients.matchAll({ type: 'window' })
  // A signed-in user is led from the public page to the details.
  const paths = [path, path.replace('/e/', '/marathons/')]
  const there = pages.find(({ url }) => paths.includes(new URL(url).pathname))
  try {
    if (there) await there.focus()
    else await (await pages[0]?.focus())?.navigate(path)
    if (pages.length > 0) return
  } catch {
    // This window cannot be moved.
    expected('refused')
  }
  await self.clients.openWindow(path)
}
