import { applicationFields, createAccount, inDays } from '../support/account.ts'
import { fillForm, prepareApply } from '../support/apply.ts'
import { expectPopUpCloses } from '../support/checks.ts'
import { expect, signedIn as test, test as visitor } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { shownForMs } from '../support/shown-for.ts'

prepareApply()

test('the registration form has banner, read-only title and start, and the email filled in', async ({
  page,
  account,
}) => {
  const marathon = await account.createMarathon({ title: 'Banner run', startDate: '2027-03-05T08:00:00.000Z' })
  await page.goto(`/marathon/registration/${marathon._id}`)
  await expect(page).toHaveTitle('Apply To Marathon')
  await expect(page.getByRole('heading', { level: 1, name: 'Marathon Registration Form' })).toBeVisible()
  await expect(page.getByRole('main').locator('img').first()).toHaveAttribute('src', marathon.image)
  await expect(page.getByRole('main').getByText('Banner run')).toBeVisible()
  for (const [label, value] of [
    ['Marathon Title', 'Banner run'],
    ['Start Date', 'Mar 5, 2027'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).not.toBeEditable()
  }
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Contact Number')).toHaveAttribute('type', 'tel')
  await expect(page.getByLabel('Additional Info')).toBeEditable()
})

visitor(
  'first name, last name and contact number are required, and a wrong email or number is told beside its field',
  async ({ page, origin }) => {
    // The form begins with what is known, and of this account that is nothing.
    const account = await createAccount(origin, 'Nils Newcomer')
    const marathon = await account.createMarathon()
    await logIn(page, account, `/marathon/registration/${marathon._id}`)
    const apply = page.getByRole('button', { name: 'Apply' })
    await apply.click()
    for (const label of ['First Name', 'Last Name', 'Contact Number']) {
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(`${label} is required`))
    }
    await expect(page.getByLabel('First Name')).toBeFocused()
    await fillForm(page)
    await page.getByLabel('Contact Number').fill('call me')
    await page.getByLabel('Email').fill('nonsense')
    await apply.click()
    await expect(page.getByLabel('Contact Number')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('First Name')).toHaveValue('Ada')
  },
)

test('Apply says Registration Successfull!, and the entry and the count are there', async ({ page, account }) => {
  const marathon = await account.createMarathon()
  await page.goto(`/marathon/registration/${marathon._id}`)
  await fillForm(page)
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Apply' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Registration Successfull!' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page.getByText('Registered Participants').locator('..')).toContainText('1')
  expect(await account.call('GET', `/api/marathons/${marathon._id}`)).toMatchObject({ regCount: 1 })
})

