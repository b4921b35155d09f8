import { createAccount, PASSWORD, sentMails } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { logInByForm } from '../support/log-in.ts'
import { nextPopUp } from '../support/shown-for.ts'
import { fillRegistration, greeting, register } from '../support/sign-in.ts'

/** The browser logs requests that Firebase refuses. */
const REFUSED = /Failed to load resource: the server responded with a status of 400/

test('the login screen has its title, fields and ways on', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Login')
  await expect(page.getByRole('heading', { name: 'Login to Your Account' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Forgot Password?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeVisible()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page).toHaveURL('/register')
})

test('the login wants an email address and a password, and puts the focus where one is missing', async ({ page }) => {
  await page.goto('/login')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await login.click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Password').fill('x')
  await login.click()
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible()
})

test('a wrong password says User Not Found! and keeps what was typed', async ({ page, account, quietConsole }) => {
  quietConsole.allow(REFUSED)
  await page.goto('/login')
  for (const email of [account.email, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('Wrong1234')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('User Not Found! Email or Password Invalid.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('Wrong1234')
  }
})

test('a login says Login Successful. for 1500 ms with no button, and lands on the home page', async ({
  page,
  account,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(PASSWORD)
  const popUp = nextPopUp(page)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const { ms, ...shown } = await popUp
  expect(shown).toEqual({ title: 'Login Successful.', buttons: 0, isCentred: true })
  expect(ms).toBeGreaterThan(1450)
  expect(ms).toBeLessThan(2400)
  await expect(page).toHaveURL('/')
})

test('a registration without a photo greets by name, and says so for 1500 ms', async ({ page }) => {
  await fillRegistration(page, 'Nina Newcomer')
  const popUp = nextPopUp(page, 500)
  await register(page).click()
  const { ms, ...shown } = await popUp
  expect(shown).toEqual({ title: 'Registration Successful.', buttons: 0, isCentred: true })
  expect(ms).toBeGreaterThan(1450)
  expect(ms).toBeLessThan(2400)
  await expect(page).toHaveURL('/')
  await page.goto('/dashboard')
  await expect(greeting(page)).toHaveText('Marathon Dashboard - Hi, Nina Newcomer!')
})

test('a registration shows the photo, below its field and then in the navigation', async ({ page, origin }) => {
  await fillRegistration(page, 'Nadia Newcomer')
  await page.getByLabel('Photo URL').fill(`${origin}/runners/runner-1.svg`)
  await expect(page.getByRole('img', { name: 'The picture from this address' })).toBeVisible()
  await register(page).click()
  await expect(page).toHaveURL('/')
  const avatar = page.getByRole('navigation', { name: 'Main' }).locator('img')
  await expect(avatar).toHaveAttribute('src', `${origin}/runners/runner-1.svg`)
})

test('the registration screen has its title, fields and ways on', async ({ page }) => {
  await page.goto('/register')
  await expect(page).toHaveTitle('Registration')
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  await expect(page.getByLabel('Photo URL')).toHaveAttribute('type', 'url')
  await expect(page.getByLabel('Photo URL')).not.toHaveAttribute('required')
  await expect(page.getByRole('button', { name: 'Login with Google' })).toBeVisible()
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  for (const field of ['Name', 'Email', 'Password']) await expect(page.getByText(`${field} is required.`)).toBeVisible()
  await page.getByRole('link', { name: 'Login Now' }).click()
  await expect(page).toHaveURL('/login')
})

test('a weak password and a wrong photo address are refused in words that the next try clears', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Petra Password')
  await page.getByLabel('Email').fill('petra@example.com')
  const register = page.getByRole('button', { name: 'Register', exact: true })
  const short = page.getByText('Password Must Be at Least 6 Characters Long')
  const easy = page.getByText('The password must including at least one uppercase and one lowercase letter')
  await page.getByLabel('Password').fill('Ab1cd')
  await register.click()
  await expect(short).toBeVisible()
  for (const password of ['abcdef', 'ABCDEF']) {
    await page.getByLabel('Password').fill(password)
    await register.click()
    await expect(easy).toBeVisible()
    await expect(short).toBeHidden()
  }
  // All that is wrong is said at once.
  await page.getByLabel('Photo URL').fill('no address')
  await register.click()
  const address = page.getByText('Enter a web address that starts with https://.')
  await expect(address).toBeVisible()
  await expect(easy).toBeVisible()
  await page.getByLabel('Password').fill(PASSWORD)
  await register.click()
  await expect(address).toBeVisible()
  await expect(easy).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Petra Password')
})

test('an email that is taken says so', async ({ page, account, quietConsole }) => {
  quietConsole.allow(REFUSED)
  await page.goto('/register')
  await page.getByLabel('Name').fill('Somebody Else')
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('This Email is Used in Another Account.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('Forgot Password? sends a mail with a link', async ({ page, account, origin }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset your password' })
  await expect(dialog.getByLabel('Email')).toHaveValue(account.email)
  await dialog.getByRole('button', { name: 'Send reset link' }).click()
  await expect(dialog.getByText(`If ${account.email} has an account`)).toBeVisible()
  const mails = (await sentMails(origin)).filter(({ email }) => email === account.email)
  expect(mails).toEqual([expect.objectContaining({ requestType: 'PASSWORD_RESET' })])
})

test('a logout asks first, then says what it did and shows no more of the account', async ({ page, origin }) => {
  const account = await createAccount(origin, 'Lena Leaver')
  await logInByForm(page, account, '/marathons')
  const logout = page.getByRole('button', { name: 'Logout', exact: true })
  await logout.click()
  const question = page.getByRole('dialog', { name: 'Are you sure want to Logout?' })
  await expect(question).toContainText('You will logged Out.')
  await expect(question.locator('.swal2-icon.swal2-warning')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(logout).toBeVisible()
  await logout.click()
  await question.getByRole('button', { name: 'Yes, Logout' }).click()
  const done = page.getByRole('dialog', { name: 'Logout Successful.!' })
  await expect(done).toContainText('You Logged Out from the website.')
  await done.getByRole('button', { name: 'OK' }).click()
  // The guard redirects from the screen that was open.
  await expect(page).toHaveURL('/login?redirect=%2Fmarathons')
  // The phone forgets first, and the server's answer ends the cookie.
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  await expect.poll(cookies).toEqual([])
})
