/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { NAME_BOX, PAPER } from '../../web/features/my-results/certificate/draw-certificate.ts'
import { type Account, createAccount } from '../support/account.ts'
import { expectGoodLooks, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { choose } from '../support/languages.ts'
import { logIn } from '../support/log-in.ts'
import { officialRace, sendOps } from '../support/official-race.ts'
import { untilSynced } from '../support/phone.ts'

// What a runner has of official results: they are on the phone, and outlive the event and the entry.

test.use({
  viewport: { width: 390, height: 844 },
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
})

let organiser: Account
let runner: Account

test.beforeEach(async ({ origin }) => {
  organiser = await createAccount(origin, 'Olga Organiser')
  runner = await createAccount(origin, 'Rosa Runner')
})

const save = (page: Page) => page.getByRole('button', { name: 'Save picture' })

/** Opens the screen of a result, with its certificate drawn. */
async function openResult(page: Page, id: string) {
  await page.goto(`/dashboard/myResults/${id}`)
  await expect(save(page)).toBeEnabled()
}

test('results and bests are there with no network, of a deleted event and a deleted entry too', async ({
  page,
  network,
}) => {
  const ran = (seconds: number) => [
    { account: runner, firstName: 'Rosa', seconds },
    { account: organiser, firstName: 'Bo', seconds: 2000 },
  ]
  const old = await officialRace(organiser, ran(3150), { daysAgo: 200, title: 'Autumn Leaves', splits: '["Bridge"]' })
  const late = await officialRace(organiser, ran(2826.5), { title: 'Harbour Night' })
  await organiser.call('DELETE', `/api/marathons/${old.marathon._id}`)
  await sendOps(runner, [{ type: 'application.delete', id: String(late.entries[0]) }])
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  await page.goto('/')
  await network(false)
  // The new one is one tap away, and all are two.
  await page.getByRole('link', { name: 'Your result at Harbour Night: 0:47:06.5' }).click()
  await expect(page.getByText('You left this event.')).toBeVisible()
  await page.getByRole('link', { name: 'My results' }).click()
  await expect(page.getByRole('table').getByRole('row')).toContainText(['Event', 'Harbour Night', 'Autumn Leaves'])
  await expect(page.getByRole('img', { name: /^Times at 10k, .* 2 races. Fastest: 0:47:06.5 on/ })).toBeVisible()
  await expect(page.locator('dl')).toContainText('10k0:47:06.5')
  await expectGoodLooks(page, 'my results')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'my results at 320')
  await page.getByRole('link', { name: 'Autumn Leaves' }).click()
  await expect(page.getByRole('region', { name: 'Your result' })).toContainText('2 of 2')
  await expect(page.getByText('Bridge')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Certificate: Rosa Runner, Autumn Leaves, 0:52:30.0' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'a result at 320')
  await expectGoodLooks(page, 'a result')
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page, 'a result with text at 200 %')
})

test('a runner becomes a number in the public list, and a name again, in two taps each', async ({ page, origin }) => {
  const ran = [{ account: runner, firstName: 'Rosa', seconds: 3000 }]
  const { marathon } = await officialRace(organiser, ran, { title: 'Harbour Night' })
  const published = async () => {
    const response = await fetch(`${origin}/api/marathons/${marathon._id}/list`)
    return ((await response.json()) as { rows: { name: string }[] }).rows.map(({ name }) => name)
  }
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'My entries' }).click()
  await page.getByRole('checkbox', { name: 'Show me as “Runner 101” in the public list' }).click()
  await expect.poll(published, { timeout: 10_000 }).toEqual([''])
  await page.getByRole('link', { name: 'Your result: 0:50:00.0' }).click()
  await expect(page.getByRole('checkbox')).toBeChecked()
  // The runner's own name.
  await expect(page.getByRole('img', { name: 'Certificate: Rosa Runner, Harbour Night, 0:50:00.0' })).toBeVisible()
  await page.getByRole('checkbox').click()
  await expect.poll(published, { timeout: 10_000 }).toEqual(['Rosa Runner'])
  await page.getByRole('link', { name: 'See event' }).click()
  await expect(page.getByRole('link', { name: 'Your result: 0:50:00.0' })).toBeVisible()
})

