import type { Page } from '@playwright/test'

export const REASON = 'The river is over its banks, and the path along it is closed.'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel this event' })
export const openDialog = (page: Page) => page.getByRole('button', { name: 'Cancel this event' }).click()
export const send = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel this event' }).click()

export const overview = (marathon: { _id: string }) => `/dashboard/myMarathons/${marathon._id}`

export async function cancelIt(page: Page): Promise<void> {
  await openDialog(page)
  await dialog(page).getByLabel('Reason').fill(REASON)
  await send(page)
}
