/// <reference lib="dom" />
import { expect, type Page, test } from '@playwright/test'
import { answer, edge, enter, marathon, path, prepareCamera, startCamera, word } from './support/camera.ts'
import { expectGoodLooks } from './support/checks.ts'

// What a change seldom breaks. check-in-camera.spec.ts has what each change must pass.

prepareCamera()

test.describe.configure({ timeout: 180_000 })

const cameraTrack = () => (document.querySelector('video')?.srcObject as MediaStream | null)?.getTracks()[0]

/** Is the camera of this page on? */
const isFilming = async (page: Page) =>
  (await page.evaluateHandle(cameraTrack)).evaluate((one) => one?.readyState === 'live')

test('the library reads a code once while it is in view, and tells a second or a wrong one', async () => {
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
  edge.weather = 'down'
  await expectGoodLooks(page, 'the check-in with no network')
})

test('the browser’s own reader is used where it reads QR codes, and the library is not fetched', async () => {
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

test('the camera is off when turned off, while the page is hidden, and after the screen is left', async () => {
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
