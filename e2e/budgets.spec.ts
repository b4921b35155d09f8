import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { eagerBytes, eagerFiles } from '../scripts/eager-bytes.ts'
import { E2E_SETTINGS } from './global-setup.ts'

const CLIENT = join(E2E_SETTINGS.BUILD_DIR, 'client')

/** Kilobytes of JavaScript (brotli) before a route first paints. A target for home; elsewhere as measured, and 5 %. */
const BUDGETS_KB: Record<string, number> = {
  'index.tsx': 100,
  'login.tsx': 101,
  'marathons/index.tsx': 140,
  'marathons/$id.tsx': 162,
  'dashboard/myApply.tsx': 146,
}

for (const [route, budget] of Object.entries(BUDGETS_KB)) {
  test(`routes/${route} needs at most ${budget} KB of script before it paints`, () => {
    expect(eagerBytes(CLIENT, route) / 1000).toBeLessThanOrEqual(budget)
  })
}

test('the first paint waits for no Dexie, Firebase, Swiper, SweetAlert2, date picker or zod', () => {
  const files = eagerFiles(CLIENT, 'index.tsx').join(' ')
  for (const name of ['dexie', 'firebase', 'swiper', 'sweetalert', 'calendar', 'parse']) {
    expect(files.toLowerCase()).not.toContain(name)
  }
})
