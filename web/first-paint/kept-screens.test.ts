import { beforeEach, expect, test, vi } from 'vitest'
import { forgetScreen, forgetScreens, KEPT_SCREEN, keepScreen } from './kept-screens.ts'

const kept = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(KEPT_SCREEN))
    .map((key) => key.slice(KEPT_SCREEN.length))
    .sort()

beforeEach(() => localStorage.clear())

test('eight screens are kept, and the one that was not seen for longest goes first', () => {
  for (let n = 1; n <= 8; n += 1) keepScreen(`/marathons/${n}`, 'stamp', `<h1>${n}</h1>`)
  keepScreen('/marathons/1', 'stamp', '<h1>1, once more</h1>')
  keepScreen('/marathons/9', 'stamp', '<h1>9</h1>')
  expect(kept()).toEqual([1, 3, 4, 5, 6, 7, 8, 9].map((n) => `/marathons/${n}`))
  expect(localStorage.getItem(`${KEPT_SCREEN}/marathons/1`)).toBe('stamp\n<h1>1, once more</h1>')
})

test('one’s own race stays, however many others were looked at since', () => {
  keepScreen('/marathons/own', 'stamp', '<h1>Own</h1>', true)
  for (let n = 1; n <= 20; n += 1) keepScreen(`/marathons/${n}`, 'stamp', `<h1>${n}</h1>`)
  expect(kept()).toEqual([14, 15, 16, 17, 18, 19, 20].map((n) => `/marathons/${n}`).concat('/marathons/own'))
  for (let n = 1; n <= 20; n += 1) keepScreen(`/marathons/own${n}`, 'stamp', `<h1>${n}</h1>`, true)
  expect(kept()).toHaveLength(8)
})

test('one is forgotten, or all of them', () => {
  for (const address of ['/marathons', '/marathons/a', '/marathons/b']) keepScreen(address, 'stamp', '<h1></h1>')
  forgetScreen('/marathons/a')
  expect(kept()).toEqual(['/marathons', '/marathons/b'])
  forgetScreens()
  expect(kept()).toEqual([])
})

test('forgetting where nothing is kept writes nothing', () => {
  forgetScreens()
  expect(localStorage).toHaveLength(0)
})

test('a store that is full costs the old screen and nothing else', () => {
  keepScreen('/marathons/a', 'stamp', '<h1>09:00</h1>')
  const store = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.getItem(key),
    removeItem: (key: string) => store.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  keepScreen('/marathons/a', 'stamp', '<h1>10:00</h1>')
  vi.unstubAllGlobals()
  expect(kept()).toEqual([])
})

test('forgetting all screens leaves what is not one', () => {
  localStorage.setItem('theme', 'dark')
  keepScreen('/marathons', 'stamp', '<h1></h1>')
  forgetScreens()
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
})

test('a store that is forbidden keeps nothing, and disturbs nothing', () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: forbidden, removeItem: forbidden, setItem: forbidden, key: '' })
  keepScreen('/marathons/a', 'stamp', '<h1></h1>')
  forgetScreen('/marathons/a')
  forgetScreens()
  vi.unstubAllGlobals()
  expect(kept()).toEqual([])
})

test('a list of screens that cannot be read is begun anew', () => {
  localStorage.setItem('first-screens', '[{"address":')
  keepScreen('/marathons/a', 'stamp', '<h1></h1>')
  expect(kept()).toEqual(['/marathons/a'])
  expect(JSON.parse(localStorage.getItem('first-screens') ?? '')).toEqual([{ address: '/marathons/a', lasting: false }])
})
