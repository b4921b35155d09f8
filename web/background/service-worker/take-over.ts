import { expected } from '../../../contract/errors.ts'

const REPLY_TIMEOUT_MS = 10_000
const ASK_EVERY_MS = 500

/**
 * Lets a new version take over by itself if the installed version does not start. Normally a new version waits until
 * the user accepts it. But a version that does not start cannot show that offer. So the new version asks the visible
 * pages during its installation. If no page replies, it takes over and reloads those pages.
 */
export function takeOverWhenDead(self: ServiceWorkerGlobalScope) {
  self.addEventListener('install', (event) => event.waitUntil(afterInstall(self)))
}

async function afterInstall(self: ServiceWorkerGlobalScope) {
  // Without an active version this is the first installation.
  if (!self.registration.active) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const visiblePages = pages.filter((page) => page.visibilityState === 'visible')
  if (visiblePages.length === 0) return
  const alive = await Promise.any(visiblePages.map(replies)).catch(() => expected('no-answer', false))
  if (alive) return
  self.addEventListener('activate', () => {
    for (const page of visiblePages) void page.navigate(page.url).catch(() => expected('refused'))
  })
  await self.skipWaiting()
}

/**
 * Asks a page whether its app runs. It repeats the question, because a page that still starts has no listener yet.
 * @throws Error if the page does not reply in time
 */
function replies(page: WindowClient): Promise<true> {
  return new Promise((resolve, reject) => {
    const ask = () => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        clearInterval(asking)
        resolve(true)
      }
      page.postMessage({ type: 'ARE_YOU_THERE' }, [port2])
    }
    const asking = setInterval(ask, ASK_EVERY_MS)
    ask()
    setTimeout(() => {
      clearInterval(asking)
      reject(new Error('no reply'))
    }, REPLY_TIMEOUT_MS)
  })
}
