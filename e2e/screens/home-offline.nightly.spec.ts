/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDatabases } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { untilInstalled, untilSynced } from '../support/phone.ts'

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })
test.use({ allowedInConsole: /Failed to load resource/ })

const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming Marathons' })
const keptLists = async (page: Page) =>
  ((await readDatabases(page, 'startline-device'))['startline-device']?.lists ?? []) as { key: string }[]

test('a visitor who left home without scrolling has the upcoming events with no network', async ({ page, network }) => {
  await page.goto('/aboutUs')
  await untilInstalled(page)
  await page.goto('/')
  await expect
    .poll(async () => (await keptLists(page)).map(({ key }) => key).sort(), { timeout: 20_000 })
    .toEqual(['explore', 'upcoming'])
  await network(false)
  await page.goto('/aboutUs')
  await page.goto('/')
  await expect(page.locator('#prerendered')).toHaveCount(0)
  await upcoming(page).getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
  await expect(upcoming(page).getByRole('article').first()).toBeVisible()
})

test('a signed-in user who never opened home has it with no network from the synced marathons', async ({
  page,
  network,
  origin,
}) => {
  await logIn(page, await createAccount(origin, 'Holly Home'), '/unsent')
  await untilSynced(page)
  await untilInstalled(page)
  await network(false)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Explore Marathons' }).getByRole('article')).toHaveCount(4)
  await upcoming(page).getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
  await expect(upcoming(page).getByRole('article').first()).toBeVisible()
  expect(await keptLists(page)).toEqual([])
})
