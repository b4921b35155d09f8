import { expect, test } from '@playwright/test'

test('the app serves the page, the API and the sample marathons on one origin', async ({ page, request }) => {
  const marathons = await (await request.get('/api/allMarathon')).json()
  await page.goto('/')
  // The samples are of one organiser, of whom the list shows so many where there are no others.
  expect(marathons.length).toBeGreaterThanOrEqual(10)
  await expect(page).toHaveTitle(/Startline/)
})

test('an unknown call is a JSON 404, and an unknown asset is not a page', async ({ request }) => {
  const call = await request.get('/api/nothing-here')
  const asset = await request.get('/assets/nothing-here.js')
  expect(call.status()).toBe(404)
  expect(call.headers()['content-type']).toContain('json')
  expect(asset.status()).toBe(404)
})
