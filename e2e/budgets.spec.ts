import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { eagerBytes, eagerFiles } from '../scripts/eager-bytes.ts'
import { E2E_SETTINGS } from './global-setup.ts'

const CLIENT = join(E2E_SETTINGS.BUILD_DIR, 'client')

/**
 * Kilobytes of JavaScript (brotli) before a route first paints: a target for home, elsewhere the measured value of
 * 2026-11-20 plus 5 %, and 5 to 7 KB more for the waiting list, cancellations, bibs, check-ins, helpers, ballots,
 * notices and pushes (163.8, 166.3 and 167.6 KB), and 0.3 KB for sessions that can be ended. The check-in is the
 * measured value of 2026-11-22 plus 1 %. The texts as messages of catalogues (decision 061) added 2 KB to login, and 4 to
 * 5 KB to the screens of an account.
 */
const BUDGETS_KB: Record<string, number> = {
  'index.tsx': 100,
  'login.tsx': 104.5,
  // This includes the code of the account's data and of sync, which is in the same file.
  'marathons/index.tsx': 169,
  'marathons/$id.tsx': 172,
  'dashboard/myApply.tsx': 172.5,
  'dashboard_/myMarathons/$id.checkIn.tsx': 179,
}

for (const [route, budget] of Object.entries(BUDGETS_KB)) {
  test(`routes/${route} needs at most ${budget} KB of script before it paints`, () => {
    expect(eagerBytes(CLIENT, route) / 1000).toBeLessThanOrEqual(budget)
  })
}

/** Text that occurs only in these libraries. The test finds them by it, whatever the name of their chunk is. */
const WAITING = {
  Dexie: 'DexieError',
  Firebase: 'identitytoolkit.googleapis.com',
  Swiper: 'swiper-slide',
  SweetAlert2: 'SweetAlert2:',
  'date picker': 'rdp-',
  zod: 'invalid_type',
}

for (const [library, word] of Object.entries(WAITING)) {
  test(`the first paint does not wait for ${library}`, () => {
    const holds = (file: string) => readFileSync(join(CLIENT, file), 'utf8').includes(word)
    const eager = eagerFiles(CLIENT, 'index.tsx')
    const scripts = readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.js'))
    expect(scripts.some((name) => holds(`assets/${name}`))).toBe(true)
    expect(eager.filter(holds)).toEqual([])
  })
}

test('the file of a language brings no code of screens with it', () => {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; imports?: string[]; isEntry?: boolean }
  >
  const files = Object.values(manifest).filter(({ file }) => /^assets\/language-[a-z]{2,3}-/.test(file))
  expect(files).toHaveLength(5)
  // The first code is there already.
  const first = eagerFiles(CLIENT, 'index.tsx')
  const imported = files.flatMap(({ imports = [] }) =>
    imports.filter((key) => !first.includes(String(manifest[key]?.file))),
  )
  for (const key of imported) {
    expect(readFileSync(join(CLIENT, String(manifest[key]?.file))).length, key).toBeLessThan(4000)
  }
})