test('a certificate is shared and saved as a picture, and printed as one sheet of A4', async ({ page }) => {
  // A browser on a desktop has no share sheet.
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: ({ files }: ShareData) => files?.[0]?.type === 'image/png',
      share: async ({ files }: ShareData) => void Object.assign(window, { shared: files?.[0] }),
    })
  })
  const { entries } = await officialRace(organiser, [{ account: runner, seconds: 3000 }], { title: 'Harbour: Night?' })
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  await openResult(page, String(entries[0]))
  await page.getByRole('button', { name: 'Share' }).click()
  const shared = await page.evaluate(async () => {
    const { shared } = window as unknown as { shared: File }
    const { width, height } = await createImageBitmap(shared)
    return [shared.name, width, height]
  })
  expect(shared).toEqual(['harbour-night-ada-runner.png', PAPER.width, PAPER.height])
  const [download] = await Promise.all([page.waitForEvent('download'), save(page).click()])
  expect(download.suggestedFilename()).toBe('harbour-night-ada-runner.png')
  expect(
    readFileSync(await download.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/MediaBox ?\[0 0 59[45][.\d]* 84[12][.\d]*\]/g)).toHaveLength(1)
  expect(pdf).toContain(`/Width ${PAPER.width}`)
  expect(pdf).toContain(`/Height ${PAPER.height}`)
})

/** A part of a picture with ink, as large as all others. */
type Ink = { ratio: number; ink: number[] }

/** The ink of what a name looks like: on the certificate, as the browser lays it out, and letter by letter. */
async function inksOf(page: Page, name: string): Promise<Record<'drawn' | 'laidOut' | 'letters', Ink>> {
  const look = { font: '800 72px Certificate, system-ui, sans-serif', dir: 'auto' }
  await page.evaluate(
    ([text, { font, dir }]) => {
      const sheet = document.body.appendChild(document.createElement('div'))
      sheet.id = 'laid-out'
      sheet.setAttribute('style', 'position:fixed;inset:0;z-index:99999;background:#fff;color:#000;padding:2rem')
      sheet.innerHTML = '<span style="white-space:nowrap"></span>'
      const line = sheet.firstElementChild as HTMLElement
      line.style.font = font
      line.dir = dir
      line.textContent = text
    },
    [name, look] as const,
  )
  const laidOut = (await page.locator('#laid-out').screenshot()).toString('base64')
  const inks = await page.evaluate(
    async ([text, { font }, picture, box]) => {
      document.querySelector('#laid-out')?.remove()
      const sheetOf = (width: number, height: number) => {
        const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
        if (!pen) throw new Error('no canvas')
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, width, height)
        pen.fillStyle = '#000'
        return pen
      }
      /** Cuts the ink out, and scales it to a width of 300. */
      const inkOf = (pen: CanvasRenderingContext2D) => {
        const { width, height } = pen.canvas
        const { data } = pen.getImageData(0, 0, width, height)
        let [left, top, right, bottom] = [width, height, 0, 0]
        for (let y = 0; y < height; y += 1)
          for (let x = 0; x < width; x += 1)
            if ((data[(y * width + x) * 4] ?? 255) < 128) {
              left = Math.min(left, x)
              right = Math.max(right, x + 1)
              top = Math.min(top, y)
              bottom = Math.max(bottom, y + 1)
            }
        const small = sheetOf(300, 60)
        small.imageSmoothingQuality = 'high'
        small.drawImage(pen.canvas, left, top, right - left, bottom - top, 0, 0, 300, 60)
        const pixels = small.getImageData(0, 0, 300, 60).data
        const ink = Array.from({ length: 300 * 60 }, (_, index) => 255 - (pixels[index * 4] ?? 255))
        return { ratio: (right - left) / (bottom - top), ink }
      }
      const certificate = document.querySelector<HTMLCanvasElement>('.certificate canvas')
      const drawn = sheetOf(box.width, box.height)
      if (certificate) drawn.drawImage(certificate, -box.x, -box.y)
      const image = new Image()
      image.src = `data:image/png;base64,${picture}`
      await image.decode()
      const seen = sheetOf(image.width, image.height)
      seen.drawImage(image, 0, 0)
      const letters = sheetOf(2000, 200)
      letters.font = font
      const isRtl = /\p{Script=Arabic}/u.test(text)
      let at = 0
      for (const letter of text) {
        const { width } = letters.measureText(letter)
        letters.fillText(letter, isRtl ? 1900 - at - width : 20 + at, 120)
        at += width
      }
      return { drawn: inkOf(drawn), laidOut: inkOf(seen), letters: inkOf(letters) }
    },
    [name, look, laidOut, NAME_BOX] as const,
  )
  return inks
}

