/// <reference lib="dom" />
import { expect, test } from '@playwright/test'
import { edge, enter, logInOn, path, prepareCamera, startCamera, word } from './support/camera.ts'
import { wakeSync } from './support/edits.ts'
import { startInstalledPhone } from './support/installed-phone.ts'
import { untilInstalled } from './support/phone.ts'

// The scanner of the check-in, with Chromium's fake camera. The camera plays a video with a real code in it.

prepareCamera()

test.describe.configure({ timeout: 180_000 })

test('the camera checks in after a cold start with no network, and all is sent later', async () => {
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
  edge.weather = 'up'
  await wakeSync(phone.page)
  await expect(phone.page.getByText('1 of 1 here')).toBeVisible()
  await expect(phone.page.getByText('not sent yet')).toBeHidden()
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
