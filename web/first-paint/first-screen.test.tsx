import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveOnly } from '../ui/live-only.tsx'
import { INLINE_SCRIPT } from './inline-script.ts'
import { useFirstScreen } from './keep-screen.ts'
import { KEPT_SCREEN, keepScreen } from './kept-screens.ts'

const ADDRESS = '/marathons/one'
const shell = () => document.getElementById('shell')

/** A page as the server sends it, after its inline script has run. */
function openPage(address: string, styles = '/assets/index-1.css') {
  history.replaceState(null, '', address)
  document.head.innerHTML = `<link rel="stylesheet" disabled href="${styles}">`
  document.body.innerHTML = '<div id="shell"><h2>The hero</h2></div><div id="root"></div>'
  new Function(INLINE_SCRIPT)()
}

type State = Parameters<typeof useFirstScreen>[0]

function Screen({ state = 'shown' as State, lasting = false }) {
  useFirstScreen(state, lasting)
  return (
    <div>
      <button type="button" aria-expanded={document.getElementById('root')?.dataset.menu === 'open'} />
      <label htmlFor="search" aria-labelledby="a" aria-controls="b" aria-describedby="c">
        Search
      </label>
      <p role="status">You are offline.</p>
      <main id="main">
        <h1 aria-label="Run for main">Run &lt;main&gt;</h1>
        <LiveOnly as="p">
          3{' '}
          <b role="img" aria-label="exactly three days">
            days
          </b>{' '}
          left
        </LiveOnly>
        <p data-top={String(innerHeight * 1.5)}>The last line.</p>
        <p data-top={String(innerHeight * 1.5 + 1)}>Below it.</p>
      </main>
    </div>
  )
}

/** Shows the screen, in these states one after another. @returns a function that leaves it */
async function render(...states: State[]) {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  for (const state of states) await act(async () => root.render(<Screen state={state} />))
  return () => act(async () => root.unmount())
}

/** Shows the screen until it is saved. */
async function show(state: State = 'shown') {
  const leave = await render(state)
  await act(async () => vi.advanceTimersByTime(2000))
  await leave()
}

const kept = (address = ADDRESS) => localStorage.getItem(KEPT_SCREEN + address)

function changeVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // The test environment has no layout. An element stands where its attribute says, from the top of the page.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, Number(this.getAttribute('data-top')) - scrollY, 0, 0)
  })
  return () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    document.head.innerHTML = ''
    document.body.innerHTML = ''
    history.replaceState(null, '', '/')
  }
})