/** How much of the ink is in one of two pictures alone: 0 for equal ones, 1 for none in common. */
function difference(a: Ink, b: Ink): number {
  const sum = (of: (one: number, other: number) => number) =>
    a.ink.reduce((all, one, index) => all + of(one, b.ink[index] ?? 0), 0)
  return sum((one, other) => Math.abs(one - other)) / sum(Math.max) + Math.abs(1 - a.ratio / b.ratio)
}

const NAMES: [first: string, last: string, isShaped: boolean][] = [
  ['Zoë', 'Müller', false],
  ['Łucja', 'Şahin', false],
  ['Ánh', 'Nguyễn', false],
  ['শ্রীজাতা', 'ক্ষেত্রপাল', true],
  ['عبد الرحمن', 'الحسيني', true],
  ['Ada', 'কর্ত্রী', true],
  ['W'.repeat(80), 'শ্রী'.repeat(20), false],
]

test('names in every script of the languages are drawn as the browser lays them out', async ({ page, network }) => {
  const ran = NAMES.map(([firstName, lastName], index) => ({
    account: runner,
    firstName,
    lastName,
    seconds: 3000 + index,
  }))
  const { entries } = await officialRace(organiser, ran, { title: 'Harbour Night' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const pictures: string[] = []
  const picture = () => page.locator('.certificate canvas').evaluate((one) => (one as HTMLCanvasElement).toDataURL())
  for (const [index, [first, last, isShaped]] of NAMES.entries()) {
    const name = `${first} ${last}`
    await openResult(page, String(entries[index]))
    pictures.push(await picture())
    const { drawn, laidOut, letters } = await inksOf(page, name)
    if (name.length > 100) {
      expect(drawn.ink.some((ink) => ink > 0)).toBe(true)
      continue
    }
    console.log(name, difference(drawn, laidOut), difference(letters, laidOut))
    expect(difference(drawn, laidOut), name).toBeLessThan(0.1)
    if (isShaped) expect(difference(letters, laidOut), `${name}, letter by letter`).toBeGreaterThan(0.3)
  }
  // The letters that were seen once are there with no network.
  await network(false)
  for (const index of NAMES.keys()) {
    await openResult(page, String(entries[index]))
    expect((await picture()) === pictures[index], NAMES[index]?.join(' ')).toBe(true)
  }
})

test('certificates in Bengali and Arabic have letters of theirs', async ({ page }) => {
  const { entries } = await officialRace(organiser, [{ account: runner, seconds: 3000 }], { title: 'Harbour Night' })
  await choose(page, 'bn')
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  const loaded = () =>
    page.evaluate(
      () =>
        [...document.fonts].filter(({ family, status }) => family.includes('Certificate') && status === 'loaded')
          .length,
    )
  await page.goto(`/dashboard/myResults/${entries[0]}`)
  await expect(page.getByRole('img', { name: /^সনদ: Ada Runner/ })).toBeVisible()
  await expect.poll(loaded).toBe(2)
  await choose(page, 'ar')
  await page.goto(`/dashboard/myResults/${entries[0]}`)
  await expect(page.getByRole('img', { name: /^شهادة: / })).toBeVisible()
  await expect.poll(loaded).toBe(2)
})
