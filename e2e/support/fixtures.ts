/// <reference lib="dom" />
import { type Browser, type BrowserContext, test as base, expect } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { logInByForm } from './log-in.ts'

export { expect }

/** The cookies and IndexedDB of a browser with a signed-in user. */
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

interface QuietConsole {
  /** Allows messages in the console that match, because the test causes them on purpose. */
  allow(...patterns: RegExp[]): void
}

interface TestFixtures {
  quietConsole: QuietConsole
  /** Turns the network on or off. */
  network: (isOn: boolean) => Promise<void>
  /** What the tests of a file cause in the console on purpose. */
  allowedInConsole: RegExp | undefined
}

interface EventFixtures {
  organiser: Account
  runner: Account
  /** A marathon of the organiser, which every test has. */
  marathon: NewMarathon
  /** Fields of `marathon`. */
  event: Partial<NewMarathon>
}

interface WorkerFixtures {
  origin: string
  /** An account that all tests of a Playwright worker share. A test that uses it must leave nothing that others see. */
  account: Account
  session: Session
}

const NOBODY = { cookies: [], origins: [] }

/**
 * Playwright itself logs the first when it blocks service workers. The picture is that of all test marathons
 * (account.ts), which any list may show.
 */
const ALWAYS_ALLOWED = [/Service Worker registration blocked by Playwright/, /localhost\/none\.svg/]

/**
 * A test of screens, in a visitor's browser. It has no service worker, which would fetch the whole app for each test. A
 * test that goes offline needs `test.use({ serviceWorkers: 'allow' })`.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  serviceWorkers: 'block',

  allowedInConsole: [undefined, { option: true }],

  quietConsole: [
    async ({ context, allowedInConsole }, use) => {
      const allowed: RegExp[] = [...ALWAYS_ALLOWED, ...(allowedInConsole ? [allowedInConsole] : [])]
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

  network: async ({ context }, use) => use((isOn) => context.setOffline(!isOn)),

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
  origin: [async ({}, use, worker) => use(worker.project.use.baseURL ?? ''), { scope: 'worker' }],

  account: [async ({ origin }, use) => use(await createAccount(origin, 'Wanda Walker')), { scope: 'worker' }],

  session: [
    async ({ account, browser, origin }, use) => use(await sessionOf(browser, origin, account)),
    { scope: 'worker' },
  ],
})

/** A test in the browser of the signed-in shared account. */
export const signedIn = test.extend({
  storageState: async ({ session }, use) => use(session),
})

/** A test of an event: its organiser, a runner, and the event, whose fields `test.use` sets. */
export const eventTest = test.extend<EventFixtures>({
  event: [{}, { option: true }],
  organiser: async ({ origin }, use) => use(await createAccount(origin, 'Olga Organiser')),
  runner: async ({ origin }, use) => use(await createAccount(origin, 'Rosa Runner')),
  marathon: [async ({ organiser, event }, use) => use(await organiser.createMarathon(event)), { auto: true }],
})

/** Logs in once by the form. Any number of browser contexts can use the returned session. */
async function sessionOf(browser: Browser, origin: string, account: Account): Promise<Session> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block', storageState: NOBODY })
  const page = await context.newPage()
  await logInByForm(page, account)
  const session = await context.storageState({ indexedDB: true })
  await context.close()
  return session
}
