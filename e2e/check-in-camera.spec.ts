/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Account, applicationFields, createAccount, enterRunner, type NewMarathon } from './support/account.ts'
import { expectGoodLooks } from './support/checks.ts'
import type { Edge } from './support/edge.ts'
import { cameraFlags, type Scene, writeCameraVideo } from './support/fake-camera.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled } from './support/phone.ts'

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
  edge = await startPhoneEdge(upstream)
  organiser = await createAccount(upstream, 'Olga Organiser')
  runners = await createAccount(upstream, 'Carl Club')
  marathon = await organiser.createMarathon({ title: 'Harbour run' })
})
test.afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.close()
  await edge.close()
  rmSync(folder, { recursive: true })
})

/** Enters a runner. @returns the code of the entry */
function enter(firstName: string): Promise<string> {
  return enterRunner(runners, applicationFields(marathon, { firstName, lastName: `${firstName}son` }))
}

const path = () => `${edge.origin}/dashboard/myMarathons/${marathon._id}/checkIn`
const answer = (page: Page) => page.getByRole('region', { name: 'Last answer' }).getByRole('alert')
const word = (page: Page, text: string) => answer(page).getByText(text, { exact: true })

/** A phone of the organiser with the entrants on it, whose camera sees these scenes again and again. */
async function startCamera(scenes: Scene[]): Promise<Phone> {
  const video = join(folder, `${phones.length}.y4m`)
  writeCameraVideo(video, scenes)
  return logInOn(await startInstalledPhone(edge, cameraFlags(video)), true)
}

async function logInOn(phone: Phone, isAllowed: boolean): Promise<Phone> {
  phones.push(phone)
  if (isAllowed) await phone.context.grantPermissions(['camera'], { origin: edge.origin })
  await logInAndSync(phone.page, edge.origin, organiser.email)
  return phone
}

const cameraTrack = () => (document.querySelector('video')?.srcObject as MediaStream | null)?.getTracks()[0]
/** Is the camera of this page on? */
const isFilming = async (page: Page) =>
  (await page.evaluateHandle(cameraTrack)).evaluate((one) => one?.readyState === 'live')

