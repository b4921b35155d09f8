import { expect, it, vi } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { onShownMarathon, shownMarathon, useShownMarathon } from './shown-marathon.ts'

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
