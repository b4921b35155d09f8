/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { pick } from '../bench/seed/text.ts'
import { randomFrom } from '../scripts/local/random.ts'
import { applicationFields, createAccount } from './support/account.ts'
import type { Edge } from './support/edge.ts'
import { changeMarathon, queuedOps, wakeSync } from './support/edits.ts'
import { ageSession, dumpAccounts, readDatabases, readTurns, tracesOf } from './support/inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInByForm } from './support/log-in.ts'
import { askToLogOut, logoutDialog } from './support/log-out.ts'
import { type Phone, untilSynced } from './support/phone.ts'

// The browser is killed in the middle of a logout. LOGOUT_KILLS=20 tries more moments; LOGOUT_SEED=… repeats a run.

const KILLS = Number(process.env.LOGOUT_KILLS ?? 1)
// The default is the process id of Playwright's runner: new in each run, and the same in all of its workers.
const SEED = Number(process.env.LOGOUT_SEED ?? process.ppid)
const MOST_MS = 1500
const PHONE_OF_AN_ENTRANT = '+49 30 7654321'
const CHOICES = {
  clean: 'Yes, Logout',
  keep: 'Keep on this phone for this account',
  discard: /^Discard/,
  send: 'Send now and log out',
} as const

const CHOICES_DURING: Record<Moment['work'], Moment['choice'][]> = {
  'a pull': ['clean'],
  'a start of Firebase': ['clean'],
  'a renewal': ['clean'],
  'a flush': ['keep', 'discard', 'send'],
  nothing: ['clean', 'keep', 'discard', 'send'],
}

interface Moment {
  choice: keyof typeof CHOICES
  network: 'up' | 'down' | 'hang'
  work: 'nothing' | 'a pull' | 'a start of Firebase' | 'a renewal' | 'a flush'
  tabs: 1 | 2
  killedAfterMs: number
}

/** The request of each work that a logout interrupts. A renewal first starts Firebase, which asks for the settings. */
const REQUESTS = {
  'a pull': 'POST /api/sync',
  'a start of Firebase': 'GET /api/config',
  'a renewal': 'POST /api/jwt',
  'a flush': 'POST /api/sync',
}

/** A random moment of this seed. Five moments in a row cover all kinds of work, so that a short run covers much. */
function momentOf(index: number): Moment {
  const random = randomFrom(SEED * 1000 + index)
  const works = ['a pull', 'a start of Firebase', 'a flush', 'a renewal', 'nothing'] as const
  const work = works[index % works.length] as Moment['work']
  return {
    work,
    // With an unsent edit, the app asks what to do with it, and every pass sends it.
    choice: pick(random, CHOICES_DURING[work]),
    network: pick(random, ['up', 'down', 'hang']),
    tabs: pick(random, [1, 2]),
    killedAfterMs: Math.floor(random() * MOST_MS),
  }
}

let edge: Edge
let phone: Phone

// Playwright cannot save a trace of a browser that was killed.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
  phone = await startInstalledPhone(edge)
})
test.afterEach(async () => {
  await phone.close()
  await edge.close()
})

/** Waits for the first pass of this page. A pass that has its response already sends nothing more when it is woken. */
async function untilFirstPassIsOver(page: Page): Promise<void> {
  const hasResponse = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/sync')))
  await expect.poll(hasResponse).toBe(true)
  await expect.poll(() => page.evaluate(readTurns)).toEqual({ held: 0, pending: 0 })
}

