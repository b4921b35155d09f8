/// <reference lib="dom" />
import type { BrowserContext, Page } from '@playwright/test'

interface Frame {
  register(name: string, handler: (data: unknown) => unknown): void
  send(name: string, data: unknown, reply?: (results: unknown[]) => void): void
  restyle(): Promise<void>
  ping(done: () => void): Promise<void>
}
type Opened = (frame: Frame) => Promise<unknown>

/**
 * Answers for Google's script host, which tests do not reach: as much of `gapi.iframes` as Firebase and the Auth
 * emulator use to speak with each other. All else of the popup's way is real.
 */
export async function answerForGoogle(context: BrowserContext): Promise<void> {
  const script = `(${standIn.toString()})()`
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

/** What the emulator's own pages say: styles from hosts that tests do not reach, storage that a frame may not have. */
export const EMULATOR_SAYS = [/Failed to load resource: net::/, /Failed to read the 'sessionStorage' property/]

/** Signs in by the popup, on a screen with its button, as somebody whom Google has not seen here. @returns the email */
export async function signInWithGoogle(page: Page, displayName: string): Promise<string> {
  const email = `${displayName.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@example.com`
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Login with Google' }).click()
  const popup = await opening
  await popup.getByRole('button', { name: 'Add new account' }).click()
  await popup.getByLabel('Email').fill(email)
  await popup.getByLabel('Display name').fill(displayName)
  await popup.getByRole('button', { name: /Sign in with Google/ }).click()
  return email
}

/** Runs in the app's page and in the emulator's helper frame. */
function standIn() {
  const handlers = new Map<string, (data: unknown) => unknown>()
  const early = new Map<string, (() => void)[]>()
  const replies: ((results: unknown[]) => void)[] = []

  const endOf = (other: () => Window): Frame => ({
    register(name, handler) {
      handlers.set(name, handler)
      for (const answer of early.get(name) ?? []) answer()
    },
    send(name, data, reply = () => undefined) {
      other().postMessage({ standIn: 'ask', id: replies.push(reply) - 1, name, data }, '*')
    },
    restyle: async () => undefined,
    ping: async (done) => done(),
  })

  addEventListener('message', ({ data, source }) => {
    if (data?.standIn === 'reply') {
      try {
        replies[data.id]?.([data.result])
      } catch {
        // As the real one: Firebase's own callback throws after it has done its work.
      }
    }
    if (data?.standIn !== 'ask') return
    const answer = async () => {
      const result = await handlers.get(data.name)?.(data.data)
      ;(source as Window).postMessage({ standIn: 'reply', id: data.id, result }, '*')
    }
    // What is asked before its handler is there waits for it.
    if (handlers.has(data.name)) void answer()
    else early.set(data.name, [...(early.get(data.name) ?? []), () => void answer()])
  })

  const open = ({ url }: { url: string }, opened: Opened) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      frame.src = url
      frame.onload = () => resolve(opened(endOf(() => frame.contentWindow as Window)))
      document.body.append(frame)
    })

  const gapi = {
    load: (_part: string, { callback }: { callback: () => void }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: null,
      getContext: () => ({ open, getParentIframe: () => endOf(() => parent) }),
    },
  }
  const onload = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload') ?? 'gapi_onload'
  Object.assign(window, { gapi })
  ;(window as unknown as Record<string, () => void>)[onload]?.()
}
