const REPLY_TIMEOUT_MS = 15_000

/** What a page asks of its service worker. */
export type ServiceWorkerMessage = { type: 'KEEP_PICTURES' } | { type: 'CLAIM' }

/** What a page asks of its registrar (service-worker/registrar). */
export interface RegistrarTask {
  url: string
  options: RegistrationOptions
  /** Looks for a newer version as well. */
  update: boolean
}

/**
 * Sends a message, once a service worker is there, and waits until it is done with.
 * @returns false where none comes, or no answer
 */
export function tellServiceWorker(message: ServiceWorkerMessage): Promise<boolean> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return Promise.resolve(false)
  return new Promise((resolve) => {
    const channel = new MessageChannel()
    const timer = setTimeout(() => resolve(false), REPLY_TIMEOUT_MS)
    channel.port1.onmessage = () => {
      clearTimeout(timer)
      channel.port1.close()
      resolve(true)
    }
    void container.ready.then(({ active }) => active?.postMessage(message, [channel.port2]))
  })
}