test('the library reads the code of an entry, which counts once while it stays in view, and a second scan and a code that is no entry are told', async () => {
  const ana = await enter('Ana')
  const { page } = await startCamera([
    { code: ana, seconds: 5 },
    { code: 'https://example.com/', seconds: 5 },
  ])
  expect(await page.evaluate(() => 'BarcodeDetector' in globalThis)).toBe(false)
  // The page itself notes the answers: a slow test runner does not see each of them.
  await page.addInitScript(() => {
    const answers: string[] = []
    Object.assign(window, { answers })
    new MutationObserver(() => {
      const word = document.querySelector('[aria-label="Last answer"] [role=alert] p')?.textContent
      if (word && word !== answers.at(-1)) answers.push(word)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.goto(path())
  const answers = () => page.evaluate(() => (window as unknown as { answers: string[] }).answers)
  // The video has no first scene: the camera may begin with the code that is no entry.
  const fromHereOn = async () => {
    const all = await answers()
    return all.slice(all.indexOf('Here'))
  }
  await expect.poll(fromHereOn, { timeout: 60_000 }).toContain('Already here')
  expect((await fromHereOn()).slice(0, 3)).toEqual(['Here', 'Unknown code', 'Already here'])
  await expect(answer(page)).toContainText('Ana Anason')
  await expect(page.getByRole('heading', { name: /Checked in more than once: 1/ })).toBeVisible()
  await expect(page.getByText('1 of 1 here')).toBeVisible()
})

test('with no network from a cold start on, the camera still checks in, and all is sent when the network is back', async () => {
  const ana = await enter('Ana')
  const phone = await startCamera([
    { code: ana, seconds: 2 },
    { code: null, seconds: 60 },
  ])
  await untilInstalled(phone.page)
  const isKept = () => phone.page.evaluate(async () => (await (await caches.open('scanner')).keys()).length)
  await expect.poll(isKept, { timeout: 30_000 }).toBe(1)
  await phone.kill()
  edge.weather = 'down'
  await phone.restart()
  await phone.context.grantPermissions(['camera'], { origin: edge.origin })
  await phone.page.goto(path(), { waitUntil: 'commit' })
  await expect(word(phone.page, 'Here')).toBeVisible({ timeout: 90_000 })
  await expect(phone.page.getByText('1 not sent yet')).toBeVisible()
  await expectGoodLooks(phone.page, 'the check-in with no network')
  await phone.kill()
  edge.weather = 'up'
  await phone.restart()
  await phone.page.goto(path(), { waitUntil: 'commit' })
  await expect(phone.page.getByText('1 of 1 here')).toBeVisible()
  await expect(phone.page.getByText('not sent yet')).toBeHidden()
})

test('the browser’s own reader is used where it reads QR codes, and the library’s file is not fetched', async () => {
  const ana = await enter('Ana')
  const { page } = await startCamera([{ code: null, seconds: 1 }])
  await page.addInitScript((code) => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code']
      detect = async (video: HTMLVideoElement) => (video.videoWidth > 0 ? [{ rawValue: code }] : [])
    }
    Object.assign(globalThis, { BarcodeDetector })
  }, ana)
  edge.seen.length = 0
  await page.goto(path())
  await expect(word(page, 'Here')).toBeVisible()
  expect(edge.seen.filter((line) => line.includes('.wasm'))).toEqual([])
})

test('the camera is off when it is turned off, while the page is hidden, and after the screen is left', async () => {
  await enter('Ana')
  const { page, context } = await startCamera([{ code: null, seconds: 1 }])
  await page.goto(path())
  await expect.poll(() => isFilming(page)).toBe(true)
  await page.getByRole('button', { name: 'Turn the camera off' }).click()
  await expect.poll(() => isFilming(page)).toBe(false)
  await page.getByRole('button', { name: 'Start camera' }).click()
  await expect.poll(() => isFilming(page)).toBe(true)
  const track = await page.evaluateHandle(cameraTrack)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => track.evaluate((one) => one?.readyState)).toBe('ended')
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => isFilming(page)).toBe(true)
  const next = await page.evaluateHandle(cameraTrack)
  await page.getByRole('link', { name: marathon.title }).click()
  await expect(page.getByRole('heading', { name: marathon.title })).toBeVisible()
  expect(await next.evaluate((one) => one?.readyState)).toBe('ended')
  expect(context.pages()).toHaveLength(1)
})

test('a refused camera, no camera and one in use each have a sentence, and the search checks in', async () => {
  await enter('Ana')
  const { page } = await logInOn(await startInstalledPhone(edge), true)
  const scanner = page.getByRole('region', { name: 'Scanner' })
  await page.goto(path())
  await expect(scanner).toContainText('This device has no camera.')
  await page.addInitScript(() => {
    const names = ['NotReadableError', 'NotAllowedError']
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('not now', names.shift())
    }
  })
  await page.goto(path())
  await expect(scanner).toContainText('The camera is busy')
  await scanner.getByRole('button', { name: 'Try again' }).click()
  await expect(scanner).toContainText('The camera is not allowed.')
  await page.getByRole('searchbox').fill('ana')
  await page.getByRole('button', { name: 'Check in Ana Anason' }).click()
  await expect(word(page, 'Here')).toBeVisible()

  const refused = await startInstalledPhone(edge, ['--use-fake-device-for-media-stream', '--deny-permission-prompts'])
  await logInOn(refused, false)
  await refused.page.goto(path())
  await refused.page.getByRole('button', { name: 'Start camera' }).click()
  await expect(refused.page.getByRole('region', { name: 'Scanner' })).toContainText('The camera is not allowed.')
})
