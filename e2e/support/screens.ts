import type { Locator, Page } from '@playwright/test'

/** A screen of the app, and an element that appears with its content. */
export interface Screen {
  name: string
  path: string
  shows: (page: Page) => Locator
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()

/** The screens that everybody can open. */
export const PUBLIC_SCREENS: Screen[] = [
  { name: 'home', path: '/', shows: (page) => page.getByRole('article').nth(8) },
  { name: 'login', path: '/login', shows: heading('Login to Your Account') },
  { name: 'register', path: '/register', shows: heading('Create Your Account') },
  { name: 'about', path: '/aboutUs', shows: heading('About Us') },
  { name: 'contact', path: '/contact', shows: heading('Contact') },
  { name: 'privacy', path: '/privacy', shows: heading('Privacy Policy') },
  { name: 'not found', path: '/no/such/page', shows: heading('Oops! Page not found.') },
]

/** The screens of a signed-in user. @param marathonId a marathon of the user, to which they also applied */
export function signedInScreens(marathonId: string): Screen[] {
  return [
    // The oldest come first here. Other tests create marathons at the same time, and a new first card would move the
    // rest.
    { name: 'marathons', path: '/marathons?sort=asc', shows: (page) => page.getByRole('article').nth(3) },
    { name: 'details', path: `/marathons/${marathonId}`, shows: (page) => page.getByRole('timer') },
    {
      name: 'registration',
      path: `/marathon/registration/${marathonId}`,
      shows: heading('Marathon Registration Form'),
    },
    { name: 'add marathon', path: '/dashboard/addMarathon', shows: (page) => page.getByLabel('Capacity') },
    {
      name: 'my marathons',
      path: '/dashboard/myMarathons',
      shows: (page) => page.getByRole('button', { name: /^Edit/ }).first(),
    },
    {
      name: 'my applications',
      path: '/dashboard/myApply',
      shows: (page) => page.getByRole('button', { name: /^Edit/ }).first(),
    },
    {
      name: 'entrants',
      path: `/dashboard/myMarathons/${marathonId}/entrants`,
      shows: (page) => page.getByRole('button', { name: 'CSV' }),
    },
    {
      name: 'helpers',
      path: `/dashboard/myMarathons/${marathonId}/helpers`,
      shows: (page) => page.getByText('Nobody helps at this event yet.'),
    },
    {
      name: 'check-in',
      path: `/dashboard/myMarathons/${marathonId}/checkIn`,
      shows: (page) => page.getByText('0 of 1 here'),
    },
    {
      name: 'write notices',
      path: `/dashboard/myMarathons/${marathonId}/notices`,
      shows: (page) => page.getByText('0 of 500 characters'),
    },
    { name: 'notices', path: '/dashboard/notices', shows: heading('What You Were Told') },
    { name: 'unsent', path: '/unsent', shows: (page) => page.getByText('Everything is sent.') },
    { name: 'ready', path: '/ready', shows: heading('Ready for race day?') },
    { name: 'start line', path: '/start', shows: (page) => page.getByText('Starts in').first() },
  ]
}
