import { checkIn, marathon, organiser, path, prepareCheckIn, search, word } from '../support/check-in.ts'
import { expectAccessible } from '../support/checks.ts'
import { wakeSync } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

// What a change seldom breaks. check-in.spec.ts has what each change must pass.

prepareCheckIn()

test.describe.configure({ timeout: 120_000 })

// These tests abort requests on purpose.
test.use({ allowedInConsole: /Failed to load resource/ })

test('yes and no differ in sound and vibration; the button stops the sound; an undo is silent', async ({ page }) => {
  // The page notes what it plays; the sound is the browser's own.
  await page.addInitScript(() => {
    const signals: string[] = []
    Object.assign(window, { signals })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      signals.push(`${this.frequency.value} Hz`)
      start.call(this, when)
    }
    Navigator.prototype.vibrate = (pattern) => {
      signals.push(`vibrates ${pattern}`)
      return true
    }
  })
  // The sound may begin a moment after the vibration.
  const signals = async (count: number) => {
    const noted = () => page.evaluate(() => (window as unknown as { signals: string[] }).signals)
    await expect.poll(async () => (await noted()).length).toBeGreaterThanOrEqual(count)
    return page.evaluate(() => (window as unknown as { signals: string[] }).signals.splice(0).sort())
  }
  await logIn(page, organiser, path())
  await checkIn(page, 'Ada Adason')
  await expect(word(page, 'Here')).toBeVisible()
  expect(await signals(3)).toEqual(['1320 Hz', '880 Hz', 'vibrates 90'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await checkIn(page, 'Dan Danson')
  await expect(word(page, 'Waiting list')).toBeVisible()
  expect(await signals(3)).toEqual(['196 Hz', '196 Hz', 'vibrates 220,90,320'])
  await search(page).fill('ada')
  await page.getByRole('listitem').getByRole('button', { name: 'Undo the check-in of Ada Adason' }).click()
  await expect(word(page, 'Undone')).toBeVisible()
  await page.getByRole('button', { name: 'Sound' }).click()
  await checkIn(page, 'Bea Beason')
  await expect(word(page, 'Here')).toBeVisible()
  expect(await signals(1)).toEqual(['vibrates 90'])
})

test('a runner on the waiting list is told as such, and a cancelled event checks in nobody', async ({ page }) => {
  await logIn(page, organiser, path())
  await checkIn(page, 'Dan Danson')
  await expect(word(page, 'Waiting list')).toBeVisible()
  await expect(page.getByText('0 of 3 here')).toBeVisible()
  await expect(page.getByText('1 scanned without a place, not counted')).toBeVisible()
  await expect(page.getByRole('list', { name: 'By gate' })).toBeHidden()
  await search(page).fill('dan')
  await expect(page.getByText(/^Scanned, \d\d:\d\d$/)).toBeVisible()
  await expectAccessible(page, 'check-in with a scan without a place')
  await search(page).fill('')
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { cancelled: 'Storm' })
  await wakeSync(page)
  await expect(page.getByText('This event is cancelled.')).toBeVisible()
  await checkIn(page, 'Ada Adason')
  await expect(word(page, 'Event cancelled')).toBeVisible()
})
