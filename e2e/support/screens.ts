import type { Locator, Page } from '@playwright/test'

/** The next marathon of the sample runner. */
export const RACE = { id: 'seed-event-16', title: 'Sea Point Promenade 5k' }
/** A sample marathon that is open for registration. */
const OPEN_MARATHON = 'seed-event-18'

/** A screen of the app, and an element that appears with its content. */
export interface Screen {
  name: string
  path: string
  shows: (page: Page) => Locator
  /**
   * Text that the sample runner sees only with the screen's content, also with no network. Without it the screen is not
   * opened on that phone, because the runner does not have it.
   */
  offline?: string | RegExp
}

/** An address that the sample runner opens with no network, and the text of its screen. */
export type OfflineScreen = Required<Pick<Screen, 'path' | 'offline'>>

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first()

/** The screens that everybody can open. */
export const PUBLIC_SCREENS: Screen[] = [
  { name: 'home', path: '/', shows: (page) => page.getByRole('article').nth(8), offline: /Days Left|Starting Soon/ },
  { name: 'public page', path: `/e/${OPEN_MARATHON}`, shows: (page) => page.getByRole('timer') },
  { name: 'login', path: '/login', shows: heading('Login to Your Account') },
  { name: 'register', path: '/register', shows: heading('Create Your Account') },
  { name: 'about', path: '/aboutUs', shows: heading('About Us'), offline: 'community' },
  { name: 'contact', path: '/contact', shows: heading('Contact'), offline: 'Contact' },
  { name: 'privacy', path: '/privacy', shows: heading('Privacy Policy'), offline: 'Signing in' },
  {
    name: 'unsubscribe',
    path: '/unsubscribe/token',
    shows: heading('Stop mails about your events?'),
    offline: 'You still get what you must know',
  },
  {
    name: 'not found',
    path: '/no/such/page',
    shows: heading('Oops! Page not found.'),
    offline: 'Oops! Page not found.',
  },
]

/**
 * The screens of a signed-in user.
 * @param marathonId a marathon of the user, to which they also applied
 * @param openId a marathon that is open for registration
 */
export function signedInScreens(marathonId: string, openId = marathonId): Screen[] {
  return [
    // The oldest come first here. Other tests create marathons at the same time, and a new first card would move the
    // rest.
    {
      name: 'marathons',
      path: '/marathons?sort=asc',
      shows: (page) => page.getByRole('article').nth(3),
      offline: 'See Details',
    },
    {
      name: 'details',
      path: `/marathons/${marathonId}`,
      shows: (page) => page.getByRole('timer'),
      offline: 'Registered Participants',
    },
    {
      name: 'registration',
      path: `/marathon/registration/${openId}`,
      shows: heading('Marathon Registration Form'),
      offline: 'Marathon Registration Form',
    },
    {
      name: 'add marathon',
      path: '/dashboard/addMarathon',
      shows: (page) => page.getByLabel('Capacity'),
      offline: 'Select Distance',
    },
    {
      name: 'my marathons',
      path: '/dashboard/myMarathons',
      shows: (page) => page.getByRole('button', { name: /^Edit/ }).first(),
      offline: 'My Created Marathons',
    },
    {
      name: 'the event of its organiser',
      path: `/dashboard/myMarathons/${marathonId}`,
      shows: (page) => page.getByRole('heading', { name: 'Before the race' }),
    },
    {
      name: 'my applications',
      path: '/dashboard/myApply',
      shows: (page) => page.getByRole('button', { name: /^Edit/ }).first(),
      offline: RACE.title,
    },
    {
      name: 'my results',
      path: '/dashboard/myResults',
      shows: (page) => page.getByText('No results yet'),
      offline: 'No results yet',
    },
    {
      name: 'a result that is not here',
      path: '/dashboard/myResults/no-such-result',
      shows: (page) => page.getByText('This result is not here'),
      offline: 'This result is not here',
    },
    {
      name: 'entrants',
      path: `/dashboard/myMarathons/${marathonId}/entrants`,
      shows: (page) => page.getByRole('button', { name: 'CSV' }),
    },
    {
      name: 'staff',
      path: `/dashboard/myMarathons/${marathonId}/staff`,
      shows: (page) => page.getByText('You are alone so far.'),
    },
    {
      name: 'history',
      path: `/dashboard/myMarathons/${marathonId}/history`,
      shows: (page) => page.getByRole('list', { name: 'History' }),
    },
    {
      name: 'check-in',
      path: `/dashboard/myMarathons/${marathonId}/checkIn`,
      shows: (page) => page.getByText('0 of 1 here'),
      offline: 'There is nobody to check in.',
    },
    {
      name: 'timing',
      path: `/dashboard/myMarathons/${marathonId}/timing`,
      shows: (page) => page.getByText('Tap for each runner'),
      offline: 'No event to time',
    },
    {
      name: 'results',
      path: `/dashboard/myMarathons/${marathonId}/results`,
      shows: (page) => page.getByText('There is no start gun yet.'),
      offline: 'No results here',
    },
    {
      name: 'published results',
      path: `/e/${marathonId}/results`,
      shows: (page) => page.getByText('Nobody is in the list yet.'),
    },
    {
      name: 'numbers of the day',
      path: `/dashboard/myMarathons/${marathonId}/numbers`,
      shows: (page) => page.getByText('There are no numbers yet.'),
      offline: 'No numbers here',
    },
    {
      name: 'files and sheets',
      path: `/dashboard/myMarathons/${marathonId}/sheets`,
      shows: heading('Sheets to print'),
      offline: 'No event to time',
    },
    {
      name: 'write notices',
      path: `/dashboard/myMarathons/${marathonId}/notices`,
      shows: (page) => page.getByText('0 of 500 characters'),
    },
    {
      name: 'notices',
      path: '/dashboard/notices',
      shows: heading('Notices'),
      offline: 'Notices',
    },
    {
      name: 'account',
      path: '/dashboard/account',
      shows: (page) => page.getByRole('button', { name: 'Log out everywhere' }),
      offline: 'Log out everywhere',
    },
    {
      name: 'an entry from a link',
      path: '/take',
      shows: heading('An entry for you'),
      offline: 'This link does not lead',
    },
    {
      name: 'unsent',
      path: '/unsent',
      shows: (page) => page.getByText('Everything is sent.'),
      offline: 'Unsent changes',
    },
    { name: 'ready', path: '/ready', shows: heading('Ready for race day?'), offline: RACE.title },
    { name: 'start line', path: '/start', shows: (page) => page.getByText('Starts in').first(), offline: 'Starts in' },
  ]
}

/** Every screen that the sample runner has, after the first pull. */
export const OFFLINE_SCREENS: OfflineScreen[] = [
  ...[...PUBLIC_SCREENS, ...signedInScreens(RACE.id, OPEN_MARATHON)].flatMap(({ path, offline }) =>
    offline === undefined ? [] : [{ path, offline }],
  ),
  // Further addresses of these screens.
  { path: '/marathons', offline: 'See Details' },
  { path: '/dashboard', offline: 'Select Distance' },
]
