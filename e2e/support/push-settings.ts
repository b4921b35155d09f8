import type { BrowserContext } from '@playwright/test'
import type { NewMarathon } from './account.ts'
import { eventTest as test } from './fixtures.ts'

/** Prepares each test of the file that calls this. */
export function prepareRunner(): void {
  test.beforeEach(({ runner, marathon }) => runner.apply(marathon))
}

export const details = ({ _id }: NewMarathon) => `/marathons/${_id}`

/** The permission of this browser, which it gives without asking. */
export const allow = (context: BrowserContext, permission: NotificationPermission) =>
  context.addInitScript((given) => {
    Object.defineProperty(Notification, 'permission', { get: () => given })
  }, permission)
