import type { Account } from './account.ts'
import type { Edge } from './edge.ts'
import { test } from './fixtures.ts'
import { startInstalledPhone, startPhoneEdge } from './installed-phone.ts'
import { logInByForm } from './log-in.ts'
import { type Phone, untilInstalled, untilSynced } from './phone.ts'

export let phone: Phone

/** What the phone reaches the server through. */
export let edge: Edge

/** Prepares each test of the file that calls this. */
export function prepareSkeleton(): void {
  test.beforeEach(async ({ origin }) => {
    edge = await startPhoneEdge(origin)
    phone = await startInstalledPhone(edge)
  })
  test.afterEach(async () => {
    await phone.close()
    await edge.close()
  })
}

/** Starts a phone with the installed app and this account. */
export async function readyPhone(account: Account): Promise<void> {
  await logInByForm(phone.page, account, `${edge.origin}/login`)
  await untilSynced(phone.page)
  await untilInstalled(phone.page)
}
