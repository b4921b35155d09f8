import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { onShownMarathon, shownMarathon, useShownMarathon } from './shown-marathon.ts'

function Screen() {
  useShownMarathon('event-0001')
  return null
}

it('is the marathon of the screen that opened last, and none after it was left', async () => {
  const told = vi.fn()
  const stop = onShownMarathon(told)
  const first = renderHook(() => useShownMarathon('event-0001'))
  await until(() => expect(shownMarathon()).toEqual({ id: 'event-0001', isForStaff: false }))
  // The next screen opens before the last one is gone.
  const second = renderHook(() => useShownMarathon('event-0002', { isForStaff: true }))
  await until(() => expect(shownMarathon()).toEqual({ id: 'event-0002', isForStaff: true }))
  first.leave()
  expect(shownMarathon()).toEqual({ id: 'event-0002', isForStaff: true })
  second.leave()
  await until(() => expect(shownMarathon()).toBeNull())
  expect(told).toHaveBeenCalledTimes(3)
  stop()
})

it('stays that marathon from one of its screens to the next', async () => {
  const root = createRoot(document.createElement('div'))
  const ids: unknown[] = []
  const stop = onShownMarathon(() => ids.push(shownMarathon()?.id))
  for (const key of ['overview', 'results']) {
    root.render(createElement(Screen, { key }))
    const before = ids.length
    await until(() => expect(ids.length).toBeGreaterThan(before))
  }
  root.unmount()
  await until(() => expect(shownMarathon()).toBeNull())
  expect(ids).toEqual(['event-0001', 'event-0001', undefined])
  stop()
})
