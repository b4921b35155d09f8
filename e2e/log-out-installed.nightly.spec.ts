/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { readDatabases, wakeInBackground } from './support/inside-the-browser.ts'
import { logInByForm } from './support/log-in.ts'
import { untilInstalled, untilSynced } from './support/phone.ts'

// The part of screens/log-out.spec.ts that needs Background Sync.

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

const isSignedIn = async (page: Page) =>
  ((await readDatabases(page, 'startline-device'))['startline-device']?.session ?? []).length > 0

test('a session that ends elsewhere while no page is open leaves nothing at the next start', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource/)
  const organiser = await createAccount(origin, 'Olga Organiser')
  await organiser.createMarathon({ title: 'Leaving run' })
  await logInByForm(page, organiser, '/marathons')
  await untilSynced(page)
  await untilInstalled(page)
  // This page is of the same origin, and has nothing of the app.
  await page.goto('/api/config')
  await organiser.call('POST', '/api/logout-everywhere', {})
  await wakeInBackground(
    page,
    origin,
    'dispatchSyncEvent',
    `sync:${organiser.uid}`,
    async () => !(await isSignedIn(page)),
  )
  await page.goto('/marathons')
  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 })
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).not.toContain('signed-in')
})
