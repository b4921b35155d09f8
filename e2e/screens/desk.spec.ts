import type { Browser, Page } from '@playwright/test'
import type { Account } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll } from '../support/checks.ts'
import {
  answer,
  button,
  desk,
  field,
  form,
  found,
  openDesk,
  organiser,
  prepareDesk,
  search,
  setBlock,
  typeName,
} from '../support/desk.ts'
import { holdSync, letSync, queuedOps, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'

// What a desk does on race morning, with no signal: walk-ins, bibs at the table, and what it cannot know.

prepareDesk()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('a walk-in takes at most four taps beside typing, with no signal, and the next is at once', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDesk(page, organiser)
  await setBlock(page, '501', '700')
  await expect(button(page, 'Bibs at this table: 501 to 700')).toBeVisible()
  await holdSync(page)
  let taps = 0
  const tap = async (name: string | RegExp) => {
    taps += 1
    await button(page, name).click()
  }
  await tap('Enter a walk-in')
  await typeName(page, 'Ben', 'Roth')
  await tap('Next free: 501')
  await tap('Enter and check in')
  // The event is full.
  await expect(page.getByText('1 above the limit. Go on?')).toBeVisible()
  await expect(button(page, 'Go on')).toBeFocused()
  await tap('Go on')
  await expect(answer(page)).toContainText('Ben Roth, bib 501')
  expect(taps).toBeLessThanOrEqual(4)
  await expect(answer(page).getByText('Entered', { exact: true })).toBeVisible()
  await expect(answer(page).getByRole('img', { name: 'QR code to claim the entry of Ben Roth' })).toBeVisible()
  await expect(answer(page)).toContainText('It works once this phone has sent the entry.')
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  for (const name of ['First Name', 'Last Name', 'Bib']) await expect(field(page, name)).toHaveValue('')

  taps = 0
  await typeName(page, 'Cem', 'Can')
  await tap('Next free: 502')
  await tap('Enter and check in')
  await expect(page.getByText('2 above the limit. Go on?')).toBeVisible()
  await tap('Go on')
  await expect(answer(page)).toContainText('Cem Can, bib 502')
  expect(taps).toBeLessThanOrEqual(3)
  await untilQueued(page, organiser.uid, 4)
  expect((await queuedOps(page, organiser.uid)).map(({ type, patch }) => [type, patch.above])).toEqual([
    ['application.walkIn', 1],
    ['checkIn.create', undefined],
    ['application.walkIn', 2],
    ['checkIn.create', undefined],
  ])
  // The last one was a mistake: the bib is free again.
  await button(page, 'Undo the entry of Cem Can').click()
  await expect(answer(page)).toContainText('This entry and its check-in no longer count.')
  await expect(button(page, 'Next free: 502')).toBeVisible()
  await expect(page.getByText('1 of 3 here')).toBeVisible()
  await letSync(page)
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await button(page, 'Close the form').click()
  await search(page).fill('501')
  const row = page.getByRole('listitem').filter({ hasText: 'Ben Roth' })
  await expect(row).toContainText('No account')
  // What was typed in a hurry is corrected at the desk.
  await row.getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog').getByLabel('First Name').fill('Benno')
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Benno Roth' })).toBeVisible()
  await search(page).fill('cem')
  await expect(page.getByText('Nobody has this name or bib.')).toBeVisible()
})

