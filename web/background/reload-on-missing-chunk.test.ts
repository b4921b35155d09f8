import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadOnMissingChunk } from './reload-on-missing-chunk.ts'
import { CODE_MISSING } from './update-state.ts'

const words = 'Failed to fetch dynamically imported module'

function missChunk() {
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(words) })
  dispatchEvent(event)
  return event
}

describe('a missing chunk', () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const listening: [string, EventListener][] = []
  beforeEach(() => {
    vi.useFakeTimers()
    sessionStorage.clear()
    reload.mockClear()
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true })
    const add = globalThis.addEventListener
    vi.spyOn(globalThis, 'addEventListener').mockImplementation(((type: string, listener: EventListener) => {
      listening.push([type, listener])
      add.call(globalThis, type, listener)
    }) as typeof add)
    reloadOnMissingChunk()
  })
  afterEach(() => {
    for (const [type, listener] of listening.splice(0)) removeEventListener(type, listener)
    Reflect.deleteProperty(navigator, 'serviceWorker')
    vi.mocked(globalThis.addEventListener).mockRestore()
    vi.useRealTimers()
  })

  test('reloads the page once', () => {
    expect(missChunk().defaultPrevented).toBe(true)
    const second = missChunk()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(second.payload.message).toBe(`${CODE_MISSING}: ${words}`)
    expect(second.payload.name).toBe(CODE_MISSING)
  })

  test('does not call a page back that is being left', () => {
    dispatchEvent(new Event('beforeunload'))
    const event = missChunk()
    expect(reload).not.toHaveBeenCalled()
    // The router reloads the page if it finds the browser's own message.
    expect(event.payload.message).toBe(`${CODE_MISSING}: ${words}`)
  })

  test('is said, not reloaded, where no service worker has a whole version', () => {
    Object.defineProperty(navigator, 'serviceWorker', { value: { controller: null }, configurable: true })
    expect(missChunk().payload.message).toBe(`${CODE_MISSING}: ${words}`)
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true })
    expect(missChunk().payload.message).toBe(`${CODE_MISSING}: ${words}`)
    expect(reload).not.toHaveBeenCalled()
  })

  test('reloads once more after a minute, and not in the minute', () => {
    missChunk()
    vi.advanceTimersByTime(60_000)
    missChunk()
    expect(reload).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    missChunk()
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('reloads a page that stayed, as after a mailto: link', () => {
    dispatchEvent(new Event('beforeunload'))
    vi.advanceTimersByTime(10_000)
    missChunk()
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
