import { useEffect, useLayoutEffect } from 'react'
import { language } from '../texts/languages.ts'
import { wantedLanguage } from '../texts/show-language.ts'
import { dropFirstScreen } from './first-screen.ts'
import { forgetScreen, keepScreen } from './kept-screens.ts'

// The two screens that keep what they show for the next start. No other screen loads this.

/** A kept screen holds the top of the page, down to this many screen heights. */
const MAX_SCREEN_HEIGHTS = 1.5
/** The delay before a screen is saved. Content that arrives within this time becomes part of the kept screen. */
const SAVE_DELAY_MS = 2000
/**
 * Selects content that is true only for a moment, such as a countdown. A kept screen keeps the space of this content,
 * hides it, and has an `x` in place of each letter.
 */
const TIME_SENSITIVE_SELECTOR = '[data-live]'
/** Selects elements that a kept screen leaves out. */
const EXCLUDED_SELECTOR = '[role=status],[role=alert],footer,script,iframe,.sr-only'
/** Attributes that hold ids. A kept screen leaves them out, because the app's own elements have the same ids. */
const ID_ATTRIBUTES = ['id', 'for', 'aria-labelledby', 'aria-controls', 'aria-describedby']

/**
 * Saves what the page shows as the kept screen of its address. The next start at this address shows it first.
 * @param state `waits` while there is nothing to show yet; `gone` if the content no longer exists, which deletes the
 *   kept screen
 * @param lasting true if this kept screen stays longer than others, see `keepScreen`
 */
export function useFirstScreen(state: 'waits' | 'shown' | 'gone', lasting?: boolean) {
  useLayoutEffect(() => {
    if (state !== 'waits') dropFirstScreen()
  }, [state])
  useEffect(() => {
    const address = location.pathname
    if (state === 'gone') forgetScreen(address)
    if (state !== 'shown') return
    const keep = () => location.pathname === address && keepShown(lasting)
    const timer = setTimeout(keep, SAVE_DELAY_MS)
    const onHidden = () => document.visibilityState === 'hidden' && keep()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onHidden)
    }
  }, [state, lasting])
}

/**
 * Saves the top of the page. It saves nothing while the URL has a query, the page is scrolled by more than one screen,
 * or a menu is open, because the page does not start in that state.
 */
function keepShown(lasting?: boolean) {
  const app = document.querySelector('#root > *')
  const { lang, dataset } = document.documentElement
  const { stamp } = dataset
  // A screen in English for want of the texts of the chosen language would replace the one that is kept in it.
  if (
    !app ||
    !stamp ||
    language() !== wantedLanguage() ||
    location.search ||
    scrollY > innerHeight ||
    app.querySelector('[aria-expanded=true]')
  )
    return
  const copy = copyOf(app, innerHeight * MAX_SCREEN_HEIGHTS - scrollY, false)
  // The copy must not add a second <main> element to the page.
  keepScreen(location.pathname, stamp + lang, copy.outerHTML.replaceAll(/<(\/?)main\b/g, '<$1div'), lasting)
}

/**
 * Copies the markup of an element.
 * @param bottom an element that starts below it is left out, px below the top of the viewport
 * @param isInMomentary true inside time-sensitive content, see `TIME_SENSITIVE_SELECTOR`. Each letter becomes an `x`.
 */
function copyOf(element: Element, bottom: number, isInMomentary: boolean): Element {
  const copy = element.cloneNode() as Element
  for (const name of ID_ATTRIBUTES) copy.removeAttribute(name)
  if (element.matches(TIME_SENSITIVE_SELECTOR)) copy.classList.add('invisible')
  const isMomentary = isInMomentary || element.matches(TIME_SENSITIVE_SELECTOR)
  if (isMomentary) copy.removeAttribute('aria-label')
  for (const child of element.childNodes) {
    if (!(child instanceof Element)) copy.append(isMomentary ? blank(child) : child.cloneNode())
    else if (isKept(child, bottom)) copy.append(copyOf(child, bottom, isMomentary))
  }
  return copy
}

function isKept(element: Element, bottom: number): boolean {
  return !element.matches(EXCLUDED_SELECTOR) && element.getBoundingClientRect().top <= bottom
}

function blank(text: Node): string {
  return String(text.nodeValue).replaceAll(/\S/g, 'x')
}
