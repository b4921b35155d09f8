/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PAPER } from '../../web/features/my-results/certificate/draw-certificate.ts'
import { expectGoodLooks, expectNoSidewaysScroll } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { organiser, prepareMyResults, runner } from '../support/my-results.ts'
import { officialRace, sendOps } from '../support/official-race.ts'
import { untilSynced } from '../support/phone.ts'

// What a runner has of official results: they are on the phone, and outlive the event and the entry.

prepareMyResults()

test.use({
  viewport: { width: 390, height: 844 },
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
})

const save = (page: Page) => page.getByRole('button', { name: 'Save picture' })

/** Opens the screen of a result, with its certificate drawn. */
async function openResult(page: Page, id: string) {
  await page.goto(`/dashboard/myResults/${id}`)
  await expect(save(page)).toBeEnabled()
}

test('results and bests are there with no network, of a deleted event and a deleted entry too', async ({ page }) => {
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
  await page.route('**/api/**', (route) => route.abort())
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
  // Also where the notice of the results is unread.
  await expect(page.getByRole('link', { name: 'Your result at Harbour Night: 0:50:00.0' })).toBeVisible()
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
  expect(pdf.match(/\/MediaBox ?\[[^\]]*\]/g)).toEqual([expect.stringMatching(/\[0 0 59[45][.\d]* 84[12][.\d]*\]/)])
  expect(pdf).toContain(`/Width ${PAPER.width}`)
  expect(pdf).toContain(`/Height ${PAPER.height}`)
})
