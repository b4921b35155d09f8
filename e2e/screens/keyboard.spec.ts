import type { Locator, Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { createAccount, PASSWORD } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { stretchTimers } from '../support/timers.ts'

// The app waits longer for a verdict here, so that a slow machine does not fail the tests.
test.beforeEach(({ page }) => stretchTimers(page, VERDICT_WAIT_MS, 60_000))

const MOST_TABS = 60

/** Presses Tab until the control has the focus, and expects that the focus is visible. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expect(control).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never reached ${control}`)
}

async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function type(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.type(text)
}

test('logging in, applying, editing and deleting need no mouse', async ({ page, origin }) => {
  const account = await createAccount(origin, 'Kay Keys')
  const marathon = await account.createMarathon({ title: 'Keyboard run' })
  await page.goto(`/marathons/${marathon._id}`)

  // Log in.
  await expect(page.getByLabel('Email')).toBeVisible()
  await type(page, page.getByLabel('Email'), account.email)
  await type(page, page.getByLabel('Password'), PASSWORD)
  await page.keyboard.press('Enter')
  const welcome = page.getByRole('dialog', { name: 'Login Successful.' })
  await expect(welcome).toBeVisible()
  await expect(welcome).toBeHidden()

  // Apply.
  await press(page, page.getByRole('link', { name: 'Register Now' }))
  await expect(page.getByRole('main')).toBeFocused()
  await type(page, page.getByLabel('First Name'), 'Kay')
  await type(page, page.getByLabel('Last Name'), 'Keys')
  await type(page, page.getByLabel('Contact Number'), '030 123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Registration Successfull!' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()

  // Edit. The dialog keeps the focus inside, and returns it when it closes.
  await press(page, page.getByRole('link', { name: 'My Apply List' }))
  const edit = page.getByRole('button', { name: 'Edit entry for Keyboard run' })
  await press(page, edit)
  const dialog = page.getByRole('dialog', { name: 'Edit Marathon Application' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await type(page, dialog.getByLabel('First Name'), 'Kayla')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Updated Successfully!' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Kayla Keys')).toBeVisible()

  // Delete. The button that changes nothing has the focus first.
  await press(page, page.getByRole('button', { name: 'Delete entry for Keyboard run' }))
  const question = page.getByRole('dialog', { name: 'Are You Sure Want To Delete?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Yes, delete it!' }))
  await expect(page.getByRole('dialog', { name: 'Deleted!' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You Not Applied to Any Marathon.')).toBeVisible()
})
