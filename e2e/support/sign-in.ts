import type { Page } from '@playwright/test'
import { PASSWORD } from './account.ts'

/** Fills in the registration as the reader of the README does, who has no photo. @returns the email */
export async function fillRegistration(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${Date.now()}@example.com`
  await page.goto('/register')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  return email
}

export const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true })
export const greeting = (page: Page) => page.getByRole('heading', { level: 1 })
