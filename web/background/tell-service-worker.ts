/** A message from a page to its service worker. */
export type ServiceWorkerMessage = { type: 'KEEP_PICTURES' | 'CLAIM' | 'END_WORK' }

/** The task of the registrar (background/service-worker/registrar.ts). */
export interface RegistrarTask {
  url: string
  options: RegistrationOptions
  /** Whether the registrar also looks for a newer version. */
  update: boolean
}

/**
 * Sends a message when a service worker is active, and waits for its reply.
 * @param timeoutMs how long it waits
 * @returns false if there is no service worker, or no reply in time
 */
export function tellServiceWorker(message: ServiceWorkerMessage, timeoutMs = 15_000): Promise<boolean> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return Promise.resolve(false)
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    const timer = setTimeout(() => resolve(false), timeoutMs)
    channel.port1.onmessage = () => {
      clearTimeout(timer)
      channel.port1.close()
      resolve(true)
    }
    void container.ready.then(({ active }) => active?.postMessage(message, [channel.port2]))
  })
}
