import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AfterFirstPaint } from './after-first-paint.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => vi.useRealTimers())

test('what must not slow the first screen comes four seconds later, and stays', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const render = () => act(async () => root.render(<AfterFirstPaint>Later</AfterFirstPaint>))
  await render()
  await act(async () => vi.advanceTimersByTime(3999))
  expect(place.textContent).toBe('')
  await render()
  await act(async () => vi.advanceTimersByTime(1))
  expect(place.textContent).toBe('Later')
  await render()
  expect([place.textContent, vi.getTimerCount()]).toEqual(['Later', 0])
  await act(async () => root.unmount())
})

test('it does not come to a page that was left', async () => {
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<AfterFirstPaint>Later</AfterFirstPaint>))
  await act(async () => root.unmount())
  expect(vi.getTimerCount()).toBe(0)
})
