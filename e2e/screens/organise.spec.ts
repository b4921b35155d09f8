import { createAccount } from '../support/account.ts'
import { expectPopUpCloses } from '../support/checks.ts'
import { expect, signedIn as test, test as visitor } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { field, fillForm, form, prepareOrganiser } from '../support/organise.ts'
import { shownForMs } from '../support/shown-for.ts'

prepareOrganiser()

const LABELS = [
  'Title',
  'Location',
  'Description',
  'Image URL',
  'Distance',
  'Registration Start',
  'Registration End',
  'Marathon Start',
]

test('Add Marathon has its fields, Select Distance first, and name and email filled in read-only', async ({
  page,
  account,
}) => {
  await page.goto('/dashboard/addMarathon')
  await expect(page).toHaveTitle('Add Marathon')
  for (const label of LABELS) await expect(field(page, label)).toBeEditable()
  await expect(field(page, 'Distance').locator('option')).toHaveText([
    'Select Distance',
    '3k',
    '5k',
    '10k',
    '15k',
    '25k',
  ])
  await expect(field(page, 'Image URL')).toHaveAttribute('type', 'url')
  await expect(field(page, 'Email')).toHaveValue(account.email)
  await expect(field(page, 'Email')).not.toBeEditable()
  await expect(field(page, 'Creator Name')).toHaveValue(account.displayName)
  await expect(field(page, 'Registration Start')).toHaveAttribute('placeholder', 'dd MMM yyyy')
})

test('every field is required, an address must be one, and the first wrong field has the focus', async ({ page }) => {
  await page.goto('/dashboard/addMarathon')
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  for (const label of LABELS) await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true')
  await expect(form(page).getByText('Title is required.')).toBeVisible()
  await expect(form(page).getByText('Select a distance.')).toBeVisible()
  await expect(field(page, 'Title')).toBeFocused()
  await fillForm(page, 'Wrong picture run', 'no address')
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  await expect(field(page, 'Image URL')).toBeFocused()
  await expect(field(page, 'Title')).toHaveValue('Wrong picture run')
})

