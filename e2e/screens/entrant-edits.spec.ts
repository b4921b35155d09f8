import { createAccount } from '../support/account.ts'
import { expectGoodLooks, expectPopUpCloses } from '../support/checks.ts'
import { loseNetwork } from '../support/edits.ts'
import {
  bothEdited,
  entrants,
  expectClash,
  expectNotice,
  marathon,
  more,
  nameOnServer,
  ok,
  organiser,
  phoneOf,
  prepareEntries,
  runner,
  send,
} from '../support/entrant-edits.ts'
import { expect, test } from '../support/fixtures.ts'

// What staff do with the entries of others, while their phones can send nothing.

prepareEntries()

test.describe.configure({ timeout: 90_000 })

test('edits of one field, both offline, clash on both phones: the organiser first', async ({ browser, origin }) => {
  const { desk, own } = await bothEdited(browser, origin)
  await send(desk)
  await send(own)
  await expectClash(own, 'Adele', 'Adah')
  await expectGoodLooks(own.page, 'a clash with the organiser')
  await expectNotice(own, 'The organiser corrected first name: Ada is now Adah.')
  await expectNotice(desk, 'A runner changed first name, which you had corrected. The runner decides.')
  await expect(desk.page.getByText('For Adah Adason')).toBeVisible()

  await own.page.goto('/unsent')
  await own.page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(nameOnServer).toBe('Adele')
  await desk.context.close()
  await own.context.close()
})

test('the organiser withdraws and moves up with no network, and the runners are told', async ({ browser, origin }) => {
  for (const firstName of ['Bea', 'Cem', 'Dan']) {
    await runner.apply(marathon, { firstName, lastName: `${firstName}son`, waitingList: true })
  }
  const late = await createAccount(origin, 'Lena Late')
  await late.apply(marathon, { firstName: 'Eva', lastName: 'Evason', waitingList: true })
  const desk = await phoneOf(browser, origin, organiser, entrants())
  const { page } = desk
  await loseNetwork(page)
  await more(page, 'Eva Evason', 'Move up')
  const question = page.getByRole('dialog', { name: 'Move Eva Evason up?' })
  await expect(question).toContainText('This overtakes 3 people on the waiting list, as far as this phone knows.')
  await question.getByRole('button', { name: 'Yes, move up' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  const row = page.getByRole('listitem').filter({ hasText: 'Eva Evason' })
  await expect(row).toContainText('1st in line')
  await expect(row).toContainText('Waiting to be sent')
  await expect(row.getByRole('button', { name: 'Move up' })).toBeHidden()
  await expectGoodLooks(page, 'the actions of an entry')

  await more(page, 'Ada Adason', 'Withdraw')
  const dialog = page.getByRole('dialog', { name: 'Withdraw the entry of Ada Adason' })
  await dialog.getByRole('button', { name: 'Withdraw the entry' }).click()
  await expect(dialog.getByText('Reason is required.')).toBeVisible()
  await expectGoodLooks(page, 'the form of a withdrawal')
  await dialog.getByLabel('Reason').fill('Broken leg, get well soon.')
  await dialog.getByRole('button', { name: 'Withdraw the entry' }).click()
  await ok(page, 'Saved on this phone.')
  await expectPopUpCloses(page)
  await expect(page.getByText('Ada Adason', { exact: true })).toBeHidden()
  await send(desk)
  // Who was moved up got the place that became free.
  await expect(page.getByText('1 registered of 1 place, 3 on the waiting list')).toBeVisible()
  await page.goto(`/dashboard/myMarathons/${marathon._id}/history`)
  await expect(page.getByText('Reason: Broken leg, get well soon.')).toBeVisible()
  await expect(page.getByText('Eva Evason moved up the waiting list')).toBeVisible()
  await expectGoodLooks(page, 'a history with a withdrawal')

  const own = await phoneOf(browser, origin, runner, '/dashboard/notices')
  const told = 'The organiser withdrew the entry of Ada Adason. Reason: Broken leg, get well soon.'
  await expect(own.page.getByRole('list', { name: 'Notices' }).getByText(told)).toBeVisible()

  const lena = await phoneOf(browser, origin, late, '/dashboard/notices')
  await expect(
    lena.page.getByRole('list', { name: 'Notices' }).getByText('You are now first on the waiting list.'),
  ).toBeVisible()
  await expect(
    lena.page.getByRole('list', { name: 'Notices' }).getByText('A place became free, and it is yours.'),
  ).toBeVisible()
  for (const { context } of [desk, own, lena]) await context.close()
})
