import { createServer } from 'node:http'
import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { newPhone, type Phone, type Received, receivePush } from '../../worker/testing/push-stand-in.ts'
import { E2E_SETTINGS } from '../global-setup.ts'

/** The push service of these tests: it gets what the worker sends to the push services of the browsers. */
export interface PushService {
  /** What it got, in order: decrypted with the phone's key, and its signature checked. */
  readonly received: Received[]
  close(): Promise<void>
}

/** Starts the push service. @param phones the phones that it knows, by endpoint; to others it answers 410 */
export async function startPushService(phones: Map<string, Phone>, vapidKey: string): Promise<PushService> {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const endpoint = String(incoming.headers['x-endpoint'])
    const phone = phones.get(endpoint)
    if (phone) {
      const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string])
      const request = new Request(endpoint, { method: 'POST', headers, body: Buffer.concat(chunks) })
      received.push(await receivePush(request, phone, vapidKey))
    }
    response.writeHead(phone ? 201 : 410).end()
  })
  const { port } = new URL(E2E_SETTINGS.PUSH_STAND_IN)
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  return {
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Gives the browser a push service that it can reach: each new subscription takes the next of these phones. Chromium's
 * own is Google's, which tests cannot reach.
 */
export async function withSubscriptions(context: BrowserContext, phones: Phone[]): Promise<void> {
  await context.addInitScript(
    (subscriptions) => {
      // Like the browser's own subscription, it outlives the page.
      const [current, next] = ['fake-push', 'fake-push-next']
      const stored = () => {
        const text = localStorage.getItem(current)
        if (text === null) return null
        const json = JSON.parse(text)
        return {
          endpoint: json.endpoint,
          toJSON: () => json,
          unsubscribe: async () => {
            localStorage.removeItem(current)
            return true
          },
        }
      }
      PushManager.prototype.getSubscription = async () => stored() as unknown as PushSubscription
      PushManager.prototype.subscribe = async () => {
        const n = Number(localStorage.getItem(next))
        localStorage.setItem(next, String(n + 1))
        localStorage.setItem(current, JSON.stringify(subscriptions[n]))
        return stored() as unknown as PushSubscription
      }
    },
    phones.map(({ subscription }) => subscription),
  )
}

/** Makes keys of phones at Chrome's push service. */
export async function newPhones(count: number): Promise<Phone[]> {
  const endpoint = () => `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
  return Promise.all(Array.from({ length: count }, () => newPhone(endpoint())))
}

/** Delivers pushes to the app's service worker, as the browser does. */
export async function pushDelivery(page: Page, origin: string): Promise<(data: unknown) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (ours) resolve(ours.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registration
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) })
  }
}

/** What the phone shows of pushes: title and text. */
export function shownNotifications(page: Page): Promise<[string, string][]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body }) => [title, body] as [string, string])
  })
}