describe('the first screen of an address', () => {
  test('is the hero on the home page, and nothing where nothing was kept', () => {
    openPage('/')
    expect(shell()?.textContent).toBe('The hero')
    openPage(ADDRESS)
    expect(shell()).toBeNull()
  })

  test('is what was last shown there: inert, without what was true for a moment, with no second <main>', async () => {
    openPage(ADDRESS)
    await show()
    openPage(ADDRESS)
    expect(shell()?.inert).toBe(true)
    expect(shell()?.querySelector('h1')?.textContent).toBe('Run <main>')
    expect(shell()?.querySelector('main, #main, [role=status]')).toBeNull()
    expect(shell()?.querySelector('div > div > h1')).not.toBeNull()
    expect(shell()?.querySelector('h1')?.getAttribute('aria-label')).toBe('Run for main')
    expect(shell()?.querySelectorAll('.invisible')).toHaveLength(1)
    expect(shell()?.querySelector('.invisible[data-live]')?.textContent).toBe('x xxxx xxxx')
    expect(shell()?.querySelector('[data-live] > b')?.textContent).toBe('xxxx')
    expect(kept()).not.toMatch(/days left|three days/)
  })

  test('is nothing where the service worker has ended the session: all kept screens are deleted, once', async () => {
    openPage(ADDRESS)
    await show()
    keepScreen('/marathons', 'stamp', '<h1>Of Ada</h1>')
    document.documentElement.dataset.forgetScreens = ''
    openPage(ADDRESS)
    expect(shell()).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('first-screen'))).toEqual([])
    delete document.documentElement.dataset.forgetScreens
    await show()
    openPage(ADDRESS)
    expect(shell()).not.toBeNull()
  })

  test('refers to no id: the app’s own elements will have them', async () => {
    openPage(ADDRESS)
    await show()
    expect(kept()).toContain('Search')
    expect(kept()).not.toMatch(/ (id|for|aria-labelledby|aria-controls|aria-describedby)=/)
  })

  test.each([0, 100])('ends one and a half screens below the top of the page, scrolled by %i px', async (scrolled) => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(scrolled)
    openPage(ADDRESS)
    await show()
    expect(kept()).toContain('The last line.')
    expect(kept()).not.toContain('Below it.')
  })

  test('is not that of another address, of a search, or of other styles', async () => {
    openPage(ADDRESS)
    await show()
    for (const [address, styles] of [['/marathons/two'], [`${ADDRESS}?q=x`], [ADDRESS, '/assets/index-2.css']]) {
      openPage(address as string, styles)
      expect(shell()).toBeNull()
    }
  })

  test.each([
    ['scrolled by more than one screen', () => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(innerHeight + 1)],
    ['shown for a search', () => history.replaceState(null, '', `${ADDRESS}?q=x`)],
    ['under an open menu', () => document.getElementById('root')?.setAttribute('data-menu', 'open')],
  ])('is not what was %s', async (_what, change) => {
    openPage(ADDRESS)
    change()
    await show()
    expect(kept()).toBeNull()
  })

  test('is what was scrolled by one screen, and no further', async () => {
    openPage(ADDRESS)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(innerHeight)
    await show()
    expect(kept()).not.toBeNull()
  })

  test('is nothing on a page without a stamp, as a page of the development server', async () => {
    openPage(ADDRESS)
    delete document.documentElement.dataset.stamp
    await show()
    expect(kept()).toBeNull()
  })

  test('makes way for the screen, and is forgotten where that has gone', async () => {
    openPage(ADDRESS)
    await show()
    openPage(ADDRESS)
    await show('waits')
    expect(shell()).not.toBeNull()
    expect(kept()).not.toBeNull()
    const leave = await render('waits', 'shown')
    expect(shell()).toBeNull()
    await leave()
    expect(kept()).not.toBeNull()
    await show('gone')
    expect(kept()).toBeNull()
  })

  test('is what was shown after a wait, and not what waits again', async () => {
    openPage(ADDRESS)
    const leave = await render('shown', 'waits')
    vi.advanceTimersByTime(2000)
    changeVisibility('hidden')
    expect(kept()).toBeNull()
    await leave()
    await render('waits', 'shown')
    vi.advanceTimersByTime(2000)
    expect(kept()).not.toBeNull()
  })

  test('is not the screen of the address that was left for it', async () => {
    openPage(ADDRESS)
    await render('shown')
    history.replaceState(null, '', '/marathons/two')
    vi.advanceTimersByTime(2000)
    expect([kept(), kept('/marathons/two')]).toEqual([null, null])
  })

  test.each([true, false])('stays longer than others if it is lasting: %s', async (lasting) => {
    openPage(ADDRESS)
    const root = createRoot(document.getElementById('root') as HTMLElement)
    await act(async () => root.render(<Screen lasting={!lasting} />))
    await act(async () => root.render(<Screen lasting={lasting} />))
    vi.advanceTimersByTime(2000)
    for (let n = 1; n <= 8; n += 1) keepScreen(`/marathons/${n}`, 'stamp', '')
    expect(kept() !== null).toBe(lasting)
  })

  test('is what the app said when it was put away', async () => {
    openPage(ADDRESS)
    const leave = await render('shown')
    changeVisibility('visible')
    expect(kept()).toBeNull()
    changeVisibility('hidden')
    await leave()
    openPage(ADDRESS)
    expect(shell()?.querySelector('h1')?.textContent).toBe('Run <main>')
  })
})

describe('a start of the app', () => {
  /** The module as the start of a page runs it. */
  const start = () => {
    vi.resetModules()
    return import('./first-screen.ts')
  }

  test('shows the kept screen for five seconds at most', async () => {
    openPage(ADDRESS)
    await show()
    openPage(ADDRESS)
    const { isKeptScreenShown } = await start()
    expect(isKeptScreenShown()).toBe(true)
    history.replaceState(null, '', '/marathons/two')
    expect(isKeptScreenShown()).toBe(false)
    history.replaceState(null, '', ADDRESS)
    vi.advanceTimersByTime(4999)
    expect(isKeptScreenShown()).toBe(true)
    vi.advanceTimersByTime(1)
    expect([isKeptScreenShown(), shell()]).toEqual([false, null])
  })

  test.each([
    ['the app has content', (drop: () => void) => drop()],
    ['five seconds, if it never has', () => vi.advanceTimersByTime(1)],
  ])('loads what the first content does not need after %s', async (_when, come) => {
    const { afterFirstScreen, dropFirstScreen } = await start()
    const load = vi.fn(async () => 'loaded')
    const loaded = afterFirstScreen(load)
    await vi.advanceTimersByTimeAsync(4999)
    expect(load).not.toHaveBeenCalled()
    come(dropFirstScreen)
    expect(await loaded).toBe('loaded')
  })

  test('loads the code after the frame with the kept screen, each file as its link says', async () => {
    openPage(ADDRESS)
    await show()
    openPage(ADDRESS)
    document.head.innerHTML +=
      '<link rel="code" type="text/javascript" href="/core-1.js"><link rel="code" href="/index-1.js">'
    const scripts = () =>
      [...document.head.querySelectorAll('script')].map(({ type, src }) => [type, new URL(src).pathname])
    expect(scripts()).toEqual([])
    vi.advanceTimersByTime(20)
    expect(scripts()).toEqual([
      ['text/javascript', '/core-1.js'],
      ['module', '/index-1.js'],
    ])
  })

  test('leaves the hero of the home page until its picture is there', async () => {
    openPage('/')
    const { isKeptScreenShown } = await start()
    expect(isKeptScreenShown()).toBe(false)
    vi.advanceTimersByTime(10_000)
    expect(shell()).not.toBeNull()
  })
})