test('a namesake is asked about, a taken bib is refused, and what was typed survives a reload', async ({ page }) => {
  await openDesk(page, organiser)
  await holdSync(page)
  await search(page).fill('anna')
  await button(page, 'Other bib for Anna Schmidt').click()
  await page.getByRole('listitem').getByLabel('Bib').fill('118')
  await button(page, 'Save').click()
  await expect(answer(page)).toContainText('Bib 118')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await button(page, 'Enter a walk-in').click()
  await typeName(page, 'anna', 'schmidt')
  await field(page, 'Bib').fill('0118')
  await button(page, 'Enter and check in').click()
  await expect(form(page).getByText('0118 is with Anna Schmidt already. Give another one.')).toBeVisible()
  await field(page, 'Bib').fill('a bib that is far too long')
  await button(page, 'Enter and check in').click()
  await expect(form(page).getByText(/at most 12/)).toBeVisible()
  await field(page, 'Bib').fill('')
  await button(page, 'Enter and check in').click()
  await expect(page.getByText('There is already Anna Schmidt, bib 118. Another person?')).toBeVisible()
  await page.waitForTimeout(500)
  await page.reload()
  await button(page, 'Enter a walk-in').click()
  await expect(field(page, 'First Name')).toHaveValue('anna')
  await expect(field(page, 'Last Name')).toHaveValue('schmidt')
  await button(page, 'Enter and check in').click()
  await button(page, 'Check in Anna Schmidt, bib 118 instead').click()
  await expect(answer(page).getByText('Here', { exact: true })).toBeVisible()
  await expect(answer(page)).toContainText('Anna Schmidt, bib 118')
  await expect(field(page, 'First Name')).toHaveValue('')
  await typeName(page, 'anna', 'schmidt')
  await button(page, 'Enter and check in').click()
  await button(page, 'Another person').click()
  await button(page, 'Go on').click()
  await expect(answer(page)).toContainText('anna schmidt')
  const types = (await queuedOps(page, organiser.uid)).map(({ type }) => type)
  expect(types).toEqual(['application.assignBib', 'checkIn.create', 'application.walkIn', 'checkIn.create'])
})

async function openOther(browser: Browser, origin: string, account: Account): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })).newPage()
  await openDesk(page, account)
  return page
}

test('a bib that two desks give out is shown to both and the organiser, and one settles it', async ({
  page,
  browser,
  origin,
}) => {
  const [first, second] = [await desk(origin, 'Dana Desk'), await desk(origin, 'Didi Desk')]
  await openDesk(page, first)
  const other = await openOther(browser, origin, second)
  for (const [phone, firstName, account] of [
    [page, 'Ben', first],
    [other, 'Cem', second],
  ] as const) {
    await setBlock(phone, '212', '220')
    await holdSync(phone)
    await button(phone, 'Enter a walk-in').click()
    await typeName(phone, firstName, 'Roth')
    await button(phone, 'Next free: 212').click()
    await button(phone, 'Enter and check in').click()
    await button(phone, 'Go on').click()
    await expect(answer(phone)).toContainText(`${firstName} Roth, bib 212`)
    await untilQueued(phone, account.uid, 2)
  }
  await letSync(page)
  await expect(page.getByText(/not sent yet/)).toBeHidden()
  await letSync(other)
  await expect(other.getByText(/not sent yet/)).toBeHidden()
  await wakeSync(page)
  const owner = await openOther(browser, origin, organiser)
  const sentence = '212 is with Ben Roth and also with Cem Roth.'
  for (const phone of [page, other, owner]) {
    await button(phone, sentence).click()
    await expect(phone.getByRole('region', { name: 'Bibs that two people hold: 1' })).toContainText(sentence)
  }
  await search(owner).fill('212')
  await expect(found(owner, 'Ben Roth, bib 212')).toBeVisible()
  await expect(found(owner, 'Cem Roth, holds bib 212')).toBeVisible()
  await owner.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(owner, 'a bib that two hold')
  await expectNoSidewaysScroll(owner, 'a bib that two hold')
  // The desk whose op came second settles it by one tap.
  const clash = other.getByRole('region', { name: 'Bibs that two people hold: 1' })
  await clash.getByRole('button', { name: /^Next free: 213 for Cem/ }).click()
  await expect(clash).toBeHidden()
  await expect(other.getByText(/not sent yet/)).toBeHidden()
  await wakeSync(page)
  await expect(page.getByText(sentence)).toHaveCount(0)
  await other.context().close()
  await owner.context().close()
})
