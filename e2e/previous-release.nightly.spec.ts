import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ROOT } from '../scripts/local/children.ts'
import { type Account, createAccount, type NewMarathon } from './support/account.ts'
import { startEdge } from './support/edge.ts'
import { changeMarathon, untilQueued } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { logInByForm } from './support/log-in.ts'
import { logOut, untilLoggedOut } from './support/log-out.ts'
import { officialRace } from './support/official-race.ts'
import { migrate, type OwnWorker, ownWorker, PRESENT, type Version } from './support/own-worker.ts'
import { startPhone, untilInstalled, untilSynced, untilUpdateWaits } from './support/phone.ts'
import { buildPreviousRelease } from './support/previous-release.ts'

// A deploy migrates the database before it uploads the worker, a rollback undoes no migration, and phones run the
// previous app for days. So the previous worker and the previous app must go on working on the present schema.

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ trace: 'off' })

let folder: string
let previous: Version
let worker: OwnWorker
let organiser: Account
let event: NewMarathon

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = mkdtempSync(join(tmpdir(), 'previous-release-'))
  previous = await buildPreviousRelease(folder)
  worker = await ownWorker(folder)
  migrate(folder, previous)
})
test.afterAll(async () => {
  await worker?.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

test('no migration of the release was changed', () => {
  const migrations = (root: string) =>
    readdirSync(join(root, 'migrations'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(root, 'migrations', name), 'utf8')])
  expect(migrations(ROOT)).toEqual(expect.arrayContaining(migrations(previous.sources)))
})

test('the present migrations keep what the release has stored', async () => {
  await worker.serve(previous)
  const { origin } = worker
  organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  event = await organiser.createMarathon({ title: 'Old and new' })
  await runner.apply(event)
  const race = await officialRace(organiser, [{ account: runner, seconds: 3000 }])
  const read = async () => [
    await organiser.call('GET', `/api/marathons?email=${encodeURIComponent(organiser.email)}`),
    await organiser.call('GET', `/api/marathons/${event._id}/entrants`),
    await runner.call('GET', '/api/marathonApplication'),
    await organiser.call('GET', `/api/marathons/${race.marathon._id}/results`),
  ]
  const before = await read()
  expect(before.slice(0, 3).map((rows) => (rows as object[]).length)).toEqual([2, 1, 2])

  await worker.stop()
  migrate(folder)
  await worker.serve(PRESENT)
  // The present worker may tell more of each row.
  expect(await read()).toMatchObject(before)
})

for (const [name, workerOf] of [
  ['before a deploy, and after a rollback', () => previous],
  ['after a deploy', () => PRESENT],
] as const) {
  test(`the previous app works ${name}, takes the present one, and loses no edit`, async () => {
    await worker.serve(workerOf())
    const edge = await startEdge(worker.origin)
    edge.deployed = join(previous.build, 'client')
    const phone = await startPhone()
    const { page } = phone
    try {
      const account = await createAccount(worker.origin, 'Vera Version')
      const own = await account.createMarathon({ title: `Own run ${account.uid}` })
      // A narrow screen has the logout in its menu.
      await page.setViewportSize({ width: 1200, height: 900 })
      await logInByForm(page, account, '/login', edge.origin)
      await untilSynced(page)
      await untilInstalled(page)
      await phone.setOffline(true)
      await page.goto(`${edge.origin}/dashboard/myMarathons`, { waitUntil: 'commit' })
      await changeMarathon(page, own.title, { Location: 'Moved town' })
      await untilQueued(page, account.uid, 1)
      await phone.setOffline(false)
      await untilQueued(page, account.uid, 0)

      // What waits when the present app comes is sent by it.
      await page.goto(`${edge.origin}/dashboard/myMarathons`)
      edge.weather = 'api-down'
      await changeMarathon(page, own.title, { Description: 'It waited.' })
      await fillApplication(page, edge.origin, event._id)
      await untilQueued(page, account.uid, 2)
      edge.deployed = join(PRESENT.build, 'client')
      await worker.serve(PRESENT)
      await page.goto(`${edge.origin}/unsent`)
      await untilUpdateWaits(page)
      await page.getByRole('button', { name: 'Update now' }).click()
      edge.weather = 'up'
      await page.goto(`${edge.origin}/dashboard/myApply`)
      await untilQueued(page, account.uid, 0)
      await expect(page.getByRole('main')).toContainText(event.title)
      await logOut(page)
      await untilLoggedOut(page)

      const mine = await account.call('GET', `/api/marathons?email=${encodeURIComponent(account.email)}`)
      expect(mine).toEqual([expect.objectContaining({ location: 'Moved town', description: 'It waited.' })])
      const entries = await account.call('GET', '/api/marathonApplication')
      expect(entries).toEqual([expect.objectContaining({ marathonId: event._id })])
    } finally {
      await phone.close()
      await edge.close()
    }
  })
}

test('all that phones did is there', async () => {
  const entrants = (await organiser.call('GET', `/api/marathons/${event._id}/entrants`)) as { status: string }[]
  expect(entrants.map(({ status }) => status)).toEqual(Array(3).fill('registered'))
})
