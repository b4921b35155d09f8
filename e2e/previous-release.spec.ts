/// <reference lib="dom" />
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  type Account,
  applicationFields,
  createAccount,
  inDays,
  type NewMarathon,
  newMarathonFields,
} from './support/account.ts'
import { startEdge } from './support/edge.ts'
import { changeMarathon, untilQueued } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { logInByForm } from './support/log-in.ts'
import { logOut, untilLoggedOut } from './support/log-out.ts'
import { PRESENT, type Version } from './support/own-worker.ts'
import { startPhone, untilInstalled, untilSynced } from './support/phone.ts'
import { type Bench, startBench } from './support/previous-release.ts'

// Migrations expand, then contract: during a deploy and after a rollback the previous worker runs on the present
// schema, and phones run the previous app for days. Whole rounds are made with each of these workers, over one
// database.

test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.use({ trace: 'off' })

let bench: Bench
let organiser: Account
/** An event with rows that the previous release does not know. */
let event: NewMarathon

test.beforeAll(async () => {
  bench = await startBench()
})
test.afterAll(() => bench?.close())

test('the present migrations keep what the previous release has stored', async () => {
  await bench.serve(bench.previous)
  const { origin } = bench
  const olivia = await createAccount(origin, 'Olivia Old')
  const make = async (title: string) => {
    // The previous release does not know how places are given.
    const { registration: _, ...fields } = newMarathonFields({ title })
    await olivia.call('POST', '/api/marathons', fields)
    return newMarathonFields(fields)
  }
  const old = await make('Made before the migrations')
  const ravi = await createAccount(origin, 'Ravi Runner')
  const [kept, withdrawn] = ['entry', 'entry'].map((name) => `${name}-${crypto.randomUUID()}`)
  const another = await make('Deleted before the migrations')
  await ravi.call('POST', '/api/marathonApplication', { ...applicationFields(old), _id: kept })
  await ravi.call('POST', '/api/marathonApplication', { ...applicationFields(another), _id: withdrawn })
  await ravi.call('DELETE', `/api/marathonApplication/${withdrawn}`)
  await olivia.call('DELETE', `/api/marathons/${another._id}`)
  const read = async () => [
    await olivia.call('GET', `/api/marathons?email=${encodeURIComponent(olivia.email)}`),
    await ravi.call('GET', '/api/marathonApplication'),
  ]
  const before = await read()

  await bench.migrate()
  await bench.serve(PRESENT)
  const after = await read()
  expect(before.map((rows) => (rows as object[]).length)).toEqual([1, 1])
  // The present worker tells more of each row.
  expect(after).toMatchObject(before)
  await ravi.call('DELETE', `/api/marathonApplication/${kept}`)
  expect(await olivia.call('GET', `/api/marathons/${old._id}`)).toMatchObject({ regCount: 0 })
})

test('the present worker makes rows that the previous release does not know', async () => {
  await bench.serve(PRESENT)
  const { origin } = bench
  organiser = await createAccount(origin, 'Olga Organiser')
  event = await organiser.createMarathon({ title: 'Old and new' })
  const runner = await createAccount(origin, 'Rosa Runner')
  const entry = `entry-${crypto.randomUUID()}`
  await runner.call('POST', '/api/marathonApplication', { ...applicationFields(event), _id: entry })
  const scan = { marathonId: event._id, applicationId: entry, gate: 'North', at: new Date().toISOString() }
  await sync(organiser, 'checkIn.create', `scan-${crypto.randomUUID()}`, scan)
  const ballot = await organiser.createMarathon({ title: 'A ballot', capacity: 5, registration: 'ballot' })
  await runner.call('POST', '/api/marathonApplication', applicationFields(ballot))
})

const ROUNDS: [string, () => Version, () => Version][] = [
  ['the previous app with the previous worker, on the present schema', () => bench.previous, () => bench.previous],
  ['the previous app with the present worker, as after a deploy', () => bench.previous, () => PRESENT],
]

