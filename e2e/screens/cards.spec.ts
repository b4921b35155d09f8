/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

/** What the list shows before the values of its first row, by CSS. */
const names = (page: Page, list: string) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .nth(1)
    .getByRole('cell')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content.replace(' / ""', '')))

test('on a phone, the cards of My Marathons and My Applications name the place and the start', async ({
  page,
  origin,
}) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const marathon = await organiser.createMarathon()
  await organiser.apply(marathon)
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, organiser)
  for (const [path, list] of [
    ['/dashboard/myMarathons', 'My Created Marathons'],
    ['/dashboard/myApply', 'My Applied Marathons'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('cell').filter({ hasText: marathon.location })).toBeVisible()
    expect(await names(page, list)).toEqual(['none', '"Location"', '"Start Date"', 'none'])
    // A table has a head, so its cells name nothing.
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await names(page, list)).toEqual(['none', 'none', 'none', 'none', 'none'])
    await page.setViewportSize({ width: 390, height: 844 })
  }
})
