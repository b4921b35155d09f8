import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINK_PATHS, NO_APP, PRERENDERED, SIGNED_IN } from '../page.ts'
import translations from '../texts/compiled/start.all.js'
import * as texts from '../texts/compiled/start.js'
import { CHOSEN_LANGUAGE, LANGUAGES, type Language, PSEUDO } from '../texts/languages.ts'

/** The app has not started after this time: then the page says so. */
const SLOW_START_MS = 20_000

/** The languages that a browser may ask for. */
const ALL = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== PSEUDO)

/** The page's own words in each language: that the app could not be loaded, and the button. */
function words(): Record<string, string[]> {
  const others = ALL.filter((language) => language !== 'en').map((language) => [
    language,
    // The texts are in the order of their keys, and have no values.
    Object.values(translations[language]).map((text) => (text as () => string)()),
  ])
  return { en: [texts.codeMissing(), texts.tryAgain()], ...Object.fromEntries(others) }
}

/** The text of the pages' inline script, without its comments. */
export function pageScript(): string {
  const values: Record<string, string> = {
    CHOSEN_LANGUAGE,
    LANGUAGES: JSON.stringify(ALL),
    LINK_PATHS: JSON.stringify(LINK_PATHS),
    NO_APP,
    PRERENDERED,
    PSEUDO,
    RIGHT_TO_LEFT: JSON.stringify(ALL.filter((language) => LANGUAGES[language].direction === 'rtl')),
    SIGNED_IN,
    SLOW_START_MS: String(SLOW_START_MS),
    WORDS: JSON.stringify(words()),
  }
  return readFileSync(join(import.meta.dirname, 'page-script.js'), 'utf8')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
    .replaceAll(new RegExp(`\\b(${Object.keys(values).join('|')})\\b`, 'g'), (name) => values[name] ?? name)
}
