import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from './use-now.ts'

const START = Date.parse('2027-03-05T07:59:40.250Z')
let root: Root
let shown: number[]

function Clock({ everyMs, offsetMs }: { everyMs?: number; offsetMs?: number }) {
  shown.push(useNow(everyMs, offsetMs))
  // Time passes until the effects of a screen run.
  vi.setSystemTime(Date.now() + 5)
  return null
}

beforeEach(() => {
  vi.useFakeTimers({ now: START })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  shown = []
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  vi.useRealTimers()
})

it('renders a screen once when it opens', async () => {
  await act(async () => root.render(<Clock />))
  expect(shown).toEqual([START])
})

it('is read again when a period of its clock begins', async () => {
  await act(async () => root.render(<Clock everyMs={60_000} offsetMs={10_000} />))
  await act(async () => vi.advanceTimersByTime(9000))
  expect(shown).toEqual([START + 10_000])
  await act(async () => vi.advanceTimersByTime(1000))
  expect(shown.map((now) => new Date(now).toISOString().slice(11, 16))).toEqual(['07:59', '08:00'])
})

it('follows an offset that becomes known', async () => {
  await act(async () => root.render(<Clock />))
  await act(async () => root.render(<Clock offsetMs={3_600_000} />))
  expect(new Date(shown.at(-1) ?? 0).toISOString().slice(11, 16)).toBe('08:59')
})
