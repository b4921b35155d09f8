import { afterAll, expect, it, vi } from 'vitest'

const evaluated = vi.hoisted((): string[] => {
  // All test files share their modules. An earlier file may have evaluated Dexie.
  vi.resetModules()
  return []
})
vi.mock('dexie', async (original) => {
  evaluated.push('dexie')
  return original()
})
// A later file must not get the modules and the listeners of this one.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('a start evaluates no Dexie, which a page would wait for; the first sync does', async () => {
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal('addEventListener', (type: string, listener: (event: unknown) => void) => listeners.set(type, listener))
  vi.stubGlobal('__WB_MANIFEST', [{ url: 'index.html', revision: '1' }])
  await import('./service-worker.ts')
  expect([...listeners.keys()]).toEqual(expect.arrayContaining(['fetch', 'sync', 'periodicsync', 'push']))
  expect(evaluated).toEqual([])

  const ends: Promise<unknown>[] = []
  const waitUntil = (end: Promise<unknown>) => ends.push(end)
  listeners.get('sync')?.({ tag: 'sync:nobody', waitUntil })
  await Promise.all(ends)
  expect([ends.length, evaluated]).toEqual([1, ['dexie']])
})
