import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { useSignals } from './use-signals.ts'

let played: number[]
let vibrated: number[][]
let state: AudioContextState
let resume: () => Promise<void>

/** The phone's audio: it notes the pitches that it is given. */
class FakeAudio {
  currentTime = 0
  destination = {}
  get state() {
    return state
  }
  resume() {
    return resume()
  }
  close = async () => undefined
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
    connect: () => undefined,
  })
  createOscillator() {
    const frequency = { value: 0 }
    return {
      frequency,
      connect: (next: object) => next,
      start: () => played.push(frequency.value),
      stop: () => undefined,
    }
  }
}

const give = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true })

beforeEach(() => {
  played = []
  vibrated = []
  state = 'running'
  resume = async () => {
    state = 'running'
  }
  vi.stubGlobal('AudioContext', FakeAudio)
  give('vibrate', (pattern: number[]) => vibrated.push(pattern))
  give('userActivation', { hasBeenActive: true })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of ['vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name)
})

async function atGate(isMuted = false) {
  const page = renderHook(() => useSignals(isMuted))
  await until(() => page.value())
  // The effects of the first rendering have run.
  await new Promise((resolve) => setTimeout(resolve))
  return page
}

describe('yes and no', () => {
  it('sound at once where the app was touched before this screen', async () => {
    const page = await atGate()
    page.value()('yes')
    page.value()('no')
    expect(played).toEqual([880, 1320, 196, 196])
    expect(vibrated).toEqual([[90], [220, 90, 320]])
    page.leave()
  })

  it('sound after the first touch where there was none', async () => {
    give('userActivation', undefined)
    const page = await atGate()
    page.value()('yes')
    expect(played).toEqual([])
    dispatchEvent(new Event('pointerdown'))
    page.value()('yes')
    expect(played).toEqual([880, 1320])
    page.leave()
  })

  it('wake up a suspended sound, and are not made up for later', async () => {
    state = 'suspended'
    const page = await atGate()
    await until(() => expect(state).toBe('running'))
    state = 'suspended'
    page.value()('yes')
    await until(() => expect(played).toEqual([880, 1320]))

    state = 'suspended'
    const touch = Promise.withResolvers<void>()
    resume = () => touch.promise
    vi.useFakeTimers({ toFake: ['performance'] })
    for (let scan = 0; scan < 3; scan += 1) page.value()('no')
    vi.advanceTimersByTime(301)
    state = 'running'
    touch.resolve()
    await touch.promise
    vi.useRealTimers()
    await new Promise((resolve) => setTimeout(resolve))
    expect(played).toEqual([880, 1320])
    page.leave()
  })

  it('only vibrate where the sound is off, also on a phone that asks for less motion', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const page = await atGate(true)
    dispatchEvent(new Event('pointerdown'))
    page.value()('yes')
    expect(played).toEqual([])
    expect(vibrated).toEqual([[90]])
    page.leave()
  })
})
