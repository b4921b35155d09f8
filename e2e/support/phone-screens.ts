import { expect, type Page } from '@playwright/test'

/** The next marathon of the sample runner. */
export const RACE = { id: 'seed-event-16', title: 'Sea Point Promenade 5k' }
/** A sample marathon that is open for registration. */
const OPEN_MARATHON = { id: 'seed-event-18', title: 'Reykjavik' }

/** A screen, and text that appears only with its content. */
interface Screen {
  path: string
  shows: string | RegExp
}

/** Every screen of the app, as the sample runner sees it after the first pull. */
export const SCREENS: Screen[] = [
  { path: '/', shows: /Days Left|Starting Soon/ },
  { path: '/aboutUs', shows: 'community' },
  { path: '/contact', shows: 'Contact' },
  { path: '/privacy', shows: 'Signing in' },
  { path: '/no/such/page', shows: 'Oops! Page not found.' },
  { path: '/marathons', shows: 'See Details' },
  { path: `/marathons/${RACE.id}`, shows: 'Registered Participants' },
  { path: `/marathon/registration/${OPEN_MARATHON.id}`, shows: 'Marathon Registration Form' },
  { path: '/dashboard', shows: 'Select Distance' },
  { path: '/dashboard/myMarathons', shows: 'My Created Marathons' },
  { path: '/dashboard/myApply', shows: RACE.title },
  { path: `/dashboard/myMarathons/${RACE.id}/checkIn`, shows: 'There is nobody to check in.' },
  { path: '/dashboard/notices', shows: 'What You Were Told' },
  { path: '/unsent', shows: 'Unsent changes' },
  { path: '/ready', shows: RACE.title },
  { path: '/start', shows: 'Starts in' },
]

/** Opens every screen by its address and expects its content. A failure names all screens that failed. */
export async function expectAllScreens(page: Page, origin: string, screens = SCREENS): Promise<void> {
  const failed: string[] = []
  for (const { path, shows } of screens) {
    try {
      await page.goto(origin + path, { waitUntil: 'commit' })
      await expectContent(page, shows)
    } catch (error) {
      failed.push(`${path}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  expect(failed).toEqual([])
}

/** Expects the text in the screen's content; the options of a select count too. */
export async function expectContent(page: Page, shows: string | RegExp): Promise<void> {
  await expect(page.locator('main')).toContainText(shows, { timeout: 6000 })
}
