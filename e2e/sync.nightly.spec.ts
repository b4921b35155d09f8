/// <reference lib="dom" />
import { expect, test } from '@playwright/test'
import { wakeSync } from './support/edits.ts'
import { readTurns, wakeInBackground } from './support/inside-the-browser.ts'
import { useOldSession } from './support/old-session.ts'
import { logInAndSync } from './support/phone.ts'
import { edge, ONCE, organiser, phone, prepareSync, queueAndClose, registered, runner } from './support/sync.ts'

// What a change seldom breaks. sync.spec.ts has what each change must pass.

prepareSync()

test.describe.configure({ timeout: 180_000 })

// Playwright cannot save a trace of a browser that was killed.
test.use({ trace: 'off' })

test('only one tab syncs at a time, and the other one waits, even for a slow response', async () => {
  await logInAndSync(phone.page, edge.origin, runner.email)
  const asked = () => edge.seen.filter((request) => request === 'POST /api/sync').length
  const beforeSecond = asked()
  const second = await phone.context.newPage()
  await second.goto(`${edge.origin}/marathons`)
  await expect(second.getByRole('article').first()).toBeVisible()
  const turns = () => second.evaluate(readTurns)
  // The second tab's own first pass is over.
  await expect.poll(asked).toBeGreaterThan(beforeSecond)
  await expect.poll(turns).toEqual({ held: 0, pending: 0 })
  const before = asked()
  edge.weather = 'hang'
  for (const [tab, turn] of [
    [phone.page, { held: 1, pending: 0 }],
    [second, { held: 1, pending: 1 }],
  ] as const) {
    await tab.evaluate(() => dispatchEvent(new Event('focus')))
    await expect.poll(turns, { timeout: 20_000 }).toEqual(turn)
    await expect.poll(asked).toBe(before + 1)
  }
  edge.weather = 'up'
  // The first tab aborts the request that hangs and sends a new one. After that, the second tab syncs.
  await wakeSync(phone.page)
  // For a moment between the two passes no tab has a turn.
  await expect.poll(asked, { timeout: 20_000 }).toBe(before + 3)
  await expect.poll(turns, { timeout: 20_000 }).toEqual({ held: 0, pending: 0 })
  expect(asked()).toBe(before + 3)
})

test('the service worker renews an old session before it sends', async () => {
  const marathon = await organiser.createMarathon()
  const blank = await queueAndClose(marathon)
  await useOldSession(phone.context, edge.origin, runner, 7)
  edge.weather = 'up'
  await phone.setOffline(false)
  edge.seen.length = 0
  const isRegistered = async () => (await registered(marathon)).entries > 0
  await wakeInBackground(blank, edge.origin, 'dispatchSyncEvent', `sync:${runner.uid}`, isRegistered)
  expect(await registered(marathon)).toEqual(ONCE)
  expect(edge.seen).toContain('POST /api/jwt')
})
