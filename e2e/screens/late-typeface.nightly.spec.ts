import type { Locator, Page } from '@playwright/test'
import { watchShifts } from '../support/checks.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// A phone that has not the typeface yet shows headings and numerals in another one first.

const HOUR_MS = 3_600_000
const SIZES = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 900 },
]

test.use({ allowedInConsole: /Failed to load resource/, event: { title: 'Harbour run' } })

interface Case {
  name: string
  path: (id: string) => string
  /** When the race starts. */
  inHours?: number
  shows: (page: Page) => Locator
}

const CASES: Case[] = [
  { name: 'home', path: () => '/', shows: (page) => page.getByRole('region', { name: 'Your next race' }) },
  { name: 'race day', path: () => '/ready', shows: (page) => page.getByRole('heading', { name: 'Harbour run' }) },
  { name: 'the start line', path: () => '/start', shows: (page) => page.getByRole('timer') },
  {
    name: 'the start line days ahead',
    path: () => '/start',
    inHours: 100,
    shows: (page) => page.getByRole('timer'),
  },
  {
    name: 'the place of an event',
    path: (id) => `/dashboard/myMarathons/${id}`,
    shows: (page) => page.getByRole('heading', { name: 'Harbour run' }).first(),
  },
  { name: 'the details of an event', path: (id) => `/marathons/${id}`, shows: (page) => page.getByRole('timer') },
]

for (const { name, path, inHours = 2.5, shows } of CASES) {
  test(`nothing on ${name} moves when the typeface comes late`, async ({ page, organiser, marathon }) => {
    const startDate = new Date(Date.now() + inHours * HOUR_MS).toISOString()
    await organiser.call('PUT', `/api/marathons/${marathon._id}`, { startDate })
    await organiser.apply({ ...marathon, startDate })
    let late = Promise.withResolvers<void>()
    let isMissing = true
    await page.route(/\.woff2$/, async (route) => {
      if (isMissing) return route.abort()
      await late.promise
      await route.continue()
    })
    // This page must not leave the typeface to the next one.
    await logIn(page, organiser, '/aboutUs')
    await untilSynced(page)
    const shifts = await watchShifts(page)
    isMissing = false
    for (const size of SIZES) {
      await page.setViewportSize(size)
      late = Promise.withResolvers()
      await page.goto('about:blank')
      await page.goto(path(marathon._id), { waitUntil: 'commit' })
      await expect(shows(page)).toBeVisible()
      // What comes a moment later is there too.
      await page.waitForTimeout(400)
      expect(await page.evaluate(() => document.fonts.status), 'the typeface is not there yet').toBe('loading')
      late.resolve()
      await expect.poll(() => page.evaluate(() => document.fonts.check('800 16px "Archivo Variable"'))).toBe(true)
      await page.waitForTimeout(250)
      expect(await shifts(), `${size.width} x ${size.height}`).toEqual([])
    }
  })
}