test('the same person twice is refused beside the form, with everything typed kept', async ({ page, account }) => {
  const marathon = await account.createMarathon()
  await account.call(
    'POST',
    '/api/marathonApplication',
    applicationFields(marathon, { firstName: 'ada', lastName: 'LOVELACE' }),
  )
  await page.goto(`/marathon/registration/${marathon._id}`)
  await fillForm(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('This person is already registered for this event.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
})

test('a form that was left half done is back, typed or reloaded', async ({ page, account }) => {
  const marathon = await account.createMarathon()
  await page.goto(`/marathon/registration/${marathon._id}`)
  await page.getByLabel('First Name').fill('Half')
  await page.getByRole('link', { name: 'Startline, home' }).click()
  await expect(page).toHaveTitle('Home - Startline')
  await page.goBack()
  await expect(page.getByLabel('First Name')).toHaveValue('Half')
  await expect(page.getByText('What you typed is back.')).toBeVisible()
})

test('outside the window nobody can apply, and the form says when', async ({ page, account }) => {
  const marathon = await account.createMarathon({ regEnd: inDays(-1) })
  await page.goto(`/marathon/registration/${marathon._id}`)
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await expect(page.getByText(/Registration closed \w{3} \d{1,2}, \d{4}/)).toBeVisible()
})

visitor.describe('My Applications', () => {
  visitor('of a newcomer: a spinner for 2000 ms, then You Not Applied to Any Marathon.', async ({ page, origin }) => {
    await logIn(page, await createAccount(origin, 'Nell Newcomer'), '/dashboard/addMarathon')
    const spinner = shownForMs(page, '#main [role=status] svg.animate-turn')
    await page.getByRole('link', { name: 'My Apply List' }).click()
    await expect(page.getByText('You Not Applied to Any Marathon.')).toBeVisible()
    const ms = await spinner
    expect(ms).toBeGreaterThan(1900)
    expect(ms).toBeLessThan(3000)
  })

  test('has its title, heading and table, and a search by part of the title in any case', async ({ page, account }) => {
    const one = await account.createMarathon({ title: 'Searchable Alpha run' })
    const two = await account.createMarathon({ title: 'Searchable Beta run', location: 'Betatown' })
    for (const marathon of [one, two]) await account.apply(marathon)
    await page.goto('/dashboard/myApply')
    await expect(page).toHaveTitle('My Applications')
    await expect(page.getByRole('heading', { name: 'My Applied Marathons' })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText(['#', 'Title', 'Location', 'Start Date', 'Actions'])
    const rows = page.getByRole('row').filter({ hasText: 'Searchable' })
    await expect(rows).toHaveCount(2)
    await page.getByRole('searchbox', { name: 'Search by Marathon Title' }).fill('searchable BETA')
    await expect(rows).toHaveCount(1)
    await expect(rows.getByRole('cell').nth(2)).toHaveText('Betatown')
    await expect(rows.getByRole('cell').nth(3)).toHaveText(/\w{3} \d{1,2}, \d{4}/)
    await expect(rows.getByRole('button', { name: /^Edit/ })).toBeVisible()
    await expect(rows.getByRole('button', { name: /^Delete/ })).toBeVisible()
  })

  test('edits an application: title and start stay, the rest is saved, Cancel changes nothing', async ({
    page,
    account,
  }) => {
    const marathon = await account.createMarathon({ title: 'Editable run', startDate: '2027-03-05T08:00:00.000Z' })
    await account.apply(marathon)
    await page.goto('/dashboard/myApply')
    const edit = page.getByRole('button', { name: 'Edit entry for Editable run' })
    await edit.click()
    const dialog = page.getByRole('dialog', { name: 'Edit Marathon Application' })
    await expect(dialog.getByLabel('Title')).toHaveValue('Editable run')
    await expect(dialog.getByLabel('Start Date')).toHaveValue('Mar 5, 2027')
    for (const label of ['Title', 'Start Date']) await expect(dialog.getByLabel(label)).not.toBeEditable()
    const fields = [
      'First Name',
      'Last Name',
      'Location',
      'Phone Number',
      'Description',
      'Additional Info',
      'Image URL',
    ]
    for (const label of fields) await expect(dialog.getByLabel(label)).toBeEditable()
    await expect(dialog.getByLabel('Image URL')).toHaveAttribute('type', 'url')
    await dialog.getByLabel('First Name').fill('Cancelled')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await expect(dialog.getByLabel('First Name')).toHaveValue('Ada')
    await dialog.getByLabel('First Name').fill('Grace')
    await dialog.getByLabel('Location').fill('My own words')
    await dialog.getByLabel('Image URL').fill('no address')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(dialog.getByLabel('Image URL')).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel('Image URL').fill(marathon.image)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByRole('dialog', { name: 'Updated Successfully!' })).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Grace Runner' })).toContainText('My own words')
  })

  test('deletes an application once confirmed', async ({ page, account }) => {
    const marathon = await account.createMarathon({ title: 'Deletable run' })
    await account.apply(marathon)
    await page.goto('/dashboard/myApply')
    const row = page.getByRole('row').filter({ hasText: 'Deletable run' })
    const question = page.getByRole('dialog', { name: 'Are You Sure Want To Delete?' })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await expect(question).toContainText('Deletable run · Ada Runner')
    await expect(question).toContainText('The Application Will Delete Parmanently.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: /^Delete/ }).click()
    await question.getByRole('button', { name: 'Yes, delete it!' }).click()
    await expect(page.getByRole('dialog', { name: 'Deleted!' })).toContainText('The Application Has Been Deleted!.')
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPopUpCloses(page)
    await expect(row).toHaveCount(0)
  })
})
