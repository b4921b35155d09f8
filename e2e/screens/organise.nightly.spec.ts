/// <reference lib="dom" />
import { createAccount } from '../support/account.ts'
import { refuseNext, untilQueued } from '../support/edits.ts'
import { expect, signedIn as test, test as visitor } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { field, fillForm, form, prepareOrganiser } from '../support/organise.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. organise.spec.ts has what each change must pass.

prepareOrganiser()

test('the second tap of a double tap does not close what the first one opened', async ({ page, origin }) => {
  await page.goto('/dashboard/addMarathon')
  await fillForm(page, 'Twice tapped run', `${origin}/samples/sample-2.svg`)
  const success = page.getByRole('dialog', { name: 'You Successfully Added a Marathon!' })
  // The second tap is there as soon as the pop-up is, wherever the first one was.
  await page.evaluate(() => {
    new MutationObserver((_, watcher) => {
      const beside = document.querySelector<HTMLElement>('.swal2-container')
      if (!beside?.querySelector('.swal2-popup')) return
      watcher.disconnect()
      setTimeout(() => beside.click(), 100)
    }).observe(document.body, { subtree: true, childList: true })
  })
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  await expect(success).toBeVisible()
  await page.waitForTimeout(1000)
  await expect(success).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(success).toBeHidden()
})

visitor(
  'a form that is queued does not come back where the app is closed before the verdict',
  async ({ page, origin }) => {
    const account = await createAccount(origin, 'Carl Closes')
    await logIn(page, account, '/dashboard/addMarathon')
    await untilSynced(page)
    await page.route('**/api/sync', () => undefined)
    await fillForm(page, 'Queued run', `${origin}/samples/sample-2.svg`)
    const drafts = async () => (await dumpAccounts(page))[account.uid]?.drafts
    await expect.poll(drafts).toHaveLength(1)
    await form(page).getByRole('button', { name: 'Add Marathon' }).click()
    await untilQueued(page, account.uid, 1)
    await expect.poll(drafts).toEqual([])
    await page.reload()
    await expect(field(page, 'Title')).toHaveValue('')
    await expect(page.getByText('What you typed is back')).toBeHidden()
  },
)

visitor('a rejected event that another window has sent is not added twice', async ({ page, origin }) => {
  const account = await createAccount(origin, 'Tess Twowindows')
  await logIn(page, account, '/dashboard/addMarathon')
  await fillForm(page, 'Only once', `${origin}/samples/sample-1.svg`)
  await refuseNext(page, 'INVALID', { regEnd: { code: 'NO_SUCH_DATE' } })
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  await expect(field(page, 'Registration End')).toHaveAccessibleDescription(/must be a date that exists/)

  const other = await page.context().newPage()
  await other.goto('/unsent')
  await other.getByRole('button', { name: 'Edit and send again' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await expect(other.getByText('Everything is sent.')).toBeVisible()
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  await expect(form(page).getByRole('alert').filter({ hasText: 'changed in another window' })).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Only once')
  const mine = (await account.call('GET', `/api/marathons?email=${encodeURIComponent(account.email)}`)) as {
    title: string
  }[]
  expect(mine.filter(({ title }) => title === 'Only once')).toHaveLength(1)
})
