/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { NAME_BOX } from '../web/features/my-results/certificate/draw-certificate.ts'
import { createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { logIn } from './support/log-in.ts'
import { officialRace } from './support/official-race.ts'
import { untilInstalled, untilSynced } from './support/phone.ts'

// Certificates have names of people from everywhere, also with no network.

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 2300, height: 900 },
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
})

/** A part of a picture with ink, as large as all others. */
type Ink = { ratio: number; ink: number[] }

/** The ink of what a name looks like: on the certificate, as the browser lays it out, and letter by letter. */
async function inksOf(page: Page, name: string): Promise<Record<'drawn' | 'laidOut' | 'letters', Ink>> {
  const font = await page.evaluate(
    ([text, { width }]) => {
      // As large as on the certificate.
      const fontOf = (size: number) => `800 ${size}px Certificate, system-ui, sans-serif`
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.font = fontOf(100)
      const font = fontOf(Math.min(230, (width / pen.measureText(text).width) * 100))
      const sheet = document.body.appendChild(document.createElement('div'))
      sheet.id = 'laid-out'
      sheet.setAttribute('style', 'position:fixed;inset:0;z-index:99999;background:#fff;color:#0e1320;padding:2rem')
      sheet.innerHTML = '<span style="white-space:nowrap"></span>'
      const line = sheet.firstElementChild as HTMLElement
      line.style.font = font
      line.dir = 'auto'
      line.textContent = text
      return font
    },
    [name, NAME_BOX] as const,
  )
  const laidOut = (await page.locator('#laid-out').screenshot()).toString('base64')
  const inks = await page.evaluate(
    async ([text, font, picture, box]) => {
      document.querySelector('#laid-out')?.remove()
      const sheetOf = (width: number, height: number) => {
        const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
        if (!pen) throw new Error('no canvas')
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, width, height)
        pen.fillStyle = '#0e1320'
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
      const letters = sheetOf(6000, 600)
      letters.font = font
      const isRtl = /\p{Script=Arabic}/u.test(text)
      let at = 0
      for (const letter of text) {
        const { width } = letters.measureText(letter)
        letters.fillText(letter, isRtl ? 5900 - at - width : 100 + at, 350)
        at += width
      }
      return { drawn: inkOf(drawn), laidOut: inkOf(seen), letters: inkOf(letters) }
    },
    [name, font, laidOut, NAME_BOX] as const,
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

test('names in every script of the languages are drawn as the browser lays them out', async ({
  page,
  network,
  origin,
}) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const ran = NAMES.map(([firstName, lastName], index) => ({
    account: runner,
    firstName,
    lastName,
    seconds: 3000 + index,
  }))
  const { entries } = await officialRace(organiser, ran, { title: 'Harbour Night' })
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  await untilInstalled(page)
  const pictures: string[] = []
  const openResult = async (index: number) => {
    await page.goto(`/dashboard/myResults/${entries[index]}`)
    await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled()
  }
  const picture = () => page.locator('.certificate canvas').evaluate((one) => (one as HTMLCanvasElement).toDataURL())
  for (const [index, [first, last, isShaped]] of NAMES.entries()) {
    const name = `${first} ${last}`
    await openResult(index)
    pictures.push(await picture())
    const { drawn, laidOut, letters } = await inksOf(page, name)
    if (name.length > 100) {
      expect(drawn.ink.some((ink) => ink > 0)).toBe(true)
      continue
    }
    expect(difference(drawn, laidOut), name).toBeLessThan(0.1)
    if (isShaped) expect(difference(letters, laidOut), `${name}, letter by letter`).toBeGreaterThan(0.3)
  }
  // The letters that were seen once are there with no network.
  await network(false)
  for (const index of NAMES.keys()) {
    await openResult(index)
    expect((await picture()) === pictures[index], NAMES[index]?.join(' ')).toBe(true)
  }
})
