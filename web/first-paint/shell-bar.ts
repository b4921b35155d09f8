import { PRODUCT } from '../../contract/limits.ts'

/** The classes of the bar, each as it stands, letter for letter, in the component that replaces it. */
export const BAR_CLASSES = {
  nav: 'border-b border-line bg-paper pt-[env(safe-area-inset-top)]',
  bar: 'shell flex h-16 items-center gap-3',
  name: 'font-display text-2xl font-extrabold tracking-tight [font-stretch:115%]',
} as const

/** The navigation bar of a shell: the logo and the name of the app. */
export const SHELL_BAR = `<div class="${BAR_CLASSES.nav}"><div class="${BAR_CLASSES.bar}"><svg viewBox="0 0 64 64" width="32" height="32" fill="none" stroke-width="7" aria-hidden="true"><path d="M4 14H30a24 24 0 0 1 24 24V60M4 28H28a12 12 0 0 1 12 12V60M4 42H22a4 4 0 0 1 4 4V60" stroke="currentColor"/><path d="M13 6V50" class="stroke-flare" stroke-width="8"/></svg><span class="${BAR_CLASSES.name}">${PRODUCT}</span></div></div>`
