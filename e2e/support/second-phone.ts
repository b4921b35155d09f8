import type { Browser, Page } from '@playwright/test'
import type { Account } from './account.ts'
import { logIn } from './log-in.ts'
import { untilSynced } from './phone.ts'

/** Opens a screen as an account on another phone, with that account's data. The phone has no service worker. */
export async function openSecondPhone(browser: Browser, origin: string, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  const page = await context.newPage()
  await logIn(page, account, path)
  await untilSynced(page)
  return page
}
