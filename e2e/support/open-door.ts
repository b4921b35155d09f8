import type { Page } from '@playwright/test'

export const main = (page: Page) => page.getByRole('main')
