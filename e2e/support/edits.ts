/// <reference lib="dom" />
import { expect, type Page, type Route } from '@playwright/test'
import type { FieldErrors } from '../../contract/field-errors.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Op, SyncRequest, SyncResponse } from '../../contract/sync.ts'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { dumpAccounts } from './inside-the-browser.ts'
import { untilSynced } from './phone.ts'
import { stretchTimers } from './timers.ts'

const SYNC = '**/api/sync'

/** Waits until the first pull is complete, and then aborts all sync requests of this page until `letSync`. */
export async function holdSync(page: Page): Promise<void> {
  await untilSynced(page)
  await page.route(SYNC, (route) => route.abort())
}

/** Makes a screen say at once that an edit waits. It must be called before the page is opened, and nothing be sent. */
export const expectNoVerdict = (page: Page) => stretchTimers(page, VERDICT_WAIT_MS, 100)

/** Holds the sync requests of this page. @returns a function that lets all of them continue */
export async function gateSync(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  // Background Sync would pass by the gate: the service worker sends by itself where the page is slow.
  await page.evaluate(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'))
  await page.route(SYNC, async (route) => {
    await gate.promise
    // The page may have aborted the request.
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}

/** Ends `holdSync`, and dispatches `online` like a browser whose network is back. */
export async function letSync(page: Page): Promise<void> {
  await page.unroute(SYNC)
  await wakeSync(page)
}

/**
 * Takes the network from the page's edits, and tells the page so. The files of the app still come: a test whose claim is
 * that they are on the phone needs a service worker, and the network of the browser.
 */
export async function loseNetwork(page: Page): Promise<void> {
  await holdSync(page)
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }))
}

/** Ends `loseNetwork`. */
export async function regainNetwork(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  await letSync(page)
}

/** Dispatches `online`, like a browser whose network is back. The app then syncs at once. */
export async function wakeSync(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

type Answer = Parameters<Route['fulfill']>[0]

/**
 * Responds with `answer` to the page's next sync request that carries an edit. All other requests reach the server. A
 * busy page may have cancelled the request, and sends the edit again: then that request gets the answer.
 */
export async function answerNext(page: Page, answer: (route: Route, ops: Op[]) => Answer | Promise<Answer>) {
  let isDelivered: Promise<boolean> = Promise.resolve(false)
  const deliver = async (route: Route, ops: Op[]) => {
    await route.fulfill(await answer(route, ops))
    const response = await route.request().response()
    return response !== null && (await response.finished()) === null
  }
  await page.route(SYNC, async (route) => {
    const { ops } = route.request().postDataJSON() as SyncRequest
    if (ops.length === 0 || (await isDelivered)) return route.continue()
    isDelivered = deliver(route, ops).catch(() => false)
    await isDelivered
  })
}

/**
 * Rejects the edits in the page's next sync request that has any. The server does not get these edits. A repeated
 * request with the same first edit is rejected again.
 */
export async function refuseNext(page: Page, code: ProblemCode, fields?: FieldErrors): Promise<void> {
  let refused: string | undefined
  await page.route(SYNC, async (route) => {
    const request = route.request().postDataJSON() as SyncRequest
    refused ??= request.ops[0]?.opId
    if (refused === undefined || request.ops[0]?.opId !== refused) return route.continue()
    const response = await route.fetch({ maxRetries: 2, postData: JSON.stringify({ ...request, ops: [] }) })
    const results = request.ops.map(({ opId }) => ({ opId, status: 'rejected', code, fields }))
    const json = { ...((await response.json()) as SyncResponse), results }
    // The page may have aborted the request.
    await route.fulfill({ response, json }).catch(() => undefined)
  })
}

/**
 * Changes fields of an own marathon in the dialog, while nothing can be sent. The dialog is told that there is no
 * network, so that it does not wait 3 s for the server's answer.
 */
export async function changeMarathon(page: Page, title: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true })
    if (label === 'Distance') await field.selectOption(value)
    else await field.fill(value)
  }
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { configurable: true, value: false }))
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
}

/** The edits in the account's outbox on this phone, in their order. */
export async function queuedOps(page: Page, uid: string): Promise<Op[]> {
  const records = ((await dumpAccounts(page))[uid]?.outbox ?? []) as { op: Op }[]
  return records.map(({ op }) => op)
}

/** Waits until the account's outbox on this phone has `edits` edits. */
export async function untilQueued(page: Page, uid: string, edits: number): Promise<void> {
  await expect.poll(async () => (await queuedOps(page, uid)).length, { timeout: 20_000 }).toBe(edits)
}

/** Waits until the account's inbox on this phone has `items` items. */
export async function untilAnswered(page: Page, uid: string, items: number): Promise<void> {
  const inbox = async () => (await dumpAccounts(page))[uid]?.inbox?.length
  await expect.poll(inbox, { timeout: 20_000 }).toBe(items)
}

/**
 * Measures how long after the last tap the page sends its first edit. It must be called before the page is opened.
 * @returns a function that returns ms by the page's own clock, or null before an edit is sent
 */
export async function watchSends(page: Page): Promise<() => Promise<number | null>> {
  await page.addInitScript(() => {
    const state = { tappedAt: 0, sentAfter: null as number | null }
    Object.assign(window, { sends: state })
    addEventListener(
      'click',
      ({ timeStamp }) => {
        state.tappedAt = timeStamp
        state.sentAfter = null
      },
      true,
    )
    const { fetch } = window
    window.fetch = (input, init) => {
      const isSend = String(input).endsWith('/api/sync') && !String(init?.body).includes('"ops":[]')
      if (isSend) state.sentAfter ??= performance.now() - state.tappedAt
      return fetch(input, init)
    }
  })
  return () => page.evaluate(() => (window as unknown as { sends: { sentAfter: number | null } }).sends.sentAfter)
}
