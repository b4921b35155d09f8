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
 * Console messages of the emulator's own pages, about styles that tests cannot fetch and storage that a frame may not
 * use.
 */
const EMULATOR_SAYS = [/Failed to load resource: net::/, /Failed to read the 'sessionStorage' property/]

/**
 * Serves a fake of Google's script, whose host the tests cannot reach. The fake has the part of `gapi.iframes` that
 * Firebase and the Auth emulator use to exchange messages. Everything else of the popup is real.
 */
export async function answerForGoogle(
  context: BrowserContext,
  quietConsole: { allow(...patterns: RegExp[]): void },
): Promise<void> {
  quietConsole.allow(...EMULATOR_SAYS)
  const script = `(${standIn.toString()})()`
  await context.route('https://apis.google.com/js/api.js*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
}

/** Signs in with the popup as a new Google user. The screen must have the Google button. @returns the user's email */
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

/** The fake script. It runs in the app's page and in the emulator's helper frame. */
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
        // Google's script ignores this error as well: Firebase's own callback throws after its work.
      }
    }
    if (data?.standIn !== 'ask') return
    const answer = async () => {
      const result = await handlers.get(data.name)?.(data.data)
      ;(source as Window).postMessage({ standIn: 'reply', id: data.id, result }, '*')
    }
    // A question that arrives before its handler waits for it.
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
