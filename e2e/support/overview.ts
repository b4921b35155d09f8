import type { Page } from '@playwright/test'

export const overview = (marathon: { _id: string }) => `/dashboard/myMarathons/${marathon._id}`

/** The heading of a screen about the event. */
export const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })
