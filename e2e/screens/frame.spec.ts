/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { PHONE, WITH_KEYBOARD } from '../support/frame.ts'
import { chooseLanguage } from '../support/languages.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Quick links' })

signedIn(
  'a phone has four places in a bar, which check-in, start line and a wide screen lack',
  async ({ page, account }) => {
    const marathon = await account.createMarathon()
    await page.setViewportSize(PHONE)
    await page.goto('/')
    for (const [name, path] of [
      ['Marathons', '/marathons'],
      ['My entries', '/dashboard/myApply'],
      ['Organise', '/dashboard/myMarathons'],
      ['Home', '/'],
    ] as const) {
      await bar(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(bar(page).locator('[aria-current=page]')).toHaveText([name])
    }
    for (const path of ['/start', `/dashboard/myMarathons/${marathon._id}/checkIn`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(bar(page)).toHaveCount(0)
    }
    await page.goto('/')
    await expect(bar(page)).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect(bar(page)).toBeHidden()
  },
)

test('a visitor has no bar at the bottom', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/aboutUs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

signedIn(
  'the bar covers neither the end of a page nor its main action, and leaves with a keyboard',
  async ({ page, account }) => {
    const marathon = await account.createMarathon()
    await page.setViewportSize(PHONE)
    await page.goto(`/marathons/${marathon._id}`)
    const action = page.getByRole('link', { name: 'Register Now' })
    const edge = async () => (await bar(page).boundingBox())?.y ?? 0
    const endOf = async (box: { boundingBox(): Promise<{ y: number; height: number } | null> }) => {
      const { y, height } = (await box.boundingBox()) ?? { y: Number.POSITIVE_INFINITY, height: 0 }
      return y + height
    }
    await expect(action).toBeVisible()
    expect(await endOf(action)).toBeLessThanOrEqual(await edge())
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect.poll(() => endOf(page.getByRole('contentinfo'))).toBeLessThanOrEqual((await edge()) + 1)
    await page.setViewportSize(WITH_KEYBOARD)
    await expect(bar(page)).toBeHidden()
  },
)

test('any language is two taps away for a visitor', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const path of ['/', '/login', '/no-such-page']) {
    await page.goto(path)
    await chooseLanguage(page, 'Deutsch')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await chooseLanguage(page, 'English')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  }
})

signedIn('any language is two taps away, also on Add Marathon and at the gate', async ({ page, account }) => {
  const marathon = await account.createMarathon()
  await page.setViewportSize(PHONE)
  for (const path of ['/dashboard/addMarathon', `/dashboard/myMarathons/${marathon._id}/checkIn`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await chooseLanguage(page, 'Español')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await chooseLanguage(page, 'English')
  }
})

signedIn('Back closes the menus of the bars, and the next Back leaves the screen', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/aboutUs')
  await bar(page).getByRole('link', { name: 'Organise' }).click()
  for (const toggle of ['[aria-controls=nav-links]', '[aria-controls=own-panel]', '[aria-controls=dashboard-menu]']) {
    await page.locator(toggle).click()
    await expect(page.locator(toggle)).toHaveAttribute('aria-expanded', 'true')
    await page.evaluate(() => history.back())
    await expect(page.locator(toggle)).toHaveAttribute('aria-expanded', 'false')
    await expect(page).toHaveURL('/dashboard/myMarathons')
  }
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/aboutUs')
})

test('a password can be shown, and hidden again', async ({ page }) => {
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    const field = page.getByLabel('Password')
    await field.fill('Marathon1')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(field).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide', exact: true }).click()
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveValue('Marathon1')
  }
})
