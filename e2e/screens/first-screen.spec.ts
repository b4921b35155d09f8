import type { Page } from '@playwright/test'
import { KEPT_SCREEN } from '../../web/first-paint/kept-screens.ts'
import type { NewMarathon } from '../support/account.ts'
import { applicationFields, createAccount, inDays } from '../support/account.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { stretchTimers } from '../support/timers.ts'

// The screen before the app's code is loaded (docs/decisions/034).

const kept = (page: Page) =>
  page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), KEPT_SCREEN)

/** Signs in a runner who opens a marathon on this phone. */
async function lookedAt(page: Page, origin: string) {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const marathon = await organiser.createMarathon({ description: 'From the old harbour to the new one.' })
  await logIn(page, runner)
  await look(page, marathon)
  return { organiser, runner, marathon }
}

async function look(page: Page, marathon: NewMarathon) {
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page.getByRole('heading', { level: 1, name: marathon.title })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect.poll(() => kept(page)).toEqual([`${KEPT_SCREEN}/marathons/${marathon._id}`])
}

test.beforeEach(async ({ page, quietConsole }) => {
  quietConsole.allow(/ERR_FAILED/)
  // SAVE_DELAY_MS of web/first-paint/first-screen.ts.
  await stretchTimers(page, 2000, 200)
})

/** Opens the page without the app's code. */
async function openWithoutCode(page: Page, path: string) {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
}

test('a marathon is readable before the app is loaded, without the parts that change', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await openWithoutCode(page, `/marathons/${marathon._id}`)
  const heading = page.locator('h1', { hasText: marathon.title })
  await expect(heading).toBeVisible()
  await expect(page.getByText(marathon.description)).toBeVisible()
  await expect(page.getByText('Open, closes in').first()).toBeHidden()
  await expect(page.locator('[role=timer]')).toBeHidden()
  // The kept markup can only be read before the app is loaded: the Tab key passes by it, to the notice that the code is
  // missing.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await expect(page.locator('#shell :focus')).toHaveCount(0)
})

test('the app replaces the kept markup completely', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.locator('h1', { hasText: marathon.title })).toHaveCount(1)
})

test('the kept markup is not shown after a logout', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  expect(await kept(page)).toEqual([])
  await openWithoutCode(page, `/marathons/${marathon._id}`)
  await expect(page.locator('#shell')).toHaveCount(0)
})

test('the kept markup of a deleted marathon is removed when the phone learns of it', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(/status of 404/)
  const { organiser, marathon } = await lookedAt(page, origin)
  // An open page is told at once, so this one is away while it happens.
  await page.goto('about:blank')
  await organiser.call('DELETE', `/api/marathons/${marathon._id}`)
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page.getByText('This event was deleted')).toBeVisible()
  expect(await kept(page)).toEqual([])
})

test('a marathon that is not in the phone’s cache has no kept markup', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  // The marathon started so long ago that the pull does not contain it.
  const past = { regStart: inDays(-60), regEnd: inDays(-50), startDate: inDays(-45) }
  const { _id } = await organiser.createMarathon(past)
  await logIn(page, runner)
  await page.goto(`/marathons/${_id}`)
  await expect(page.getByText('Not kept on this phone')).toBeVisible()
  // The app keeps the markup of a screen in less time than this.
  await page.waitForTimeout(1200)
  expect(await kept(page)).toEqual([])
})

/** The text of a kept screen that a user can read. */
const keptTexts = (page: Page, path: string) =>
  page.evaluate((key) => {
    const box = document.createElement('div')
    box.innerHTML = (localStorage.getItem(key) ?? '').split('\n').slice(1).join('\n')
    // The options of a closed list are not seen, and the kept screen opens none.
    for (const hidden of box.querySelectorAll('.invisible, option')) hidden.remove()
    const texts: string[] = []
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    return texts.filter((text) => text !== '')
  }, KEPT_SCREEN + path)

const missingIn = (shown: string, texts: string[]) => texts.filter((text) => !shown.includes(text))

test('nothing is kept that time alone makes untrue', async ({ page, origin, quietConsole }) => {
  quietConsole.allow(/Failed to load resource|ERR_FAILED/)
  const { runner, marathon } = await lookedAt(page, origin)
  const path = `/marathons/${marathon._id}`
  await runner.call('POST', '/api/marathonApplication', applicationFields(marathon))
  await page.reload()
  await expect(page.getByText('You are registered')).toBeVisible()
  const title = () => keptTexts(page, path).then((texts) => texts.join(' '))
  await expect.poll(title).toContain('Ada')
  await page.goto('/marathons')
  await expect(page.getByRole('heading', { name: marathon.title }).first()).toBeVisible()
  await expect.poll(() => kept(page)).toContain(`${KEPT_SCREEN}/marathons`)
  const before = { [path]: await keptTexts(page, path), '/marathons': await keptTexts(page, '/marathons') }
  // It is 40 days later, without a response of the server. Each difference in the app's text is an effect of the time.
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.setSystemTime(Date.now() + 40 * 86_400_000)
  for (const [address, texts] of Object.entries(before)) {
    expect(texts.length).toBeGreaterThan(5)
    await page.goto(address)
    await expect(page.locator('#shell')).toHaveCount(0)
    await expect(page.getByRole('main').getByText(marathon.title).first()).toBeVisible()
    const shown = () => page.evaluate(() => document.getElementById('root')?.textContent ?? '')
    await expect.poll(async () => missingIn(await shown(), texts)).toEqual([])
  }
})

test('the picture of the home page is decoded at no other address', async ({ page, origin }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const pictures: string[] = []
  session.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('data:image/svg+xml')) pictures.push(url.slice(0, 40))
  })
  await page.goto(`${origin}/login`)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(pictures).toEqual([])
  await page.goto(origin)
  await expect.poll(() => pictures.length).toBeGreaterThan(0)
})

test('a start reads the details before it watches the session', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await page.addInitScript(() => {
    const asked: string[] = []
    const record = (type: { prototype: object }, method: string, name: (self: never, ...args: never[]) => string) => {
      const prototype = type.prototype as Record<string, (...args: unknown[]) => unknown>
      const original = prototype[method] as (...args: unknown[]) => unknown
      prototype[method] = function (...args) {
        asked.push(name(this as never, ...(args as never[])))
        return original.apply(this, args)
      }
    }
    const ofIndex = (self: IDBIndex) => `${self.objectStore.name} ${self.name}`
    record(IDBFactory, 'open', (_self, name: string) => name)
    record(IDBIndex, 'count', ofIndex)
    record(IDBIndex, 'getAll', ofIndex)
    const drawn = new MutationObserver(() => {
      if (!document.querySelector('main h1')) return
      drawn.disconnect()
      Object.assign(window, { askedFirst: [...asked] })
    })
    drawn.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.locator('main h1', { hasText: marathon.title })).toBeVisible()
  const asked = await page.evaluate(() => (window as unknown as { askedFirst: string[] }).askedFirst)
  // Who is signed in. The watch opens it again.
  expect(asked.filter((name) => name === 'startline-device')).toHaveLength(1)
  // The screen's own applications.
  expect(asked).toContain('applications [own+createdAt]')
  // What only a missing row is asked for.
  expect(asked).not.toContain('applications [own+marathonId]')
})
