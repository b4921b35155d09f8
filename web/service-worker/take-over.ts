const ANSWER_WITHIN_MS = 10_000
const ASK_EVERY_MS = 500

/**
 * A version waits until the user takes it. One exception: every app that is open and seen is dead (a deploy that
 * does not even start cannot offer its own repair). Then the waiting version takes over, and those pages load anew.
 */
export function takeOverWhenDead(self: ServiceWorkerGlobalScope) {
  self.addEventListener('install', (event) => event.waitUntil(afterInstall(self)))
}

async function afterInstall(self: ServiceWorkerGlobalScope) {
  // The first version has nobody to take over from.
  if (!self.registration.active) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = pages.filter((page) => page.visibilityState === 'visible')
  if (seen.length === 0) return
  const alive = await Promise.any(seen.map(answers)).catch(() => false)
  if (alive) return
  self.addEventListener('activate', () => {
    for (const page of seen) void page.navigate(page.url).catch(() => undefined)
  })
  await self.skipWaiting()
}

/**
 * Asks again and again: a page that is still starting has nobody yet who would hear it.
 * @throws where it does not answer in time, so that any one that does is enough
 */
function answers(page: WindowClient): Promise<true> {
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
      reject(new Error('no answer'))
    }, ANSWER_WITHIN_MS)
  })
}
