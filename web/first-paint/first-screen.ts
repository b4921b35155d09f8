import { useEffect, useLayoutEffect } from 'react'
import { forgetScreen, keepScreen } from './kept-screens.ts'

// What is painted before the app is there: the home page's shell (home-shell), or what this phone last showed at an
// address (inline-script, docs/decisions/034). The app takes its place.

/** Below this many screen heights nothing of it is kept. */
const SCREENS = 1.5
/** Nobody waits for it, and what still arrives belongs to it. */
const CALM_AFTER_MS = 2000
/** A screen that does not come must not look as if it were there. */
const SHOWN_AT_MOST_MS = 5000
/** What is true for a moment keeps its place and is made invisible. Its text stays in the stored markup. */
const TIME_SENSITIVE_SELECTOR = '[data-live]'
const EXCLUDED_SELECTOR = '[role=status],[role=alert],footer,script,iframe,.sr-only'
const UNIQUE = ['id', 'for', 'aria-labelledby', 'aria-controls', 'aria-describedby']

const loadedAt = location.pathname
if (isKeptScreenShown()) setTimeout(dropFirstScreen, SHOWN_AT_MOST_MS)

/** Takes the first screen away: the app has something of its own to show. */
export function dropFirstScreen() {
  document.getElementById('shell')?.remove()
}

/** Is what was last shown at this address on the screen, until the app has it again? */
export function isKeptScreenShown(): boolean {
  return Boolean(document.getElementById('shell')?.inert) && location.pathname === loadedAt
}

/**
 * Makes what is shown the first screen of the next start at this address.
 * @param state `waits` while there is nothing to show yet; `gone` where what was here is no more
 * @param lasting kept for longer than others
 */
export function useFirstScreen(state: 'waits' | 'shown' | 'gone', lasting = false) {
  useLayoutEffect(() => {
    if (state !== 'waits') dropFirstScreen()
  }, [state])
  useEffect(() => {
    const address = location.pathname
    if (state === 'gone') forgetScreen(address)
    if (state !== 'shown') return
    const keep = () => location.pathname === address && keepShown(lasting)
    const timer = setTimeout(keep, CALM_AFTER_MS)
    const onHidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [state, lasting])
}

/** Keeps the top of the page as it is. What was searched for, scrolled to or unfolded is not how a start looks. */
function keepShown(lasting: boolean) {
  const app = document.getElementById('root')?.firstElementChild
  const { stamp } = document.documentElement.dataset
  if (!app || !stamp || location.search || scrollY > innerHeight || app.querySelector('[aria-expanded=true]')) return
  const copy = copyOf(app, innerHeight * SCREENS - scrollY)
  // A page has one <main>, and it is the app's.
  if (copy) keepScreen(location.pathname, stamp, copy.outerHTML.replaceAll(/<(\/?)main\b/g, '<$1div'), lasting)
}

/**
 * The markup down to a height; null where it begins below.
 * @param isHidden inside of what is true for a moment: it keeps its place, and its letters are not kept
 */
function copyOf(element: Element, bottom: number, isHidden = false): Element | null {
  if (element.matches(EXCLUDED_SELECTOR) || element.getBoundingClientRect().top > bottom) return null
  const copy = element.cloneNode() as Element
  for (const name of UNIQUE) copy.removeAttribute(name)
  const isMomentary = element.matches(TIME_SENSITIVE_SELECTOR)
  if (isMomentary) copy.classList.add('invisible')
  for (const child of element.childNodes) {
    const kept = child instanceof Element ? copyOf(child, bottom, isHidden || isMomentary) : child.cloneNode()
    if (!kept) continue
    if (isHidden || isMomentary) blank(kept)
    copy.append(kept)
  }
  return copy
}

/** Takes the letters out of a text, and leaves its length. */
function blank(node: Node) {
  if (node.nodeType === Node.TEXT_NODE) node.textContent = node.textContent?.replaceAll(/\S/g, 'x') ?? ''
}
