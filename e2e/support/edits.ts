/// <reference lib="dom" />
import { expect, type Page, type Route } from '@playwright/test'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Op, SyncRequest, SyncResponse } from '../../contract/sync.ts'
import type { SyncRecord } from '../../web/data/account-db.ts'
import { dumpAccounts } from './inside-the-browser.ts'

const SYNC = '**/api/sync'

/** No sync request of this page gets through, until `letSync`. What the server has is on the phone by then. */
export async function holdSync(page: Page): Promise<void> {
  await untilInStep(page)
  await page.route(SYNC, (route) => route.abort())
}

/** Sync requests of this page wait on their way until the returned function is called; then all of them go on. */
export async function gateSync(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(SYNC, async (route) => {
    await gate.promise
    // The page may have given it up.
    await route.continue().catch(() => undefined)
  })
  return gate.resolve
}

/** The network is back for the sync requests of this page, and its browser says so. */
export async function letSync(page: Page): Promise<void> {
  await page.unroute(SYNC)
  await wakeSync(page)
}

/** What a browser says that has a network again: a sync is begun at once. */
export async function wakeSync(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

type Answer = Parameters<Route['fulfill']>[0]

/** The next request of this page with an edit in it gets this answer; all others reach the server, also if held before. */
export async function answerNext(page: Page, answer: (route: Route, ops: Op[]) => Answer | Promise<Answer>) {
  let isAnswered = false
  await page.route(SYNC, async (route) => {
    const { ops } = route.request().postDataJSON() as SyncRequest
    if (isAnswered || ops.length === 0) return route.continue()
    isAnswered = true
    await route.fulfill(await answer(route, ops))
  })
}

/**
 * The server's answer to the next edits of this page is this refusal, however often they are sent: a request that is
 * begun anew asks for the same verdict.
 */
export async function refuseNext(page: Page, code: ProblemCode, fields?: Record<string, string>): Promise<void> {
  let refused: string | undefined
  await page.route(SYNC, async (route) => {
    const request = route.request().postDataJSON() as SyncRequest
    refused ??= request.ops[0]?.opId
    if (refused === undefined || request.ops[0]?.opId !== refused) return route.continue()
    const response = await route.fetch({ postData: JSON.stringify({ ...request, ops: [] }) })
    const results = request.ops.map(({ opId }) => ({ opId, status: 'rejected', code, fields }))
    const json = { ...((await response.json()) as SyncResponse), results }
    // The page may have given it up.
    await route.fulfill({ response, json }).catch(() => undefined)
  })
}

/** Changes fields of an event of one's own by the screen, where nothing can be sent. */
export async function changeMarathon(page: Page, title: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true })
    if (label === 'Distance') await field.selectOption(value)
    else await field.fill(value)
  }
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
}

/** The edits of an account that wait on this phone, in their order. */
export async function queuedOps(page: Page, uid: string): Promise<Op[]> {
  const records = ((await dumpAccounts(page))[uid]?.outbox ?? []) as { op: Op }[]
  return records.map(({ op }) => op)
}

/** Waits until the first pull of the account on this phone is complete. */
async function untilInStep(page: Page): Promise<void> {
  const syncedAt = async () => {
    const [account] = Object.values(await dumpAccounts(page))
    return (account?.sync?.[0] as SyncRecord | undefined)?.syncedAt ?? null
  }
  await expect.poll(syncedAt, { timeout: 60_000 }).not.toBeNull()
}

/** Waits until so many edits of an account wait on this phone. */
export async function untilQueued(page: Page, uid: string, edits: number): Promise<void> {
  await expect.poll(async () => (await queuedOps(page, uid)).length, { timeout: 20_000 }).toBe(edits)
}

/** Waits until so many answers need the user. */
export async function untilAnswered(page: Page, uid: string, answers: number): Promise<void> {
  const inbox = async () => (await dumpAccounts(page))[uid]?.inbox?.length
  await expect.poll(inbox, { timeout: 20_000 }).toBe(answers)
}

/**
 * Tells how long after the last tap the first edit left, in ms by the page's own clock; null while none did. Call it
 * before the page is opened.
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
