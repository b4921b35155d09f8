/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount, PASSWORD } from '../support/account.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

// A browser that translates the page replaces each text by two <font> elements, also each text that comes later. It may
// keep the words, as here, where they are a name. Every form must survive that.

test.describe.configure({ timeout: 120_000 })

test.use({ allowedInConsole: /Failed to load resource/ })
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const translate = () => {
      const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        const parent = text.parentElement
        if (!parent || parent.closest('font, script, style, svg, textarea, title') || !text.data.trim()) continue
        const outer = document.createElement('font')
        const inner = document.createElement('font')
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    new MutationObserver(translate).observe(document, { subtree: true, childList: true, characterData: true })
  })
})

test.afterEach(async ({ page }) => {
  expect(await page.locator('font').count()).toBeGreaterThan(0)
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
})

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
async function close(page: Page, name: string | RegExp) {
  await dialog(page, name).getByRole('button', { name: 'OK' }).click()
  await expect(dialog(page, name)).toHaveCount(0)
}

test('a translated registration, reset, login and logout work', async ({ page }) => {
  const email = `tina.translated.${Date.now()}@example.com`
  await page.goto('/register')
  await press(page, 'Register')
  await expect(page.getByText('Name is required.')).toBeVisible()
  await page.getByLabel('Name').fill('Tina Translated')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('abcdef')
  await press(page, 'Register')
  await expect(page.getByText('The password must including')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Register')
  await expect(page).toHaveURL('/')
  await press(page, 'Logout')
  await press(page, 'Yes, Logout')
  await close(page, 'Logout Successful.!')
  await page.goto('/login')
  await press(page, 'Forgot Password?')
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await press(page, 'Send reset link')
  await expect(page.getByText('has an account, a link is on its way')).toBeVisible()
  await press(page, 'Close')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('Wrong1234')
  await press(page, 'Login')
  await expect(page.getByText('User Not Found! Email or Password Invalid.')).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Login')
  await expect(page).toHaveURL('/')
})

test('translated forms of a runner work: apply, edit, withdraw, account', async ({ page, account, origin }) => {
  const marathon = await account.createMarathon({ title: 'Translated run' })
  const runner = await createAccount(origin, 'Ruth Runner')
  await logIn(page, runner, `/marathon/registration/${marathon._id}`)
  await fillRunner(page)
  await press(page, 'Apply')
  await close(page, 'Registration Successfull!')
  await page.goto('/dashboard/myApply')
  await press(page, /^Edit/)
  await page.getByLabel('Last Name').fill('Renner')
  await press(page, 'Save Changes')
  await close(page, 'Updated Successfully!')
  await press(page, /^Delete/)
  await press(page, 'Yes, delete it!')
  await close(page, 'Deleted!')
  await page.goto('/dashboard/account')
  await page.getByLabel('Name', { exact: true }).fill('Ruth Renner')
  await press(page, 'Save Changes')
  await close(page, 'Your name and photo are saved.')
  await page.goto('/dashboard/myApply')
  await expect(page.getByRole('main')).toContainText('Hi, Ruth Renner!')
  await page.goto('/dashboard/account')
  const download = page.waitForEvent('download')
  await press(page, 'Download as JSON')
  await download
  await press(page, 'Delete my account…')
  await page.getByLabel('Your email, to confirm').fill('wrong@example.com')
  await press(page, 'Delete my account')
  await expect(page.getByText(`Type your email, ${runner.email}.`)).toBeVisible()
})

test('translated forms of an organiser work', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const marathon = await organiser.createMarathon({ title: 'Own run', capacity: 50 })
  await organiser.apply(marathon)
  await logIn(page, organiser, '/dashboard/addMarathon')
  const form = page.getByRole('form', { name: 'Add Marathon' })
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(form.getByText('Title is required.')).toBeVisible()
  await form.getByRole('button', { name: 'Choose Marathon Start in a calendar' }).click()
  await press(page, 'Close')

  await page.goto('/dashboard/myMarathons')
  await press(page, 'Edit Own run')
  await page.getByRole('dialog').getByLabel('Location').fill('Kiel')
  await press(page, 'Save Changes')
  await close(page, 'Marathon Updated!')
  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  await press(page, 'Edit')
  await page
    .getByRole('dialog')
    .getByLabel(/Capacity|Places/)
    .fill('60')
  await press(page, 'Save Changes')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'OK' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()

  await page.goto(`/dashboard/myMarathons/${marathon._id}/entrants`)
  await press(page, 'Add bib of Ada Runner')
  await page.getByRole('dialog').getByLabel('Bib', { exact: true }).fill('7')
  await press(page, 'Save Changes')
  await expect(page.getByRole('button', { name: 'Edit bib 7 of Ada Runner' })).toBeVisible()
  await press(page, 'Assign bibs')
  await press(page, 'Close')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody')
  await page.getByRole('searchbox', { name: 'Search' }).fill('')

  await page.goto(`/dashboard/myMarathons/${marathon._id}/notices`)
  await page.getByRole('textbox').fill('Parking is at Pier 7.')
  await press(page, 'Send the notice')
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('listitem').getByText('Parking is at Pier 7.')).toBeVisible()

  await page.goto(`/dashboard/myMarathons/${marathon._id}/staff`)
  await press(page, 'Invite somebody')
  await press(page, /^Gate/)
  await press(page, 'Done')

  await page.goto(`/dashboard/myMarathons/${marathon._id}/checkIn`)
  await page.getByRole('searchbox').fill('Ada')
  await press(page, /^Check in Ada Runner/)
  await expect(page.getByRole('region', { name: 'Last answer' })).toContainText('Ada Runner')

  await page.goto(`/dashboard/myMarathons/${marathon._id}`)
  await press(page, 'Cancel this event')
  await page.getByRole('dialog').getByRole('textbox').fill('Storm')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel this event' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'OK' })).toBeVisible()
})

test('a translated countdown goes on counting', async ({ page, account, origin }) => {
  const marathon = await account.createMarathon({ title: 'Counted run' })
  await logIn(page, await createAccount(origin, 'Cara Counts'), `/marathons/${marathon._id}`)
  const circle = page.getByRole('timer')
  const before = await circle.textContent()
  await expect(circle).not.toHaveText(before ?? '')
})
