import { applicationFields, createAccount } from '../support/account.ts'
import { fillForm, prepareApply } from '../support/apply.ts'
import { expectPopUpCloses } from '../support/checks.ts'
import { expect, signedIn as test, test as visitor } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// What a change seldom breaks. apply.spec.ts has what each change must pass.

prepareApply()

visitor(
  'the form knows the last runner, and after it come the code, the calendar and then the rest',
  async ({ page, origin }) => {
    const account = await createAccount(origin, 'Rosa Runner')
    const organiser = await createAccount(origin, 'Olga Organiser')
    await account.apply(await organiser.createMarathon())
    const marathon = await organiser.createMarathon()
    await logIn(page, account, '/dashboard/myApply')
    await untilSynced(page)
    await page.goto(`/marathon/registration/${marathon._id}`)
    for (const [label, value] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Runner'],
      ['Contact Number', '+49 30 123456'],
    ] as const) {
      await expect(page.getByLabel(label)).toHaveValue(value)
    }
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPopUpCloses(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'You are registered' })).toBeVisible()
    const wanted = ['My code', 'Add to calendar', 'My Apply List', 'Print confirmation', 'Register somebody else']
    await expect(main.getByRole('link', { name: 'My code' })).toHaveAttribute('href', `/start?race=${marathon._id}`)
    const ways = await main.locator('a, button').allTextContents()
    expect(ways.filter((way) => wanted.includes(way))).toEqual(wanted)
    await main.getByRole('button', { name: 'Register somebody else' }).click()
    await expect(page.getByLabel('Contact Number')).toHaveValue('+49 30 123456')
    await expect(page.getByLabel('First Name')).toHaveValue('')

    await page.goto(`/marathons/${marathon._id}`)
    await expect(main.getByRole('link', { name: 'My code' })).toHaveAttribute('href', `/start?race=${marathon._id}`)
    await main.getByRole('link', { name: 'Another person' }).click()
    await expect(page).toHaveURL(`/marathon/registration/${marathon._id}`)
  },
)

test('a namesake is in after one more tap, and Enter in a field is no such tap', async ({ page, account }) => {
  const marathon = await account.createMarathon()
  const ada = applicationFields(marathon, { firstName: 'Ada', lastName: 'Lovelace' })
  await account.call('POST', '/api/marathonApplication', ada)
  await page.goto(`/marathon/registration/${marathon._id}`)
  await fillForm(page, 'ADA')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Another ADA Lovelace?')).toBeVisible()
  await page.getByLabel('First Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeEnabled()
  await expect(page.getByText('This person is already registered for this event.')).toBeVisible()
  expect(await account.call('GET', `/api/marathons/${marathon._id}`)).toMatchObject({ regCount: 1 })
  await page.getByRole('button', { name: 'Yes, another person' }).click()
  await expect(page.getByRole('dialog', { name: 'Registration Successfull!' })).toBeVisible()
  expect(await account.call('GET', `/api/marathons/${marathon._id}`)).toMatchObject({ regCount: 2 })
})

test('in a ballot the same name is refused with the reason, and nothing is offered', async ({ page, account }) => {
  const marathon = await account.createMarathon({ registration: 'ballot', capacity: 5 })
  const ada = applicationFields(marathon, { firstName: 'Ada', lastName: 'Lovelace' })
  await account.call('POST', '/api/marathonApplication', ada)
  await page.goto(`/marathon/registration/${marathon._id}`)
  await fillForm(page, 'Áda')
  await page.getByRole('button', { name: 'Enter the ballot' }).click()
  await expect(page.getByText('an account can enter each name only once')).toBeVisible()
  await expect(page.getByText('Another Áda Lovelace?')).toBeHidden()
})
