import { expected, recordError } from '../../contract/errors.ts'
import { CHOSEN_LANGUAGE, LANGUAGES, type Language, language, PSEUDO, setLanguage } from './languages.ts'
import { type Translation, translate } from './message.ts'

/** How long a choice waits for the texts of a language. */
const TIMEOUT_MS = 20_000
/** How long the start waits for them. A network that hangs must not keep the app from its start. */
const START_TIMEOUT_MS = 4000

const LOAD: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation }>> = {
  de: () => import('./compiled/language-de.js'),
  es: () => import('./compiled/language-es.js'),
  bn: () => import('./compiled/language-bn.js'),
  ar: () => import('./compiled/language-ar.js'),
  [PSEUDO]: () => import('./compiled/language-qps.js'),
}

/**
 * The language that the user wants. The inline script has found it before the first paint: the one that was chosen, or
 * else the first of the browser's languages that the app has, or else English. A choice replaces it.
 */
let wanted: Language | undefined

/** The language that the user wants. It is not the one that is shown where its texts cannot be had. */
export function wantedLanguage(): Language {
  return wanted ?? language()
}

const listeners = new Set<() => void>()

/** Calls a listener whenever another language is shown. @returns a function that stops listening */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How often a language was asked for: texts that come late do not replace those of a later choice. */
let choices = 0
let loading = 0

/** Tells whether the file of a language is being loaded. Where it cannot be had, the app goes on without it. */
export function isLanguageLoading(): boolean {
  return loading > 0
}

/**
 * Shows the app in a language, when its texts are there.
 * @returns false if another language was asked for meanwhile: then that one counts
 * @throws if the texts cannot be had in this time, and no other language was asked for: then the language
 *   stays as it was
 */
export async function showLanguage(to: Language, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  choices += 1
  const choice = choices
  try {
    const texts = to === 'en' ? undefined : await load(to, timeoutMs)
    if (choice !== choices) return false
    show(to, texts)
    wanted = to
    return true
  } catch (error) {
    if (choice !== choices) return false
    throw error
  }
}

function show(to: Language, texts: Translation | undefined) {
  translate(texts)
  setLanguage(to)
  const { documentElement } = document
  documentElement.lang = to
  documentElement.dir = LANGUAGES[to].direction
  for (const listener of listeners) listener()
}

/** @throws if the texts cannot be had in this time */
async function load(to: Exclude<Language, 'en'>, timeoutMs: number): Promise<Translation> {
  let timer = 0
  const late = new Promise<never>((_resolve, reject) => {
    timer = window.setTimeout(() => reject(new Error('too late')), timeoutMs)
  })
  loading += 1
  const file = LOAD[to]()
  // A file that hangs may fail long after this has given up.
  void file
    .catch(() => expected('told'))
    .then(() => {
      loading -= 1
    })
  try {
    return (await Promise.race([file, late])).default
  } catch (cause) {
    throw new Error(`the texts of ${to} cannot be had`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Shows the language that the page starts with, or English if its texts do not come in time.
 * @returns nothing where there is nothing to wait for
 */
export function startLanguage(): Promise<unknown> | undefined {
  const { lang } = document.documentElement
  const known = Object.hasOwn(LANGUAGES, lang) ? (lang as Language) : 'en'
  wanted = known
  if (known === 'en') {
    // The page may name a language that only a newer version has.
    if (lang !== 'en') show('en', undefined)
    return undefined
  }
  return showLanguage(known, START_TIMEOUT_MS).catch((error) => {
    recordError(error)
    show('en', undefined)
    // The choice stays: the next start tries again.
    wanted = known
  })
}

/** Keeps the chosen language on the phone. A browser that stores nothing asks again at the next start. */
export function keepChosenLanguage(to: Language): void {
  try {
    localStorage.setItem(CHOSEN_LANGUAGE, to)
  } catch {
    // The language is shown until the app is closed.
    expected('refused')
  }
}
