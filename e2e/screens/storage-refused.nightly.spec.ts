/// <reference lib="dom" />
import { createAccount, PASSWORD } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'

// A browser in which the site can store nothing, as with all cookies blocked.

const PATIENCE = { timeout: 20_000 }

/** The two ways in which browsers refuse storage. Each function runs in the page before the app. */
const REFUSALS = {
  'every storage throws': () => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  },
  'opening a database throws': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
}

for (const [how, refuse] of Object.entries(REFUSALS)) {
  test.describe(`where ${how}`, () => {
    test.beforeEach(({ page }) => page.addInitScript(refuse))

    test('the home page shows the events from the network alone', async ({ page }) => {
      await page.goto('/')
      const explore = page.getByRole('region', { name: 'Explore Marathons' })
      await expect(explore.getByRole('article')).toHaveCount(4, PATIENCE)
      const upcoming = page.getByRole('region', { name: 'Upcoming Marathons' })
      await upcoming.getByRole('heading', { level: 2 }).scrollIntoViewIfNeeded()
      await expect(upcoming.getByRole('article').first()).toBeVisible(PATIENCE)
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
    })

    test('the login says why it cannot work, and sends nothing to Firebase', async ({ page }) => {
      let asked = 0
      page.on('request', (request) => {
        if (request.url().includes('identitytoolkit')) asked += 1
      })
      await page.goto('/login')
      await page.getByLabel('Email').fill('organiser@example.com')
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveText(
        'This browser does not let the site store anything, so nobody can log in here. ' +
          'Allow cookies and site data, then try again.',
      )
      await expect(page).toHaveURL('/login')
      expect(asked).toBe(0)
    })

    test('a screen behind the sign-in says why it cannot work', async ({ page, quietConsole }) => {
      // The router logs the error that its error screen shows.
      quietConsole.allow(/StorageRefused/)
      for (const path of ['/marathons', '/unsent', '/dashboard/addMarathon']) {
        await page.goto(path)
        const main = page.getByRole('main')
        await expect(main).toContainText('This screen cannot work here.', PATIENCE)
        await expect(main).toContainText('this browser does not let the site store any')
      }
    })
  })
}

for (const failing of [1, 2, 3, 4]) {
  test(`the user stays signed in, though read number ${failing} of the session fails once`, async ({
    page,
    origin,
  }) => {
    await logIn(page, await createAccount(origin, 'Rosa Runner'), '/dashboard/notices', origin)
    await untilSynced(page)
    await page.addInitScript((failing) => {
      const { get } = IDBObjectStore.prototype
      let reads = 0
      IDBObjectStore.prototype.get = function (key) {
        if (this.name === 'session' && ++reads === failing)
          // What WebKit says where it has lost the connection of a page.
          throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
        return get.call(this, key)
      }
    }, failing)
    await page.goto('/dashboard/notices')
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible(PATIENCE)
    await expect(page.getByRole('button', { name: 'Logout', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('navigation').first().getByRole('link', { name: 'Login' })).toHaveCount(0)
  })
}
