import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderHook, until } from '../testing/render-hook.tsx'
import { SYNC_CHANNEL } from './account-lock.ts'
import {
  askForSync,
  onSyncAsked,
  setNextTry,
  setSyncPhase,
  syncPhase,
  useNextTry,
  useSyncPhase,
  useToldPhase,
} from './sync-status.ts'

afterEach(() => {
  setSyncPhase('idle')
  setNextTry(null)
})

describe('what sync is doing', () => {
  it('is shown live, with the time of the next try', async () => {
    const page = renderHook(() => ({ phase: useSyncPhase(), at: useNextTry() }))
    await until(() => expect(page.value()).toEqual({ phase: 'idle', at: null }))
    setSyncPhase('offline')
    setNextTry(5000)
    await until(() => expect(page.value()).toEqual({ phase: 'offline', at: 5000 }))
    expect(syncPhase()).toBe('offline')
    page.leave()
  })

  it('keeps a problem told while the next pass tries', async () => {
    const page = renderHook(() => useToldPhase())
    const told: unknown[] = []
    for (const phase of ['sending', 'offline', 'sending', 'portal', 'sending', 'idle'] as const) {
      setSyncPhase(phase)
      await until(() => expect(syncPhase()).toBe(phase))
      await new Promise((resolve) => setTimeout(resolve, 5))
      told.push(page.value())
    }
    expect(told).toEqual(['sending', 'offline', 'offline', 'portal', 'portal', 'idle'])
    page.leave()
  })

  it('renders nothing anew where it did not change', async () => {
    const render = vi.fn(() => [useSyncPhase(), useNextTry()])
    const page = renderHook(render)
    await until(() => expect(render).toHaveBeenCalledTimes(1))
    setSyncPhase('idle')
    setNextTry(null)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(render).toHaveBeenCalledTimes(1)
    page.leave()
  })
})

describe('a sync that the user asks for', () => {
  it('is heard in this tab until the listening stops', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const stops = [onSyncAsked(first), onSyncAsked(second)]
    askForSync()
    stops[0]?.()
    askForSync()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
    stops[1]?.()
    askForSync()
    expect(second).toHaveBeenCalledTimes(2)
  })

  it('is told to other tabs, and heard from them, for as long as anybody listens here', async () => {
    const otherTab = new BroadcastChannel(SYNC_CHANNEL)
    const told = vi.fn()
    otherTab.onmessage = told
    const [first, second] = [vi.fn(), vi.fn()]
    const stops = [onSyncAsked(first), onSyncAsked(second)]
    askForSync()
    await until(() => expect(told).toHaveBeenCalledTimes(1))
    stops[0]?.()
    otherTab.postMessage('now')
    await until(() => expect(second).toHaveBeenCalledTimes(2))
    expect(first).toHaveBeenCalledTimes(1)
    stops[1]?.()
    otherTab.postMessage('now')
    askForSync()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([told.mock.calls.length, second.mock.calls.length]).toEqual([1, 2])
    otherTab.close()
  })
})
