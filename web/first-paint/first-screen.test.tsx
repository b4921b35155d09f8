import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LiveOnly } from '../ui/live-only.tsx'
import { useFirstScreen } from './first-screen.ts'
import { INLINE_SCRIPT, KEPT_SCREEN } from './inline-script.ts'

const ADDRESS = '/marathons/one'
const shell = () => document.getElementById('shell')

/** A page as the server sends it, after its inline script has run. */
function openPage(address: string, styles = '/assets/index-1.css') {
  history.replaceState(null, '', address)
  document.head.innerHTML = `<link rel="stylesheet" disabled href="${styles}">`
  document.body.innerHTML = '<div id="shell"><h2>The hero</h2></div><div id="root"></div>'
  new Function(INLINE_SCRIPT)()
}

function Screen({ state = 'shown' as Parameters<typeof useFirstScreen>[0] }) {
  useFirstScreen(state)
  return (
    <div>
      <button type="button" aria-expanded={document.getElementById('root')?.dataset.menu === 'open'} />
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
      </main>
    </div>
  )
}

/** Shows the screen until it is saved. */
async function show(state?: Parameters<typeof useFirstScreen>[0]) {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<Screen {...(state ? { state } : {})} />))
  await act(async () => vi.advanceTimersByTime(2000))
  await act(async () => root.unmount())
}

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  return () => {
    vi.useRealTimers()
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
    expect(shell()?.querySelector('h1')?.getAttribute('aria-label')).toBe('Run for main')
    expect(shell()?.querySelector('[data-live]')?.classList).toContain('invisible')
    expect(shell()?.querySelector('[data-live]')?.textContent).toBe('x xxxx xxxx')
    expect(localStorage.getItem(KEPT_SCREEN + ADDRESS)).not.toMatch(/days left|three days/)
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
    vi.restoreAllMocks()
    expect(localStorage.getItem(KEPT_SCREEN + ADDRESS)).toBeNull()
  })

  test('makes way for the screen, and is forgotten where that has gone', async () => {
    openPage(ADDRESS)
    await show()
    openPage(ADDRESS)
    await show('waits')
    expect(shell()).not.toBeNull()
    await show('gone')
    expect(shell()).toBeNull()
    expect(localStorage.getItem(KEPT_SCREEN + ADDRESS)).toBeNull()
  })

  test('is what the app said when it was put away', async () => {
    openPage(ADDRESS)
    const root = createRoot(document.getElementById('root') as HTMLElement)
    await act(async () => root.render(<Screen />))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    vi.restoreAllMocks()
    await act(async () => root.unmount())
    openPage(ADDRESS)
    expect(shell()?.querySelector('h1')?.textContent).toBe('Run <main>')
  })
})
