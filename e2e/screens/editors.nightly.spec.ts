import { createAccount } from '../support/account.ts'
import { expectGoodLooks } from '../support/checks.ts'
import { fillParts } from '../support/editors.ts'
import { test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

test('the editors of an event pass axe on a phone and on a desktop, light and dark', async ({ page, origin }) => {
  await logIn(page, await createAccount(origin, 'Olga Organiser'), '/dashboard/addMarathon')
  await fillParts(page)
  await expectGoodLooks(page, 'the editors')
})