/** Starts the work that runs during the logout, and waits until its request is sent. */
async function begin(page: Page, work: Moment['work']): Promise<void> {
  if (work === 'nothing') return
  const count = () => edge.seen.filter((request) => request === REQUESTS[work]).length
  const before = count()
  edge.weather = 'slow'
  if (work === 'a renewal' || work === 'a start of Firebase') await ageSession(page, 2)
  await wakeSync(page)
  await expect.poll(count, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(before)
}

/** Waits until the phone has only the data of the account that may stay after the logout. */
async function expectOnlyWhatMayStay(page: Page, uid: string, words: string[], isKept: boolean): Promise<void> {
  if (!isKept) {
    await expect.poll(() => tracesOf(page, words), { timeout: 40_000 }).toEqual([])
    return
  }
  const left = async () => {
    const { outbox = [], sync = [], ...stores } = (await dumpAccounts(page))[uid] ?? {}
    const { cursor = null } = (sync[0] ?? {}) as { cursor?: unknown }
    return { stores: Object.keys(stores).filter((name) => stores[name]?.length), cursor, isShort: outbox.length <= 1 }
  }
  await expect.poll(left, { timeout: 40_000 }).toEqual({ stores: [], cursor: null, isShort: true })
  // Only the account's own database may contain its uid and the edit.
  const account = `startline-account-${uid}`
  const others = async () => (await tracesOf(page, words)).filter((where) => !where.startsWith(account))
  await expect.poll(others, { timeout: 40_000 }).toEqual([])
  expect(await tracesOf(page, [PHONE_OF_AN_ENTRANT])).toEqual([])
}

for (let index = 0; index < KILLS; index += 1) {
  const moment = momentOf(index)
  const { choice, network, work, tabs, killedAfterMs } = moment
  const told = `${choice}, network ${network}, ${work} under way, ${tabs} tab(s), killed after ${killedAfterMs} ms`

  test(`the next start completes a logout that was killed (${index + 1} of ${KILLS})`, async ({ baseURL }) => {
    console.log(`LOGOUT_SEED=${SEED}: ${told}`)
    const organiser = await createAccount(baseURL as string, 'Olga Organiser')
    const runner = await createAccount(baseURL as string, 'Rosa Runner')
    const marathon = await organiser.createMarathon({ title: 'Killed run', location: 'Old Town' })
    const application = applicationFields(marathon, { phoneNumber: PHONE_OF_AN_ENTRANT })
    await runner.call('POST', '/api/marathonApplication', application)
    const words = [organiser.uid, organiser.email, PHONE_OF_AN_ENTRANT]

    const { page } = phone
    await page.setViewportSize({ width: 1200, height: 900 })
    await logInByForm(page, organiser, '/login', edge.origin)
    await untilSynced(page)
    if (tabs === 2) await (await phone.context.newPage()).goto(`${edge.origin}/marathons`)
    await page.goto(`${edge.origin}/dashboard/myMarathons`)
    await expect(page.getByRole('button', { name: 'Edit Killed run' })).toBeVisible()
    await untilFirstPassIsOver(page)
    if (choice !== 'clean') {
      edge.weather = 'api-down'
      await changeMarathon(page, marathon.title, { Location: 'New Town' })
      expect(await queuedOps(page, organiser.uid)).toHaveLength(1)
    }
    await askToLogOut(page)
    await begin(page, work)
    edge.weather = network
    const answer = logoutDialog(page).getByRole('button', { name: CHOICES[choice] })
    // Playwright's own click would wait for its effects.
    await answer.evaluate((button: HTMLElement) => button.click())
    await sleep(killedAfterMs)
    await phone.kill()

    edge.weather = 'up'
    await phone.restart()
    const next = phone.page
    await next.goto(edge.origin)
    const { session = [] } = (await readDatabases(next, 'startline-device'))['startline-device'] ?? {}
    // If the browser died before the logout was on the disk, the account is still signed in.
    const isOut = session.length === 0
    if (isOut) {
      await expectOnlyWhatMayStay(next, organiser.uid, words, choice === 'keep')
      const cookies = async () => (await phone.context.cookies()).map(({ name }) => name)
      await expect.poll(cookies, { timeout: 40_000 }).toEqual([])
    } else console.log(`LOGOUT_SEED=${SEED}: it was killed before it began`)
    if (choice === 'keep' || choice === 'send' || (choice === 'discard' && !isOut)) {
      // The edit must be on the phone or on the server. After "Send now" nothing is left on a phone that is logged out.
      const waits = (await queuedOps(next, organiser.uid)).length
      const { location } = (await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { location: string }
      expect(waits === 1 || location === 'New Town', told).toBe(true)
    }
  })
}