for (const [name, appOf, workerOf] of ROUNDS) {
  test(`a whole round: ${name}`, async () => {
    await bench.serve(workerOf())
    const { origin } = bench
    const edge = await startEdge(origin)
    edge.deployed = join(appOf().build, 'client')
    const phone = await startPhone()
    try {
      const account = await createAccount(origin, 'Vera Version')
      const title = `Round ${account.uid}`
      // A narrow screen has the logout in its menu.
      await phone.page.setViewportSize({ width: 1200, height: 900 })
      await logInByForm(phone.page, account, '/login', edge.origin)
      await untilSynced(phone.page)
      await untilInstalled(phone.page)
      await phone.setOffline(true)
      await addMarathon(phone.page, edge.origin, title)
      await phone.page.goto(`${edge.origin}/dashboard/myMarathons`, { waitUntil: 'commit' })
      await changeMarathon(phone.page, title, { Location: 'Moved town' })
      await fillApplication(phone.page, edge.origin, event._id)
      await untilQueued(phone.page, account.uid, 3)

      await phone.setOffline(false)
      await phone.page.goto(`${edge.origin}/dashboard/myApply`)
      await untilQueued(phone.page, account.uid, 0)
      await phone.setOffline(true)
      await editEntry(phone.page, event.title, 'Changed')
      await phone.setOffline(false)
      await untilQueued(phone.page, account.uid, 0)
      await logOut(phone.page)
      await untilLoggedOut(phone.page)

      const mine = await account.call('GET', `/api/marathons?email=${encodeURIComponent(account.email)}`)
      expect(mine).toEqual([expect.objectContaining({ title, location: 'Moved town', regCount: 0 })])
      const entries = await account.call('GET', '/api/marathonApplication')
      expect(entries).toEqual([expect.objectContaining({ marathonId: event._id, lastName: 'Changed' })])
    } finally {
      await phone.close()
      await edge.close()
    }
  })
}

test('the present worker has all that the rounds left', async () => {
  await bench.serve(PRESENT)
  const { regCount } = (await organiser.call('GET', `/api/marathons/${event._id}`)) as { regCount: number }
  const entrants = (await organiser.call('GET', `/api/marathons/${event._id}/entrants`)) as { status: string }[]
  expect([regCount, entrants.map(({ status }) => status)]).toEqual([3, Array(3).fill('registered')])
})

/** Sends one op of the account. */
async function sync(account: Account, type: string, id: string, patch: object): Promise<void> {
  const op = { opId: crypto.randomUUID(), v: 1, type, id, base: {}, patch, at: new Date().toISOString() }
  const response = await account.call('POST', '/api/sync', { uid: account.uid, cursor: null, ops: [op] })
  expect(response).toMatchObject({ results: [{ status: 'applied' }] })
}

async function addMarathon(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/dashboard/addMarathon`, { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Add Marathon' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await field('Title').fill(title)
  await field('Location').fill('Test town')
  await field('Description').fill('Made by one version, read by another.')
  await field('Image URL').fill(`${origin}/samples/sample-3.svg`)
  await field('Distance').selectOption('10k')
  for (const [label, days] of [
    ['Registration Start', -2],
    ['Registration End', 5],
    ['Marathon Start', 9],
  ] as const) {
    await field(label).fill(dayInWords(days))
    await page.keyboard.press('Escape')
  }
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
}

async function editEntry(page: Page, title: string, lastName: string): Promise<void> {
  await page.getByRole('button', { name: `Edit application to ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Marathon Application' })
  await dialog.getByLabel('Last Name', { exact: true }).fill(lastName)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
}

/** A day as a keyboard types it, like "5 mar 2027". */
function dayInWords(days: number): string {
  const [year, month, day] = inDays(days).slice(0, 10).split('-')
  const names = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
  return `${Number(day)} ${names[Number(month) - 1]} ${year}`
}
