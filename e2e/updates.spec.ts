import { expect } from '@playwright/test'
import { createAccount, newMarathonFields } from './support/account.ts'
import { deployment } from './support/deployments.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { logInAndSync, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import { test, updateButton, version } from './support/updates.ts'

// A new version, as a phone sees it. updates.nightly.spec.ts has what seldom happens.

// One Playwright worker runs them, because each installs this version anew.
test.describe.configure({ timeout: 180_000, mode: 'default' })

test('INV-12 an update waits until it is taken, and an edit in the queue survives it', async ({
  baseURL,
  edge,
  phone,
}) => {
  const organiser = await createAccount(baseURL as string, 'Olga Organiser')
  const marathon = newMarathonFields({ image: `${baseURL}/samples/sample-1.svg` })
  await organiser.call('POST', '/api/marathons', marathon)
  const runner = await createAccount(baseURL as string, 'Rosa Runner')
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  edge.weather = 'api-down'
  await expectNoVerdict(phone.page)
  await fillApplication(phone.page, edge.origin, marathon._id)
  await expectContent(phone.page, 'Not registered until sent')

  edge.deployed = deployment('v2')
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await expect(updateButton(phone)).toBeVisible()
  await phone.page.goto(`${edge.origin}/unsent`)
  await expect(version(phone)).toHaveAttribute('data-version', 'v1')
  await updateButton(phone).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  await expectContent(phone.page, marathon.title)

  edge.weather = 'up'
  const entrants = () => organiser.call('GET', `/api/marathons/${marathon._id}/entrants`) as Promise<unknown[]>
  await expect.poll(async () => (await entrants()).length, { timeout: 30_000 }).toBe(1)
})
