/// <reference lib="webworker" />
import type { RegistrarTask } from '../tell-service-worker.ts'

const { serviceWorker } = navigator as unknown as { serviceWorker: ServiceWorkerContainer }

// Registers the service worker from a web worker. Decision 033 explains why.
self.addEventListener('message', async ({ data }: MessageEvent<RegistrarTask>) => {
  try {
    const registration = await serviceWorker.register(data.url, data.options)
    if (data.update) await registration.update()
  } finally {
    self.postMessage('done')
  }
})
