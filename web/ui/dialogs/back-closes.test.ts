// The files of a thread share one page, and some leave a pop-up open there. Options of its own give this file its own page.
// @vitest-environment-options { "url": "http://localhost:3000/back" }

import { afterEach, expect, it, vi } from 'vitest'
import { backCloses } from './back-closes.ts'

const SCREEN = { key: 'screen' }
const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

/** What the browser does at Back: the entry below is the present one. */
function goBack(state: object) {
  history.replaceState(state, '')
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '')
  dispatchEvent(new PopStateEvent('popstate'))
})

it('one that stays open at Back is closed by the next Back', async () => {
  history.replaceState(SCREEN, '')
  // It is saving at the first Back.
  const close = vi.fn()
  const closed = backCloses(close)
  expect(history.state).toEqual({ ...SCREEN, layer: 1 })
  goBack(SCREEN)
  expect(close).toHaveBeenCalledTimes(1)
  await pause()
  expect(history.state).toEqual({ ...SCREEN, layer: 1 })
  goBack(SCREEN)
  expect(close).toHaveBeenCalledTimes(2)
  closed()
})

it('one that was closed in another way is no step of Back', () => {
  history.replaceState(SCREEN, '')
  const further = vi.spyOn(history, 'back').mockReturnValue()
  backCloses(vi.fn())()
  goBack(SCREEN)
  expect(further).toHaveBeenCalledTimes(1)
  // The screen before is reached.
  goBack({ key: 'before' })
  expect(further).toHaveBeenCalledTimes(1)
})
