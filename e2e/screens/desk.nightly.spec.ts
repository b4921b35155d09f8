import { newEntryCode } from '../../contract/text/entry-code.ts'
import { expectAccessible, expectGoodLooks } from '../support/checks.ts'
import {
  answer,
  button,
  desk,
  form,
  found,
  marathon,
  openDesk,
  organiser,
  prepareDesk,
  runners,
  search,
  setBlock,
  typeName,
} from '../support/desk.ts'
import { holdSync, letSync, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'

// What a change seldom breaks. desk.spec.ts has what each change must pass.

prepareDesk()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('a desk leaves a name out of the results with no signal, and puts it back', async ({ page, origin }) => {
  await openDesk(page, await desk(origin, 'Dora Desk'))
  await holdSync(page)
  await button(page, 'Enter a walk-in').click()
  await typeName(page, 'Ben', 'Roth')
  await form(page).getByRole('checkbox', { name: 'No name in the results' }).check()
  await button(page, 'Enter and check in').click()
  await button(page, 'Go on').click()
  await expect(answer(page)).toContainText('Ben Roth')
  await expect(form(page).getByRole('checkbox')).not.toBeChecked()
  await button(page, 'Close the form').click()
  await search(page).fill('ben')
  const change = async (isHidden: boolean) => {
    await found(page, 'Ben Roth').getByRole('button', { name: 'Correct' }).click()
    const box = page.getByRole('dialog').getByRole('checkbox')
    await expect(box).toBeChecked({ checked: isHidden })
    await expectAccessible(page, 'the correction of an entry at a desk')
    await box.setChecked(!isHidden)
    await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await change(true)
  await letSync(page)
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  const stored = async () => {
    const entries = await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)
    return (entries as Record<string, unknown>[]).find(({ firstName }) => firstName === 'Ben')?.hidesName
  }
  await expect.poll(stored).toBe(false)
  await change(false)
  await expect.poll(stored).toBe(true)
})

test('a block says in words what is wrong with it, and when it is used up', async ({ page }) => {
  await openDesk(page, organiser)
  for (const [from, to, problem] of [
    ['a', '9', 'Type the first and the last bib as whole numbers, for example 501 and 700.'],
    ['9', '5', 'The last bib is lower than the first one.'],
    ['1', '20000', 'These are more than 10,000 bibs.'],
  ] as const) {
    await setBlock(page, from, to)
    await expect(page.getByText(problem)).toBeVisible()
    await button(page, 'Cancel').click()
  }
  await setBlock(page, '501', '501')
  await search(page).fill('ada')
  await button(page, 'Next free: 501 for Ada Lauf').click()
  await expect(answer(page)).toContainText('Bib 501')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page.getByText('1 of them is given')).toBeVisible()
  await button(page, 'Enter a walk-in').click()
  await expect(page.getByText('No bib is left of 501 to 501. Set other bibs, or type one.')).toBeVisible()
  await setBlock(page, '501', '501')
  await expect(page.getByText('Each of these bibs has an entrant already.')).toBeVisible()
})

test('a desk says since when it has heard nothing, and what it cannot know', async ({ page, context }) => {
  const own = (await runners.call('GET', '/api/marathonApplication')) as {
    _id: string
    firstName: string
    code: string
  }[]
  const ada = own.find(({ firstName }) => firstName === 'Ada')
  await openDesk(page, organiser)
  await context.setOffline(true)
  await wakeSync(page)
  const words = /^Offline since \d\d:\d\d: entries made, changed or handed on elsewhere since then are not here\.$/
  await expect(page.getByText(words)).toBeVisible()
  await search(page).fill(newEntryCode())
  await search(page).press('Enter')
  await expect(answer(page).getByText(/^This phone cannot know: it has heard nothing since \d\d:\d\d\./)).toBeVisible()
  await context.setOffline(false)
  await wakeSync(page)
  await expect(page.getByText(words)).toBeHidden()
  await runners.call('DELETE', `/api/marathonApplication/${ada?._id}`)
  await wakeSync(page)
  await search(page).fill('ada')
  await expect(page.getByText('Nobody has this name or bib.')).toBeVisible()
  await search(page).fill(`https://startline.example/take/${ada?._id}.${ada?.code}`)
  await search(page).press('Enter')
  await expect(answer(page).getByText(/^Withdrawn at \d\d:\d\d$/)).toBeVisible()
})

test('the walk-in form, its questions and the answer pass axe, light and dark, in both sizes', async ({ page }) => {
  await openDesk(page, organiser)
  await setBlock(page, '501', '700')
  await holdSync(page)
  await button(page, 'Enter a walk-in').click()
  await typeName(page, 'Ben', 'Roth')
  await button(page, 'Next free: 501').click()
  await expectGoodLooks(page, 'form')
  await button(page, 'Enter and check in').click()
  await expectGoodLooks(page, 'question')
  await button(page, 'Go on').click()
  await expect(answer(page)).toContainText('Ben Roth')
  await expectGoodLooks(page, 'answer')
  await button(page, 'Close the form').click()
  await search(page).fill('anna')
  await button(page, 'Other bib for Anna Schmidt').click()
  await expectGoodLooks(page, 'bib')
})

test('the overview has the sum above the limit, and the list who has no account', async ({ page }) => {
  await openDesk(page, organiser)
  await button(page, 'Enter a walk-in').click()
  await typeName(page, 'Ben', 'Roth')
  await button(page, 'Enter and check in').click()
  await button(page, 'Go on').click()
  await expect(answer(page)).toContainText('Ben Roth')
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  const count = (label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')
  await expect(count('Above the limit')).toHaveText('1')
  await expect(count('Let in knowingly')).toHaveText('1')
  await expectAccessible(page, 'an overview with entries above the limit')
  await page.goto(`/dashboard/myMarathons/${marathon._id}/entrants`)
  await page.getByText('No account', { exact: true }).first().click()
  const rows = page.locator('li[aria-posinset]')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Ben Roth')
})
