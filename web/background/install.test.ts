import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, until } from '../testing/render-hook.tsx'

// No test can undo an installation, so this file must not share its state with other files.
vi.resetModules()
afterAll(() => void vi.resetModules())
const { deviceDb } = await import('../store/device-db.ts')
const { askToInstall, dismissInstall, installWay, useInstallDismissed, useInstallWay } = await import('./install.ts')
const { holdInstallPrompt, installState } = await import('./install-prompt.ts')
const dropPrompt = () => installState.set({ ...installState.get(), prompt: null })

const DAY_MS = 86_400_000
let modes: string[]

/** Stands for a browser. The window is an app in one of the display modes `modes`. */
function browser(userAgent: string, maxTouchPoints = 0) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true })
}
const offer = (outcome: 'accepted' | 'dismissed') => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => undefined),
    userChoice: Promise.resolve({ outcome }),
  })
  dispatchEvent(event)
  return event
}

holdInstallPrompt()

beforeEach(() => {
  modes = []
  browser('Mozilla/5.0 (X11; Linux x86_64)')
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: modes.some((mode) => query.includes(`(display-mode: ${mode})`)),
  }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'maxTouchPoints')
  Reflect.deleteProperty(navigator, 'standalone')
  dropPrompt()
  await deviceDb.marks.clear()
})

describe('the way onto the home screen', () => {
  it.each(['standalone', 'minimal-ui'])('is done where this is the app itself, %s', (mode) => {
    modes = [mode]
    expect(installWay()).toBe('app')
  })

  it('is done where iOS says so', () => {
    Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
    expect(installWay()).toBe('app')
  })

  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', 5, 'ios'],
    ['an iPad that calls itself a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 5, 'ios'],
    ['a Mac with one thing to touch', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 1, 'menu'],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 0, 'menu'],
    ['a tablet with Linux', 'Mozilla/5.0 (X11; Linux x86_64)', 5, 'menu'],
  ])('is by hand on %s', (_name, userAgent, touch, way) => {
    browser(userAgent, touch)
    expect(installWay()).toBe(way)
  })

  it('is the browser’s own question where it offers one, kept back until we ask', async () => {
    const page = renderHook(useInstallWay)
    await until(() => expect(page.value()).toBe('menu'))
    const event = offer('accepted')
    expect(event.defaultPrevented).toBe(true)
    await until(() => expect(page.value()).toBe('prompt'))
    expect(await askToInstall()).toBe(true)
    expect(event.prompt).toHaveBeenCalledTimes(1)
    await until(() => expect(page.value()).toBe('menu'))
    page.leave()
  })

  it('is asked once by an offer, and tells a no', async () => {
    offer('dismissed')
    expect(await askToInstall()).toBe(false)
    expect(installState.get().prompt).toBeNull()
    expect(await askToInstall()).toBe(false)
  })

  it('tells nothing more to who stopped listening', () => {
    const heard = vi.fn()
    const stop = installState.subscribe(heard)
    dropPrompt()
    stop()
    dropPrompt()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('"Not now"', () => {
  const dismissed = async () => {
    const page = renderHook(useInstallDismissed)
    const told = await until(() => {
      const value = page.value()
      if (value === undefined) throw new Error('not read yet')
      return value
    })
    page.leave()
    return told
  }

  it('is an answer for sixty days', async () => {
    expect(await dismissed()).toBe(false)
    await dismissInstall()
    expect(await dismissed()).toBe(true)
    const said = (daysAgo: number) =>
      deviceDb.marks.put({ key: 'install-dismissed', value: new Date(Date.now() - daysAgo * DAY_MS).toISOString() })
    await said(59)
    expect(await dismissed()).toBe(true)
    await said(61)
    expect(await dismissed()).toBe(false)
  })

  it('is taken for said where nothing can be stored', async () => {
    const get = vi.spyOn(deviceDb.marks, 'get').mockRejectedValue(new Error('no storage'))
    expect(await dismissed()).toBe(true)
    get.mockRestore()
  })
})

// This test is the last one, because it cannot undo the installation.
it('an app that was just installed is not offered again', () => {
  offer('accepted')
  expect(installState.get().isJustInstalled).toBe(false)
  dispatchEvent(new Event('appinstalled'))
  expect(installWay()).toBe('installed')
  expect(installState.get().prompt).toBeNull()
  expect(installState.get().isJustInstalled).toBe(true)
})
