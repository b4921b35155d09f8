import type { Page } from '@playwright/test'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit event' })
export const openDialog = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click()
export const overview = (marathon: { _id: string }) => `/dashboard/myMarathons/${marathon._id}`
export const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save Changes' }).click()

export async function untilTold(page: Page): Promise<void> {
  // A slow machine may get the verdict after the app has stopped waiting for it.
  const told = page.getByRole('dialog', { name: /^(Marathon Updated!|Saved on this phone\.)$/ })
  await told.getByRole('button', { name: 'OK' }).click()
}
