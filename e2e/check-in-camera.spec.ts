import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Account, applicationFields, createAccount, type NewMarathon } from './support/account.ts'
import { type Edge, startEdge } from './support/edge.ts'
import { cameraFlags, type Scene, writeCameraVideo } from './support/fake-camera.ts'
import { logInAndSync, type Phone, startPhone, untilInstalled } from './support/phone.ts'

// The scanner of the check-in, with Chromium's fake camera. The camera plays a video with a real code in it.

let edge: Edge
let folder: string
let organiser: Account
let runners: Account
let marathon: NewMarathon
const phones: Phone[] = []

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ baseURL }) => {
  const upstream = baseURL as string
  folder = mkdtempSync(join(tmpdir(), 'startline-camera-'))
  edge = await startEdge(upstream)
  organiser = await createAccount(upstream, 'Olga Organiser')
  runners = await createAccount(upstream, 'Carl Club')
  marathon = await organiser.createMarathon({ title: 'Harbour run' })
})
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close()
  await edge.close()
  rmSync(folder, { recursive: true })
})

async function enter(firstName: string): Promise<string> {
  const fields = applicationFields(marathon, { firstName, lastName: `${firstName}son` })
  return ((await runners.call('POST', '/api/marathonApplication', fields)) as { insertedId: string }).insertedId
}

const path = () => `${edge.origin}/dashboard/myMarathons/${marathon._id}/checkIn`
const answer = (page: Page) => page.getByRole('alert').filter({ visible: true })

/** A phone of the organiser with the entrants on it, whose camera sees these scenes again and again. */
async function startCamera(scenes: Scene[], isAllowed = true): Promise<Phone> {
  const video = join(folder, `${phones.length}.y4m`)
  writeCameraVideo(video, scenes)
  const phone = await startPhone(cameraFlags(video))
  phones.push(phone)
  if (isAllowed) await phone.context.grantPermissions(['camera'], { origin: edge.origin })
  await logInAndSync(phone.page, edge.origin, organiser.email)
  return phone
}

test('reads the code of an entry with the library, and a code that stays in view once', async () => {
  const ana = await enter('Ana')
  const { page } = await startCamera([{ code: ana, seconds: 1 }])
  expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false)
  await page.goto(path())
  await expect(answer(page)).toContainText('Here')
  await expect(answer(page)).toContainText('Ana Anason')
  await expect(page.getByText('1 of 1 here')).toBeVisible()
  await page.waitForTimeout(5000)
  await expect(answer(page)).not.toContainText('Already here')
})

test('says that a second scan is one, and that a code is not of an entry', async () => {
  const ana = await enter('Ana')
  const { page } = await startCamera([
    { code: ana, seconds: 3 },
    { code: 'https://example.com/', seconds: 3 },
  ])
  await page.goto(path())
  for (const word of ['Here', 'Unknown code', 'Already here', 'Unknown code']) {
    await expect(answer(page).getByText(word, { exact: true })).toBeVisible()
  }
})
