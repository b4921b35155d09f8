import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from '@playwright/test'
import { bytesOf, eagerBytes, eagerFiles, filesWith } from '../web/testing/eager-bytes.ts'
import { E2E_SETTINGS } from './global-setup.ts'

const CLIENT = join(E2E_SETTINGS.BUILD_DIR, 'client')

/** Kilobytes of JavaScript (brotli) before a route first paints: for a visitor, and with the code of an account's data. */
const VISITOR_KB = 130
const ACCOUNT_KB = 200
const BUDGETS_KB: Record<string, number> = {
  'index.tsx': VISITOR_KB,
  'login.tsx': VISITOR_KB,
  'aboutUs.tsx': VISITOR_KB,
  'e/$id.tsx': VISITOR_KB,
  'marathons/index.tsx': ACCOUNT_KB,
  'marathons/$id.tsx': ACCOUNT_KB,
  'dashboard/myApply.tsx': ACCOUNT_KB,
  'dashboard_/myMarathons/$id.checkIn.tsx': ACCOUNT_KB,
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

/** What a visitor's home page loads by itself, after the first paint. */
const UNTOUCHED = ['ui/carousel/carousel-swiper.tsx', 'database', 'background/app-update.ts']

test('a visitor of the home page who touches nothing loads at most 175 KB of script', () => {
  const files = new Set([...eagerFiles(CLIENT, 'index.tsx'), ...filesWith(CLIENT, UNTOUCHED)])
  expect(bytesOf(CLIENT, [...files]) / 1000).toBeLessThanOrEqual(175)
})

for (const library of ['Firebase', 'SweetAlert2', 'date picker', 'zod'] as const) {
  test(`a visitor who has touched nothing has no ${library}`, () => {
    const holds = (file: string) => readFileSync(join(CLIENT, file), 'utf8').includes(WAITING[library])
    expect(
      filesWith(CLIENT, [
        ...UNTOUCHED,
        'routes/login.tsx?tsr-split=component',
        'routes/e/$id.tsx?tsr-split=component',
      ]).filter(holds),
    ).toEqual([])
  })
}

for (const library of ['zod', 'Swiper', 'Firebase'] as const) {
  test(`a signed-in user's first screen does not wait for ${library}`, () => {
    const holds = (file: string) => readFileSync(join(CLIENT, file), 'utf8').includes(WAITING[library])
    const own = filesWith(CLIENT, ['signed-in'])
    const all = [...own, ...eagerFiles(CLIENT, 'marathons/index.tsx'), ...eagerFiles(CLIENT, 'marathons/$id.tsx')]
    expect(all.filter(holds)).toEqual([])
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

test('a start of the service worker evaluates no Dexie, and its first sync does', async () => {
  const listeners = new Map<string, (event: unknown) => void>()
  let isEvaluated = false
  const self = {
    ...{ URL, Request, Response, Headers, AbortController, AbortSignal, Event, EventTarget, TextDecoder, TextEncoder },
    ...{ setTimeout, clearTimeout, setInterval, clearInterval, queueMicrotask, structuredClone, crypto, performance },
    ...{ BroadcastChannel, MessageChannel, CustomEvent, DOMException },
    console: { ...console, trace: () => {}, warn: () => {}, error: () => {} },
    navigator: {},
    location: new URL('http://localhost/service-worker.js'),
    registration: { scope: 'http://localhost/' },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    // Dexie looks for it when its module is evaluated. Nothing else asks for it before an event comes.
    get indexedDB() {
      isEvaluated = true
      return undefined
    },
  }
  runInContext(readFileSync(join(CLIENT, 'service-worker.js'), 'utf8'), createContext(Object.assign(self, { self })))
  expect([...listeners.keys()]).toEqual(expect.arrayContaining(['fetch', 'sync', 'periodicsync', 'push']))
  expect(isEvaluated).toBe(false)

  // The sync fails, because there is no database. It has asked for one by then.
  const waitUntil = (end: Promise<unknown>) => void end.catch(() => undefined)
  listeners.get('sync')?.({ tag: 'sync:nobody', waitUntil })
  await expect.poll(() => isEvaluated).toBe(true)
})
