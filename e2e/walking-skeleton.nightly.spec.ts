import { createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { edge, phone, prepareSkeleton, readyPhone } from './support/walking-skeleton.ts'

// What a change seldom breaks. walking-skeleton.spec.ts has what each change must pass.

prepareSkeleton()

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

test('a marathon created with the network off arrives after the network is back', async ({ origin }) => {
  const account = await createAccount(origin, 'Ivo Flightmode')
  await readyPhone(account)
  const { page } = phone
  await phone.setOffline(true)
  await page.goto(`${edge.origin}/dashboard/addMarathon`, { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Add Marathon' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await field('Title').fill('Made in the air')
  await field('Location').fill('Above Greenland')
  await field('Description').fill('Eleven kilometres up.')
  await field('Image URL').fill(`${origin}/samples/sample-3.svg`)
  await field('Distance').selectOption('10k')
  for (const [label, day] of [
    ['Registration Start', '1 nov 2026'],
    ['Registration End', '2 feb 2027'],
    ['Marathon Start', '5 mar 2027'],
  ] as const) {
    // A phone opens the calendar instead of a keyboard. This test types like a keyboard.
    await field(label).fill(day)
    await page.keyboard.press('Escape')
  }
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved on this phone.' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('1 change waits on this phone and will be sent automatically.')).toBeVisible()

  await phone.setOffline(false)
  await expect(page.getByText(/waits on this phone/)).toBeHidden()
  const mine = await account.call('GET', `/api/marathons?email=${encodeURIComponent(account.email)}`)
  expect(mine).toEqual([expect.objectContaining({ title: 'Made in the air', regCount: 0, ver: 1 })])
})
