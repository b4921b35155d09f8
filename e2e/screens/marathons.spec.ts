import { createAccount, inDays } from '../support/account.ts'
import { expect, signedIn as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

test('the list has its title, hero text, sort and cards with all the specification asks for', async ({ page }) => {
  await page.goto('/marathons?q=Sea%20Point')
  await expect(page).toHaveTitle('Marathons')
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Marathons' })).toBeVisible()
  const sort = page.getByLabel('Sort By')
  await expect(sort).toHaveValue('desc')
  await expect(sort.locator('option')).toHaveText(['Newest', 'Oldest'])
  const card = page.getByRole('article').filter({ hasText: 'Sea Point Promenade 5k' })
  await expect(card.locator('img')).toBeVisible()
  for (const label of ['Location:', 'Registration:', 'Event Date:', 'Distance:']) {
    await expect(card.getByText(label)).toBeVisible()
  }
  await expect(card.getByText(/^\w{3} \d{1,2}, \d{4} - \w{3} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(card.getByRole('link', { name: /See Details/ })).toHaveAttribute('href', '/marathons/seed-event-16')
})

test('the cards stand in 1, 2, 3 or 4 columns', async ({ page }) => {
  await page.goto('/marathons')
  const grid = page.getByRole('list').filter({ has: page.getByRole('article') })
  await expect(grid.getByRole('article').nth(4)).toBeVisible()
  for (const [width, columns] of [
    [390, 1],
    [700, 2],
    [1100, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const template = await grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    expect(template).toBe(columns)
  }
})

test('Oldest turns the order round and stays in the address', async ({ page, account }) => {
  const location = `Sorttown ${Date.now()}`
  await account.createMarathon({ title: 'Sorted first', location })
  await account.createMarathon({ title: 'Sorted second', location })
  await page.goto(`/marathons?q=${encodeURIComponent(location)}`)
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles).toHaveText(['Sorted second', 'Sorted first'])
  await page.getByLabel('Sort By').selectOption('asc')
  await expect(titles).toHaveText(['Sorted first', 'Sorted second'])
  await expect(page).toHaveURL(/sort=asc/)
  await page.reload()
  await expect(titles).toHaveText(['Sorted first', 'Sorted second'])
})

test('what is ahead comes first by months, one row each if chosen, and the address keeps both', async ({
  page,
  account,
}) => {
  const location = `Rowtown ${Date.now()}`
  await account.createMarathon({ title: 'Row over', location, startDate: inDays(-3) })
  const later = await account.createMarathon({ title: 'Row later', location, startDate: inDays(80) })
  await account.apply(await account.createMarathon({ title: 'Row soon', location, startDate: inDays(20) }))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/marathons?q=${encodeURIComponent(location)}`)
  await expect(page.getByRole('status').filter({ hasText: /^3 events$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Upcoming first' }).click()
  await expect(page.getByLabel('Sort By')).toHaveValue('soonest')
  await page.getByRole('button', { name: 'Compact' }).click()
  const rows = page.getByRole('article')
  for (const reloads of [false, true]) {
    if (reloads) await page.reload()
    await expect(rows.getByRole('heading')).toHaveText(['Row soon', 'Row later', 'Row over'])
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^\w+ \d{4}$/, /^\w+ \d{4}$/, 'Finished'])
    expect((await rows.first().boundingBox())?.height).toBeLessThan(130)
  }
  await expect(rows.first()).toContainText('You are in')
  await rows.nth(1).click({ position: { x: 8, y: 8 } })
  await expect(page).toHaveURL(`/marathons/${later._id}`)
})

test('text, distance, month and "only open" narrow the list, and can be cleared', async ({ page, account }) => {
  const place = `Zedtown ${Date.now()}`
  await account.createMarathon({ title: 'Filtered open', distance: '3k', location: place })
  await account.createMarathon({ title: 'Filtered shut', distance: '25k', location: place, regEnd: inDays(-1) })
  await page.goto('/marathons?sort=asc&compact=true')
  await page.getByLabel('Search').fill(place.toUpperCase())
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles).toHaveText(['Filtered open', 'Filtered shut'])
  await page.getByLabel('Only open for registration').check()
  await expect(titles).toHaveText(['Filtered open'])
  await page.getByLabel('Distance').selectOption('25k')
  await expect(page.getByText('No marathon fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  // Order and form are no filters.
  await expect(page).toHaveURL('/marathons?sort=asc&compact=true')
  await expect(titles.nth(3)).toBeVisible()
})

test('an address with invalid parameters opens the whole list', async ({ page }) => {
  await page.goto('/marathons?sort=sideways&distance=99k&month=soon&open=maybe')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByLabel('Sort By')).toHaveValue('desc')
  await expect(page).toHaveURL('/marathons')
})

test('details show the countdown circle, participants, facts and the way to the registration', async ({
  page,
  account,
}) => {
  const marathon = await account.createMarathon({
    title: 'Countdown run',
    distance: '15k',
    startDate: '2027-03-05T08:00:00.000Z',
  })
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page).toHaveTitle('Countdown run | Marathon Details')
  await expect(page.getByRole('heading', { level: 1, name: 'Countdown run' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Time Left' })).toBeVisible()
  const circle = page.getByRole('timer')
  await expect(circle).toHaveAccessibleName(/^\d+ days? \d+ hours? \d+ minutes?$/)
  await expect(circle.locator('svg')).toHaveAttribute('width', '150')
  for (const stroke of await circle.locator('svg path').all()) await expect(stroke).toHaveAttribute('stroke-width', '5')
  await expect(circle).toHaveText(/^\d+days?\d\dh\d\dm\d\ds$/)
  const facts = page.getByRole('region', { name: 'Event Details' })
  for (const [term, value] of [
    ['Event start date', /Fri Mar 5, 2027, 08:00/],
    ['Distance', /^15k$/],
    ['Registration from', /\w{3} \d{1,2}, \d{4}/],
    ['Registration to', /\w{3} \d{1,2}, \d{4}/],
    ['Contact name', new RegExp(account.displayName)],
    ['Contact email', new RegExp(account.email)],
  ] as const) {
    const fact = facts.locator('div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
    await expect(fact.locator('dd')).toHaveText(value)
  }
  await expect(facts.getByText('A loop around the test track.')).toBeVisible()
  await expect(page.getByText('Registered Participants')).toBeVisible()
  const register = page.getByRole('link', { name: 'Register Now' })
  await expect(register).toHaveAttribute('href', `/marathon/registration/${marathon._id}`)
  await page.getByRole('link', { name: 'Back to Marathons' }).click()
  await expect(page).toHaveURL('/marathons')
})

test('outside the window Registration Closed is disabled and says when it opens or closed', async ({
  page,
  account,
}) => {
  const early = await account.createMarathon({
    regStart: '2027-03-05T00:00:00.000Z',
    regEnd: '2027-03-09T23:59:59.999Z',
  })
  const late = await account.createMarathon({
    regStart: '2026-01-01T00:00:00.000Z',
    regEnd: '2026-03-05T23:59:59.999Z',
  })
  for (const [marathon, words] of [
    [early, 'Opens Mar 5, 2027'],
    [late, 'Closed Mar 5, 2026'],
  ] as const) {
    await page.goto(`/marathons/${marathon._id}`)
    await expect(page.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Register Now' })).toHaveCount(0)
    await expect(page.getByText(words).first()).toBeVisible()
  }
})

test('the countdown stands at 0 from the start on, and says Under way, then Finished', async ({ page, account }) => {
  for (const [days, words] of [
    [-0.1, 'Under way'],
    [-1, 'Finished'],
  ] as const) {
    const marathon = await account.createMarathon({ startDate: inDays(days) })
    await page.goto(`/marathons/${marathon._id}`)
    await expect(page.getByRole('timer')).toHaveText(words)
    await expect(page.getByRole('timer')).toHaveAccessibleName(words)
  }
})

test('the details of an unknown marathon say so, and link to the list', async ({ page, quietConsole }) => {
  quietConsole.allow(/Failed to load resource: the server responded with a status of 404/)
  await page.goto('/marathons/no-such-event')
  await expect(page.getByText('This event does not exist')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Marathons' })).toBeVisible()
})

test('the list says that there is nothing only when there is nothing', async ({ browser, origin }) => {
  // This phone has never pulled, so it knows nothing until the server responds.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await page.route('**/api/sync', (route) => route.fulfill({ status: 500, json: {} }))
  await logIn(page, await createAccount(origin, 'Nora Nothing'), '/marathons')
  await expect(page.getByText('The events could not be loaded.')).toBeVisible()
  // The app also tries again by itself, and then the button disappears.
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await page.unroute('**/api/sync')
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.close()
})
