import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb } from '../../store/device-db.ts'
import { noteLanguage } from '../../store/noted-language.ts'
import { isUsedFile, serveUsedFiles } from './used-files.ts'

it.each([
  '/assets/language-de-DFWH_fs.js',
  '/assets/language-qps-Br6W2-6-v2.js',
  '/assets/noto-sans-bengali-bengali-wght-normal-B0Ke-_aw.woff2',
  '/assets/archivo-latin-ext-wdth-normal-Br6W2-6v.woff2',
])('%s has the texts of a language, or letters of few', (path) => {
  expect(isUsedFile(path)).toBe(true)
})

it.each([
  '/assets/language-choice-Dn915Nq.js',
  '/assets/index-de-Ie4UasH.js',
  '/language-de-DFWH_fs.js',
  '/assets/archivo-latin-wdth-normal-Br6W2-6v.woff2',
])('%s is another file of the app, which every phone keeps', (path) => {
  expect(isUsedFile(path)).toBe(false)
})

describe('the installation of a version', () => {
  const FILES = ['/assets/language-de-2.js', '/assets/language-es-2.js', '/assets/language-ar-2.js']
  const network = vi.fn<typeof fetch>()
  let kept: Map<string, Response>
  let waits: Record<string, () => Promise<unknown>>
  let addEventListener: (type: string, listener: (event: object) => void) => void

  beforeEach(async () => {
    kept = new Map()
    waits = {}
    vi.stubGlobal('fetch', network)
    network.mockImplementation(async () => new Response('', { headers: { 'Content-Type': 'text/javascript' } }))
    const cache = {
      keys: async () => [...kept.keys()].map((path) => ({ url: `https://run.example${path}` })),
      put: async (path: string, response: Response) => void kept.set(path, response),
      delete: async ({ url }: { url: string }) => kept.delete(new URL(url).pathname),
    }
    vi.stubGlobal('caches', { open: async () => cache })
    addEventListener = (type, listener) => {
      waits[type] = () => new Promise((resolve) => listener({ waitUntil: resolve }))
    }
    serveUsedFiles({ addEventListener } as unknown as ServiceWorkerGlobalScope, FILES)
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    await deviceDb.marks.clear()
  })

  it('keeps the noted language and those of the version before, whose files go when it is active', async () => {
    await noteLanguage('de')
    kept.set('/assets/language-es-1.js', new Response())
    await waits.install?.()
    expect([...kept.keys()].sort()).toEqual([FILES[0], '/assets/language-es-1.js', FILES[1]].sort())
    await noteLanguage('ar')
    await waits.activate?.()
    expect([...kept.keys()].sort()).toEqual([...FILES].sort())
  })

  it('keeps a typeface that was used, in its new version too', async () => {
    const [before, now, unused] = ['noto-sans-arabic-1', 'noto-sans-arabic-2', 'noto-sans-bengali-2'].map(
      (name) => `/assets/${name}.woff2`,
    )
    network.mockImplementation(async () => new Response('', { headers: { 'Content-Type': 'font/woff2' } }))
    serveUsedFiles({ addEventListener } as unknown as ServiceWorkerGlobalScope, [`${now}`, `${unused}`])
    kept.set(`${before}`, new Response())
    await waits.install?.()
    await waits.activate?.()
    expect([...kept.keys()]).toEqual([now])
  })

  it('fails where a language cannot be had', async () => {
    await noteLanguage('de')
    network.mockImplementation(async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    await expect(waits.install?.()).rejects.toThrow('no file')
    expect(kept.size).toBe(0)
  })
})
