import { SHELL_BAR } from './shell-bar.ts'

// The login's first screen as plain HTML: its heading, and the places of what can be filled in. The inline script shows it,
// so that a visitor who is led to the login sees it before the app runs. home-shell.test.ts compares its classes.

/** The classes of the login's shell, each as it stands, letter for letter, in the component that replaces it. */
export const LOGIN_CLASSES = {
  screen: 'relative overflow-hidden sm:min-h-[calc(100dvh-var(--nav-height))]',
  place: 'shell relative py-8 sm:py-14',
  card: 'mx-auto max-w-md rounded-lg border border-line bg-surface p-5 shadow-lift sm:p-8',
  title: 'mb-6 text-3xl',
} as const

/** The places of the two fields and of the two buttons: the space above each, and its height, in px. */
const PLACES = [
  [54, 48],
  [51, 48],
  [68, 52],
  [56, 52],
]
  .map(([above, height]) => `<div class="rounded-md bg-sunken" style="margin-top:${above}px;height:${height}px"></div>`)
  .join('')

/** The markup, with the heading for a template literal of the inline script. */
export const LOGIN_SHELL = `${SHELL_BAR}<div class="${LOGIN_CLASSES.screen}"><div class="${LOGIN_CLASSES.place}"><div class="${LOGIN_CLASSES.card}"><h2 class="${LOGIN_CLASSES.title}">\${heading}</h2>${PLACES}<div class="h-17"></div></div></div></div>`
