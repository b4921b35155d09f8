/// <reference lib="dom" />
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Account, createAccount, PASSWORD } from './account.ts'

export { expect }

/** Cookies and IndexedDB of a browser where somebody is signed in. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

interface QuietConsole {
  /** This test makes the browser complain on purpose. */
  allow(...patterns: RegExp[]): void
}

interface TestFixtures {
  quietConsole: QuietConsole
  /** Gives the network, or takes it away. */
  network: (there: boolean) => Promise<void>
}

interface WorkerFixtures {
  origin: string
  /** An account that this worker's tests share: for what leaves nothing behind that another test could see. */
  account: Account
  session: Session
}

const NOBODY = { cookies: [], origins: [] }

/** Playwright says this itself where it keeps service workers away. */
const ALWAYS_ALLOWED = /Service Worker registration blocked by Playwright/

/**
 * A visitor's browser, for screens. No service worker: it would fetch the whole app again for each test. A test that
 * goes offline says `test.use({ serviceWorkers: 'allow' })`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceWorkers: 'block',

  quietConsole: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [ALWAYS_ALLOWED]
      const said: string[] = []
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          said.push(`${message.type()}: ${message.text()} (${message.location().url})`)
        }
      })
      context.on('weberror', (failure) => said.push(`uncaught: ${failure.error().stack ?? failure.error().message}`))
      await use({ allow: (...patterns) => allowed.push(...patterns) })
      expect(
        said.filter((line) => !allowed.some((pattern) => pattern.test(line))),
        'the console stays quiet',
      ).toEqual([])
    },
    { auto: true },
  ],

  network: async ({ context }, use) => use((there) => context.setOffline(!there)),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  origin: [async ({}, use, worker) => use(worker.project.use.baseURL ?? ''), { scope: 'worker' }],

  account: [async ({ origin }, use) => use(await createAccount(origin, 'Wanda Walker')), { scope: 'worker' }],

  session: [
    async ({ account, browser, origin }, use) => use(await sessionOf(browser, origin, account)),
    { scope: 'worker' },
  ],
})

/** The browser of the worker's account. */
export const signedIn = test.extend({
  storageState: async ({ session }, use) => use(session),
})

/** Logs in by the form, once; what the browser then holds can be given to any number of contexts. */
async function sessionOf(browser: Browser, origin: string, account: Account): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', storageState: NOBODY })
  const page = await context.newPage()
  await logIn(page, account)
  const session = await context.storageState({ indexedDB: true })
  await context.close()
  return session
}

export async function logIn(page: Page, { email }: { email: string }, path = '/login'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' }).or(page.getByRole('button', { name: 'Menu' }))).toBeVisible(
    { timeout: 30_000 },
  )
  await expect(page).not.toHaveURL(/\/login/)
}