test('adding says You Successfully Added a Marathon!, empties the form and starts at 0 runners', async ({
  page,
  account,
  origin,
}) => {
  await page.goto('/dashboard/addMarathon')
  await fillForm(page, 'Fjord run', `${origin}/samples/sample-2.svg`)
  await field(page, 'Marathon Start').blur()
  await expect(field(page, 'Marathon Start')).toHaveValue('05 Mar 2027')
  await form(page).getByRole('button', { name: 'Add Marathon' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'You Successfully Added a Marathon!' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  for (const label of LABELS) await expect(field(page, label)).toHaveValue('')
  const mine = (await account.call('GET', `/api/marathons?sort=desc&email=${encodeURIComponent(account.email)}`)) as {
    title: string
  }[]
  const added = mine.filter(({ title }) => title === 'Fjord run')
  expect(added).toEqual([
    expect.objectContaining({ regCount: 0, distance: '25k', name: account.displayName, email: account.email }),
  ])
})

test('a drawing stands in for a picture, and the added event with its share code is one tap away', async ({
  page,
  origin,
}) => {
  await page.goto('/dashboard/addMarathon')
  await fillForm(page, 'Drawn run', '')
  await form(page).getByRole('button', { name: 'Drawing 3' }).click()
  await expect(field(page, 'Image URL')).toHaveValue(`${origin}/samples/sample-3.svg`)
  await field(page, 'Marathon Start').fill('27.11.2027')
  await form(page).getByRole('button', { name: 'Add Marathon' }).click()
  const added = page.getByRole('dialog', { name: 'You Successfully Added a Marathon!' })
  await added.getByRole('button', { name: 'Open the event' }).click()
  await expect(page.getByRole('heading', { name: 'Drawn run' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nov 27, 2027')
  await expect(page.getByRole('button', { name: 'Your own picture' })).toContainText('One of our drawings is shown')
  await expect(page.getByRole('img', { name: 'The event as a QR code' })).toBeVisible()
})

test('days are chosen in a calendar as well, by keyboard alone', async ({ page }) => {
  await page.goto('/dashboard/addMarathon')
  await field(page, 'Marathon Start').fill('5 mar 2027')
  await form(page).getByRole('button', { name: 'Choose Marathon Start in a calendar' }).press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Marathon Start' })
  await expect(calendar.getByRole('button', { name: 'Friday, 5 March 2027, selected' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(field(page, 'Marathon Start')).toHaveValue('12 Mar 2027')
})

visitor(
  'My Marathons of a newcomer: a spinner for 2000 ms, then You Not Added Any Marathon Yet.',
  async ({ page, origin }) => {
    await logIn(page, await createAccount(origin, 'Nils Newcomer'), '/dashboard/addMarathon')
    const spinner = shownForMs(page, '#main [role=status] svg.animate-turn')
    await page.getByRole('link', { name: 'My Marathon List' }).click()
    await expect(page.getByText('You Not Added Any Marathon Yet.')).toBeVisible()
    const ms = await spinner
    expect(ms).toBeGreaterThan(1900)
    expect(ms).toBeLessThan(3000)
  },
)

visitor('My Marathons has only the user’s own, newest first or oldest first, in a table', async ({ page, origin }) => {
  const account = await createAccount(origin, 'Sara Sorts')
  await account.createMarathon({ title: 'Made first' })
  await account.createMarathon({ title: 'Made second' })
  await logIn(page, account, '/dashboard/myMarathons')
  await expect(page).toHaveTitle('My Marathons')
  await expect(page.getByRole('heading', { name: 'My Created Marathons' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['#', 'Title', 'Location', 'Start Date', 'Actions'])
  const titles = page.getByRole('row').getByRole('link', { name: /^Made/ })
  await expect(titles).toHaveText(['Made second', 'Made first'])
  const sort = page.getByLabel('Sort By')
  await expect(sort).toHaveValue('desc')
  await expect(sort.locator('option')).toHaveText(['Newest', 'Oldest'])
  await sort.selectOption('asc')
  await expect(titles).toHaveText(['Made first', 'Made second'])
})

test('Update Marathon keeps title and start, checks the rest, and says Marathon Updated!', async ({
  page,
  account,
}) => {
  const marathon = await account.createMarathon({ title: 'Updatable run', startDate: '2027-03-05T08:00:00.000Z' })
  await page.goto('/dashboard/myMarathons')
  const edit = page.getByRole('button', { name: 'Edit Updatable run' })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  const inDialog = (label: string) => dialog.getByLabel(label, { exact: true })
  await expect(inDialog('Title')).toHaveValue('Updatable run')
  await expect(inDialog('Marathon Start')).toHaveValue('05 Mar 2027')
  for (const label of ['Title', 'Marathon Start']) await expect(inDialog(label)).not.toBeEditable()
  const texts = ['Location', 'Registration Start', 'Registration End', 'Description', 'Image URL']
  for (const label of texts) {
    await expect(inDialog(label)).toBeEditable()
    await inDialog(label).fill('')
  }
  await expect(inDialog('Distance').locator('option')).toHaveText(['Select Distance', '3k', '5k', '10k', '15k', '25k'])
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  for (const label of texts) await expect(inDialog(label)).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit.click()
  await expect(inDialog('Location')).toHaveValue(marathon.location)
  await inDialog('Location').fill('Moved Town')
  await inDialog('Distance').selectOption('3k')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  const done = page.getByRole('dialog', { name: 'Marathon Updated!' })
  await expect(done).toContainText('Your marathon has been updeted.')
  await done.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Updatable run' })).toContainText('Moved Town')
  const now = await account.call('GET', `/api/marathons/${marathon._id}`)
  expect(now).toMatchObject({
    location: 'Moved Town',
    distance: '3k',
    startDate: marathon.startDate,
    title: marathon.title,
  })
})

test('deletes a marathon once confirmed', async ({ page, account }) => {
  await account.createMarathon({ title: 'Doomed run' })
  await page.goto('/dashboard/myMarathons')
  const row = page.getByRole('row').filter({ hasText: 'Doomed run' })
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await row.getByRole('button', { name: 'Delete Doomed run' }).click()
  await expect(question).toContainText('This marathon will be deleted permanently!')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete Doomed run' }).click()
  await question.getByRole('button', { name: 'Yes, delete it!' }).click()
  await expect(page.getByRole('dialog', { name: 'Deleted!' })).toContainText('Your marathon has been deleted.')
  await page.getByRole('button', { name: 'OK' }).click()
  await expectPopUpCloses(page)
  await expect(row).toHaveCount(0)
})

test('an organiser sees who applied, searches them, and takes them along as CSV', async ({ page, account, origin }) => {
  const marathon = await account.createMarathon({ title: 'Crowded run', capacity: 50 })
  const runner = await createAccount(origin, 'Rita Runs')
  for (const firstName of ['Ada', 'Grace']) {
    await runner.apply(marathon, { firstName })
  }
  await page.goto('/dashboard/myMarathons')
  await page.getByRole('link', { name: 'Crowded run' }).click()
  await expect(page.getByText('2 of 50')).toBeVisible()
  await page.getByRole('link', { name: 'Entrants' }).click()
  await expect(page).toHaveTitle('Entrants of Crowded run')
  await expect(page.getByText('registered of 50 places')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/entrants\.csv$/)
  await page.getByRole('searchbox', { name: 'Search' }).fill('grace')
  await expect(page.getByText('Grace Runner', { exact: true })).toBeVisible()
  await expect(page.getByText('Ada Runner', { exact: true })).toHaveCount(0)
})
