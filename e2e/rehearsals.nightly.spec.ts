import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './support/account.ts'
import { changeMarathon, untilQueued } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { migrate, type OwnWorker, ownWorker, PRESENT, runCommand, stateOf } from './support/own-worker.ts'
import { logInAndSync, type Phone, startPhone, untilInstalled } from './support/phone.ts'

// What docs/operations.md tells operators to do with a database or a secret, with phones that have edits queued.

test.describe.configure({ timeout: 240_000 })

let folder: string
let worker: OwnWorker
const phones: Phone[] = []

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  worker = await ownWorker(folder)
  migrate(folder)
  await worker.serve(PRESENT)
})
test.afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.close()))
  await worker.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** A phone that is signed in with a new account. */
async function phoneOf(displayName: string) {
  const account = await createAccount(worker.origin, displayName)
  const phone = await startPhone()
  phones.push(phone)
  await logInAndSync(phone.page, worker.origin, account.email)
  await untilInstalled(phone.page)
  return { account, phone, page: phone.page }
}

const marathonOf = (account: Account, id: string) =>
  account.call('GET', `/api/marathons/${id}`) as Promise<NewMarathon & { regCount: number }>

test('a restored database gets back what it has forgotten, and then what waited', async () => {
  const organiser = await phoneOf('Olga Organiser')
  const runner = await phoneOf('Rosa Runner')
  const marathon = await organiser.account.createMarathon({ title: 'Restored run', location: 'Kiel' })
  const read = () => marathonOf(runner.account, marathon._id)
  const entries = () => runner.account.call('GET', '/api/marathonApplication') as Promise<object[]>

  await worker.stop()
  const [state, backup] = [join(stateOf(folder), 'state'), join(folder, 'backup')]
  cpSync(state, backup, { recursive: true })
  await worker.serve(PRESENT)

  // These are told as done, and the restore forgets them.
  await organiser.page.goto(`${worker.origin}/dashboard/myMarathons`)
  await changeMarathon(organiser.page, marathon.title, { Location: 'Told as done' })
  await expect.poll(async () => (await read()).location).toBe('Told as done')
  await fillApplication(runner.page, worker.origin, marathon._id)
  await expect.poll(async () => (await entries()).length).toBe(1)
  for (const { page, account } of [organiser, runner]) await untilQueued(page, account.uid, 0)
  // This waits.
  await organiser.phone.setOffline(true)
  await changeMarathon(organiser.page, marathon.title, { Description: 'It waited.' })
  await untilQueued(organiser.page, organiser.account.uid, 1)

  await worker.stop()
  rmSync(state, { recursive: true })
  cpSync(backup, state, { recursive: true })
  const said = runCommand(process.execPath, 'scripts/operate/new-epoch.ts', '--local', '--persist-to', state)
  expect(said).toMatch(/the new epoch is [0-9a-f]{16}/)
  await worker.serve(PRESENT)
  expect(await read()).toMatchObject({ location: 'Kiel', regCount: 0 })

  await organiser.phone.setOffline(false)
  for (const { page } of [organiser, runner]) await page.goto(`${worker.origin}/marathons`)
  await expect
    .poll(read, { timeout: 60_000 })
    .toMatchObject({ location: 'Told as done', description: 'It waited.', regCount: 1 })
  expect(await entries()).toEqual([expect.objectContaining({ marathonId: marathon._id, lastName: 'Runner' })])
  for (const { page, account } of [organiser, runner]) await untilQueued(page, account.uid, 0)
})

test('a new SESSION_SECRET ends all sessions, and no edit that waits is lost', async () => {
  const { account, phone, page } = await phoneOf('Olga Organiser')
  const marathon = await account.createMarathon({ title: 'Rotated run' })
  await page.goto(`${worker.origin}/dashboard/myMarathons`)
  await expect(page.getByRole('button', { name: `Edit ${marathon.title}` })).toBeVisible()
  await phone.setOffline(true)
  await changeMarathon(page, marathon.title, { Location: 'Typed before' })
  await untilQueued(page, account.uid, 1)

  await worker.stop()
  writeFileSync(join(stateOf(folder), 'session-secret'), 'another secret, of more than 32 characters')
  await worker.serve(PRESENT)
  // The old session is refused.
  await expect(account.call('GET', '/api/marathonApplication')).rejects.toThrow('401')

  const other = await createAccount(worker.origin, 'Otto Other')
  await phone.setOffline(false)
  await expect
    .poll(async () => (await marathonOf(other, marathon._id)).location, { timeout: 60_000 })
    .toBe('Typed before')
  await untilQueued(page, account.uid, 0)
})
